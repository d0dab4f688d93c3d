/** A worker alone; with masters it is tested in src/cli/load/load-worker.test.ts. */
import { expect, test } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import { createLocustWorker } from './locust-worker.ts';

async function worker(masterMissingMs: number) {
  const notices: string[] = [];
  const { serve } = createLocustWorker({
    url: `tcp://127.0.0.1:${await freePort()}`,
    thinkMs: 0,
    iterate: () => Promise.resolve(),
    onNotice: (text) => notices.push(text),
    masterMissingMs,
  });
  return { serve, notices };
}

test('without a master it says what it waits for, and ends with words', async () => {
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
