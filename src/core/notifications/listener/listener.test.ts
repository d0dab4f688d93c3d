/** The listener and its store over real connections. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import zlib from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { answerRule } from '../../../contract/webhooks/answer-rules.ts';
import type { ListenerStatus, NotificationSummary } from '../../../contract/webhooks/notification.ts';
import { exampleFor, exampleKinds } from '../../providers/messaging/recognition/recognize.ts';
import { timeGrowth } from '../../testing/time-growth.ts';
import { matchesGlob } from './responses/answer-rules.ts';
import { localCertificateFile } from './local-certificate-file.ts';
import { createNotifications, type Notifications, type ListenWish } from '../notifications.ts';
import { start } from '../testing/listening-processes.ts';
import { createTestNotifications } from '../testing/test-notifications.ts';

const opened: Notifications[] = [];
afterEach(async () => {
  for (const item of opened.splice(0)) await item.close();
});
const newFile = () => path.join(mkdtempSync(path.join(tmpdir(), 'outrigger-notifications-')), 'state/n.sqlite');

async function open(listenOptions: ListenWish = {}, file = newFile()) {
  const announced: NotificationSummary[] = [];
  const statuses: ListenerStatus[] = [];
  const notifications = createTestNotifications({
    file,
    onReceived: (received) => void announced.push(...received),
    onStatus: (status) => statuses.push(status),
  });
  opened.push(notifications);
  await notifications.listen({ port: 0, ...listenOptions });
  const { url, port } = notifications.status();
  const post = (body: string | Buffer, init: RequestInit = {}) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: body as string, ...init });
  return { notifications, announced, statuses, url, port, post, file };
}

test('every documented kind is received, stored, recognised and announced', async () => {
  const { notifications, announced, post } = await open();
  for (const [index, kind] of exampleKinds.entries()) {
    const response = await post(JSON.stringify(exampleFor(kind)));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(Number(await response.text())).toBe(index + 1);
  }
  await vi.waitFor(() => expect(announced.length).toBe(exampleKinds.length));
  expect(announced.map(({ kind }) => kind)).toEqual([...exampleKinds]);
  const stored = await notifications.list({}, { limit: 1000 });
  expect(stored.map(({ id }) => id)).toEqual(announced.map(({ id }) => id).reverse());
  expect(new Set(stored.filter(({ code }) => code).map(({ code }) => code))).toEqual(
    new Set(['SWE001', 'SWE002', 'SWE003', 'SWE004']),
  );
});

test('a notification is listed with its response as soon as the sender has it', async () => {
  const file = newFile();
  const { notifications, post, port } = await open({}, file);
  const answered = { status: 200, rule: null, afterMs: expect.any(Number) as number };
  await (await post('{}')).text();
  expect(await notifications.list({}, { limit: 9 })).toMatchObject([{ id: 1, answered }]);
  // Nothing asks for those that arrive together: they are recorded all the same.
  const socket = net.connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}'.repeat(2));
  const stored = new DatabaseSync(file);
  const rows = stored.prepare('SELECT answered_status AS status FROM notifications WHERE id > 1');
  await vi.waitFor(() => expect(rows.all()).toEqual([{ status: 200 }, { status: 200 }]));
  socket.destroy();
  stored.close();
});

test('{{SWE002}} is stored unchanged, in every form', async () => {
  const { notifications, post } = await open();
  await post(JSON.stringify(exampleFor('swe002')));
  const detail = await notifications.detail(1);
  expect(detail.text).toContain('"{{SWE002}}"');
  expect(detail.fields.find(({ path: where }) => where.endsWith('downloadUrl'))?.value).toBe('{{SWE002}}');
  expect((await notifications.stored(1)).body.toString()).toBe(JSON.stringify(exampleFor('swe002')));
});

describe('any content', () => {
  const bodies: [string, Buffer | string, Record<string, string>, string][] = [
    ['bad JSON', '{"a":', {}, 'Malformed JSON'],
    ['nothing', '', {}, 'No body'],
    ['an array', '[1,2]', {}, 'JSON array'],
    ['null', 'null', {}, 'JSON'],
    ['no Content-Type', '{"a":1}', { 'content-type': '' }, 'JSON'],
    [
      'gzip',
      zlib.gzipSync(JSON.stringify(exampleFor('incoming_text'))),
      { 'content-encoding': 'gzip' },
      'Incoming: text message',
    ],
    ['broken gzip', 'no gzip', { 'content-encoding': 'gzip' }, 'Text'],
    [
      'UTF-16',
      Buffer.from(`\ufeff${JSON.stringify(exampleFor('incoming_text'))}`, 'utf16le'),
      {},
      'Incoming: text message',
    ],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), {}, 'Binary'],
    ['a hundred thousand levels', '['.repeat(100_000) + ']'.repeat(100_000), {}, 'Not inspected'],
    [
      '__proto__ as a key',
      '{"__proto__":{"typeWebhook":"x"},"typeWebhook":"incomingCall"}',
      {},
      'Incoming: call, older shape',
    ],
    ['a key twice', '{"typeWebhook":"a","typeWebhook":"b"}', {}, 'Unknown kind: b'],
    ['numbers beyond 2^53', '{"typeWebhook":"x","n":123456789012345678901234567890}', {}, 'Unknown kind: x'],
  ];
  // One listener for all rows, because its store is a thread of its own.
  let shared: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    shared = await open();
    opened.length = 0;
  });
  afterAll(() => shared.notifications.close());
  test.each(bodies)('%s is stored unchanged', async (_name, body, headers, title) => {
    const { notifications, post } = shared;
    const before = await notifications.count({});
    const response = await post(body, { headers });
    expect(response.status).toBe(200);
    expect(await notifications.count({})).toBe(before + 1);
    const [summary] = await notifications.list({}, { limit: 1 });
    expect(summary?.title).toBe(title);
    const id = summary?.id ?? 0;
    expect((await notifications.stored(id)).body.equals(Buffer.from(body as Buffer))).toBe(true);
    expect((await notifications.detail(id)).summary.id).toBe(id);
  });
  test('ten MiB are accepted, one byte more is refused', async () => {
    const { post, notifications } = await open();
    const full = Buffer.alloc(10 * 1024 * 1024, 'x');
    expect((await post(full)).status).toBe(200);
    expect((await post(Buffer.concat([full, Buffer.from('y')]))).status).toBe(413);
    expect(await notifications.count({})).toBe(1);
    expect((await post('{}')).status).toBe(200);
  });
  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is recorded with its query', async (method) => {
    const { port, notifications } = shared;
    const response = await fetch(`http://127.0.0.1:${port}/any?challenge=7`, { method });
    const [latest] = await notifications.list({}, { limit: 1 });
    expect([response.status, await response.text()]).toEqual([200, method === 'HEAD' ? '' : String(latest?.id)]);
    expect(await notifications.list({ method }, { limit: 1 })).toMatchObject([{ method, path: '/any?challenge=7' }]);
  });
  test('a visiting browser gets a hint and is counted', async () => {
    const { url, port, notifications } = await open();
    const hint = await fetch(url, { headers: { accept: 'text/html,*/*' } });
    expect([hint.status, await hint.text()]).toEqual([200, 'Outrigger receives notifications here.']);
    expect((await fetch(`http://127.0.0.1:${port}/favicon.ico`)).status).toBe(200);
    expect([await notifications.count({}), notifications.status().visits]).toEqual([0, 2]);
  });
  test.each([
    ['no HTTP', 'hello\r\n\r\n', /400/],
    ['headers that are too large', `POST / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(40_000)}\r\n\r\n`, /431/],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}', /400/],
  ])('%s', async (_name, text, expected) => {
    const { port, post } = shared;
    const socket = net.connect(port, '127.0.0.1');
    socket.write(text);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toMatch(expected);
    expect((await post('{}')).status).toBe(200);
  });
  test('a body that is broken off, or shorter than its declared length, is not stored', async () => {
    const { port, post, notifications } = shared;
    const before = await notifications.count({});
    const socket = net.connect(port, '127.0.0.1');
    const text = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"a":';
    await new Promise((resolve) => socket.write(text, resolve));
    socket.destroy();
    await post('{}');
    expect(await notifications.count({})).toBe(before + 1);
  });
  test('chunked, in tiny pieces', async () => {
    const { port, notifications } = shared;
    const socket = net.connect(port, '127.0.0.1');
    socket.write('POST /any/path?x=1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    for (const piece of ['2\r\n{"', '\r\n4\r\na":1', '\r\n1\r\n}\r\n0\r\n\r\n']) {
      await new Promise((resolve) => socket.write(piece, resolve));
      // Between two immediates the event loop reads sockets: the listener, which is in this process, gets this piece alone.
      for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    await once(socket, 'data');
    socket.destroy();
    const [latest] = await notifications.list({}, { limit: 1 });
    expect(await notifications.detail(latest?.id ?? 0)).toMatchObject({ text: '{"a":1}', path: '/any/path?x=1' });
  });
  test('two thousand concurrent connections', async () => {
    const { post, notifications } = shared;
    const before = await notifications.count({});
    const body = JSON.stringify(exampleFor('incoming_text'));
    const responses = await Promise.all(Array.from({ length: 2000 }, () => post(body).then(({ status }) => status)));
    expect(responses.every((status) => status === 200)).toBe(true);
    // Some of so many are still being recognised when they have been answered.
    await vi.waitFor(async () => expect(await notifications.count({})).toBe(before + 2000), 5000);
  }, 60_000);
});

