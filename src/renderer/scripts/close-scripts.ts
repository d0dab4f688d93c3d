/** Closing scripts and going back to their files, with a message that offers to take it back. */
import type { StoreApi } from 'zustand';
import { toastClosed } from '../ui/messages/closed-toast.tsx';
import { toastWithUndo } from '../ui/messages/undo.tsx';
import { isChanged, type ScriptStore } from './script-store.ts';

/** How a tab and a message call a script. */
export const scriptTitle = (path: string): string => path.replace(/^scripts\//, '');

/** Closes scripts. Of those that are not saved it says that what was typed is kept. */
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
  const script = store.getState().open.find((one) => one.path === path);
  if (!script || !isChanged(script)) return;
  toastWithUndo(`Changes of ${scriptTitle(path)} were discarded`, store.getState().discard(path));
}
