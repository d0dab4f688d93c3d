/** Checks that the events of a part's result are those of a whole run of that part: a stranger may have stored them. */
import { isStop } from '../../../contract/errors.ts';
import type { RunEvent, RunEventOf } from '../../../contract/runs/run-event.ts';

type Started = Pick<RunEventOf<'request.started'>, 'id' | 'iteration' | 'caller'>;

/**
 * A part may have fewer requests than planned, and the same one several times, because scripts choose the next request.
 * @param planned the requests of the part
 * @returns what is wrong, as a sentence without its end; undefined where nothing is
 */
export function problemOfResult(events: readonly RunEvent[], planned: readonly Started[]): string | undefined {
  const last = events.at(-1);
  if (events[0]?.type !== 'run.started') return 'it does not begin with the start of the run';
  if (last?.type !== 'run.finished') return 'it does not end with the end of the run';
  const requests = createRequestCheck(planned);
  for (const event of events.slice(1, -1)) {
    if (event.type === 'run.started' || event.type === 'run.finished') {
      return 'the run starts or ends more than once in it';
    }
    const problem = requests.problemOf(event);
    if (problem !== undefined) return problem;
  }
  const open = requests.firstOpen();
  if (open !== undefined) return `its request ${open + 1} has not finished`;
  if (last.outcome !== 'passed') return undefined;
  if (requests.hasFailure()) return 'it says that it has passed, and contains a failure';
  const missing = requests.missingIteration();
  return missing === undefined ? undefined : `it has no request of iteration ${missing + 1}`;
}

function createRequestCheck(planned: readonly Started[]) {
  const keyOf = ({ id, iteration }: Started) => `${iteration} ${id}`;
  const plannedKeys = new Set(planned.map(keyOf));
  const missingIterations = new Set(planned.map(({ iteration }) => iteration));
  /** By number: whether it has finished. */
  const isFinished: boolean[] = [];
  const isNested: boolean[] = [];
  /** Numbers of the requests with a failed test, an error of a script, or no response. */
  const failed = new Set<number>();

  function startProblem(event: RunEventOf<'request.started'>, number: number | undefined): string | undefined {
    if (number !== isFinished.length) return 'its requests are not numbered in the order in which they start';
    const { caller, iteration } = event;
    if (caller !== undefined && isFinished[caller] !== false) {
      return `the caller of its request ${number + 1} is not running`;
    }
    if (caller === undefined && !plannedKeys.has(keyOf(event))) {
      return `its request ${number + 1} does not belong to this part`;
    }
    if (caller === undefined) missingIterations.delete(iteration);
    isFinished.push(false);
    isNested.push(caller !== undefined);
    return undefined;
  }
  function finish({ stopped = false }: RunEventOf<'request.finished'>, number: number): string | undefined {
    if (isFinished[number]) return `its request ${number + 1} finishes more than once`;
    isFinished[number] = true;
    // What a script has run and stopped by its own end does not count.
    if (stopped && isNested[number]) failed.delete(number);
    return undefined;
  }
  return {
    problemOf(event: RunEvent): string | undefined {
      const { request: number } = event;
      if (event.type === 'request.started') return startProblem(event, number);
      if (number !== undefined && number >= isFinished.length) {
        return `an event is about its request ${number + 1}, which has not started`;
      }
      if (event.type === 'request.finished') {
        return number === undefined ? 'an event is the end of no request' : finish(event, number);
      }
      if (isFailure(event)) failed.add(number ?? -1);
      return undefined;
    },
    firstOpen(): number | undefined {
      const open = isFinished.indexOf(false);
      return open < 0 ? undefined : open;
    },
    hasFailure: () => failed.size > 0,
    missingIteration: (): number | undefined => missingIterations.values().next().value,
  };
}

function isFailure(event: RunEvent): boolean {
  switch (event.type) {
    case 'test':
      return event.state === 'failed' && !isStop(event.error);
    case 'script.error':
      return !isStop(event.error);
    case 'request.answered':
      return event.failure !== undefined && !isStop(event.failure);
    default:
      return false;
  }
}
