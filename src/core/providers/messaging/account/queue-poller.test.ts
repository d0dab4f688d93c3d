/** The poller and servers that misbehave; their behaviour is a list of responses. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { codedError } from '../../../../contract/errors.ts';
import { createHttpClient } from '../../../http/http-client.ts';
import { listen } from '../../../testing/listen.ts';
import { createAccount } from './account.ts';
import { pollQueue, type QueueStatus } from './queue-poller.ts';

const http = createHttpClient();
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Answer {
  status?: number;
  body: string;
}
/** Sends the response itself. */
type Attack = (response: ServerResponse) => unknown;
/** A service whose queue responds as the test says, for a poller with short pauses. */
async function poll(options: {
  answer: (request: { operation: string; receipt: string; earlier: string[] }) => Answer | Attack | 'disconnect';
  add?: (bodies: string[]) => Promise<unknown>;
  timeoutMs?: number;
}) {
  const operations: string[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    const [, , operation = '', , receipt = ''] = new URL(request.url ?? '/', 'http://x').pathname.split('/');
    const answer = options.answer({ operation, receipt, earlier: [...operations] });
    operations.push(receipt ? `${operation} ${receipt}` : operation);
    if (answer === 'disconnect') return void request.socket.destroy();
    response.on('error', () => undefined);
    if (typeof answer === 'function') return void answer(response);
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(answer.body);
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const stop = new AbortController();
  const statuses: QueueStatus[] = [];
  const stored: string[] = [];
  const settings = { apiUrl: url, mediaUrl: url, idInstance: '1', apiTokenInstance: 't' };
  const ended = pollQueue({
    account: createAccount(http, settings, options.timeoutMs),
    notifications: {
      async add(received) {
        const bodies = received.map(({ body }) => body.toString());
        await options.add?.(bodies);
        stored.push(...bodies);
      },
    },
    onStatus: (status) => statuses.push(status),
    signal: stop.signal,
    backOff: { first: 10, longest: 40 },
  });
  closing.push(async () => {
    stop.abort();
    await ended;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { operations, statuses, stored, stop, ended };
}
const envelope = (receiptId: string, body: string): Answer => ({ body: `{"receiptId":${receiptId},"body":${body}}` });
const EMPTY: Answer = { body: 'null' };
const deletes = (operations: string[]) => operations.filter((item) => item.startsWith('delete'));

test('an immediate empty response does not make the poller loop', async () => {
  const { operations } = await poll({ answer: () => EMPTY });
  await vi.waitFor(() => expect(operations.length).toBeGreaterThanOrEqual(3), 5000);
  const before = performance.now();
  const count = operations.length;
  await vi.waitFor(() => expect(operations.length).toBe(count + 1), 5000);
  expect(performance.now() - before).toBeGreaterThan(500);
});

test.each([
  ['something that is not a notification', { body: '{"hello":"world"}' }, /not a notification/],
  ['no JSON', { body: '<html>' }, /not a notification/],
  ['too many requests', { status: 429, body: '{}' }, /pause/],
  ['an error of the service', { status: 502, body: '' }, /problem of its own/],
  ['JSON that is too deep', { body: '['.repeat(300) }, /nested more than/],
])('%s is followed by longer and longer pauses, and the state is reset afterwards', async (_name, bad, words) => {
  let isOver = false;
  const { statuses, stored } = await poll({
    answer: ({ earlier }) => {
      if (!isOver && earlier.length < 4) return bad;
      if (isOver) return EMPTY;
      isOver = true;
      return envelope('1', '{"a":1}');
    },
  });
  await vi.waitFor(() => expect(stored).toEqual(['{"a":1}']), 5000);
  expect(statuses).toContainEqual({ state: 'waiting', problem: expect.stringMatching(words) as string, received: 0 });
  await vi.waitFor(() => expect(statuses.at(-1)).toEqual({ state: 'receiving', problem: null, received: 1 }));
});

const MEGABYTE = 1024 * 1024;
/** Writes until the client has closed the connection. */
async function writeWithoutEnd(response: ServerResponse, piece: string, pauseMs: number) {
  for (; !response.destroyed; await sleep(pauseMs)) response.write(piece);
}
const tooLarge = /^The call of receiveNotification failed: The response is larger than 16 MB/;
const tooSlow = /^The call of receiveNotification failed: There was no complete response within 1000 ms/;
const BOMB = gzipSync(Buffer.alloc(64 * MEGABYTE, ' '));
const attacks: [name: string, attack: Attack, problem: RegExp][] = [
  ['beyond 16 MB', (response) => response.end(`{"receiptId":1,"body":"${'x'.repeat(17 * MEGABYTE)}"}`), tooLarge],
  ['compressed, beyond 16 MB', (response) => bomb(response), tooLarge],
  [
    'that stalls after it is said to be large',
    (response) => response.writeHead(200, { 'content-length': 5e8 }).write('{'),
    tooSlow,
  ],
  ['endless', (response) => writeWithoutEnd(response, ' '.repeat(MEGABYTE), 0), tooLarge],
  ['slow, byte by byte', (response) => writeWithoutEnd(response, ' ', 20), tooSlow],
  ['slow after each of endless interim answers', (response) => interim(response), tooSlow],
  ['never begun', () => undefined, tooSlow],
];
function bomb(response: ServerResponse) {
  response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB);
}
async function interim(response: ServerResponse) {
  for (; !response.destroyed; await sleep(20)) response.writeProcessing();
}

test.each(attacks)('a response %s is abandoned, and the next one is received', async (_name, attack, problem) => {
  const { statuses, stored, operations } = await poll({
    timeoutMs: problem === tooSlow ? 1000 : 60_000,
    answer({ operation, earlier }) {
      if (earlier.length < 2) return attack;
      return operation === 'receiveNotification' && deletes(earlier).length === 0 ? envelope('1', '{"a":1}') : EMPTY;
    },
  });
  await vi.waitFor(() => expect(stored).toEqual(['{"a":1}']), 15_000);
  expect(operations.slice(0, 3)).toEqual(Array(3).fill('receiveNotification'));
  expect(statuses).toContainEqual({ state: 'waiting', problem: expect.stringMatching(problem) as string, received: 0 });
  await vi.waitFor(() => expect(statuses.at(-1)).toEqual({ state: 'receiving', problem: null, received: 1 }));
});

test('a receipt keeps all its digits, and so do the numbers of the notification', async () => {
  const body = '{"typeWebhook":"incomingMessageReceived","idInstance":90071992547409931,"price":1.0,"far":1e400}';
  const { operations, stored } = await poll({
    answer: ({ operation, earlier }) =>
      operation === 'receiveNotification' && deletes(earlier).length === 0 ? envelope('9007199254740993', body) : EMPTY,
  });
  await vi.waitFor(() => expect(deletes(operations)).toEqual(['deleteNotification 9007199254740993']), 5000);
  expect(stored).toEqual([body]);
});

test('deleting is retried until it works, and the notification is stored once', async () => {
  const { operations, stored, statuses } = await poll({
    answer({ operation, earlier }) {
      const deleteCount = deletes(earlier).length;
      if (operation === 'receiveNotification') return deleteCount < 3 ? envelope('7', '{"a":1}') : EMPTY;
      if (deleteCount === 0) return 'disconnect';
      return deleteCount === 1 ? { status: 500, body: '' } : { body: '{"result":true}' };
    },
  });
  await vi.waitFor(() => expect(deletes(operations)).toHaveLength(3), 5000);
  expect(operations.slice(0, 4)).toEqual(['receiveNotification', ...Array<string>(3).fill('deleteNotification 7')]);
  expect(stored).toHaveLength(1);
  expect(statuses.some(({ state }) => state === 'waiting')).toBe(true);
  await vi.waitFor(() => expect(statuses.at(-1)).toEqual({ state: 'receiving', problem: null, received: 1 }));
});

test('a service that returns deleted notifications is requested at most once a second', async () => {
  const { operations, stored } = await poll({
    answer: ({ operation }) =>
      operation === 'receiveNotification' ? envelope('7', '{"a":1}') : { body: '{"result":false}' },
  });
  await vi.waitFor(() => expect(deletes(operations).length).toBeGreaterThanOrEqual(2), 5000);
  const [count, before] = [operations.length, performance.now()];
  await vi.waitFor(() => expect(operations.length).toBeGreaterThanOrEqual(count + 2), 5000);
  expect(performance.now() - before).toBeGreaterThan(500);
  expect(stored).toHaveLength(1);
});

test('a receipt that starts from the beginning again is a new notification', async () => {
  const { stored } = await poll({
    answer({ operation, earlier }) {
      const count = deletes(earlier).length;
      return operation === 'receiveNotification' && count < 2 ? envelope('1', `{"a":${count}}`) : { body: 'null' };
    },
  });
  await vi.waitFor(() => expect(stored).toEqual(['{"a":0}', '{"a":1}']), 5000);
});

test('a notification that cannot be stored is not deleted', async () => {
  let failures = 2;
  const { operations, stored } = await poll({
    answer: ({ operation, earlier }) =>
      operation === 'receiveNotification' && deletes(earlier).length === 0 ? envelope('1', '{"a":1}') : EMPTY,
    add() {
      if (failures === 0) return Promise.resolve();
      failures -= 1;
      expect(deletes(operations)).toEqual([]);
      return Promise.reject(codedError('StorageFailed', 'The disk is full.'));
    },
  });
  await vi.waitFor(() => expect(deletes(operations)).toHaveLength(1), 5000);
  expect(stored).toHaveLength(1);
});

test('a refused deletion stops the poller with an explanation', async () => {
  const { statuses, ended } = await poll({
    answer: ({ operation }) =>
      operation === 'receiveNotification' ? envelope('1', '{"a":1}') : { status: 401, body: '' },
  });
  await ended;
  expect(statuses.at(-1)).toMatchObject({
    state: 'stopped',
    problem: expect.stringContaining('token is wrong') as string,
  });
});

test('the signal ends a pause', async () => {
  const { statuses, stop, ended } = await poll({ answer: () => ({ status: 503, body: '' }) });
  await vi.waitFor(() => expect(statuses.at(-1)?.state).toBe('waiting'), 5000);
  stop.abort();
  await ended;
  expect(statuses.at(-1)).toMatchObject({ state: 'off', problem: null });
});

test('a notification that is stored when receiving stops is deleted before the end', async () => {
  const { operations, stored, stop, ended } = await poll({
    answer: ({ operation }) => (operation === 'receiveNotification' ? envelope('1', '{"a":1}') : { body: '{}' }),
    // The stop comes while it is being stored.
    add: () => Promise.resolve().then(() => stop.abort()),
  });
  await ended;
  expect(stored).toHaveLength(1);
  expect(deletes(operations)).toEqual(['deleteNotification 1']);
});