test('a wrong token is refused, counted and not stored', async () => {
  const { post, notifications, statuses } = await open({ token: 'very secret' });
  const withToken = (authorization: string) => post('{}', { headers: { authorization } }).then(({ status }) => status);
  expect((await post('{}')).status).toBe(401);
  expect(await Promise.all(['Bearer wrong', 'very', 'Bearer very secre'].map(withToken))).toEqual([401, 401, 401]);
  expect(await Promise.all(['Bearer very secret', 'Basic very secret', 'very secret'].map(withToken))).toEqual([
    200, 200, 200,
  ]);
  expect(await notifications.count({})).toBe(3);
  expect(statuses.at(-1)?.refused).toBe(4);
});

test('refused requests can be inspected without their token, and are not stored', async () => {
  const { url, port, notifications } = await open({ token: 'very secret' });
  const headers = { authorization: 'Bearer guessed token', 'x-other': 'shown' };
  const post = (body: string | Buffer, token = headers.authorization) =>
    fetch(`${url}hook?a=1`, { method: 'POST', body: body as string, headers: { ...headers, authorization: token } });
  expect((await post('{"who":"me"}')).status).toBe(401);
  expect((await post(Buffer.alloc(11 * 1024 * 1024, 'x'), 'Bearer very secret')).status).toBe(413);
  const page = await fetch(url, { method: 'POST', body: '{}', headers: { origin: 'https://elsewhere.example' } });
  expect(page.status).toBe(403);
  const refused = await notifications.list({ refused: true }, { limit: 9 });
  expect(refused.map(({ id, refused: reason, answered }) => [id, reason, answered?.status])).toEqual([
    [-3, 'web page', 403],
    [-2, 'too large', 413],
    [-1, 'token', 401],
  ]);
  expect(await notifications.list({ refused: true }, { limit: 1, before: -2 })).toMatchObject([{ id: -1 }]);
  await vi.waitFor(async () => expect((await notifications.detail(-1)).text).toBe('{"who":"me"}'));
  const detail = await notifications.detail(-1);
  expect(detail).toMatchObject({ method: 'POST', path: '/hook?a=1', summary: { title: 'Refused: token' } });
  expect(detail.headers).toContainEqual({ name: 'x-other', value: 'shown' });
  expect(JSON.stringify(detail)).not.toContain('guessed token');
  expect((await notifications.detail(-2)).summary.size).toBe(4096);
  expect([await notifications.count({}), await notifications.count({ refused: true }), port > 0]).toEqual([0, 3, true]);
});

