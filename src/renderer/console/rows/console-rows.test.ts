import { expect, test } from 'vitest';
import { foldRuns, newRun, type RunState } from '../../../contract/runs/fold-run.ts';
import type { RunEvent, RunEventBody } from '../../../contract/runs/run-event.ts';
import { timeGrowth } from '../../../core/testing/time-growth.ts';
import { consoleRows, copyHint, outcomeText, rowText, type ConsoleFilter } from './console-rows.ts';

let seq = 0;
const event = (request: number, body: RunEventBody): RunEvent => ({
  ...body,
  request,
  runId: 'r',
  seq: seq++,
  at: '2026-01-01T00:00:00.000Z',
});
const started = (request: number, name: string) =>
  event(request, { type: 'request.started', id: `${name}.yml`, name, path: ['Shop', name], iteration: 0 });
const passed = (request: number, name: string) => event(request, { type: 'test', name, state: 'passed' });

test('output that follows a request run by a script is below the name of its own request again', () => {
  const run = foldRuns(newRun('r'), [
    started(0, 'a'),
    passed(0, 'a, before'),
    started(1, 'b'),
    passed(1, 'b'),
    passed(0, 'a, after'),
    passed(0, 'a, at last'),
  ]);
  expect(consoleRows([run], 'all', '').map(rowText).slice(1)).toEqual([
    '▸ Shop / a',
    'passed a, before',
    '▸ Shop / b',
    'passed b',
    '▸ Shop / a (continued)',
    'passed a, after',
    'passed a, at last',
  ]);
});

test('a run without tests has not passed: it ends with the status of its response, or is finished', () => {
  const response = (request: number) =>
    event(request, {
      type: 'request.answered',
      name: 'a',
      method: 'GET',
      url: 'http://x/',
      redirects: 0,
      durationMs: 1,
      status: 500,
      statusText: 'Internal Server Error',
    });
  const end: RunEventBody = { type: 'run.finished', outcome: 'passed', durationMs: 7 };
  const ended = (...events: RunEvent[]) => outcomeText(foldRuns(newRun('r'), [...events, event(0, end)]));
  expect(ended(started(0, 'a'), response(0))).toBe('500 Internal Server Error · 7 ms');
  expect(ended(started(0, 'a'), response(0), started(1, 'b'), response(1))).toBe('finished · 7 ms');
  expect(ended()).toBe('finished · 7 ms');
  expect(ended(started(0, 'a'), response(0), passed(0, 'a'))).toBe('passed · tests: 1 passed, 0 failed · 7 ms');
});

test('a filter shows matching rows below the name of their request, and no other name', () => {
  const run = foldRuns(newRun('r'), [
    started(0, 'a'),
    passed(0, 'fine'),
    started(1, 'b'),
    event(1, { type: 'test', name: 'wrong', state: 'failed' }),
    event(1, { type: 'console', level: 'warn', text: 'careful', from: 'script' }),
    event(1, {
      type: 'request.answered',
      name: 'b',
      method: 'GET',
      url: 'http://x/',
      status: 500,
      redirects: 0,
      durationMs: 1,
    }),
  ]);
  const texts = (filter: ConsoleFilter, search = '') => consoleRows([run], filter, search).map(rowText).slice(1);
  expect(texts('errors')).toEqual(['▸ Shop / b', 'failed wrong']);
  expect(texts('warnings')).toEqual(['▸ Shop / b', 'careful']);
  expect(texts('http')).toEqual(['▸ Shop / b', 'GET http://x/ 500']);
  expect(texts('all', 'careful')).toEqual(['▸ Shop / b', 'careful']);
});

test('a row keeps its key when older lines are dropped or cleared, so that an expanded request stays the same one', () => {
  const request: RunEventBody = { type: 'script.request', method: 'GET', url: 'http://x/', durationMs: 1, exchange: 0 };
  const program = { type: 'program.started', callId: 1, file: 'a', command: 'a', cwd: '/', via: 'execute' } as const;
  const run = foldRuns(newRun('r'), [
    event(0, { type: 'console', level: 'log', text: 'before', from: 'script' }),
    event(0, request),
    event(0, program),
  ]);
  const keyIn = (state: RunState) => consoleRows([state], 'http', '').find(({ kind }) => kind === 'single')?.key;
  const output = event(0, { type: 'program.output', callId: 1, stream: 'stdout', text: 'line\n'.repeat(6000) });
  expect(keyIn(foldRuns(run, [output]))).toBe(keyIn(run));
  expect(keyIn(foldRuns(run, [event(0, { type: 'console.cleared' })]))).toBe(keyIn(run));
});

test('the time to compute the rows of a frame grows no faster than the console', async () => {
  const line = (index: number) => event(0, { type: 'console', level: 'log', text: `line ${index}`, from: 'script' });
  const addFrames = (size: number) => {
    let run = foldRuns(
      newRun('r'),
      Array.from({ length: size }, (_, index) => line(index)),
    );
    for (let frame = 0; frame < 10; frame += 1) {
      run = foldRuns(run, [line(size + frame)]);
      expect(consoleRows([run], 'all', '').length).toBeGreaterThan(size);
    }
  };
  expect(await timeGrowth(addFrames, { small: 5000, large: 20_000 })).toBeLessThan(10);
});

test('the button that copies a command says whether a secret in it is masked', () => {
  const call = (command: string) =>
    event(0, { type: 'program.started', callId: 1, file: 'a.py', command, cwd: '/programs', via: 'executeAsync' });
  const hintOf = (arrived: RunEvent) =>
    foldRuns(newRun('r'), [arrived]).entries.map((entry) => entry.kind === 'program' && copyHint(entry.started));
  expect(hintOf(call('python a.py hunter2'))).toEqual(['Copy; paste it in /programs']);
  const masked = { ...call("python a.py '(key)'"), masked: true };
  expect(hintOf(masked)).toEqual([expect.stringContaining('with the secrets masked')]);
});
