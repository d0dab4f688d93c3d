import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunEventBody } from '../../contract/runs/run-event.ts';
import { createWebhookWaits } from './webhook-waits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The waits of one script, with the turns that it has lent now. */
function waitsOfScript() {
  const events: RunEventBody[] = [];
  let lent = 0;
  const lendTurn = () => {
    lent += 1;
    return () => void (lent -= 1);
  };
  const waits = createWebhookWaits((event) => events.push(event), lendTurn);
  const wait = (id: number, work: Promise<object> = new Promise(() => undefined)) =>
    waits.during({ after: 0, waitMs: 5000, wait: { id, describe: 'x' } } as never, () => work);
  return { ...waits, wait, events, lent: () => lent };
}

test('a script lends its turn while it waits, once for all its waits, and not for a short one', async () => {
  const script = waitsOfScript();
  await script.wait(1, Promise.resolve({}));
  vi.advanceTimersByTime(1000);
  expect(script.lent()).toBe(0);
  void script.wait(2);
  void script.wait(3);
  vi.advanceTimersByTime(1000);
  expect(script.lent()).toBe(1);
  script.end(2);
  expect(script.lent()).toBe(1);
  script.end(3);
  expect(script.lent()).toBe(0);
});

test('the end of the script ends its waits, also one whose call goes on', () => {
  const script = waitsOfScript();
  void script.wait(1);
  vi.advanceTimersByTime(1000);
  void script.wait(2);
  script.endAll();
  vi.advanceTimersByTime(1000);
  expect(script.lent()).toBe(0);
  expect(script.events.map(({ type }) => type)).toEqual(['webhook.waiting', 'webhook.waited']);
});
