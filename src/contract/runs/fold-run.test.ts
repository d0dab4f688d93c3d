import { expect, test } from 'vitest';
import { foldRuns, MAX_CHARACTERS, MAX_ENTRIES, newRun } from './fold-run.ts';
import type { RunEvent, RunEventBody } from './run-event.ts';

let seq = 0;
const event = (body: RunEventBody): RunEvent => ({
  ...body,
  runId: 'r',
  seq: seq++,
  at: '2026-01-01T00:00:00.000Z',
});
const started = (callId: number) =>
  event({
    type: 'program.started',
    callId,
    file: `${callId}.sh`,
    command: `sh ${callId}.sh`,
    cwd: '/',
    via: 'executeAsync',
  });
const output = (callId: number, text: string, stream: 'stdout' | 'stderr' = 'stdout') =>
  event({ type: 'program.output', callId, stream, text });

test('output belongs to its call, also when two programs run concurrently', () => {
  const state = foldRuns(newRun('r'), [
    event({ type: 'run.started', scriptName: 'a.js' }),
    started(1),
    started(2),
    output(1, 'one\ntwo\n'),
    output(2, 'three\n', 'stderr'),
    output(1, 'four'),
    event({ type: 'program.finished', callId: 1, exitCode: 0, signal: null, durationMs: 5 }),
  ]);
  expect(state.entries).toMatchObject([
    {
      output: [
        { stream: 'stdout', text: 'one' },
        { stream: 'stdout', text: 'two' },
        { stream: 'stdout', text: 'four' },
      ],
      finished: { exitCode: 0 },
    },
    { output: [{ stream: 'stderr', text: 'three' }] },
  ]);
  expect(state.entries[1]).not.toHaveProperty('finished');
});

test('tests are counted and the outcome is stored', () => {
  const state = foldRuns(newRun('r'), [
    event({ type: 'test', name: 'a', state: 'passed' }),
    event({ type: 'test', name: 'b', state: 'failed' }),
    event({ type: 'test', name: 'c', state: 'skipped' }),
    event({ type: 'run.finished', outcome: 'failed', durationMs: 12 }),
  ]);
  expect(state).toMatchObject({ status: 'failed', durationMs: 12, tests: { passed: 1, failed: 1, skipped: 1 } });
});

test('a returned state is never mutated', () => {
  const before = foldRuns(newRun('r'), [started(1)]);
  const copy = structuredClone(before);
  const after = foldRuns(before, [output(1, 'x\n')]);
  expect(before).toEqual(copy);
  expect(after.entries[0]).not.toBe(before.entries[0]);
});

test('the number of entries is bounded, and removed entries are counted', () => {
  const lines = Array.from({ length: MAX_ENTRIES + 5 }, (_, index) =>
    event({ type: 'console', level: 'log', text: `${index}`, from: 'script' }),
  );
  const state = foldRuns(newRun('r'), lines);
  expect(state.entries).toHaveLength(MAX_ENTRIES);
  expect(state.dropped).toBe(5);
  expect(state.entries[0]).toMatchObject({ event: { text: '5' } });
});

test('the characters of lines and of output are bounded too', () => {
  const text = 'x'.repeat(190_000);
  const lines = Array.from({ length: 400 }, () => event({ type: 'console', level: 'log', text, from: 'script' }));
  const state = foldRuns(newRun('r'), [started(1), ...lines]);
  expect(state.entries).toHaveLength(Math.floor(MAX_CHARACTERS / text.length));
  expect(state.dropped).toBe(401 - state.entries.length);
  const programs = foldRuns(
    newRun('r'),
    Array.from({ length: 400 }, (_, index) => [started(index), output(index, text)]).flat(),
  );
  expect(programs.size).toBeLessThanOrEqual(MAX_CHARACTERS);
  expect(programs.size).toBe(programs.entries.length * text.length);
  const cleared = foldRuns(state, [event({ type: 'console.cleared' })]);
  expect(cleared.size).toBe(0);
});

test('an entry contains the request that it belongs to', () => {
  const state = foldRuns(newRun('r'), [
    { ...event({ type: 'request.started', id: 'a.yml', name: 'a', path: ['a'], iteration: 0 }), request: 0 },
    { ...event({ type: 'request.started', id: 'b.yml', name: 'b', path: ['b'], iteration: 0, caller: 0 }), request: 1 },
    { ...event({ type: 'test', name: 'of b', state: 'passed' }), request: 1 },
    { ...event({ type: 'test', name: 'of a', state: 'passed' }), request: 0 },
    { ...started(1), request: 0 },
  ]);
  expect(state.entries.map(({ request }) => request)).toEqual([0, 1, 1, 0, 0]);
});