test('only the latest refused requests are kept', async () => {
  const { post, notifications } = await open({ token: 'x' });
  for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 50 }, () => post('{}')));
  expect((await notifications.list({ refused: true }, { limit: 1000 })).map(({ id }) => id)).toEqual(
    Array.from({ length: 200 }, (_, index) => index - 250),
  );
  expect(notifications.status().refused).toBe(250);
});

test('beyond loopback a token is required', async () => {
  await expect(open({ host: '0.0.0.0' })).rejects.toMatchObject({ remedy: expect.stringMatching(/token/) as string });
  const { notifications } = await open({ host: '0.0.0.0', token: 'x' });
  expect(notifications.status()).toMatchObject({ listening: true, host: '0.0.0.0', hasToken: true });
});

test('if a port is in use, the next one is used', async () => {
  const first = await open();
  const second = await open({ port: first.port });
  expect(second.port).toBeGreaterThan(first.port);
  expect(second.notifications.status().notice).toContain(`Port ${first.port} is in use`);
});

test('rehearsals: another status, a delay, failing n times, for one kind', async () => {
  const { notifications, post } = await open();
  const status = async (kind: string) => (await post(JSON.stringify(exampleFor(kind)))).status;
  notifications.setRules([answerRule.parse({ kind: 'swe001', status: 500, delayMs: 0, times: 2 })]);
  expect([await status('swe001'), await status('swe002'), await status('swe001'), await status('swe001')]).toEqual([
    500, 200, 500, 200,
  ]);
  notifications.setRules([answerRule.parse({ kind: null, status: 204, delayMs: 120, times: 0 })]);
  const startMs = performance.now();
  expect(await status('incoming_text')).toBe(204);
  expect(performance.now() - startMs).toBeGreaterThan(110);
  expect(await notifications.count({})).toBe(5);
});

