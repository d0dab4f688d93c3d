/** Writes lines of a run to the terminal, with colour where that is supported. All text in events is a stranger's. */
import { styleText } from 'node:util';
import type { RunEventBody, RunEventOf, ScriptError } from '../../contract/runs/run-event.ts';
import { visibleLines, visibleText } from '../../contract/visible-text.ts';
import { withoutCiCommands } from './terminal-text.ts';

export type Style = Parameters<typeof styleText>[0];
/** The functions that print events, by type; events without one are not printed. */
export type EventPrinters = { [T in RunEventBody['type']]?: (event: RunEventOf<T>) => void };

export interface TerminalPrinter {
  paint(style: Style, text: string): string;
  /** @param mark is printed before each line */
  print(text: string, indent?: number, mark?: string): void;
  printError(error: ScriptError, indent: number): void;
}

/** Characters of an address on the terminal: with a long query it would fill pages. Reports have all of it. */
const MAX_ADDRESS = 2000;
/** An address on one line; of a long one its beginning. */
export const addressLine = (address: string): string =>
  address.length > MAX_ADDRESS
    ? `${visibleText(address.slice(0, MAX_ADDRESS))}… (${address.length} characters)`
    : visibleText(address);

/** The characters behind which `^` matches. */
const LINE_END = /[\n\r\u2028\u2029]/;

export function createTerminalPrinter(stream: { write(text: string): unknown }, colored: boolean): TerminalPrinter {
  const paint = (style: Style, text: string) => (colored ? styleText(style, text, { validateStream: false }) : text);
  function print(text: string, indent = 2, mark = ''): void {
    const start = ' '.repeat(indent) + mark;
    const lines = text.endsWith('\n') ? text.slice(0, -1) : text;
    const indented = LINE_END.test(lines) ? lines.replace(/^/gm, start) : start + lines;
    stream.write(`${withoutCiCommands(indented)}\n`);
  }
  return {
    paint,
    print,
    printError(error, indent) {
      print(paint('red', visibleLines(`${error.name}: ${error.message}`)), indent);
      const column = error.column ? `, column ${error.column}` : '';
      if (error.line) print(paint('dim', `at line ${error.line}${column}`), indent);
      if (error.frame) print(visibleLines(error.frame), indent);
    },
  };
}
