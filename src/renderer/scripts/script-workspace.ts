/** Opens another workspace. */
import type { ScriptParts, ScriptWorkspace } from './script-state.ts';

export function createScriptWorkspace({ client, workspace, get }: ScriptParts): ScriptWorkspace {
  return {
    openWorkspace: (path, create = false) => workspace.open(() => client.call('workspace.open', { path, create })),
    openExample: () => workspace.open(() => client.call('workspace.openExample', {})),
    async chooseWorkspace() {
      const { path } = await client.call('workspace.chooseFolder', {});
      if (path !== null) await get().openWorkspace(path);
    },
  };
}
