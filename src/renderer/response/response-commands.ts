/** What can be done with the response of the open request. */
import type { AppContext } from '../context/app-context.ts';
import type { Command } from '../context/command.ts';
import { toastWithUndo } from '../ui/undo.tsx';
import { isJsonBody } from './body-kind.ts';

type Stores = Pick<AppContext, 'app' | 'requests' | 'response'>;
const NO_RESPONSE = 'The open request has no response yet.';

export function responseCommands({ app, requests, response }: Stores): Command[] {
  const active = () => {
    const item = requests.getState().active();
    return item?.kind === 'request' && item.response ? { open: item, response: item.response } : undefined;
  };
  /** The example that is shown in the place of the response. */
  const example = () => {
    const shown = response.getState().example;
    return shown && shown.id === requests.getState().activeId ? shown : undefined;
  };
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
        const shown = example();
        if (!shown) return;
        const undo = await response.getState().removeExample(shown.id, shown.index, shown.name);
        toastWithUndo(`The example "${shown.name}" was deleted.`, undo);
      },
    },
    {
      id: 'filter-response',
      label: 'Filter the response with JSONPath',
      icon: 'filter',
      keywords: 'query search',
      unavailable() {
        const shown = example() ? undefined : active()?.response;
        if (!shown) return NO_RESPONSE;
        return isJsonBody(shown) ? undefined : 'The response is no JSON.';
      },
      run() {
        const shown = active();
        if (!shown) return;
        app.getState().show('requests');
        response.getState().showTab(shown.open.id, 'body');
        response.getState().setFiltered(shown.response.runId);
      },
    },
  ];
}
