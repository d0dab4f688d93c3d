/** Results that no worker of Outrigger stores: everybody with access to the server can write them. */
import { expect, test } from 'vitest';
import type { RunEvent, RunEventBody } from '../../../contract/runs/run-event.ts';
import { eventsOfPart, passedPart } from '../testing/shared-run.ts';
import { createPartJobs } from '../part-jobs.ts';
import { requestsOfRun as requests, sharedRun } from '../testing/shared-run.ts';
import { problemOfResult } from './check-result.ts';

type Event = RunEventBody & { request?: number };
const run = { ...sharedRun, iterations: 3 };
const jobs = createPartJobs({ queue: {} as never, run, parts: 1, requests, attempts: 1 });
const problemOf = (events: RunEvent[]) => problemOfResult(events, jobs.requestsOf(0));

const begin: Event = { type: 'run.started', scriptName: 'Shop' };
const end: Event = { type: 'run.finished', outcome: 'passed', durationMs: 1 };
const failedEnd: Event = { ...end, outcome: 'failed' };
const started = (request: number, change: Partial<Extract<Event, { type: 'request.started' }>> = {}): Event => ({
  type: 'request.started',
  id: 'a.yml',
  name: 'a',
  path: ['Shop', 'a'],
  iteration: request,
  request,
  ...change,
});
const finished = (request: number): Event => ({ type: 'request.finished', request });
const requestEvents = (...numbers: number[]) => numbers.flatMap((number) => [started(number), finished(number)]);

test('a whole result has no problem, also with requests that scripts have run, and with an iteration that ended early', () => {
  expect(problemOf(passedPart(0, 1, 2))).toBeUndefined();
  const nested = started(1, { id: 'other.yml', iteration: 0, caller: 0 });
  const rest = [started(2, { iteration: 1 }), finished(2), started(3, { iteration: 2 }), finished(3)];
  expect(problemOf(eventsOfPart(begin, started(0), nested, finished(1), finished(0), ...rest, end))).toBeUndefined();
  expect(problemOf(eventsOfPart(begin, started(0), finished(0), failedEnd))).toBeUndefined();
});

test.each<[string, Event[], RegExp]>([
  ['no event', [], /it does not begin with the start of the run/],
  ['no start', [...requestEvents(0, 1, 2), end], /it does not begin with the start/],
  ['no end', [begin, ...requestEvents(0, 1, 2)], /it does not end with the end of the run/],
  ['two ends', [begin, end, ...requestEvents(0, 1, 2), end], /more than once/],
  ['two starts', [begin, begin, ...requestEvents(0, 1, 2), end], /more than once/],
  ['a request without an end', [begin, ...requestEvents(0, 1), started(2), end], /request 3 has not finished/],
  ['a request that ends twice', [begin, ...requestEvents(0, 1, 2), finished(0), end], /request 1 finishes/],
  ['an end of no request', [begin, ...requestEvents(0, 1, 2), finished(7), end], /request 8, which has not started/],
  ['an end without a number', [begin, ...requestEvents(0, 1, 2), { type: 'request.finished' }, end], /of no request/],
  ['other numbers', [begin, ...requestEvents(1, 0, 2), end], /not numbered in the order/],
  [
    'a request of another part',
    [begin, started(0, { iteration: 7 }), finished(0), end],
    /does not belong to this part/,
  ],
  ['an unknown request', [begin, started(0, { id: 'b.yml' }), finished(0), end], /does not belong to this part/],
  ['a caller that starts later', [begin, started(0, { caller: 5 }), finished(0), end], /caller/],
  ['too few iterations', [begin, ...requestEvents(0, 1), end], /it has no request of iteration 3/],
  ['no requests', [begin, end], /it has no request of iteration 1/],
])('%s is a problem', (_name, events, problem) => {
  expect(problemOf(eventsOfPart(...events))).toMatch(problem);
});

const failure = { code: 'RequestFailed', message: 'x', remedy: '' } as const;
const answered: Event = { type: 'request.answered', name: 'a', method: 'GET', url: 'x', redirects: 0, durationMs: 1 };
test.each<[string, Event]>([
  ['a failed test', { type: 'test', name: 't', state: 'failed', request: 0 }],
  ['an error of a script', { type: 'script.error', error: { name: 'Error', message: 'x' }, request: 0 }],
  ['a request without a response', { ...answered, failure, request: 0 }],
])('a result with %s has not passed, whatever it says', (_name, event) => {
  const middle = [started(0), event, finished(0), ...requestEvents(1, 2)];
  expect(problemOf(eventsOfPart(begin, ...middle, end))).toMatch(/says that it has passed/);
  expect(problemOf(eventsOfPart(begin, ...middle, failedEnd))).toBeUndefined();
});
