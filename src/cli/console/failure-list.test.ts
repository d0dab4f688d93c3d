import { expect, test } from 'vitest';
import type { RunEventBody } from '../../contract/runs/run-event.ts';
import { cliReporter } from './cli-reporter.ts';

type Part = [request: number, ...RunEventBody[]];
const started = (name: string, iteration = 0): RunEventBody => ({
  type: 'request.started',
  id: name,
  name,
  path: ['Shop', name],
  iteration,
});
const answered = (message?: string): RunEventBody => ({
  type: 'request.answered',
  name: '',
  method: 'GET',
  url: 'http://x/',
  redirects: 0,
  durationMs: 1,
  ...(message === undefined ? { status: 200 } : { failure: { code: 'RequestFailed', message, remedy: '' } }),
});
const failed = (name: string, message: string): RunEventBody => ({
  type: 'test',
  name,
  state: 'failed',
  error: { name: 'AssertionError', message },
});

/** The printed lines after the last request. */
function endOf(parts: Part[], iterations = 1): string[] {
  let text = '';
  const report = cliReporter({ stream: { write: (chunk) => (text += chunk) }, color: false });
  const events: (RunEventBody & { request?: number })[] = [
    { type: 'run.started', scriptName: 'Shop' },
    { type: 'iteration.started', iteration: 0, count: iterations },
    ...parts.flatMap(([request, ...bodies]) => bodies.map((body) => ({ ...body, request }))),
    { type: 'run.finished', outcome: 'failed', durationMs: 5 },
  ];
  events.forEach((event, seq) => report({ ...event, runId: 'r', seq, at: '2026-01-01T00:00:00.000Z' }));
  const all = text.trimEnd().split('\n');
  return all.slice(all.findIndex((line) => /failures?:$/.test(line)));
}

test('tests, scripts and requests that failed are repeated above the counts, with their place and reason', () => {
  const parts: Part[] = [
    [0, started('first'), answered(), failed('status is 200', 'expected 500 to equal 200')],
    [1, started('second', 1), { type: 'script.error', error: { name: 'TypeError', message: 'x is \x1b[2J\nnot it' } }],
    [2, started('third', 1), answered('Nothing accepts connections.')],
    [3, started('fourth', 1), answered()],
  ];
  expect(endOf(parts, 2)).toEqual([
    '3 failures:',
    '  1. Shop / first (iteration 1): status is 200',
    '     expected 500 to equal 200',
    '  2. Shop / second (iteration 2): script',
    String.raw`     x is \x1b[2J`,
    '     not it',
    '  3. Shop / third (iteration 2): request',
    '     Nothing accepts connections.',
    'failed (0 passed, 1 failed) with 4 requests in 5 ms',
  ]);
});

test('the failures of a run of one request are not repeated', () => {
  expect(endOf([[0, started('first'), answered(), failed('a', 'b')]])).toEqual(['failed (0 passed, 1 failed) in 5 ms']);
});

test('of very many failures the first are repeated', () => {
  const parts = Array.from({ length: 50 }, (_, index): Part => [index, started(`r${index}`), failed('t', 'm')]);
  const end = endOf(parts);
  expect(end[0]).toBe('50 failures:');
  expect(end.filter((line) => /^ {2}\d+\. /.test(line))).toHaveLength(20);
  expect(end.at(-2)).toMatch(/^ {2}and 30 more/);
});

test('of a long reason the beginning is repeated', () => {
  const parts: Part[] = [
    [0, started('a'), failed('t', 'x'.repeat(1_000_000))],
    [1, started('b')],
  ];
  expect(endOf(parts)[2]).toBe(`     ${'x'.repeat(500)}…`);
});

test('stopped requests are not listed as failures', () => {
  const failure = { code: 'Cancelled' as const, message: 'The request was stopped.', remedy: '' };
  const parts: Part[] = [
    [0, started('first'), answered(), failed('status is 200', 'expected 500 to equal 200')],
    [1, started('second'), { ...answered(), status: undefined, failure } as RunEventBody],
    [2, started('third'), { type: 'script.error', error: { name: 'Error', message: 'stopped', code: 'Cancelled' } }],
  ];
  expect(endOf(parts)[0]).toBe('1 failure:');
});
