/** Repeats at the end of a run what has failed: the output of a long run is too long to search. */
import { visibleLines, visibleText } from '../../contract/visible-text.ts';
import { isStop } from '../../contract/errors.ts';
import type { RunEvent } from '../../contract/runs/run-event.ts';
import type { RequestNames } from './request-names.ts';
import type { TerminalPrinter } from './terminal-printer.ts';

/** The limit of failures that are repeated. */
const MAX_SHOWN = 20;
/** Characters of a name or a reason; the full texts were printed earlier in the output. */
const MAX_TEXT = 500;

interface FailureLine {
  /** The request, with its iteration where there are several. */
  place: string;
  what: string;
  message: string;
}

/** The test, script or request that has failed, and why; undefined for other events, and for requests that were stopped. */
function failureOf(event: RunEvent): { what: string; message: string } | undefined {
  switch (event.type) {
    case 'test':
      return event.state === 'failed' ? { what: event.name, message: event.error?.message ?? '' } : undefined;
    case 'script.error':
      return isStop(event.error) ? undefined : { what: 'script', message: event.error.message };
    case 'request.answered':
      return event.failure && !isStop(event.failure) ? { what: 'request', message: event.failure.message } : undefined;
    default:
      return undefined;
  }
}

const beginning = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

export interface FailureList {
  add(event: RunEvent): void;
  /** Prints the failures, unless the run had only one request, whose failures are just above. */
  print(): void;
}

export function createFailureList({ paint, print }: TerminalPrinter, names: RequestNames): FailureList {
  const shown: FailureLine[] = [];
  let count = 0;
  let iterations = 1;
  let started = 0;
  return {
    add(event) {
      if (event.type === 'iteration.started') iterations = event.count;
      if (event.type === 'request.started') started += 1;
      const failure = failureOf(event);
      if (!failure) return;
      count += 1;
      if (shown.length >= MAX_SHOWN) return;
      const { name, iteration } = names.get(event.request ?? -1) ?? { name: '', iteration: 0 };
      shown.push({ place: iterations > 1 ? `${name} (iteration ${iteration + 1})` : name, ...failure });
    },
    print() {
      if (started < 2 || count === 0) return;
      print(paint('bold', `${count} ${count === 1 ? 'failure' : 'failures'}:`), 0);
      shown.forEach(({ place, what, message }, index) => {
        print(`${index + 1}. ${visibleText(beginning(place))}: ${paint('red', visibleText(beginning(what)))}`);
        if (message !== '') print(paint('dim', visibleLines(beginning(message))), 5);
      });
      if (count > shown.length) {
        print(`and ${count - shown.length} more, which a report lists (--reporter html --out run.html)`);
      }
    },
  };
}
