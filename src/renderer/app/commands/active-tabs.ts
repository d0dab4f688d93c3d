/** The tabs of the shown view: scripts in the view of scripts, requests and folders in all others. */
import { closeTabs } from '../../collection/tabs/close-tabs.ts';
import type { OpenRequest } from '../../collection/tabs/open-item.ts';
import type { AppContext } from '../../context/app-context.ts';
import { closeScripts, discardScript } from '../../scripts/close-scripts.ts';
import { isChanged } from '../../scripts/script-store.ts';
import { discardDraft } from '../../tree/discard-draft.ts';

/** A tab is identified by the id of its request or folder, or by the path of its script; absent: the active one. */
export interface ActiveTabs {
  openIds(): string[];
  activeId(): string | undefined;
  select(id: string | undefined): Promise<void>;
  close(ids: string[]): void;
  isUnsaved(id?: string): boolean;
  /** Discards the unsaved changes of a tab. */
  discard(id?: string): void;
  /** Undefined for a tab that does not show a request. */
  request(id?: string): OpenRequest | undefined;
}

export function createActiveTabs({
  app,
  requests,
  scripts,
}: Pick<AppContext, 'app' | 'requests' | 'scripts'>): ActiveTabs {
  const areScripts = () => app.getState().view === 'scripts';
  const activeId = () => (areScripts() ? scripts.getState().activePath : requests.getState().activeId);
  return {
    openIds: () =>
      areScripts() ? scripts.getState().open.map(({ path }) => path) : requests.getState().open.map(({ id }) => id),
    activeId,
    async select(id) {
      if (id === undefined) return;
      if (areScripts()) return scripts.getState().openScript(id);
      app.getState().show('requests');
      await requests.getState().select(id);
    },
    close(ids) {
      if (areScripts()) closeScripts(scripts, ids);
      else closeTabs(requests, ids);
    },
    isUnsaved(id = activeId()) {
      if (id === undefined) return false;
      if (!areScripts()) return requests.getState().unsaved.has(id);
      return scripts.getState().open.some((script) => script.path === id && isChanged(script));
    },
    discard(id = activeId()) {
      if (id === undefined) return;
      if (areScripts()) discardScript(scripts, id);
      else discardDraft(requests, id);
    },
    request(id = activeId()) {
      const item = areScripts() ? undefined : requests.getState().open.find((open) => open.id === id);
      return item?.kind === 'request' ? item : undefined;
    },
  };
}
