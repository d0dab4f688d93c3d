import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunEvent } from '../../contract/runs/run-event.ts';
import { createWaitNotices } from './wait-notices.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

let seq = 0;
const event = (body: Pick<RunEvent, 'type'> & Record<string, unknown>) =>
  ({ runId: 'r', seq: seq++, at: '', ...body }) as unknown as RunEvent;
const waiting = (waitId: string, leftMs: number, nearest?: string) =>
  event({
    type: 'webhook.waiting',
    waitId,
    wants: '{"a":1}',
    totalMs: 60_000,
    leftMs,
    arrived: nearest ? 1 : 0,
    ...(nearest ? { nearest } : {}),
  });

test('a wait of more than two seconds is reported once, with what is known at that time', () => {
  const texts: string[] = [];
  const onEvent = createWaitNotices((text) => texts.push(text));
  onEvent(waiting('one', 59_500));
  onEvent(waiting('short', 59_500));
  vi.advanceTimersByTime(1000);
  onEvent(event({ type: 'webhook.waited', waitId: 'short' }));
  onEvent(waiting('one', 58_500, 'Incoming call: a is 2, wanted 1'));
  expect(texts).toEqual([]);
  vi.advanceTimersByTime(500);
  onEvent(waiting('one', 57_000, 'another'));
  vi.advanceTimersByTime(60_000);
  expect(texts).toEqual([
    'waiting up to 60 s for a notification that matches {"a":1}; 1 arrived, the nearest: Incoming call: a is 2, wanted 1',
  ]);
});

test('nothing is reported after the run', () => {
  const texts: string[] = [];
  const onEvent = createWaitNotices((text) => texts.push(text));
  onEvent(waiting('one', 59_500));
  onEvent(event({ type: 'run.finished', outcome: 'stopped', durationMs: 1 }));
  vi.advanceTimersByTime(60_000);
  expect(texts).toEqual([]);
});
