/**
 * The open scripts and their edits, which the host stores until they are saved. Each part of the store is in a file of
 * its own.
 */
import { createStore, type StoreApi } from 'zustand';
import type { HostClient } from '../../contract/host-contract.ts';
import type { Drafts } from '../host/drafts.ts';
import type { ShownWorkspace } from '../host/shown-workspace.ts';
import { createOpenScripts } from './open-scripts.ts';
import { createScriptDrafts } from './script-drafts.ts';
import { createScriptSaving } from './script-saving.ts';
import { isChanged, isProgramSource, type ScriptParts, type ScriptStore } from './script-state.ts';
import { showError } from '../ui/messages/notify.ts';
import { toastWithOtherText } from '../ui/messages/other-text.ts';
import { createScriptWorkspace } from './script-workspace.ts';

export { isChanged, isProgramSource, type ScriptStore };

export function createScriptStore(
  client: HostClient,
  workspace: ShownWorkspace,
  drafts: Drafts,
): StoreApi<ScriptStore> {
  const scriptDrafts = createScriptDrafts(drafts, workspace.root);
  const store = createStore<ScriptStore>()((set, get) => {
    const parts: ScriptParts = { client, workspace, drafts: scriptDrafts, set, get };
    return {
      ...createScriptWorkspace(parts),
      ...createOpenScripts(parts),
      ...createScriptSaving(parts),
    };
  });
  workspace.empty(store);
  workspace.follow({
    opened({ scripts: [first] }) {
      if (first) store.getState().openScript(first.path).catch(showError);
    },
    changed() {
      for (const { path } of store.getState().open) takeFromDisk(client, store, path).catch(() => undefined);
    },
  });
  drafts.onOtherWindows({
    followed(names) {
      const paths = names.flatMap((name) => scriptDrafts.pathOf(name) ?? []);
      for (const { path } of store.getState().open.filter((script) => paths.includes(script.path))) {
        const draft = scriptDrafts.read(path);
        store.setState(({ open }) => ({
          open: open.map((script) => (script.path === path ? { ...script, content: script.saved, ...draft } : script)),
        }));
        takeFromDisk(client, store, path).catch(() => undefined);
      }
    },
    replaced(name, otherText) {
      const path = scriptDrafts.pathOf(name);
      if (path === undefined) return;
      toastWithOtherText(path, async () => {
        await store.getState().openScript(path);
        const draft = scriptDrafts.parse(otherText);
        if (draft) store.getState().edit(path, draft.content);
      });
    },
  });
  return store;
}

/** Shows changes of other programs in scripts without edits; for others, saving asks. */
async function takeFromDisk(client: HostClient, store: StoreApi<ScriptStore>, path: string): Promise<void> {
  const { content, version } = await client.call('workspace.readScript', { path });
  store.setState(({ open }) => ({
    open: open.map((script) =>
      script.path !== path || isChanged(script) || script.version === version
        ? script
        : { path, content, saved: content, version },
    ),
  }));
}
