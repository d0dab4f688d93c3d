/** Prints the events of a run on the terminal as text, as the interface's console shows them. */
import { visibleText } from '../../contract/visible-text.ts';
import { outcomeWord } from '../../contract/runs/outcome-word.ts';
import type { RunEvent, RunEventOf } from '../../contract/runs/run-event.ts';
import { printExchange, type FindExchange } from './exchange-lines.ts';
import { createFailureList } from './failure-list.ts';
import { createProgramEvents } from './program-events.ts';
import { createRequestEvents } from './request-events.ts';
import { createRequestNames, type RequestNames } from './request-names.ts';
import { createScriptEvents } from './script-events.ts';
import { createTerminalPrinter, type EventPrinters, type TerminalPrinter } from './terminal-printer.ts';

export function cliReporter(options: {
  stream: { write(text: string): unknown; isTTY?: boolean };
  color?: boolean | undefined;
  /** Prints the headers and bodies of each request; absent: not printed. */
  findExchange?: FindExchange | undefined;
}): (event: RunEvent) => void {
  const { stream } = options;
  const colored = options.color ?? (stream.isTTY === true && !process.env['NO_COLOR']);
  const printer = createTerminalPrinter(stream, colored);
  const names = createRequestNames();
  const announceRequest = createRequestAnnouncer(printer, names);
  const failures = createFailureList(printer, names);
  const counts = { passed: 0, failed: 0, skipped: 0, requests: 0 };
  const printers: EventPrinters = {
    ...createRunEvents(printer, (finished) => summary(printer, counts, finished)),
    ...createRequestEvents(printer),
    ...createProgramEvents(printer),
    ...createScriptEvents(printer),
  };
  return (event) => {
    if (event.type === 'test') counts[event.state] += 1;
    if (event.type === 'request.started') {
      counts.requests += 1;
      names.add(event);
    }
    announceRequest(event);
    failures.add(event);
    if (event.type === 'run.finished') failures.print();
    (printers[event.type] as ((event: RunEvent) => void) | undefined)?.(event);
    const exchange = options.findExchange?.(event);
    if (exchange) printExchange(printer, exchange);
  };
}

const createRunEvents = (
  { paint, print }: TerminalPrinter,
  summaryOf: (event: RunEventOf<'run.finished'>) => string,
): EventPrinters => ({
  'run.started': ({ scriptName }) => print(paint('bold', `▸ ${visibleText(scriptName)}`), 0),
  'iteration.started'({ iteration, count }) {
    if (count > 1) print(paint('bold', `Iteration ${iteration + 1} of ${count}`), 0);
  },
  'part.retried': ({ part, parts, attempt }) =>
    print(paint('yellow', `part ${part + 1} of ${parts}: again, attempt ${attempt}`), 0),
  'part.finished': ({ part, parts, worker }) =>
    print(paint('dim', `part ${part + 1} of ${parts}: done by ${visibleText(worker)}`), 0),
  'run.finished': (event) => print(summaryOf(event), 0),
});

/**
 * Repeats the name of a request whose events continue after those of another one, because a script can run requests
 * inside of its own.
 */
function createRequestAnnouncer({ paint, print }: TerminalPrinter, names: RequestNames): (event: RunEvent) => void {
  let last: number | undefined;
  return (event) => {
    if (event.type !== 'request.started' && event.request !== undefined && event.request !== last) {
      print(paint('bold', `→ ${visibleText(names.get(event.request)?.name ?? '')} (continued)`));
    }
    last = event.request;
  };
}

/** The last line. `requests` are those that were started, with those of `pm.execution.runRequest`. */
function summary(
  { paint }: TerminalPrinter,
  { passed, failed, skipped, requests }: Record<'passed' | 'failed' | 'skipped' | 'requests', number>,
  { outcome, durationMs }: RunEventOf<'run.finished'>,
): string {
  const counts = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
  const tests = passed + failed + skipped === 0 ? 'no tests' : counts;
  const sent = requests > 1 ? ` with ${requests} requests` : '';
  const word = outcomeWord(outcome, passed);
  const shownWord = word === 'finished' ? word : paint(word === 'passed' ? 'green' : 'red', word);
  return `${shownWord} (${tests})${sent} in ${Math.round(durationMs)} ms`;
}
