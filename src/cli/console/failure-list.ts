/** Repeats at the end of a run what has failed: the output of a long run is too long to search. */
import { shorten, visibleLines, visibleText } from '../../contract/visible-text.ts';
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

const beginning = (text: string) => shorten(text, MAX_TEXT);

export interface FailureList {
  /** Collects the tests, scripts and requests that have failed, unless they were stopped. */
  add(event: RunEvent): void;
  /** Prints the failures, unless the run had only one request, whose failures are just above. */
  print(): void;
}

export function createFailureList({ paint, print }: TerminalPrinter, names: RequestNames): FailureList {
  const shown: FailureLine[] = [];
  let count = 0;
  let iterations = 1;
  let started = 0;
  const addFailure = ({ request = -1 }: RunEvent, what: string, message: string) => {
    count += 1;
    if (shown.length >= MAX_SHOWN) return;
    const { name, iteration } = names.get(request) ?? { name: '', iteration: 0 };
    shown.push({ place: iterations > 1 ? `${name} (iteration ${iteration + 1})` : name, what, message });
  };
  return {
    add(event) {
      switch (event.type) {
        case 'iteration.started':
          iterations = event.count;
          return;
        case 'request.started':
          started += 1;
          return;
        case 'test':
          if (event.state === 'failed') addFailure(event, event.name, event.error?.message ?? '');
          return;
        case 'script.error':
          if (!isStop(event.error)) addFailure(event, 'script', event.error.message);
          return;
        case 'request.answered':
          if (event.failure && !isStop(event.failure)) addFailure(event, 'request', event.failure.message);
      }
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
