/** The actions of a tab's menu that close tabs, which are the same for all kinds of tabs. */
import type { Tab, TabAction } from './TabStrip.tsx';

export function closeActions(options: {
  id: string;
  tabs: readonly Pick<Tab, 'id' | 'unsaved'>[];
  /** The keys that close the active tab, as they are shown. */
  closeKeys: string;
  close(ids: string[]): void;
}): TabAction[] {
  const { id, tabs, closeKeys, close } = options;
  const ids = (chosen: readonly Pick<Tab, 'id'>[]) => chosen.map((tab) => tab.id);
  const others = ids(tabs.filter((tab) => tab.id !== id));
  const right = ids(tabs.slice(tabs.findIndex((tab) => tab.id === id) + 1));
  const saved = ids(tabs.filter((tab) => !tab.unsaved));
  const action = (label: string, which: string[]): TabAction => ({
    label,
    disabled: which.length === 0,
    run: () => close(which),
  });
  return [
    { ...action('Close', [id]), keys: closeKeys },
    action('Close others', others),
    action('Close to the right', right),
    action('Close saved', saved),
    action('Close all', ids(tabs)),
  ];
}
