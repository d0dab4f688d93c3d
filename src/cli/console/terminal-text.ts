/**
 * Text for the command line: strangers' text with invisible characters escaped, and without commands for CI systems.
 */
import { breakCiCommands, escapeOf, visibleText } from '../../contract/visible-text.ts';

/** Escapes the first character of each command. */
export const withoutCiCommands = (text: string): string => breakCiCommands(text, escapeOf);

/** For messages that may have several lines: errors, notices. */
export const terminalText = (text: string): string => withoutCiCommands(visibleText(text, { lines: true }));

/** Writes a message for the person to stderr, after the name of the program. */
export function notify(text: string): void {
  process.stderr.write(`outrigger: ${terminalText(text)}\n`);
}
