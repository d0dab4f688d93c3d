/** A server of a queue that itself is hostile or hangs. */
import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkQueue } from '../session/run-queue/check-queue.ts';
import { redisServer, startRedis, type RedisServer } from '../testing/redis-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createReplyMeasure } from './bounded-connector.ts';
import { servePartQueue, type PartWorkerOptions } from './part-worker.ts';
import { connectToQueue } from './queue-server.ts';
import { readResult } from './results/part-results.ts';
import { submitRun } from './submit-run.ts';
import { passedPart, requestsOfRun as requests, sharedRun as run } from './testing/shared-run.ts';

const never = new AbortController().signal;

function startWorker(url: string, signal: AbortSignal, more: Partial<PartWorkerOptions> = {}) {
  const ready = Promise.withResolvers<void>();
  const ended = servePartQueue(
    {
      url,
      collection: 'Shop',
      name: 'w1',
      concurrency: 1,
      files: {},
      environment: null,
      digestFor: () => Promise.resolve({ digest: run.digest, files: {} }),
      runPart: ({ from, to }) =>
        Promise.resolve(passedPart(...Array.from({ length: to - from }, (_, at) => from + at))),
      onReady: ready.resolve,
      onNotice: () => undefined,
      ...more,
    },
    signal,
  );
  return { ready: ready.promise, ended };
}
let runs = 0;
const submit = (url: string, signal: AbortSignal, onParts: () => void = () => undefined) =>
  submitRun(
    { ...run, id: `run-${++runs}` },
    {
      url,
      runId: 'here',
      requests,
      attempts: 3,
      bail: false,
      files: {},
      partSize: 2,
      onParts,
      onEvent: () => undefined,
      onNotice: () => undefined,
    },
    signal,
  );

