/** The listener and senders that try to stop it, to fill it, or to use it from a web page. */
import net from 'node:net';
import path from 'node:path';
import zlib from 'node:zlib';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answerRule, type AnswerRule } from '../../../contract/webhooks/answer-rules.ts';
import { exampleFor } from '../../providers/messaging/recognition/recognize.ts';
import { openSockets, sendMalformedRequests } from '../../testing/malformed-requests.ts';
import { startListener, type ListenerOptions, type SentGroup } from './listener.ts';
import type { ListenWish, Notifications } from '../notifications.ts';
import { createTestNotifications } from '../testing/test-notifications.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const opened: Notifications[] = [];
afterEach(async () => {
  for (const item of opened.splice(0)) await item.close();
});

async function open(listenOptions: ListenWish = {}) {
  const file = path.join(temporaryFolder('hostile'), 'n.sqlite');
  const notifications = createTestNotifications({ file });
  opened.push(notifications);
  await notifications.listen({ port: 0, ...listenOptions });
  const { url, port } = notifications.status();
  const send = (headers: Record<string, string>, body: string | Buffer = '{}', method = 'POST') =>
    fetch(url, { method, headers, ...(method === 'POST' ? { body: body as string } : {}) });
  return { notifications, url, port, send };
}
const KB = 1024;

/** A listener without a store, that holds 100 KB of bodies. */
async function startSmall(options: Pick<ListenerOptions, 'take'> & Partial<ListenerOptions>) {
  const groups: SentGroup[] = [];
  const listener = await startListener({
    port: 0,
    allowBrowsers: false,
    maxBodiesBytes: 100 * KB,
    rules: () => ({ rules: [], used: [] }),
    recognize: () => Promise.resolve({ kind: null, provider: null, event: null }),
    onVisit: () => undefined,
    onAnswered: (answered) => void groups.push(...answered),
    onRefused: () => undefined,
    onStorage: () => undefined,
    ...options,
  });
  return { listener, answered: () => groups };
}
const forKind = (kind: string, status: number): AnswerRule => answerRule.parse({ kind, status });

test('500 malformed requests end nothing, and leave no connection open', async () => {
  const { port, send } = await open();
  const before = openSockets();
  expect(await sendMalformedRequests(port)).toBeGreaterThanOrEqual(500);
  await vi.waitFor(() => expect(openSockets()).toBeLessThanOrEqual(before), 5000);
  expect((await send({})).status).toBe(200);
});

describe('web pages', () => {
  const fromPages: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:7788' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  test.each(fromPages)('a request of a page is refused and counted: %o', async (headers) => {
    const { notifications, send } = await open();
    for (const method of ['POST', 'OPTIONS', 'GET']) {
      const response = await send(headers, '{}', method);
      expect(response.status).toBe(403);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect(await notifications.count({})).toBe(0);
    expect(notifications.status()).toMatchObject({ refused: 3, allowBrowsers: false });
  });
  test('a tunnel may change the Host header', async () => {
    const { send } = await open();
    expect((await send({ host: 'abc.tunnel.example', 'x-forwarded-host': 'abc.tunnel.example' })).status).toBe(200);
  });
  test('if pages are allowed, a page may send a preflight request and any header, and read the number', async () => {
    const { notifications, send } = await open({ allowBrowsers: true, token: 'secret' });
    const origin = 'https://page.example';
    const requested = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
    const preflight = await send(
      { origin, ...requested, 'access-control-request-private-network': 'true' },
      '',
      'OPTIONS',
    );
    expect(preflight.status).toBe(200);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization',
      'access-control-allow-private-network': 'true',
    });
    const sent = await send({ origin, authorization: 'Bearer secret' });
    expect([sent.status, await sent.text(), sent.headers.get('access-control-allow-origin')]).toEqual([200, '1', '*']);
    expect((await send({ origin })).status).toBe(401);
    expect(notifications.status()).toMatchObject({ refused: 1, allowBrowsers: true });
  });
});

