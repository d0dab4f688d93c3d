/** Rehearsals with correct and with faulty servers. */
import type http from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rehearsalPlan, type RehearsalPlanInput } from '../../../contract/webhooks/rehearsal-calls.ts';
import type { StoredNotification } from '../../notifications/store/store.ts';
import { checkUrl } from './rehearsal-check.ts';
import { rehearse } from './rehearse.ts';
import { createWebhookSender } from '../send-webhook.ts';
import { startTarget, type ReceivedRequest } from '../testing/target-server.ts';

const closing: (() => Promise<void>)[] = [];
let stopped: AbortController;
beforeEach(() => void (stopped = new AbortController()));
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const notification = (id: number) =>
  ({
    summary: { id, title: `Order ${id}` },
    method: 'POST',
    path: `/orders?shop=${id}`,
    body: Buffer.from(`{"order":{"number":"n ${id}"}}`),
    headers: [
      { name: 'Content-Type', value: 'application/json' },
      { name: 'X-Delivery', value: `d${id}` },
    ],
  }) as StoredNotification;

type Take = (order: string, response: http.ServerResponse, processed: string[]) => void | Promise<void>;

/** Rehearses with a server that processes orders as `take` does. */
async function run(take: Take, plan: RehearsalPlanInput = {}, count = 20) {
  const processed: string[] = [];
  const target = await startTarget(({ body }: ReceivedRequest, response) =>
    take((JSON.parse(String(body)) as { order: { number: string } }).order.number, response, processed),
  );
  // `/count/<order>` returns how often an order was processed.
  const counter = await startTarget(({ url }, response) => {
    const order = decodeURIComponent(url.slice('/count/'.length));
    response.end(JSON.stringify({ data: { found: processed.filter((item) => item === order) } }));
  });
  const sender = createWebhookSender();
  closing.push(sender.close, target.close, counter.close);
  const isCounted = plan.check && 'url' in plan.check && plan.check.url === COUNTER;
  const check = isCounted && { ...plan.check, url: `${counter.url}/count/{{body.order.number}}` };
  const report = await rehearse({
    sender,
    url: target.url,
    mask: (value) => value,
    signal: stopped.signal,
    plan: rehearsalPlan.parse({ retryAfterMs: 1, maxDelayMs: 5, ...plan, ...(check ? { check } : {}) }),
    notifications: Array.from({ length: count }, (_, index) => notification(index + 1)),
  });
  return { report, sent: target.received };
}
const COUNTER = 'counter';
const check = { url: COUNTER, count: 'data.found' };
const allFaults = {
  duplicates: 0.5,
  reordered: 0.5,
  delayed: 0.3,
  gatewayErrors: 0.3,
  timeouts: 0.3,
  giveUpAfterMs: 2000,
};
const idempotent: Take = (order, response, processed) => {
  if (!processed.includes(order)) processed.push(order);
  response.end('ok');
};
const careless: Take = (order, response, processed) => {
  processed.push(order);
  response.end('ok');
};

test('a server that processes each notification once passes every fault, as its check shows', async () => {
  const { report, sent } = await run(idempotent, { ...allFaults, check });
  expect(report).toMatchObject({ passed: true, verdicts: { once: 20 } });
  expect(report.requests).toBe(sent.length);
  expect(sent.length).toBeGreaterThan(25);
});

test('a server that processes duplicates again is found by its check', async () => {
  const { report } = await run(careless, { duplicates: 0.5, check });
  expect(report.passed).toBe(false);
  expect(report.verdicts['several times']).toBeGreaterThan(3);
  const repeatedNotification = report.notifications.find(({ verdict }) => verdict === 'several times');
  expect(repeatedNotification).toMatchObject({ processed: 2, reason: 'It was processed 2 times.' });
});

test('without a check, different responses reveal it', async () => {
  const { report } = await run((_order, response, processed) => void response.end(`created ${processed.push('one')}`), {
    duplicates: 1,
  });
  expect(report).toMatchObject({ passed: false, verdicts: { 'responses differ': 20 } });
  expect((await run(careless, { duplicates: 1 })).report.verdicts).toEqual({ accepted: 20 });
});

