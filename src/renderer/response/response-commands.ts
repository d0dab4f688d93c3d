/** Commands for the response of the open request. */
import type { AppContext } from '../context/app-context.ts';
import type { Command } from '../context/commands/command.ts';
import { toastWithUndo } from '../ui/messages/undo.tsx';
import { isJsonBody } from './body/body-kind.ts';

type Stores = Pick<AppContext, 'app' | 'requests' | 'response'>;
const NO_RESPONSE = 'The open request has no response yet.';

export function responseCommands(stores: Stores): Command[] {
  const { app, requests, response } = stores;
  const active = () => activeResponse(stores);
  const example = () => shownExample(stores);
  return [
    {
      id: 'compare-response',
      label: 'Compare with another response',
      icon: 'compare',
      keywords: 'diff history example',
      unavailable: () => (active() || example() ? undefined : NO_RESPONSE),
      run() {
        app.getState().show('requests');
        app.getState().showDialog({ kind: 'compare-response' });
      },
    },
    {
      id: 'save-example',
      label: 'Save as an example',
      icon: 'example',
      unavailable() {
        const open = active()?.open;
        if (!open) return NO_RESPONSE;
        const isStored = requests.getState().collection?.items.some(({ id }) => id === open.id);
        return isStored ? undefined : 'Save the request first, then its example.';
      },
      run() {
        app.getState().show('requests');
        app.getState().showDialog({ kind: 'save-example' });
      },
    },
    {
      id: 'delete-example',
      label: 'Delete the shown example',
      icon: 'delete',
      removes: true,
      unavailable: () => (example() ? undefined : 'No example is shown.'),
      async run() {
        const current = example();
        if (!current) return;
        const undo = await response.getState().removeExample(current.id, current.index, current.name);
        toastWithUndo(`The example "${current.name}" was deleted.`, undo);
      },
    },
    filterCommand(stores),
  ];
}

function filterCommand(stores: Stores): Command {
  const { app, response } = stores;
  return {
    id: 'filter-response',
    label: 'Filter the response with JSONPath',
    icon: 'filter',
    keywords: 'query search',
    unavailable() {
      const response = shownExample(stores) ? undefined : activeResponse(stores)?.response;
      if (!response) return NO_RESPONSE;
      return isJsonBody(response) ? undefined : 'The response is not JSON.';
    },
    run() {
      const active = activeResponse(stores);
      if (!active) return;
      app.getState().show('requests');
      response.getState().showTab(active.open.id, 'body');
      response.getState().setFiltered(active.response.runId);
    },
  };
}

function activeResponse({ requests }: Stores) {
  const item = requests.getState().active();
  return item?.kind === 'request' && item.response ? { open: item, response: item.response } : undefined;
}

/** The example that is shown instead of the response. */
function shownExample({ requests, response }: Stores) {
  const { example } = response.getState();
  return example && example.id === requests.getState().activeId ? example : undefined;
}