describe('rules', () => {
  test('by method and path, with headers and a body from the request; the notification shows the response', async () => {
    const { url, notifications } = await open();
    notifications.setRules([
      answerRule.parse({ name: 'switched off', on: false, status: 500 }),
      answerRule.parse({
        name: 'challenge',
        method: 'POST',
        path: '/slack/*',
        status: 201,
        headers: [
          { name: 'Content-Type', value: 'application/json' },
          { name: 'X-From', value: '{{request.headers.user-agent}}\r\n{{request.query.from}}' },
        ],
        body: '{"challenge":"{{request.body.challenge}}","n":{{request.body.list[1].n}},"keep":"{{SWE002}} {{x}}"}',
      }),
      answerRule.parse({ method: 'DELETE', status: 204 }),
    ]);
    const send = (path: string, init: RequestInit) =>
      fetch(`${url}${path}`, { ...init, headers: { 'user-agent': 'tester' } });
    const body = JSON.stringify({ challenge: '"{{request.method}} {{SWE002}}', list: [1, { n: 2 }] });
    const response = await send('slack/events?from=here', { method: 'POST', body });
    expect([response.status, response.headers.get('content-type'), response.headers.get('x-from')]).toEqual([
      201,
      'application/json',
      'tester  here',
    ]);
    expect(await response.json()).toEqual({
      challenge: '"{{request.method}} {{SWE002}}',
      n: 2,
      keep: '{{SWE002}} {{x}}',
    });
    const deletedResponse = await send('slack/events', { method: 'DELETE' });
    expect([deletedResponse.status, deletedResponse.headers.get('content-length')]).toEqual([204, null]);
    expect((await send('other', { method: 'POST', body })).status).toBe(200);
    await vi.waitFor(async () =>
      expect((await notifications.list({}, { limit: 9 })).map(({ answered }) => answered)).toMatchObject([
        { status: 200, rule: null },
        { status: 204, rule: 'DELETE: 204' },
        { status: 201, rule: 'challenge' },
      ]),
    );
    expect((await notifications.detail(1)).response).toEqual({
      headers: [
        { name: 'Content-Type', value: 'application/json' },
        { name: 'X-From', value: 'tester  here' },
      ],
      body: '{"challenge":"\\"{{request.method}} {{SWE002}}","n":2,"keep":"{{SWE002}} {{x}}"}',
      size: 79,
    });
    expect((await notifications.stored(2)).response).toMatchObject({ body: '', size: 0 });
    expect((await notifications.page({}, { limit: 1 }))[0]?.response).toEqual({
      headers: [{ name: 'Content-Type', value: 'text/plain; charset=utf-8' }],
      body: '3',
      size: 1,
    });
  });

  test('parts of a request that a rule repeats are stored without secrets, and with a limit', async () => {
    const { url, notifications } = await open();
    notifications.setRules([
      answerRule.parse({
        status: 200,
        headers: [{ name: 'X-Api-Key', value: '{{request.headers.x-api-key}}' }],
        body: '{{request.body}}',
      }),
    ]);
    const body = 'x'.repeat(1_000_000);
    const response = await fetch(url, { method: 'POST', body, headers: { 'x-api-key': 'very secret' } });
    expect([response.headers.get('x-api-key'), (await response.text()).length]).toEqual(['very secret', 1_000_000]);
    await vi.waitFor(async () => {
      const { response } = await notifications.stored(1);
      expect([response?.size, response?.body.length]).toEqual([1_000_000, 64 * 1024]);
      expect(JSON.stringify(response?.headers)).not.toContain('very secret');
    });
  });

  test('a rule without a kind does not wait for the recognition; a later one is used when the first no longer fails', async () => {
    const { post, notifications } = await open();
    notifications.setRules([
      answerRule.parse({ status: 503, times: 1 }),
      answerRule.parse({ provider: 'messaging', kind: 'swe001', status: 418 }),
      answerRule.parse({ provider: 'messaging', status: 409 }),
    ]);
    const status = async (kind: string) => (await post(JSON.stringify(exampleFor(kind)))).status;
    expect([await status('swe001'), await status('swe001'), await status('swe002')]).toEqual([503, 418, 409]);
    expect((await post('{}')).status).toBe(200);
  });

  test.each([
    ['/a', '/a', true],
    ['/a/', '/a', false],
    ['/a/b/c', '/a/*/c', true],
    ['/a/c', '/a/*/c', false],
    ['/x/hook', '*hook', true],
    ['/', '*', true],
    ['/aa', '/a*a*a', false],
  ])('%s matches %s: %s', (text, pattern, expected) => expect(matchesGlob(text, pattern)).toBe(expected));
  test('matching a pattern takes time proportional to the text', async () => {
    const match = (size: number) => expect(matchesGlob('a'.repeat(size), `${'*a'.repeat(900)}*b`)).toBe(false);
    expect(await timeGrowth(match, { small: 300_000, large: 1_200_000 })).toBeLessThan(10);
  });
});