test('a race is found: simultaneous duplicates', async () => {
  const racing: Take = async (order, response, processed) => {
    const isNew = !processed.includes(order);
    await new Promise((resolve) => setImmediate(() => setTimeout(resolve, 20)));
    if (isNew) processed.push(order);
    response.end('ok');
  };
  const { report } = await run(racing, { duplicates: 1, check });
  expect(report.verdicts['several times']).toBeGreaterThan(0);
  expect(report.verdicts.once).toBeGreaterThan(0);
});

test('a server that fails at first receives the notification again; one that always fails has lost it', async () => {
  const failures = new Map<string, number>();
  const flaky: Take = (order, response, processed) => {
    const before = failures.get(order) ?? 0;
    failures.set(order, before + 1);
    if (before < 2) return void response.writeHead(503).end();
    return idempotent(order, response, processed);
  };
  const { report } = await run(flaky, { retries: 2 });
  expect(report).toMatchObject({ passed: true, requests: 60 });
  expect(report.notifications[0]?.attempts.map(({ status }) => status)).toEqual([503, 503, 200]);
  const unaccepted = await run((_order, response) => void response.writeHead(500).end(), { retries: 1 });
  expect(unaccepted.report).toMatchObject({ passed: false, verdicts: { lost: 20 }, requests: 40 });
});

test('a server that refuses repeats would receive them forever', async () => {
  const { report } = await run(
    (order, response, processed) => {
      response.writeHead(processed.includes(order) ? 409 : 200).end();
      processed.push(order);
    },
    { duplicates: 1, retries: 0 },
  );
  expect(report.verdicts['repeat refused']).toBe(20);
  expect(report.notifications[0]?.reason).toContain('409');
});

test('the sender times out on a slow server, and repeats the request', async () => {
  const slow: Take = (order, response, processed) => {
    const isFirst = !processed.includes(order);
    processed.push(order);
    if (!isFirst) response.end('ok');
  };
  const { report, sent } = await run(slow, { timeouts: 1, giveUpAfterMs: 300 }, 5);
  expect(sent).toHaveLength(10);
  expect(report).toMatchObject({ passed: true, verdicts: { accepted: 5 } });
  const [gaveUp, secondAttempt] = report.notifications[0]?.attempts ?? [];
  expect(gaveUp).toMatchObject({ fault: 'time-out', status: null, seen: false });
  expect(secondAttempt).toMatchObject({ fault: 'redelivery', status: 200, seen: true });
});

test('a check that fails leaves the result open, and says why', async () => {
  const { report } = await run(careless, { check: { url: 'http://127.0.0.1:1/{{body.missing}}' } }, 1);
  expect(report).toMatchObject({ passed: false, verdicts: { unclear: 1 } });
  expect(report.notifications[0]?.reason).toContain('notification 1 has no body.missing');
});

test('a value of the notification cannot lead the check to another part of the server', () => {
  const stored = { ...notification(1), path: '/?order=..&number=1' };
  expect(() => checkUrl('http://localhost/count/{{query.order}}/x', stored)).toThrow('changes the path');
  expect(checkUrl('http://localhost/count/{{query.number}}/..x', stored).pathname).toBe('/count/1/..x');
});

test('a rehearsal is stopped', async () => {
  await expect(run(() => stopped.abort())).rejects.toMatchObject({ code: 'Cancelled' });
});

test('every request is signed again; a plan that signs needs a secret', async () => {
  const plan = rehearsalPlan.parse({ duplicates: 1, sign: { scheme: 'github' } });
  const target = await startTarget();
  const sender = createWebhookSender();
  closing.push(sender.close, target.close);
  const { signal } = new AbortController();
  const options = {
    sender,
    plan,
    notifications: [notification(1)],
    url: target.url,
    signal,
    mask: <T>(value: T) => value,
  };
  await expect(rehearse(options)).rejects.toThrow('no secret is stored or named');
  const onProgress = vi.fn();
  await rehearse({ ...options, secret: 's', onProgress });
  expect(target.received.map(({ rawHeaders }) => rawHeaders.filter((name) => /^x-hub/i.test(name)).length)).toEqual([
    1, 1,
  ]);
  expect(onProgress).toHaveBeenLastCalledWith(2, 2);
});
