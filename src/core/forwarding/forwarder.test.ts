/** Notifications are forwarded from a real listener to a real server. */
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Delivery } from '../../contract/webhooks/forwarding-calls.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { createTestNotifications } from '../notifications/testing/test-notifications.ts';
import { createForwarder, type Forwarder, type ForwarderOptions } from './forwarder.ts';
import { createForwardingLedger } from './forwarding-ledger.ts';
import { FORWARDED_BY } from './outgoing-webhook.ts';
import { createWebhookSender } from './send-webhook.ts';
import { startTarget, type TargetServer } from './testing/target-server.ts';
import { freePort } from '../testing/free-port.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

let notifications: Notifications;
let deliveries: Omit<Delivery, 'id'>[];
let forwarder: Forwarder;
let target: TargetServer;
const closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  deliveries = [];
  notifications = createTestNotifications({
    file: path.join(temporaryFolder('forward'), 'n.sqlite'),
    onReceived: (received) => forwarder.take(received),
  });
  await notifications.listen({ port: 0 });
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start(
  options: Partial<ForwarderOptions> & { respond?: Parameters<typeof startTarget>[0]; url?: string } = {},
): Promise<void> {
  const sender = createWebhookSender();
  const ledger = createForwardingLedger(temporaryFolder('ledger'), () => undefined);
  target = await startTarget(options.respond);
  forwarder = createForwarder({
    sender,
    ledger,
    url: '',
    read: (id) => notifications.stored(id),
    isListener: () => false,
    onStatus: () => undefined,
    record: (delivery) => Promise.resolve(deliveries.push(delivery)),
    backOff: { first: 5, longest: 20 },
    ...options,
  });
  closing.push(
    () => forwarder.close(),
    async () => Promise.resolve(ledger.close()),
    sender.close,
    () => notifications.close(),
    () => target.close(),
  );
  forwarder.set({ on: true, url: options.url ?? target.url });
}
const post = async (body: string | Buffer, where = '', headers: [string, string][] = []) => {
  const response = await fetch(new URL(where, notifications.status().url), {
    method: 'POST',
    headers,
    body: body as string,
  });
  return response.status;
};

