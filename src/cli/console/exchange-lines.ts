/** Prints the headers and bodies of a request and its response, as `--verbose` asks for. */
import { visibleLines, visibleText } from '../../contract/visible-text.ts';
import type { StoredContent, StoredExchange } from '../../contract/http/http.ts';
import type { RunEvent } from '../../contract/runs/run-event.ts';
import type { TerminalPrinter } from './terminal-printer.ts';

/** Characters of a body that are printed. */
const MAX_BODY = 4000;
const INDENT = 6;

/** Finds the request and response that an event reports; null when they are no longer in memory. */
export type FindExchange = (event: RunEvent) => StoredExchange | null;

export function printExchange(
  { paint, print }: TerminalPrinter,
  { request, response }: Pick<StoredExchange, 'request' | 'response'>,
): void {
  const printContent = (sign: string, content: StoredContent) => {
    for (const { name, value } of content.headers)
      print(`${paint('cyan', visibleText(name))}: ${visibleText(value)}`, INDENT, sign);
    const body = bodyOf(content);
    if (body !== '') print(`\n${body}`, INDENT, sign);
  };
  printContent('> ', request);
  if (response) printContent('< ', response);
}

function bodyOf({ body, size, missing }: StoredContent): string {
  if (missing === 'binary') return `(${size ?? 0} bytes of binary data)`;
  if (missing === null && body.length <= MAX_BODY) return visibleLines(body);
  const length = size === null ? '' : ` (${size} bytes)`;
  return `${visibleLines(body.slice(0, MAX_BODY))}…${length}`;
}
