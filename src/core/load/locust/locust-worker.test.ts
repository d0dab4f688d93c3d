/** A worker without a master; with masters it is tested in src/cli/load/load-worker.test.ts. */
import { pack, unpack } from 'msgpackr';
import { expect, test } from 'vitest';
import { Router } from 'zeromq';
import { freePort } from '../../testing/free-port.ts';
import { createLocustWorker, type LocustWorkerOptions } from './locust-worker.ts';

async function worker(masterMissingMs: number, more: Partial<LocustWorkerOptions> = {}) {
  const notices: string[] = [];
  const url = `tcp://127.0.0.1:${await freePort()}`;
  const { serve } = createLocustWorker({
    url,
    thinkMs: 0,
    iterate: () => Promise.resolve(),
    onNotice: (text) => notices.push(text),
    masterMissingMs,
    ...more,
  });
  return { serve, notices, url };
}

test('without a master it reports what it waits for, and ends with an explanation', async () => {
  const { serve, notices } = await worker(300);
  await expect(serve(new AbortController().signal)).rejects.toMatchObject({
    code: 'QueueUnreachable',
    remedy: 'Check the address with --load, and whether the master runs.',
  });
  expect(notices).toEqual([expect.stringContaining('Waiting for the Locust master')]);
});

test('it can be stopped while it waits for a master', async () => {
  const { serve } = await worker(600_000);
  const stop = new AbortController();
  const served = serve(stop.signal);
  stop.abort();
  await served;
});

/** The connection stays open, as with a master that hangs: only the missing heartbeats show it. */
test('a worker leaves a master that answers no heartbeat, and connects again under a new name', async () => {
  let running = 0;
  const iterate = async (signal: AbortSignal) => {
    running += 1;
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    running -= 1;
  };
  const { serve, notices, url } = await worker(60_000, { iterate, masterSilentMs: 300 });
  const master = new Router();
  await master.bind(url);
  const stop = new AbortController();
  const served = serve(stop.signal);
  const next = async (expectedType: string) => {
    for (;;) {
      const [id = '', bytes = Buffer.alloc(0)] = await master.receive();
      const [type] = unpack(bytes) as [string];
      if (type === expectedType) return id;
    }
  };
  const sendMessage = (id: Buffer | string, type: string, data: unknown) =>
    master.send([id, pack([type, data, id.toString()])]);
  const spawn = { timestamp: 1, user_classes_count: { Users: 2 }, stop_timeout: 0 };
  try {
    const first = await next('client_ready');
    await sendMessage(first, 'ack', { index: 0 });
    await sendMessage(first, 'spawn', spawn);
    await expect.poll(() => running).toBe(2);
    await sendMessage(first, 'heartbeat', null);
    await expect.poll(() => notices).toContainEqual(expect.stringContaining('no longer answers: users are stopped'));
    await expect.poll(() => running).toBe(0);
    const second = await next('client_ready');
    expect(second.toString()).not.toBe(first.toString());
    await sendMessage(second, 'spawn', spawn);
    await expect.poll(() => running).toBe(2);
    await sendMessage(second, 'reconnect', null);
    const third = await next('client_ready');
    expect(third.toString()).not.toBe(second.toString());
    expect(notices).toContainEqual(expect.stringContaining('asks for a new connection'));
    await expect.poll(() => running).toBe(0);
  } finally {
    stop.abort();
    await served;
    master.close();
  }
});
