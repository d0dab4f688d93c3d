/** A worker alone; with masters it is tested in src/cli/load-worker.test.ts. */
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createLocustWorker } from './locust-worker.ts';

async function worker(masterMissingMs: number) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const notices: string[] = [];
  const { serve } = createLocustWorker({
    url: `tcp://127.0.0.1:${port}`,
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