describe('TLS', () => {
  const get = (url: string, ca?: string) =>
    new Promise<{ status: number | undefined }>((resolve, reject) => {
      https
        .get(url, ca === undefined ? {} : { ca }, (answer) => resolve({ status: answer.resume().statusCode }))
        .on('error', reject);
    });
  test('with a certificate of this computer, which is created once', async () => {
    const file = newFile();
    const { notifications } = await open({ tls: { mode: 'local', certFile: '', keyFile: '' } }, file);
    const ca = readFileSync(localCertificateFile(path.dirname(file)), 'utf8');
    const { url } = notifications.status();
    expect(url).toMatch(/^https:/);
    await expect(get(url)).rejects.toThrow(/self.signed/i);
    expect(await get(url, ca)).toEqual({ status: 200 });
    await notifications.stop();
    await notifications.listen({ port: 0, tls: { mode: 'local', certFile: '', keyFile: '' } });
    expect(await get(notifications.status().url, ca)).toEqual({ status: 200 });
    expect(await notifications.count({})).toBe(2);
  });
  test("with the user's files; files that do not match are refused", async () => {
    const file = newFile();
    await (await open({ tls: { mode: 'local', certFile: '', keyFile: '' } }, file)).notifications.stop();
    const certFile = localCertificateFile(path.dirname(file));
    const keyFile = path.join(path.dirname(certFile), 'listener-key.pem');
    const { notifications } = await open({ tls: { mode: 'files', certFile, keyFile } });
    expect(await get(notifications.status().url, readFileSync(certFile, 'utf8'))).toEqual({ status: 200 });
    const wrong = (certFile: string) => open({ tls: { mode: 'files', certFile, keyFile } });
    await expect(wrong(keyFile)).rejects.toMatchObject({ code: 'InvalidParams' });
    await expect(wrong('/nowhere.pem')).rejects.toThrow(/cannot be read/);
    await expect(wrong('here.pem')).rejects.toThrow(/not an absolute path/);
  });
});

