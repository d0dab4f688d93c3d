import { useFrom } from './app-context.ts';
import type { Dialog, DialogKind } from './app-store.ts';

/** The open dialog when it is of one of these kinds. */
export function useDialog<K extends DialogKind>(...kinds: K[]): Extract<Dialog, { kind: K }> | undefined {
  const dialog = useFrom('app', (state) => state.dialog);
  return dialog && (kinds as DialogKind[]).includes(dialog.kind) ? (dialog as Extract<Dialog, { kind: K }>) : undefined;
}
