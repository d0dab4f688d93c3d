/** What the command line prints: text of others made visible, and no line that a CI system takes for a command. */
import { breakCiCommands, escapeOf, visibleText } from '../../contract/visible-text.ts';

/** The first sign of each command as an escape. */
export const withoutCiCommands = (text: string): string => breakCiCommands(text, escapeOf);

/** For messages whose lines are wanted: errors, notices. */
export const terminalText = (text: string): string => withoutCiCommands(visibleText(text, { lines: true }));

/** Tells the person at the terminal something beside the output: on stderr, after the name of the program. */
export function notify(text: string): void {
  process.stderr.write(`outrigger: ${terminalText(text)}\n`);
}
