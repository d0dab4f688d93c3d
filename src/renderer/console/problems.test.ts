import { expect, test } from 'vitest';
import { foldRuns, newRun } from '../../contract/runs/fold-run.ts';
import type { RunEventBody } from '../../contract/runs/run-event.ts';
import { problems } from './problems.ts';

const run = (runId: string, ...bodies: RunEventBody[]) =>
  foldRuns(
    newRun(runId),
    bodies.map((body, seq) => ({ ...body, runId, seq, at: '2026-01-01T00:00:00.000Z' })),
  );
const failure = { code: 'ProgramNotFound' as const, message: 'ended with 1', remedy: '' };
const error = { name: 'Error', message: 'no' };
const request = { method: 'GET', url: 'http://x/', durationMs: 1 };

test('errors are counted over all runs; warnings and responses with an error status are not', () => {
  const first = run(
    'a',
    { type: 'console', level: 'error', text: 'bad', from: 'script' },
    { type: 'console', level: 'warn', text: 'hm', from: 'script' },
    { type: 'test', name: 't', state: 'failed', error },
    { type: 'test', name: 'u', state: 'passed' },
    { type: 'script.error', error },
    { type: 'program.refused', file: 'x.py', failure },
  );
  const second = run(
    'b',
    { type: 'program.started', callId: 1, file: 'x.py', command: 'python x.py', cwd: '/', via: 'execute' },
    { type: 'program.finished', callId: 1, exitCode: 1, signal: null, durationMs: 1, failure },
    { type: 'program.started', callId: 2, file: 'y.py', command: 'python y.py', cwd: '/', via: 'execute' },
    { type: 'script.request', ...request, failure: 'refused' },
    { type: 'script.request', ...request, status: 500 },
  );
  expect([problems({ runs: [first] }), problems({ runs: [second] }), problems({ runs: [first, second] })]).toEqual([
    4, 2, 6,
  ]);
});

test('a failed call is one problem with the error that ends its script or test', () => {
  const thrown = { name: 'ProgramError', message: failure.message };
  const state = run(
    'a',
    { type: 'program.started', callId: 1, file: 'x.py', command: 'python x.py', cwd: '/', via: 'execute' },
    { type: 'program.finished', callId: 1, exitCode: 1, signal: null, durationMs: 1, failure },
    { type: 'test', name: 't', state: 'failed', error: thrown },
    { type: 'program.refused', file: 'x.py', failure },
    { type: 'script.error', error: thrown },
    { type: 'script.error', error: thrown },
  );
  expect(problems({ runs: [state] })).toBe(3);
});

test('what the person has stopped is not a problem', () => {
  const stopped = { code: 'Cancelled' as const, message: 'x.py was stopped.', remedy: '' };
  const state = run(
    'a',
    { type: 'program.started', callId: 1, file: 'x.py', command: 'python x.py', cwd: '/', via: 'execute' },
    { type: 'program.finished', callId: 1, exitCode: null, signal: 'SIGTERM', durationMs: 1, failure: stopped },
    { type: 'request.answered', ...request, name: 'a', redirects: 0, failure: stopped },
    // It was stopped while the question was open whether it may run.
    { type: 'program.refused', file: 'x.py', failure: stopped },
  );
  expect(problems({ runs: [state] })).toBe(0);
});