test('a repeat is stored and marked', async () => {
  const { post, announced } = await open();
  for (const kind of ['outgoing_status_sent', 'outgoing_status_read', 'outgoing_status_sent', 'outgoing_status_sent']) {
    await post(JSON.stringify(exampleFor(kind)));
  }
  await vi.waitFor(() => expect(announced.map(({ repeatOf }) => repeatOf)).toEqual([null, null, 1, 1]));
});

test('search, filters, the statuses of a message, removing and restoring', async () => {
  const { notifications, post, file } = await open();
  for (const kind of exampleKinds) await post(JSON.stringify(exampleFor(kind)));
  const kinds = async (filter: Parameters<Notifications['list']>[0]) =>
    (await notifications.list(filter, { limit: 100 })).map(({ kind }) => kind);
  expect(await kinds({ search: 'swe002' })).toContain('swe002');
  expect(await kinds({ search: 'Send me a pict' })).toEqual(['incoming_image_quoting']);
  expect(await kinds({ search: '"; DROP TABLE notifications; -- OR NEAR(' })).toEqual([]);
  expect((await kinds({ code: 'any' })).sort()).toEqual(['swe001', 'swe002', 'swe003', 'swe004']);
  expect(await kinds({ code: 'SWE003' })).toEqual(['swe003']);
  expect(await kinds({ kind: 'incoming_poll' })).toEqual(['incoming_poll']);
  expect(await notifications.count({ chat: '79990000002@c.us' })).toBeGreaterThan(20);
  const { id } = (await notifications.list({ kind: 'swe002' }, { limit: 1 }))[0] ?? { id: 0 };
  await notifications.remove([id]);
  expect(await kinds({ kind: 'swe002' })).toEqual([]);
  await notifications.restore([id]);
  expect(await kinds({ kind: 'swe002' })).toEqual(['swe002']);
  const removed = await notifications.removeAll({});
  expect([removed.length, await notifications.count({})]).toEqual([exampleKinds.length, 0]);
  await notifications.restore(removed);
  await notifications.removeAll({ code: 'any' });
  expect(await notifications.count({})).toBe(exampleKinds.length - 4);
  // Removed notifications can be restored as long as the store is open.
  await notifications.close();
  opened.length = 0;
  const secondNotifications = (await open({}, file)).notifications;
  await vi.waitFor(() => expect(secondNotifications.detail(id)).rejects.toThrow(/no notification/));
  await secondNotifications.restore([id]);
  expect(await secondNotifications.count({})).toBe(exampleKinds.length - 4);
  expect(await secondNotifications.list({ search: 'swe002' }, { limit: 9 })).toEqual([]);
});

test('with a retention, old and surplus notifications are deleted', async () => {
  const { notifications, file } = await open();
  const at = (days: number) => new Date(Date.now() - days * 86_400_000);
  const received = { source: 'http' as const, method: 'POST', path: '/', peer: '', rawHeaders: [] };
  const body = Buffer.alloc(600 * 1024, 'x');
  const added = await notifications.add([10, 5, 1].map((days) => ({ ...received, receivedAt: at(days), body })));
  expect(added.map(({ id }) => id)).toEqual([1, 2, 3]);
  await notifications.setRetention({ days: 7, megabytes: null });
  expect((await notifications.list({}, { limit: 9 })).map(({ id }) => id)).toEqual([3, 2]);
  await notifications.setRetention({ days: null, megabytes: 1 });
  expect((await notifications.list({}, { limit: 9 })).map(({ id }) => id)).toEqual([3]);
  await notifications.remove([3]);
  await notifications.restore([3]);
  // And each time when the file is opened.
  await notifications.close();
  opened.length = 0;
  const later = (await open({}, file)).notifications;
  await later.add([{ ...received, receivedAt: at(9), body: Buffer.from('{}') }]);
  await later.close();
  opened.length = 0;
  const last = createTestNotifications({ file });
  opened.push(last);
  await last.setRetention({ days: 2, megabytes: null });
  // The thread of the store starts with the first of these calls.
  await vi.waitFor(async () => expect((await last.list({}, { limit: 9 })).map(({ id }) => id)).toEqual([3]), 10_000);
});