test('a turn that cannot begin is a problem, and is not tried again without end', async () => {
  const ledger = createForwardingLedger(temporaryFolder('ledger'), () => undefined);
  closing.push(async () => Promise.resolve(ledger.close()));
  let turns = 0;
  await start({
    ledger: {
      ...ledger,
      async inTurn(_server, { signal }) {
        turns += 1;
        // A loop of rejections would never let this test go on.
        if (turns > 3) await once(signal, 'abort');
        throw new Error('no space left on device');
      },
    },
  });
  await vi.waitFor(() => expect(forwarder.status().problem).toBe('no space left on device'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(turns).toBe(1);
  await post('{}');
  await vi.waitFor(() => expect(turns).toBe(2));
});

test('path, query, headers and bytes reach the server unchanged, and its response is recorded', async () => {
  await start({
    respond(_request, response) {
      response.writeHead(418, { 'X-Answer': 'yes', 'Set-Cookie': ['a=1', 'b=2'] });
      response.end('I am a teapot');
    },
  });
  const body = Buffer.from([0, 159, 146, 150, 255]);
  expect(
    await post(body, '/hooks/a?b=%20c&b=2', [
      ['X-Event', 'push'],
      ['Content-Type', 'application/x-own'],
    ]),
  ).toBe(200);
  await vi.waitFor(() => expect(deliveries).toHaveLength(1));
  const [receivedRequest] = target.received;
  expect(receivedRequest).toMatchObject({ method: 'POST', url: '/hooks/a?b=%20c&b=2', body });
  const names = receivedRequest?.rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
  expect(names).toEqual(expect.arrayContaining(['x-event', 'content-type', FORWARDED_BY.toLowerCase()]));
  expect(receivedRequest?.rawHeaders[(names?.indexOf('host') ?? 0) * 2 + 1]).toBe(`127.0.0.1:${target.port}`);
  expect(deliveries[0]).toMatchObject({ notification: 1, kind: 'forward', status: 418, text: 'I am a teapot' });
  expect(deliveries[0]?.headers.filter(({ name }) => name === 'Set-Cookie')).toHaveLength(2);
  expect(forwarder.status()).toMatchObject({ answered: 1, dropped: 0, waiting: 0 });
  expect(forwarder.status().problem).toBe('The server has responded to notification 1 with 418.');
});

test('a server that does not respond delays later notifications, in order, and never a sender', async () => {
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await start({
    async respond(_request, response) {
      await released;
      response.end();
    },
  });
  for (let number = 1; number <= 20; number += 1) expect(await post(`${number}`)).toBe(200);
  await vi.waitFor(() => expect(forwarder.status().waiting).toBe(20));
  expect(target.received).toHaveLength(1);
  release();
  await vi.waitFor(() => expect(deliveries).toHaveLength(20));
  expect(target.received.map(({ body }) => Number(body))).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

test('while nothing listens at the address, forwarding is retried; each notification arrives once, in order', async () => {
  const port = await freePort();
  await start({ url: `http://127.0.0.1:${port}` });
  await post('1');
  await post('2');
  await vi.waitFor(() => expect(forwarder.status().problem).toContain('ECONNREFUSED'));
  expect(forwarder.status()).toMatchObject({ waiting: 2, dropped: 0 });
  const late = await startTarget(undefined, port);
  closing.push(() => late.close());
  await vi.waitFor(() => expect(deliveries).toHaveLength(2));
  expect(late.received.map(({ body }) => String(body))).toEqual(['1', '2']);
  expect(deliveries[0]?.attempts).toBeGreaterThan(1);
  expect(forwarder.status().problem).toBeNull();
});

test('a notification that the server has received is not sent again: not after a timeout, not after a broken connection', async () => {
  await start({
    // Only the first response never comes. On a busy machine, the others need this long.
    timeoutMs: 1000,
    respond(_request, response, count) {
      if (count === 2) response.destroy();
      else if (count === 3) response.end('taken');
    },
  });
  for (const text of ['hangs', 'breaks', 'works']) await post(text);
  await vi.waitFor(() => expect(deliveries).toHaveLength(3));
  expect(target.received).toHaveLength(3);
  expect(deliveries.map(({ status }) => status)).toEqual([null, null, 200]);
  expect(deliveries[0]?.failure).toBe('There was no complete response within 1000 ms.');
  expect(deliveries[1]?.failure).toContain('closed the connection');
});

test('notifications beyond the limit of the queue are dropped and counted', async () => {
  await start({ maxWaiting: 2, respond: () => undefined });
  for (let number = 0; number < 5; number += 1) await post(`${number}`);
  await vi.waitFor(() => expect(forwarder.status()).toMatchObject({ waiting: 2, dropped: 3 }));
  expect(forwarder.status().problem).toContain('More than 2 notifications are waiting');
});

test('a server that sends a notification back to the listener receives it once', async () => {
  await start({
    async respond({ rawHeaders, body }, response) {
      const headers: [string, string][] = [];
      for (let at = 0; at < rawHeaders.length; at += 2) {
        if (/^x-/i.test(rawHeaders[at] ?? '')) headers.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
      }
      await post(body, '/', headers);
      response.end();
    },
  });
  await post('round and round');
  await vi.waitFor(() => expect(forwarder.status()).toMatchObject({ answered: 1, dropped: 1, waiting: 0 }));
  expect(forwarder.status().problem).toContain('it came back');
  expect(target.received).toHaveLength(1);
});

test('the address of the listener itself is refused', async () => {
  await start({ isListener: ({ port }) => port === '7788' });
  expect(() => forwarder.set({ on: true, url: 'http://localhost:7788/x' })).toThrow(
    'would send notifications to itself',
  );
  expect(forwarder.status()).toMatchObject({ on: true, url: target.url });
});

test('what waits for a server that nothing listens at is sent to the address that replaces it', async () => {
  await start({ url: `http://127.0.0.1:${await freePort()}` });
  await post('first', '/a');
  await post('second', '/b');
  await vi.waitFor(() => expect(forwarder.status()).toMatchObject({ waiting: 2 }));
  forwarder.set({ on: true, url: target.url });
  await vi.waitFor(() => expect(forwarder.status()).toMatchObject({ answered: 2, waiting: 0, dropped: 0 }));
  expect(target.received.map(({ url }) => url)).toEqual(['/a', '/b']);
});

test('after switching off, nothing more is sent and nothing waits', async () => {
  await start({ respond: () => undefined });
  await post('1');
  await post('2');
  await vi.waitFor(() => expect(target.received).toHaveLength(1));
  forwarder.set({ on: false, url: target.url });
  expect(forwarder.status()).toMatchObject({ on: false, waiting: 0, url: target.url });
  await post('3');
  await forwarder.close();
  expect(target.received).toHaveLength(1);
  expect(deliveries).toEqual([]);
});

test('a large response is truncated, and its size is recorded', async () => {
  await start({ respond: (_request, response) => void response.end('x'.repeat(300_000)) });
  await post('1');
  await vi.waitFor(() => expect(deliveries).toHaveLength(1));
  expect(deliveries[0]).toMatchObject({ size: 300_000, truncated: true, status: 200 });
  expect(deliveries[0]?.text).toHaveLength(64 * 1024);
});
