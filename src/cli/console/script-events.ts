/** Prints the output of scripts: their console, their tests, their errors. */
import { visibleLines, visibleText } from '../../contract/visible-text.ts';
import type { EventPrinters, Style, TerminalPrinter } from './terminal-printer.ts';

const looks = { passed: ['green', '✓'], failed: ['red', '✗'], skipped: ['yellow', '-'] } as const;

export const createScriptEvents = ({ paint, print, printError }: TerminalPrinter): EventPrinters => ({
  console({ level, from, depth = 0, text }) {
    const style: Style = level === 'error' ? 'red' : level === 'warn' ? 'yellow' : 'dim';
    const who = from === 'outrigger' ? 'hint' : level;
    const group = '  '.repeat(depth);
    print(`${paint(style, who.padEnd(5))} ${group}${visibleLines(text).replaceAll('\n', `\n      ${group}`)}`);
  },
  test({ state, name, error }) {
    const [style, sign] = looks[state];
    print(`${paint(style, sign)} ${visibleText(name)}`);
    if (error) printError(error, 4);
  },
  'script.error': ({ error }) => printError(error, 2),
});