describe('the file', () => {
  test('keeps everything over a restart', async () => {
    const { notifications, post, file } = await open();
    await post('{"typeWebhook":"incomingCall"}');
    await notifications.close();
    opened.length = 0;
    const secondOpening = await open({}, file);
    expect(await secondOpening.notifications.list({}, { limit: 5 })).toMatchObject([
      { id: 1, title: 'Incoming: call, older shape' },
    ]);
  });
  test('is set aside and reported if it is damaged', async () => {
    const file = newFile();
    const { notifications } = await open({}, file);
    await notifications.close();
    opened.length = 0;
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
    writeFileSync(file, 'this is not a database, but long enough to be taken for one'.repeat(100));
    const { statuses, post } = await open({}, file);
    expect(statuses.map(({ notice }) => notice).join()).toMatch(/damaged.*kept as n\.sqlite\.damaged-/);
    expect((await post('{}')).status).toBe(200);
  });
  test('is refused and left unchanged if its version is newer', async () => {
    const file = newFile();
    const { notifications } = await open({}, file);
    await notifications.close();
    opened.length = 0;
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 99');
    database.close();
    await expect(open({}, file)).rejects.toThrow(/newer version/);
  });
  test('is created again and reported if it is deleted while listening', async () => {
    const { post, file, notifications, statuses } = await open();
    await post('{}');
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
    expect((await post('{"typeWebhook":"after"}')).status).toBe(200);
    expect(await notifications.list({}, { limit: 5 })).toMatchObject([{ title: 'Unknown kind: after' }]);
    expect(statuses.at(-1)?.notice).toMatch(/was deleted/);
  });
  test('is reported, and tried again by the next call, if its thread does not start', async () => {
    const silent = { onReceived: () => undefined, onStatus: () => undefined };
    const notifications = createNotifications({ file: newFile(), storeThread: '/nowhere.mjs', ...silent });
    const message = expect.stringMatching(/cannot be stored/) as string;
    await expect(notifications.listen({ port: 0 })).rejects.toMatchObject({ code: 'StorageFailed', message });
    await expect(notifications.count({})).rejects.toThrow(/nowhere/);
    expect(notifications.status()).toMatchObject({ listening: false, notice: null });
    await notifications.close();
    await expect(notifications.count({})).rejects.toThrow(/closed/);
  });
  test('is answered with 503 while it cannot be written, and used again when it can', async () => {
    const { post, url, file, statuses, notifications } = await open();
    await post('{}');
    // The store is idle after it has recognised the first one; before, it may hold the lock itself.
    expect(await notifications.count({})).toBe(1);
    // Another process holds the lock, which has the effect of a full or read-only disk for the listener.
    const other = new DatabaseSync(file);
    other.exec('BEGIN EXCLUSIVE');
    const refused = post('{"a":1}');
    // Nothing else waits for the lock: neither this process nor other calls.
    const startMs = performance.now();
    expect((await fetch(url, { headers: { accept: 'text/html' } })).status).toBe(200);
    expect(performance.now() - startMs).toBeLessThan(2000);
    expect((await refused).status).toBe(503);
    other.exec('ROLLBACK');
    other.close();
    expect(statuses.at(-1)?.notice).toMatch(/503/);
    expect((await post('{"b":1}')).status).toBe(200);
    expect(statuses.at(-1)?.notice).toBeNull();
    expect(await notifications.count({})).toBe(2);
  }, 20_000);
  test('each problem ends by itself', async () => {
    const { notifications, post, file, statuses } = await open();
    await post('{}');
    expect(await notifications.count({})).toBe(1);
    const other = new DatabaseSync(file);
    other.exec(`CREATE TRIGGER refuse BEFORE UPDATE OF answered_status ON notifications
      BEGIN SELECT raise(ABORT, 'the disk is full'); END`);
    await post('{"a":1}');
    await vi.waitFor(() => expect(statuses.at(-1)?.notice).toMatch(/not recorded/));
    other.exec('BEGIN EXCLUSIVE');
    expect((await post('{"b":1}')).status).toBe(503);
    expect(statuses.at(-1)?.notice).toMatch(/not recorded.*\n.*503/);
    other.exec('ROLLBACK');
    expect((await post('{"c":1}')).status).toBe(200);
    await vi.waitFor(() => expect(statuses.at(-1)?.notice).not.toMatch(/503/));
    expect(statuses.at(-1)?.notice).toMatch(/not recorded/);
    other.exec('DROP TRIGGER refuse');
    other.close();
    expect((await post('{"d":1}')).status).toBe(200);
    await vi.waitFor(() => expect(statuses.at(-1)?.notice).toBeNull());
  }, 20_000);
  test('says that responses cannot be recorded, and records them with the next one that can be', async () => {
    const { notifications, post, file, statuses } = await open();
    // A notification that a rule for a kind answers is recognised before its response is sent.
    notifications.setRules([answerRule.parse({ kind: 'swe001', status: 500, delayMs: 0, times: 0 })]);
    const other = new DatabaseSync(file);
    other.exec(`CREATE TRIGGER refuse BEFORE UPDATE OF answered_status ON notifications
      BEGIN SELECT raise(ABORT, 'the disk is full'); END`);
    expect((await post(JSON.stringify(exampleFor('swe001')))).status).toBe(500);
    await vi.waitFor(() => expect(statuses.at(-1)?.notice).toMatch(/responses .* not recorded.*the disk is full/));
    expect(await notifications.list({}, { limit: 9 })).toMatchObject([{ answered: null }]);
    other.exec('DROP TRIGGER refuse');
    other.close();
    await post(JSON.stringify(exampleFor('swe001')));
    const answered = { status: 500 };
    await vi.waitFor(async () => {
      expect(await notifications.list({}, { limit: 9 })).toMatchObject([{ answered }, { answered }]);
    });
    expect(statuses.at(-1)?.notice).toBeNull();
  });
});

