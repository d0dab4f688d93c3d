/** What can be done with the open requests or scripts, whichever are shown. */
import { closeTabs, discardChanges } from '../collection/close-tabs.ts';
import { isEdited } from '../collection/open-item.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Command } from '../context/command.ts';
import { closeScripts, discardScript } from '../scripts/close-scripts.ts';
import { isChanged } from '../scripts/script-store.ts';

type Stores = Pick<AppContext, 'app' | 'requests' | 'scripts'>;

/**
 * A browser keeps Ctrl+T, Ctrl+W and Ctrl+Tab for its own tabs, so there the keys with Alt are the ones to show; both are
 * listened to everywhere.
 */
export function createTabCommands({ app, requests, scripts }: Stores): Command[] {
  const keys = (inWindow: string, inBrowser: string): Pick<Command, 'keys' | 'alsoKeys'> =>
    app.getState().capabilities.menus
      ? { keys: inWindow, alsoKeys: [inBrowser] }
      : { keys: inBrowser, alsoKeys: [inWindow] };
  const areScripts = () => app.getState().view === 'scripts';
  const openIds = () =>
    areScripts() ? scripts.getState().open.map(({ path }) => path) : requests.getState().open.map(({ id }) => id);
  const activeId = () => (areScripts() ? scripts.getState().activePath : requests.getState().activeId);
  const select = async (id: string | undefined) => {
    if (id === undefined) return;
    if (areScripts()) return scripts.getState().openScript(id);
    app.getState().show('requests');
    await requests.getState().select(id);
  };
  const close = (ids: string[]) => (areScripts() ? closeScripts(scripts, ids) : closeTabs(requests, ids));
  const step = (by: 1 | -1) => () => {
    const ids = openIds();
    return select(ids[(ids.indexOf(activeId() ?? '') + by + ids.length) % ids.length]);
  };
  const saved = () =>
    areScripts()
      ? scripts.getState().open.flatMap((script) => (isChanged(script) ? [] : [script.path]))
      : requests.getState().open.flatMap((item) => (isEdited(item) ? [] : [item.id]));
  const newRequest = () => {
    app.getState().show('requests');
    requests.getState().openUntitled();
  };
  const discard = () => {
    const id = activeId();
    if (id === undefined) return;
    if (areScripts()) discardScript(scripts, id);
    else discardChanges(requests, id);
  };
  const isUnsaved = () => {
    const id = activeId();
    return id !== undefined && !saved().includes(id);
  };
  const others = () => openIds().filter((id) => id !== activeId());
  const right = () => openIds().slice(openIds().indexOf(activeId() ?? '') + 1);
  return [
    { id: 'new-request', label: 'New request', ...keys('Mod+T', 'Alt+T'), run: newRequest },
    {
      id: 'close-tab',
      label: 'Close tab',
      ...keys('Mod+W', 'Alt+W'),
      run: () => close(openIds().filter((id) => id === activeId())),
    },
    { id: 'close-other-tabs', label: 'Close other tabs', run: () => close(others()) },
    { id: 'close-tabs-right', label: 'Close tabs to the right', run: () => close(right()) },
    { id: 'close-saved-tabs', label: 'Close saved tabs', run: () => close(saved()) },
    { id: 'close-all-tabs', label: 'Close all tabs', run: () => close(openIds()) },
    { id: 'next-tab', label: 'Next tab', ...keys('Ctrl+Tab', 'Alt+PageDown'), run: step(1) },
    { id: 'previous-tab', label: 'Previous tab', ...keys('Ctrl+Shift+Tab', 'Alt+PageUp'), run: step(-1) },
    ...Array.from({ length: 9 }, (_, index) => ({
      id: `tab-${index + 1}`,
      label: index === 8 ? 'Last tab' : `Tab ${index + 1}`,
      ...keys(`Mod+${index + 1}`, `Alt+${index + 1}`),
      run: () => select(index === 8 ? openIds().at(-1) : openIds()[index]),
    })),
    {
      id: 'discard-changes',
      label: 'Discard changes',
      unavailable: () => (isUnsaved() ? undefined : 'Nothing in this tab is unsaved.'),
      run: discard,
    },
    {
      id: 'recently-deleted',
      label: 'Recently deleted…',
      keywords: 'trash undelete restore',
      async run() {
        app.getState().show('requests');
        await requests.getState().showDeleted();
      },
    },
    {
      id: 'recent-workspaces',
      label: 'Open recent workspace…',
      async run() {
        app.getState().show('requests');
        await app.getState().showWorkspaceMenu(true);
      },
    },
    {
      id: 'add-messaging-service',
      label: 'Add the operations of the messaging service',
      async run() {
        app.getState().show('requests');
        await requests.getState().create(true);
      },
    },
    {
      id: 'reveal-in-tree',
      label: 'Reveal in tree',
      run() {
        const { activeId: id } = requests.getState();
        app.getState().show('requests');
        if (id !== undefined) requests.getState().reveal(id);
      },
    },
  ];
}