describe('bodies that would take long to process', () => {
  const gzip = { 'content-encoding': 'gzip' };
  const members = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":${n}`).join()}}`;
  const bodies: [string, Buffer | string, Record<string, string>, RegExp][] = [
    ['44 KB that unpack to 45 MB', zlib.gzipSync(Buffer.alloc(45_000_000, '[')), gzip, /unpacks to more than 10 MiB/],
    ['a level too deep', `${'['.repeat(201)}${']'.repeat(201)}`, {}, /nested more than 200 levels/],
    ['too many members', members(100_001), {}, /more than 100000 values/],
    ['a slow charset', Buffer.alloc(300_000, 'a+AGEA-'), { 'content-type': 'text/plain; charset=utf-7' }, /256 KiB/],
  ];
  test.each(bodies)('%s are stored unchanged, and the description says why they were not inspected', async (...row) => {
    const [, body, headers, sentence] = row;
    const { notifications, send } = await open();
    expect((await send(headers, body)).status).toBe(200);
    const detail = await notifications.detail(1);
    expect(detail.summary).toMatchObject({ kind: null, verdict: 'unknown', title: 'Not inspected' });
    expect(detail.summary.sentence).toMatch(sentence);
    expect((await notifications.stored(1)).body.equals(Buffer.from(body as Buffer))).toBe(true);
  });
  test('200 levels and 100,000 values are inspected', async () => {
    const { notifications, send } = await open();
    await send({}, `${'['.repeat(200)}${']'.repeat(200)}`);
    await send({}, members(99_990));
    const titles = (await notifications.list({}, { limit: 2 })).map(({ title }) => title);
    expect(titles).toEqual(['JSON', 'JSON array']);
  });
  test('long texts of a sender are truncated in lists', async () => {
    const { notifications, send } = await open();
    const long = 'x'.repeat(1_000_000);
    await send({}, JSON.stringify({ typeWebhook: long, idMessage: long, chatId: long, status: long }));
    const [summary] = await notifications.list({}, { limit: 1 });
    expect(JSON.stringify(summary).length).toBeLessThan(5000);
  });
  test("rules respond by the kind, and the listener's thread is not blocked meanwhile", async () => {
    const { notifications, send } = await open();
    notifications.setRules([forKind('swe002', 500)]);
    expect((await send({}, JSON.stringify(exampleFor('swe002')))).status).toBe(500);
    expect((await send({}, JSON.stringify(exampleFor('incoming_text')))).status).toBe(200);

    const bomb = zlib.gzipSync(Buffer.from(`[${'{"a":[1]},'.repeat(900_000)}1]`));
    let answeredCount = 0;
    const sending = Array.from({ length: 20 }, () =>
      send(gzip, bomb).then(({ status }) => (answeredCount += 1) && status),
    );
    // If the listener did not respond between two tasks, its thread would be busy with the bodies.
    let longestTurn = 0;
    for (let last = performance.now(); answeredCount < 20;) {
      await nextTurn();
      const now = performance.now();
      longestTurn = Math.max(longestTurn, now - last);
      last = now;
    }
    expect(new Set(await Promise.all(sending))).toEqual(new Set([200]));
    // Recognising one of them takes longer than this; all of them took minutes on this thread.
    const started = performance.now();
    JSON.parse(`[${'{"a":[1]},'.repeat(900_000)}1]`);
    expect(longestTurn).toBeLessThan((performance.now() - started) * 2);
  });
});

describe('rules whose response cannot be sent', () => {
  const rules: [string, Partial<AnswerRule>][] = [
    ['one that repeats a large body', { body: '{{request.body}}'.repeat(60) }],
    ['one with a header that Node refuses', { status: 204, headers: [{ name: 'Trailer', value: 'x' }] }],
  ];
  test.each(rules)('%s: the sender gets no usable response, and the listener continues', async (_name, rule) => {
    const { notifications, send } = await open();
    notifications.setRules([answerRule.parse({ status: 200, ...rule })]);
    const status = await send({}, Buffer.alloc(10_000_000, 'x')).then(
      (answer) => answer.status,
      () => 'closed',
    );
    expect([500, 'closed']).toContain(status);
    notifications.setRules([]);
    expect((await send({})).status).toBe(200);
    expect(await notifications.count({})).toBe(2);
  });
});

