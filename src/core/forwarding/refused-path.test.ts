/** One notification whose path leads out of that of the target is not sent, and does not keep back the others. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rehearsalPlan } from '../../contract/webhooks/rehearsal-calls.ts';
import type { StoredNotification } from '../notifications/store/store.ts';
import { rehearse } from './rehearsal/rehearse.ts';
import { replay } from './replay.ts';
import { createWebhookSender, type WebhookSender } from './send-webhook.ts';
import { startTarget, type TargetServer } from './testing/target-server.ts';

const notifications = ['/a', '/../admin', '/c'].map(
  (path, index) =>
    ({
      summary: { id: index + 1, title: path },
      method: 'POST',
      path,
      body: Buffer.from('{}'),
      headers: [],
    }) as unknown as StoredNotification,
);
const failure = 'The path /hooks/../admin leads out of /hooks, so the notification is not sent.';
const { signal } = new AbortController();
let target: TargetServer;
let sender: WebhookSender;
beforeEach(async () => {
  target = await startTarget();
  sender = createWebhookSender();
});
afterEach(async () => {
  await sender.close();
  await target.close();
});

test('in a replay', async () => {
  const deliveries = await replay({
    sender,
    ids: [1, 2, 3],
    url: `${target.url}/hooks`,
    sign: null,
    read: (id) => Promise.resolve(notifications[id - 1] as StoredNotification),
    record: (delivery) => Promise.resolve({ ...delivery, id: 0 }),
    signal,
  });
  expect(deliveries.map((delivery) => [delivery.status, delivery.failure])).toEqual([
    [200, null],
    [null, failure],
    [200, null],
  ]);
  expect(target.received.map(({ url }) => url)).toEqual(['/hooks/a', '/hooks/c']);
});

test('in a rehearsal, which does not try it again', async () => {
  const report = await rehearse({
    sender,
    plan: rehearsalPlan.parse({ retries: 3, retryAfterMs: 1 }),
    notifications,
    url: `${target.url}/hooks`,
    mask: (value) => value,
    signal,
  });
  expect(report.notifications.map(({ verdict, attempts }) => [verdict, attempts.length])).toEqual([
    ['accepted', 1],
    ['lost', 1],
    ['accepted', 1],
  ]);
  expect(report.notifications[1]?.reason).toBe(`It was never accepted: ${failure}`);
  expect(target.received.map(({ url }) => url)).toEqual(['/hooks/a', '/hooks/c']);
});
