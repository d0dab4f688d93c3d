/** Stop of a run that is not in the queue yet. */
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSilentServer } from '../../testing/silent-server.ts';
import { createQueuedRunCollector } from './queued-run-collector.ts';

let silent: Awaited<ReturnType<typeof startSilentServer>>;
beforeAll(async () => {
  silent = await startSilentServer();
});
afterAll(() => silent.close());

type CollectorParameters = Parameters<typeof createQueuedRunCollector>;

function collectFromSilentServer() {
  const leave = new AbortController();
  const session = {
    run: (id: string, signal: AbortSignal, work: (run: object) => unknown) => work({ id, signal, onEvent() {} }),
    collection: { require: () => Promise.resolve({ name: 'Shop' }) },
    events: { emit() {} },
  } as unknown as CollectorParameters[0];
  const queue = { url: () => Promise.resolve(`redis://127.0.0.1:${silent.port}`) } as CollectorParameters[1];
  const reports = { add: () => 1 } as unknown as CollectorParameters[2];
  const collector = createQueuedRunCollector(session, queue, reports);
  let isSubmitted = false;
  const run = { runId: 'r1', environment: null, folder: '', name: undefined, bail: false };
  const submit = () => {
    isSubmitted = true;
    return Promise.resolve('passed' as const);
  };
  const collecting = collector.collect(run, submit, leave.signal);
  return { collector, collecting, isSubmitted: () => isSubmitted };
}

test.each(['at once', 'while the server is silent'])('a run that is stopped %s is not submitted', async (when) => {
  const { collector, collecting, isSubmitted } = collectFromSilentServer();
  if (when === 'while the server is silent') await once(silent.server, 'connection');
  collector.stop('r1');
  await expect(collecting).rejects.toMatchObject({
    code: 'Cancelled',
    message: expect.stringContaining('stopped') as string,
  });
  expect(isSubmitted()).toBe(false);
});
