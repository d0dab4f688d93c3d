import type { Command } from './command.ts';
import { isPressed, isTyped, keysText } from './keys.ts';
import { hideToast, showError, showHint } from '../ui/notify.ts';

/**
 * Does what a command does, unless it cannot be done now: then it shows the reason. Its error is shown until the command
 * succeeds.
 */
export function runCommand(commands: readonly Command[], id: Command['id']): void {
  const command = commands.find((candidate) => candidate.id === id);
  const reason = command?.unavailable?.();
  if (reason !== undefined) return showHint(reason);
  const cause = `command ${id}`;
  Promise.resolve(command?.run()).then(
    () => hideToast(cause),
    (error: unknown) => showError(error, cause),
  );
}

export const isMac = navigator.userAgent.includes('Mac');

/** `Mod+Enter` as the keyboard of this system shows it. */
export const shownKeys = (keys: string): string => keysText(keys, isMac);

/** The keys of a command as they are shown; empty when it has none. */
export function commandKeys(commands: readonly Command[], id: Command['id']): string {
  const keys = commands.find((command) => command.id === id)?.keys;
  return keys === undefined ? '' : shownKeys(keys);
}

/**
 * Runs commands by their keys, in the whole window, before the editor sees the keys.
 * @returns a function that stops listening
 */
export function listenToKeys(commands: readonly Command[]): () => void {
  const onKey = (event: KeyboardEvent) => {
    const command = commands.find(({ keys, alsoKeys = [] }) =>
      [keys ?? [], alsoKeys].flat().some((one) => isPressed(one, event, isMac)),
    );
    if (!command || (isTyped(command.keys ?? '') && isField(event.target))) return;
    event.preventDefault();
    event.stopPropagation();
    runCommand(commands, command.id);
  };
  window.addEventListener('keydown', onKey, { capture: true });
  return () => window.removeEventListener('keydown', onKey, { capture: true });
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, .monaco-editor') !== null);
