/** Tests that every transport must pass: the guarantees on which client and host rely. */
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { codedError } from '../../errors.ts';
import { serve, type Api, type Client, type Port } from '../rpc.ts';
import { connect } from '../rpc-client.ts';

export const testContract = {
  calls: {
    add: { params: z.strictObject({ a: z.number(), b: z.number() }), result: z.number() },
    wait: { params: z.strictObject({}), result: z.string() },
    fail: { params: z.strictObject({ coded: z.boolean() }), result: z.string() },
    wrongResult: { params: z.strictObject({}), result: z.number() },
    count: { params: z.strictObject({ to: z.number() }), result: z.literal('counted') },
  },
  events: { tick: z.number() },
} as const;
type TestContract = typeof testContract;

/** The two ends of a transport, and a function that sends the host a message that no client would send. */
export interface PortPair {
  client: Port;
  server: Port;
  /** Sends a message from a sender other than the page, where the transport can distinguish senders. */
  sendAsStranger?: (message: unknown) => void;
  close(): void | Promise<void>;
}

export function testPort(open: () => Promise<PortPair>): void {
  let pair: PortPair | undefined;
  afterEach(async () => {
    await pair?.close();
    pair = undefined;
  });

  async function start() {
    pair = await open();
    const listeners = new Set<(name: 'tick', payload: number) => void>();
    const aborted = Promise.withResolvers<string>();
    const calls: string[] = [];
    const api: Api<TestContract> = {
      add: ({ a, b }) => {
        calls.push('add');
        return a + b;
      },
      wait: (_params, signal) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            aborted.resolve('aborted');
            resolve('was cancelled');
          }),
        ),
      fail: ({ coded }) => {
        throw coded ? codedError('FileNotFound', 'no such file', 'look elsewhere') : new RangeError('too far');
      },
      wrongResult: () => 'text' as unknown as number,
      count: ({ to }) => {
        for (let i = 1; i <= to; i++) listeners.forEach((listener) => listener('tick', i));
        return 'counted';
      },
    };
    serve(testContract, pair.server, api, (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    });
    const answers: unknown[] = [];
    pair.client.onMessage((message) => answers.push(message));
    const client: Client<TestContract> = connect<typeof testContract>(pair.client);
    return { pair, client, answers, aborted: aborted.promise, calls, listeners };
  }
  const lastError = (answers: unknown[]) => (answers.at(-1) as { error?: { code: string } } | undefined)?.error?.code;

  test('a call is answered with its result', async () => {
    const { client } = await start();
    await expect(client.call('add', { a: 2, b: 3 })).resolves.toBe(5);
    await expect(Promise.all([1, 2, 3].map((n) => client.call('add', { a: n, b: n })))).resolves.toEqual([2, 4, 6]);
  });

  test('events arrive in order, and before the result of the call that caused them', async () => {
    const { client } = await start();
    const seen: number[] = [];
    client.on('tick', (n) => seen.push(n));
    await expect(client.call('count', { to: 1000 })).resolves.toBe('counted');
    expect(seen).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
  });

  test('a removed listener receives no more events', async () => {
    const { client } = await start();
    const seen: number[] = [];
    const stop = client.on('tick', (n) => seen.push(n));
    await client.call('count', { to: 1 });
    stop();
    await client.call('count', { to: 1 });
    expect(seen).toEqual([1]);
  });

  test('aborting a call reaches its handler, whose result is still returned', async () => {
    const { client, aborted } = await start();
    const controller = new AbortController();
    const call = client.call('wait', {}, controller.signal);
    controller.abort();
    await expect(aborted).resolves.toBe('aborted');
    await expect(call).resolves.toBe('was cancelled');
  });

  test('an error keeps its code, message and remedy; an error without a code becomes Internal', async () => {
    const { client } = await start();
    await expect(client.call('fail', { coded: true })).rejects.toMatchObject({
      code: 'FileNotFound',
      message: 'no such file',
      remedy: 'look elsewhere',
    });
    await expect(client.call('fail', { coded: false })).rejects.toMatchObject({ code: 'Internal', message: 'too far' });
  });

  test('wrong parameters are refused before the handler runs, wrong results before the client gets them', async () => {
    const { client, calls } = await start();
    await expect(client.call('add', { a: 1, b: 'two' } as never)).rejects.toMatchObject({ code: 'InvalidParams' });
    await expect(client.call('add', { a: 1, b: 2, c: 3 } as never)).rejects.toMatchObject({ code: 'InvalidParams' });
    await expect(client.call('wrongResult', {})).rejects.toMatchObject({ code: 'Internal' });
    expect(calls).toEqual([]);
  });

  test.each(['nothing', '__proto__', 'constructor', 'toString'])('the unknown method %s is refused', async (method) => {
    const { pair: ports, answers, client } = await start();
    await expect(client.call(method as never, {} as never)).rejects.toMatchObject({ code: 'UnknownMethod' });
    ports.client.send({ type: 'call', id: 900, method, params: {} });
    await expect.poll(() => lastError(answers)).toBe('UnknownMethod');
  });

  test.each([
    ['a text', 'call'],
    ['null', null],
    ['an unknown type', { type: 'shout', id: 1 }],
    ['a negative id', { type: 'call', id: -1, method: 'add', params: {} }],
    ['a key too many', { type: 'call', id: 1, method: 'add', params: { a: 1, b: 1 }, admin: true }],
    ['a method that is not text', { type: 'call', id: 1, method: {}, params: {} }],
  ])('a message that is not a call (%s) is answered with an error, and later calls work', async (_name, message) => {
    const { pair: ports, client, answers, calls } = await start();
    ports.client.send(message);
    await expect.poll(() => lastError(answers)).toBe('MalformedMessage');
    expect(calls).toEqual([]);
    await expect(client.call('add', { a: 1, b: 1 })).resolves.toBe(2);
  });

  test('an id that is in use is refused without affecting its first call', async () => {
    const { pair: ports, answers, aborted } = await start();
    ports.client.send({ type: 'call', id: 77, method: 'wait', params: {} });
    ports.client.send({ type: 'call', id: 77, method: 'wait', params: {} });
    await expect.poll(() => lastError(answers)).toBe('MalformedMessage');
    ports.client.send({ type: 'cancel', id: 77 });
    await expect(aborted).resolves.toBe('aborted');
  });

  test('cancelling a call that has ended does nothing', async () => {
    const { pair: ports, client } = await start();
    ports.client.send({ type: 'cancel', id: 12345 });
    await expect(client.call('add', { a: 1, b: 1 })).resolves.toBe(2);
  });

  test('a closed port aborts its calls, rejects pending ones and stops the events', async () => {
    const { pair: ports, client, aborted, listeners } = await start();
    const call = client.call('wait', {});
    const rejected = expect(call).rejects.toMatchObject({ code: 'Disconnected' });
    await client.call('add', { a: 1, b: 1 });
    await ports.close();
    await expect(aborted).resolves.toBe('aborted');
    await rejected;
    await expect(client.call('add', { a: 1, b: 1 })).rejects.toMatchObject({ code: 'Disconnected' });
    expect(listeners.size).toBe(0);
  });

  test('messages of other senders are ignored', async () => {
    const { pair: ports, client, calls } = await start();
    ports.sendAsStranger?.({ type: 'call', id: 5, method: 'add', params: { a: 1, b: 1 } });
    await client.call('count', { to: 1 });
    expect(calls).toEqual([]);
  });
}
