/** What can be done with the open requests or scripts, whichever are shown. Without a target: with the one that is active. */
import { closeTabs } from '../collection/close-tabs.ts';
import { isUntitled, titleOf } from '../collection/open-item.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Command } from '../context/command.ts';
import { closeScripts, discardScript } from '../scripts/close-scripts.ts';
import { isChanged } from '../scripts/script-store.ts';
import { discardDraft } from '../tree/discard-draft.ts';

type Stores = Pick<AppContext, 'app' | 'requests' | 'scripts'>;
type Keys = (inWindow: string, inBrowser: string) => Pick<Command, 'keys' | 'alsoKeys'>;

export function createTabCommands({ app, requests, scripts }: Stores): Command[] {
  const keys: Keys = (inWindow, inBrowser) =>
    // A browser keeps Ctrl+T, Ctrl+W and Ctrl+Tab for its own tabs, so there the keys with Alt are the ones to show; both are
    // listened to everywhere.
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
  const step = (by: 1 | -1) => () => {
    const ids = openIds();
    return select(ids[(ids.indexOf(activeId() ?? '') + by + ids.length) % ids.length]);
  };
  const openRequest = (target = activeId()) => {
    const item = areScripts() ? undefined : requests.getState().open.find(({ id }) => id === target);
    return item?.kind === 'request' ? item : undefined;
  };
  const isUnsaved = (target = activeId()) => {
    if (target === undefined) return false;
    if (!areScripts()) return requests.getState().unsaved.has(target);
    return scripts.getState().open.some((script) => script.path === target && isChanged(script));
  };
  return [
    {
      id: 'new-request',
      label: 'New request',
      icon: 'add',
      ...keys('Mod+T', 'Alt+T'),
      run() {
        app.getState().show('requests');
        requests.getState().openUntitled();
      },
    },
    ...closeCommands({ openIds, activeId, keys, isSaved: (id) => !isUnsaved(id), close }),
    { id: 'next-tab', label: 'Next tab', ...keys('Ctrl+Tab', 'Alt+PageDown'), run: step(1) },
    { id: 'previous-tab', label: 'Previous tab', ...keys('Ctrl+Shift+Tab', 'Alt+PageUp'), run: step(-1) },
    ...Array.from({ length: 9 }, (_, index) => ({
      id: `tab-${index + 1}`,
      label: index === 8 ? 'Last tab' : `Tab ${index + 1}`,
      ...keys(`Mod+${index + 1}`, `Alt+${index + 1}`),
      run: () => select(index === 8 ? openIds().at(-1) : openIds()[index]),
    })),
    {
      id: 'duplicate-tab',
      label: 'Duplicate the request in a new tab',
      menuLabel: 'Duplicate',
      icon: 'copy',
      unavailable: (target) => (openRequest(target) ? undefined : 'No request is open.'),
      run(target) {
        const item = openRequest(target);
        if (!item) return;
        const parent = item.suggestedParent ?? (isUntitled(item.id) ? '' : item.id.split('/').slice(0, -1).join('/'));
        requests.getState().openUntitled(item.edited, `${titleOf(item)} copy`, parent);
      },
    },
    {
      id: 'discard-changes',
      label: 'Discard changes',
      icon: 'discard',
      unavailable: (target) => (isUnsaved(target) ? undefined : 'Nothing in this tab is unsaved.'),
      run(target = activeId()) {
        if (target === undefined) return;
        if (areScripts()) discardScript(scripts, target);
        else discardDraft(requests, target);
      },
    },
    {
      id: 'reveal-in-tree',
      label: 'Reveal in tree',
      icon: 'reveal',
      run(target = requests.getState().activeId) {
        app.getState().show('requests');
        if (target !== undefined) requests.getState().reveal(target);
      },
    },
  ];

  function close(ids: string[]): void {
    if (areScripts()) closeScripts(scripts, ids);
    else closeTabs(requests, ids);
  }
}

function closeCommands(tabs: {
  openIds(): string[];
  activeId(): string | undefined;
  isSaved(id: string): boolean;
  keys: Keys;
  close(ids: string[]): void;
}): Command[] {
  const { openIds, activeId, isSaved, keys, close } = tabs;
  const command = (
    named: Pick<Command, 'id' | 'label' | 'menuLabel' | 'keys' | 'alsoKeys'>,
    which: (ids: string[], target: string | undefined) => string[],
  ): Command => {
    const chosen = (target = activeId()) => which(openIds(), target);
    return {
      ...named,
      icon: 'close',
      unavailable: (target) => (chosen(target).length === 0 ? 'There is no such tab.' : undefined),
      run: (target) => close(chosen(target)),
    };
  };
  return [
    command({ id: 'close-tab', label: 'Close tab', menuLabel: 'Close', ...keys('Mod+W', 'Alt+W') }, (ids, target) =>
      ids.filter((id) => id === target),
    ),
    command({ id: 'close-other-tabs', label: 'Close other tabs', menuLabel: 'Close others' }, (ids, target) =>
      ids.filter((id) => id !== target),
    ),
    command(
      { id: 'close-tabs-right', label: 'Close tabs to the right', menuLabel: 'Close to the right' },
      (ids, target) => ids.slice(ids.indexOf(target ?? '') + 1),
    ),
    command({ id: 'close-saved-tabs', label: 'Close saved tabs', menuLabel: 'Close saved' }, (ids) =>
      ids.filter(isSaved),
    ),
    command({ id: 'close-all-tabs', label: 'Close all tabs', menuLabel: 'Close all' }, (ids) => ids),
  ];
}
