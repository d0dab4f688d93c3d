/** Opens another workspace, with its scripts and their drafts. */
import type { WorkspaceInfo } from '../../contract/host-contract.ts';
import type { ScriptParts, ScriptWorkspace } from './script-state.ts';

export function createScriptWorkspace({ client, drafts, set, get }: ScriptParts, root: string): ScriptWorkspace {
  async function show(open: () => Promise<WorkspaceInfo>): Promise<void> {
    await drafts.flush();
    const openedWorkspace = await open();
    await drafts.reload();
    set({ root: openedWorkspace.root, open: [], activePath: undefined, conflict: undefined });
    const first = openedWorkspace.scripts[0];
    if (first) await get().openScript(first.path);
  }
  return {
    root,
    openWorkspace: (path, create = false) => show(() => client.call('workspace.open', { path, create })),
    openExample: () => show(() => client.call('workspace.openExample', {})),
    async chooseWorkspace() {
      const { path } = await client.call('workspace.chooseFolder', {});
      if (path !== null) await get().openWorkspace(path);
    },
  };
}