test('what waits for a delayed response takes its room, until its sender has gone', async () => {
  const { listener, answered } = await startSmall({ take: () => Promise.resolve(1) });
  listener.setRules({ rules: [answerRule.parse({ status: 200, method: 'PUT', delayMs: 180_000 })], used: [] });
  const leaving = new AbortController();
  const body = Buffer.alloc(90 * KB, 'x');
  const waiting = fetch(listener.url, { method: 'PUT', body, signal: leaving.signal }).catch(() => 'gone');
  const post = () => fetch(listener.url, { method: 'POST', body: Buffer.alloc(20 * KB) }).then(({ status }) => status);
  await vi.waitFor(async () => expect(await post()).toBe(503));
  leaving.abort();
  expect(await waiting).toBe('gone');
  await vi.waitFor(async () => expect(await post()).toBe(200));
  expect(answered()).toContainEqual(expect.objectContaining({ afterMs: [null] }));
  await listener.close();
});

test('a sender that has gone before its notification is stored does not wait for a delayed response', async () => {
  const stored = Promise.withResolvers<number>();
  const { listener, answered } = await startSmall({ take: () => stored.promise });
  listener.setRules({ rules: [answerRule.parse({ status: 200, method: 'PUT', delayMs: 180_000 })], used: [] });
  const before = openSockets();
  const leaving = new AbortController();
  const body = Buffer.alloc(90 * KB, 'x');
  const waiting = fetch(listener.url, { method: 'PUT', body, signal: leaving.signal }).catch(() => 'gone');
  const post = () => fetch(listener.url, { method: 'POST', body: Buffer.alloc(20 * KB) }).then(({ status }) => status);
  await vi.waitFor(async () => expect(await post()).toBe(503));
  leaving.abort();
  expect(await waiting).toBe('gone');
  await vi.waitFor(() => expect(openSockets()).toBeLessThanOrEqual(before));
  stored.resolve(1);
  await vi.waitFor(() => expect(answered()).toContainEqual(expect.objectContaining({ afterMs: [null] })));
  expect(await post()).toBe(200);
  await listener.close();
});

test('concurrent bodies beyond the memory limit are answered with 503 and counted, the others are accepted', async () => {
  const storing = Promise.withResolvers<void>();
  let [taken, refused] = [0, 0];
  const { listener } = await startSmall({
    async take(arrivals) {
      taken += arrivals.length;
      await storing.promise;
      return 1;
    },
    onRefused: () => void (refused += 1),
  });
  const post = (bytes: number) => fetch(listener.url, { method: 'POST', body: Buffer.alloc(bytes, 'x') });
  const senders = Array.from({ length: 4 }, () => {
    const socket = net.connect(listener.port, '127.0.0.1');
    const sender = { socket, answer: '' };
    socket.on('error', () => undefined).on('data', (chunk) => (sender.answer += chunk.toString()));
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${50 * KB}\r\n\r\n${'x'.repeat(40 * KB)}`);
    return sender;
  });
  const refusedSenders = () => senders.filter(({ answer }) => answer.startsWith('HTTP/1.1 503'));
  await vi.waitFor(() => expect(refusedSenders()).toHaveLength(2));
  expect(refusedSenders()[0]?.answer).toMatch(/\r\nRetry-After: 5\r\n/i);
  const others = senders.filter((sender) => !refusedSenders().includes(sender));
  for (const { socket } of others) socket.write('x'.repeat(10 * KB));

  // A body counts until it is stored.
  await vi.waitFor(() => expect(taken).toBe(2));
  expect((await post(1)).status).toBe(503);
  expect(refused).toBe(3);
  storing.resolve();
  await vi.waitFor(() => expect(others.every(({ answer }) => answer.startsWith('HTTP/1.1 200'))).toBe(true));
  expect((await post(99 * KB)).status).toBe(200);

  // So does the body of a sender that disconnects, until the connection is closed.
  const leaving = net.connect(listener.port, '127.0.0.1');
  leaving.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${90 * KB}\r\n\r\n${'x'.repeat(80 * KB)}`);
  await vi.waitFor(async () => expect((await post(30 * KB)).status).toBe(503));
  leaving.destroy();
  await vi.waitFor(async () => expect((await post(99 * KB)).status).toBe(200));
  for (const { socket } of senders) socket.destroy();
  await listener.close();
});