describe('a server whose replies are hostile', () => {
  const servers: net.Server[] = [];
  const sockets = new Set<Socket>();
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers.splice(0)) server.close();
  });
  async function serve(reply: (socket: Socket) => void): Promise<string> {
    const server = net.createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).on('data', () => reply(socket));
    });
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `redis://user:p%40ssword@127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  test.each([
    ['a text that fills the memory', '$99999999999\r\nabc', 'more than 128 MB'],
    ['a list that fills the memory', '*1000000000\r\n', 'more than 5000000 values'],
    ['a line without an end', `+${'a'.repeat(100_000)}`, 'a line that is too long'],
    ['lists that are nested deeply', '*1\r\n'.repeat(200_000), 'Maximum call stack'],
  ])('%s: the connection is closed', async (_name, reply, reason) => {
    const url = await serve((socket) => socket.write(reply));
    await expect(connectToQueue(url, () => undefined, { signal: never })).rejects.toMatchObject({
      code: 'QueueUnreachable',
      message: expect.stringContaining(reason) as string,
    });
  });
  test('replies are measured one by one, wherever they are divided', () => {
    const measure = createReplyMeasure();
    const text = Buffer.alloc(60 * 1024 * 1024);
    const replies = Buffer.concat([
      Buffer.from('*2\r\n:1\r\n%1\r\n+a\r\n$-1\r\n$3\r\na\r\n\r\n'),
      ...[1, 2, 3].flatMap(() => [Buffer.from(`$${text.length}\r\n`), text, Buffer.from('\r\n')]),
    ]);
    for (let index = 0; index < 60; index += 1) expect(measure(replies.subarray(index, index + 1))).toBeUndefined();
    expect(measure(replies.subarray(60))).toBeUndefined();
    expect(measure(Buffer.from(`$${129 * 1024 * 1024}\r\n`))).toContain('more than 128 MB');
  });
  test('the password that a server repeats is not in the error', async () => {
    const url = await serve((socket) =>
      socket.write("-ERR unknown command 'AUTH', with args beginning with: 'user' 'p@ssword'\r\n".repeat(3)),
    );
    const error = await connectToQueue(url, () => undefined, { signal: never }).catch((error: unknown) => error);
    expect((error as Error).message).toContain('unknown command');
    expect((error as Error).message).not.toContain('p@ssword');
  });
});

describe('a result of a part', () => {
  const read = async (text: string) => readResult(await promisify(gzip)(text), 0);
  const head = '"part":0,"worker":"w","attempt":1';
  test.each([
    ['more values than the memory holds', `{${head},"events":[${'[],'.repeat(11_000_000)}[]]}`, 'values'],
    ['values that are nested deeply', `{${head},"events":[${'['.repeat(300)}${']'.repeat(300)}]}`, 'levels deep'],
    [
      'output that is indented without an end',
      `{${head},"events":[{"runId":"r","seq":0,"at":"","type":"console","level":"log","text":"","from":"script","depth":1e9}]}`,
      'depth',
    ],
    ['many wrong events', `{${head},"events":[${'{},'.repeat(10_000)}{}]}`, 'events[0].runId is missing'],
    ['a wrong field', `{"part":0,"worker":1,"attempt":1,"events":[]}`, 'worker must be a text, not 1'],
    ['another value', '[]', 'it must be an object, not a list'],
  ])('with %s is refused with a short reason', async (_name, text, reason) => {
    const error = await read(text).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: 'InvalidData', message: expect.stringContaining(reason) as string });
    expect((error as Error).message.length).toBeLessThan(2000);
    expect((error as Error).message).not.toMatch(/[\n{}]/);
  });
});

describe.skipIf(redisServer === undefined)('with a server', () => {
  let server: RedisServer;
  let isSilent = false;
  const sockets = new Set<Socket>();
  /** Passes everything on until the server is to be silent. */
  const proxy = net.createServer((client) => {
    const toServer = net.connect(server.port, '127.0.0.1');
    for (const socket of [client, toServer]) sockets.add(socket.on('error', () => undefined));
    client.on('data', (data) => toServer.write(data)).on('close', () => toServer.destroy());
    toServer.on('data', (data) => isSilent || client.write(data)).on('close', () => client.destroy());
  });
  let url: string;
  beforeAll(async () => {
    server = await startRedis(temporaryFolder('hostile-server'));
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    url = `redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  });
  afterEach(() => void (isSilent = false));
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
    await server.stop();
  });

  test('a run ends when it is stopped, also where the server has become silent', async () => {
    const stop = new AbortController();
    const running = submit(url, stop.signal, () => {
      isSilent = true;
      stop.abort(new Error('stopped'));
    });
    expect(await running).toBe('stopped');
  });
  test('a worker ends when it is stopped, also where the server has become silent', async () => {
    const stop = new AbortController();
    const worker = startWorker(url, stop.signal);
    await worker.ready;
    isSilent = true;
    stop.abort(new Error('stopped'));
    await worker.ended;
  });
  test('a check of the queue ends, also where the server has become silent', async () => {
    const checked = await checkQueue({
      url: () => Promise.resolve(url),
      collectionName() {
        isSilent = true;
        return Promise.resolve('Shop');
      },
      files: () => Promise.resolve({}),
      environment: null,
      answerMs: 50,
    });
    expect(checked.problem?.message).toContain('has not answered');
  });

  test('a part that many workers have refused is executed by the one with the same files', async () => {
    const running = submit(server.url, never);
    for (let number = 0; number < 4; number += 1) {
      const digestFor = () => Promise.resolve({ digest: '1'.repeat(64), files: {} });
      await expect(startWorker(server.url, never, { digestFor }).ended).rejects.toMatchObject({ code: 'InvalidData' });
    }
    const stop = new AbortController();
    const worker = startWorker(server.url, stop.signal);
    expect(await running).toBe('passed');
    stop.abort();
    await worker.ended;
  });
  test('a part that a worker gives back whose clock is wrong is executed at once by another one', async () => {
    const first = new AbortController();
    const begun = Promise.withResolvers<void>();
    const runPart: PartWorkerOptions['runPart'] = (_part, _selection, signal) => {
      begun.resolve();
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve([]), { once: true }));
    };
    const stopped = startWorker(server.url, first.signal, { runPart });
    const running = submit(server.url, never);
    await begun.promise;
    const now = Date.now.bind(Date);
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
    first.abort(new Error('stopped'));
    await stopped.ended;
    clock.mockRestore();
    const second = new AbortController();
    const worker = startWorker(server.url, second.signal);
    expect(await running).toBe('passed');
    second.abort();
    await worker.ended;
  });
});
