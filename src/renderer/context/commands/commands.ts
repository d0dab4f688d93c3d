import type { Command } from './command.ts';
import { isPressed, isTyped, keysText, type KeyPress } from './keys.ts';
import { hideToast, showError, showHint } from '../../ui/messages/notify.ts';

/** @throws when there is no such command */
export function commandById(commands: readonly Command[], id: Command['id']): Command {
  const command = commands.find((candidate) => candidate.id === id);
  if (!command) throw new Error(`There is no command "${id}".`);
  return command;
}

/**
 * Runs a command, or shows why it is unavailable. Its error is shown until the command succeeds.
 * @param target the item on which a menu was opened; absent: the selection
 */
export function runCommand(commands: readonly Command[], id: Command['id'], target?: string): void {
  const command = commandById(commands, id);
  const reason = command.unavailable?.(target);
  if (reason !== undefined) return showHint(reason);
  const cause = `command ${id}`;
  // A synchronous error of a command is reported like a rejection.
  new Promise<void>((resolve) => resolve(command.run(target))).then(
    () => hideToast(cause),
    (error: unknown) => showError(error, cause),
  );
}

export const isMac = navigator.userAgent.includes('Mac');

/** `Mod+Enter` in the notation of this system. */
export const shownKeys = (keys: string): string => keysText(keys, isMac);

/** The displayed shortcut of a command; empty when it has none. */
export function commandKeys(commands: readonly Command[], id: Command['id']): string {
  const keys = commands.find((command) => command.id === id)?.keys;
  return keys === undefined ? '' : shownKeys(keys);
}

/** The commands with this shortcut in a part of the window; absent: in the whole window. */
export function commandsOfKeys(commands: readonly Command[], press: KeyPress, part?: Command['keysIn']): Command[] {
  return commands.filter(
    ({ keys, alsoKeys = [], keysIn, keysOnlyIfAvailable, unavailable, removes }) =>
      keysIn === part &&
      // A key that is held for a moment would remove one item after another.
      !(removes && press.repeat) &&
      [keys ?? [], alsoKeys].flat().some((item) => isPressed(item, press, isMac)) &&
      !(keysOnlyIfAvailable && unavailable?.() !== undefined),
  );
}

/**
 * Runs commands by their shortcuts in the whole window, before the editor handles the keys.
 * @returns a function that stops listening
 */
export function listenToKeys(commands: readonly Command[]): () => void {
  const onKey = (event: KeyboardEvent) => {
    const [command] = commandsOfKeys(commands, event);
    if (!command || (isTyped(command.keys ?? '') && isField(event.target))) return;
    event.preventDefault();
    event.stopPropagation();
    if (command.keysInDialogs || !isInDialog(event.target)) runCommand(commands, command.id);
  };
  window.addEventListener('keydown', onKey, { capture: true });
  return () => window.removeEventListener('keydown', onKey, { capture: true });
}

/** Dialogs keep the focus while they are open, and return it before they have disappeared. */
const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"][aria-modal="true"]') !== null;

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, .monaco-editor') !== null);
