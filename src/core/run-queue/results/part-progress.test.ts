import { expect, test } from 'vitest';
import type { RunEvent, RunEventBody } from '../../../contract/runs/run-event.ts';
import { createPartProgress } from './part-progress.ts';

const event = (body: RunEventBody): RunEvent => ({ ...body, runId: 'run', seq: 0, at: '2026-01-01T00:00:00.000Z' });
const answeredEvent = event({
  type: 'request.answered',
  name: 'a',
  method: 'GET',
  url: 'http://localhost/',
  redirects: 0,
  durationMs: 1,
});

test('counts parts, and shows the workers that are connected, that run parts and that have finished some', () => {
  const progress = createPartProgress(() => 0);
  progress.begin(4);
  progress.add(event({ type: 'part.started', part: 0, parts: 4, worker: 'b' }));
  progress.add(event({ type: 'part.started', part: 1, parts: 4, worker: 'a' }));
  progress.add(event({ type: 'part.finished', part: 1, parts: 4, worker: 'a' }));
  progress.add(event({ type: 'part.retried', part: 0, parts: 4, attempt: 2 }));
  progress.add(event({ type: 'part.failed', part: 2, parts: 4, reason: 'the worker that did it has ended.' }));

  const { parts, workers } = progress.state(['c']);

  expect(parts).toEqual({ total: 4, waiting: 1, running: 1, done: 1, retried: 1, failed: 1 });
  expect(workers).toEqual([
    { name: 'a', running: 0, done: 1, isPresent: false },
    { name: 'b', running: 1, done: 0, isPresent: false },
    { name: 'c', running: 0, done: 0, isPresent: true },
  ]);
});

test('requests per second are counted over the last ten seconds', () => {
  let now = 0;
  const progress = createPartProgress(() => now);
  now = 2000;
  for (let count = 0; count < 30; count += 1) progress.add(answeredEvent);
  expect(progress.state([]).perSecond).toBe(15);
  now = 11_000;
  expect(progress.state([]).perSecond).toBe(3);
  now = 12_001;
  expect(progress.state([])).toMatchObject({ perSecond: 0, requests: 30 });
});
