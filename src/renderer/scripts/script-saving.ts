/** Saves edits of scripts to their files, or discards them. */
import { toFailure } from '../../contract/errors.ts';
import { changeScript, type ScriptParts, type ScriptSaving } from './script-state.ts';

export function createScriptSaving(parts: ScriptParts): ScriptSaving {
  const { client, drafts, set, get } = parts;
  return {
    conflict: undefined,
    unsaved: () => drafts.list(),
    async save(overwrite = false) {
      const script = get().active();
      if (!script) return;
      const { path, content, version } = script;
      try {
        const expected = overwrite ? {} : { version };
        const written = await client.call('workspace.writeScript', { path, content, ...expected });
        changeScript(parts, path, { saved: content, version: written.version });
        set({ conflict: undefined });
        // Edits that were made while the file was written are a draft of the new version.
        const current = get().open.find((open) => open.path === path);
        if (current) drafts.store(current);
      } catch (error) {
        if (toFailure(error).code !== 'FileChangedOnDisk') throw error;
        set({ conflict: path });
      }
    },
    async reload() {
      const path = get().conflict;
      if (path === undefined) return;
      const { content, version } = await client.call('workspace.readScript', { path });
      changeScript(parts, path, { content, saved: content, version });
      drafts.remove(path);
      set({ conflict: undefined });
    },
    cancelConflict: () => set({ conflict: undefined }),
    discard(...paths) {
      const discarded = paths.flatMap((path) => {
        const text = drafts.raw(path);
        return text === null ? [] : [{ path, text }];
      });
      for (const { path } of discarded) {
        const script = get().open.find((open) => open.path === path);
        if (script) changeScript(parts, path, { content: script.saved });
        drafts.remove(path);
      }
      return async () => {
        for (const { path, text } of discarded) {
          const draft = drafts.restore(path, text);
          if (get().open.some((open) => open.path === path)) changeScript(parts, path, { ...draft });
          else await get().openScript(path);
        }
      };
    },
  };
}
