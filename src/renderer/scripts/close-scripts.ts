/** Closes scripts and discards changes, with a message that offers to undo it. */
import type { StoreApi } from 'zustand';
import { toastClosed } from '../ui/messages/closed-toast.tsx';
import { toastWithUndo } from '../ui/messages/undo.tsx';
import { isChanged, type ScriptStore } from './script-store.ts';

/** The title of a script in a tab and in messages. */
export const scriptTitle = (path: string): string => path.replace(/^scripts\//, '');

/** Closes scripts. For unsaved ones a message says that the edits are kept. */
export function closeScripts(store: StoreApi<ScriptStore>, paths: readonly string[]): void {
  const { open, close, openScript, discard } = store.getState();
  const unsaved = open.filter((script) => paths.includes(script.path) && isChanged(script)).map(({ path }) => path);
  for (const path of paths) close(path);
  if (unsaved.length === 0) return;
  toastClosed({
    titles: unsaved.map(scriptTitle),
    async reopen() {
      for (const path of unsaved) await openScript(path);
    },
    discard: () => discard(...unsaved),
  });
}

export function discardScript(store: StoreApi<ScriptStore>, path: string): void {
  const script = store.getState().open.find((item) => item.path === path);
  if (!script || !isChanged(script)) return;
  toastWithUndo(`Changes of ${scriptTitle(path)} were discarded`, store.getState().discard(path));
}
