import type { Command } from './command.ts';
import { showError } from '../ui/notify.ts';

export function runCommand(commands: readonly Command[], id: Command['id']): void {
  const command = commands.find((candidate) => candidate.id === id);
  Promise.resolve(command?.run()).catch(showError);
}

export const isMac = navigator.userAgent.includes('Mac');

/** `Mod+Enter` as the keyboard of this system shows it. */
export function shownKeys(keys: string): string {
  const signs: Record<string, string> = isMac ? { Mod: '⌘', Enter: '↵' } : { Mod: 'Ctrl', Enter: 'Enter' };
  return keys
    .split('+')
    .map((key) => signs[key] ?? key)
    .join(isMac ? '' : '+');
}

/** The commands' keys for the whole window, before the editor sees them. Returns the way to stop listening. */
export function listenToKeys(commands: readonly Command[]): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (!(isMac ? event.metaKey : event.ctrlKey) || event.altKey || event.shiftKey) return;
    const pressed = `mod+${event.key}`.toLowerCase();
    const command = commands.find(({ keys }) => keys?.toLowerCase() === pressed);
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    runCommand(commands, command.id);
  };
  window.addEventListener('keydown', onKey, { capture: true });
  return () => window.removeEventListener('keydown', onKey, { capture: true });
}
