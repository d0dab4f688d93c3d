/** Prints the requests of a run: those of the collection, and those that scripts send. */
import { countText } from '../../contract/count-text.ts';
import { isStop } from '../../contract/errors.ts';
import { visibleLines, visibleText } from '../../contract/visible-text.ts';
import { addressLine, type EventPrinters, type TerminalPrinter } from './terminal-printer.ts';

export const createRequestEvents = ({ paint, print }: TerminalPrinter): EventPrinters => ({
  'request.started': ({ path }) => print(paint('bold', `→ ${visibleText(path.join(' / '))}`)),
  'request.answered'({ method, url, status, statusText = '', size = 0, durationMs, failure, skipped }) {
    if (skipped) return print(paint('yellow', '- skipped by its script'), 4);
    const end = failure
      ? paint(isStop(failure) ? 'dim' : 'red', visibleLines(failure.message))
      : `${status ?? ''} ${visibleText(statusText)}`.trim();
    const more = failure ? '' : paint('dim', `, ${countText(size, 'byte')}, ${Math.round(durationMs)} ms`);
    print(`${paint('cyan', visibleText(method))} ${addressLine(url)} ${end}${more}`, 4);
    if (failure) print(paint('yellow', visibleLines(failure.remedy)), 4);
  },
  'script.request'({ method, url, status, failure }) {
    const end = failure ? paint('red', visibleLines(failure)) : paint('dim', `${status ?? ''}`);
    print(`${paint('cyan', 'http ')} ${visibleText(method)} ${addressLine(url)} ${end}`);
  },
});
