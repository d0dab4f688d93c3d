/** Commands for the open requests or scripts, whichever are shown. Without a target they apply to the active one. */
import { parentOf, titleOf } from '../../collection/tabs/open-item.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Command } from '../../context/commands/command.ts';
import { createActiveTabs, type ActiveTabs } from './active-tabs.ts';

type Stores = Pick<AppContext, 'app' | 'requests' | 'scripts'>;
type Keys = (inWindow: string, inBrowser: string) => Pick<Command, 'keys' | 'alsoKeys'>;

export function createTabCommands(stores: Stores): Command[] {
  const { app, requests } = stores;
  const tabs = createActiveTabs(stores);
  const keys: Keys = (inWindow, inBrowser) =>
    // Browsers reserve Ctrl+T, Ctrl+W and Ctrl+Tab, so the shortcuts with Alt are shown there; both work everywhere.
    app.getState().capabilities.menus
      ? { keys: inWindow, alsoKeys: [inBrowser] }
      : { keys: inBrowser, alsoKeys: [inWindow] };
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
    ...closeCommands(tabs, keys),
    ...selectCommands(tabs, keys),
    {
      id: 'duplicate-tab',
      label: 'Duplicate the request in a new tab',
      menuLabel: 'Duplicate',
      icon: 'copy',
      unavailable: (target) => (tabs.request(target) ? undefined : 'No request is open.'),
      run(target) {
        const item = tabs.request(target);
        if (!item) return;
        requests.getState().openUntitled(item.edited, `${titleOf(item)} copy`, parentOf(item));
      },
    },
    {
      id: 'discard-changes',
      label: 'Discard changes',
      icon: 'discard',
      unavailable: (target) => (tabs.isUnsaved(target) ? undefined : 'Nothing in this tab is unsaved.'),
      run: (target) => tabs.discard(target),
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
}

/** The neighbours of the active tab, and tabs by their number. */
function selectCommands({ openIds, activeId, select }: ActiveTabs, keys: Keys): Command[] {
  const step = (by: 1 | -1) => () => {
    const ids = openIds();
    return select(ids[(ids.indexOf(activeId() ?? '') + by + ids.length) % ids.length]);
  };
  return [
    { id: 'next-tab', label: 'Next tab', ...keys('Ctrl+Tab', 'Alt+PageDown'), run: step(1) },
    { id: 'previous-tab', label: 'Previous tab', ...keys('Ctrl+Shift+Tab', 'Alt+PageUp'), run: step(-1) },
    ...Array.from({ length: 9 }, (_, index) => ({
      id: `tab-${index + 1}`,
      label: index === 8 ? 'Last tab' : `Tab ${index + 1}`,
      ...keys(`Mod+${index + 1}`, `Alt+${index + 1}`),
      run: () => select(index === 8 ? openIds().at(-1) : openIds()[index]),
    })),
  ];
}

function closeCommands({ openIds, activeId, isUnsaved, close }: ActiveTabs, keys: Keys): Command[] {
  const command = (
    command: Pick<Command, 'id' | 'label' | 'menuLabel' | 'keys' | 'alsoKeys'>,
    which: (ids: string[], target: string | undefined) => string[],
  ): Command => {
    const chosenTabs = (target = activeId()) => which(openIds(), target);
    return {
      ...command,
      icon: 'close',
      unavailable: (target) => (chosenTabs(target).length === 0 ? 'There is no such tab.' : undefined),
      run: (target) => close(chosenTabs(target)),
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
      ids.filter((id) => !isUnsaved(id)),
    ),
    command({ id: 'close-all-tabs', label: 'Close all tabs', menuLabel: 'Close all' }, (ids) => ids),
  ];
}