test('a waiting caller is notified of arrivals without a gap', async () => {
  const { notifications, post } = await open();
  const signal = new AbortController().signal;
  const waiting = notifications.arrived(0, signal);
  await post('{"typeWebhook":"first"}');
  await waiting;
  await notifications.arrived(0, signal);
  expect((await notifications.after(0, 10)).map(({ summary }) => summary.title)).toEqual(['Unknown kind: first']);
  await expect(notifications.arrived(1, AbortSignal.timeout(30))).rejects.toThrow();
});

test('after kill -9 under load, every notification that was answered with 200 is stored once', async () => {
  const file = newFile();
  const answeredIds = new Set<string>();
  for (let round = 0; round < 5; round += 1) {
    const listening = await start({ file, port: 0 });
    const { url } = listening.status();
    let running = true;
    const senders = Array.from({ length: 20 }, async (_, sender) => {
      for (let count = 0; running; count += 1) {
        const name = `r${round}s${sender}n${count}`;
        try {
          const { status } = await fetch(url, { method: 'POST', body: JSON.stringify({ typeWebhook: name }) });
          if (status === 200) answeredIds.add(name);
        } catch {
          return;
        }
      }
    });
    const enough = answeredIds.size + 25 + round * 5;
    await vi.waitFor(() => expect(answeredIds.size).toBeGreaterThan(enough), { timeout: 30_000, interval: 5 });
    const killed = listening.end('SIGKILL');
    running = false;
    await killed;
    await Promise.all(senders);
  }
  const notifications = createTestNotifications({ file });
  opened.push(notifications);
  const stored = (await notifications.after(0, 1_000_000)).map(
    ({ body }) => (JSON.parse(body.toString()) as { typeWebhook: string }).typeWebhook,
  );
  const storedIds = new Set(stored);
  expect(storedIds.size).toBe(stored.length);
  expect([...answeredIds].filter((name) => !storedIds.has(name))).toEqual([]);
}, 180_000);
