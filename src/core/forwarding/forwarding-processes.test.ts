/** Real processes with one open workspace forward its notifications to one server once, and in order. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, inject, test, vi } from 'vitest';
import type { ForwardingStatus } from '../../contract/webhooks/forwarding-calls.ts';
import { FORWARDED_BY } from './outgoing-webhook.ts';
import { startTarget, type TargetServer } from './testing/target-server.ts';
import { freePort } from '../testing/free-port.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

vi.setConfig({ testTimeout: 180_000 });
const WAIT = { timeout: 60_000, interval: 20 };
let children: ChildProcess[] = [];
let target: TargetServer;
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  await target.close();
});

interface Forwarding {
  child: ChildProcess;
  url: string;
  status: ForwardingStatus | undefined;
  /** Whether it has started a request to the server. */
  sending: boolean;
}
async function start(options: { stateFolder: string; port: number; url: string }): Promise<Forwarding> {
  const argument = JSON.stringify({ ...options, storeThread: inject('storeThread') });
  const program = path.join(inject('testPrograms'), 'forwarding-process.mjs');
  const child = spawn(process.execPath, [program, argument], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const started: Forwarding = { child, url: '', status: undefined, sending: false };
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    Object.assign(started, JSON.parse(line));
  });
  await vi.waitFor(() => expect(started.url).not.toBe(''), WAIT);
  return started;
}
async function startTwo(url: string): Promise<[Forwarding, Forwarding]> {
  const stateFolder = temporaryFolder('forwarding');
  const port = await freePort();
  return [await start({ stateFolder, port, url }), await start({ stateFolder, port, url })];
}
async function kill({ child }: Forwarding): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
const send = (to: string, count: number) => fetch(to, { method: 'POST', body: String(count) });
const bodies = () => target.received.map(({ body }) => Number(body.toString()));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const identities = () =>
  new Set(target.received.map(({ rawHeaders }) => rawHeaders[rawHeaders.indexOf(FORWARDED_BY) + 1]));

test('two processes that forward send each notification once, in order, and name themselves alike', async () => {
  target = await startTarget();
  const [first, second] = await startTwo(target.url);
  for (const count of upTo(40)) await send(first.url, count);
  await vi.waitFor(() => {
    expect([first.status?.waiting, second.status?.waiting]).toEqual([0, 0]);
    expect((first.status?.answered ?? 0) + (second.status?.answered ?? 0)).toBe(40);
  }, WAIT);
  expect(bodies()).toEqual(upTo(40));
  expect(identities().size).toBe(1);
});

test('when the process that retries is killed, the other one continues with what was not sent', async () => {
  target = await startTarget();
  const { port, url } = target;
  const [first, second] = await startTwo(url);
  await send(first.url, 1);
  // Closed earlier, the server could leave the first request without a response.
  await vi.waitFor(() => expect([first.status?.waiting, second.status?.waiting]).toEqual([0, 0]), WAIT);
  expect(bodies()).toEqual([1]);
  await target.close();
  for (const count of [2, 3, 4]) await send(first.url, count);
  await vi.waitFor(() => {
    expect([first.status?.waiting, second.status?.waiting]).toEqual([3, 3]);
    expect([first.status?.problem, second.status?.problem].filter(Boolean)).toHaveLength(1);
  }, WAIT);
  const retryingProcess = first.status?.problem ? first : second;
  retryingProcess.child.kill('SIGKILL');
  target = await startTarget(undefined, port);
  await vi.waitFor(() => expect(bodies()).toEqual([2, 3, 4]), WAIT);
});

/** A server that leaves the first request without a response, as when its sender is killed. */
const silentAtFirst = () =>
  startTarget((_request, response, count) => {
    if (count > 1) response.end('taken');
  });

test('a notification that a killed process had begun to send is sent by the other one, before later ones', async () => {
  target = await silentAtFirst();
  const [first, second] = await startTwo(target.url);
  await send(first.url, 1);
  await vi.waitFor(() => expect(bodies()).toEqual([1]), WAIT);
  await send(first.url, 2);
  await vi.waitFor(() => expect([first.status?.waiting, second.status?.waiting]).toEqual([2, 2]), WAIT);
  const sending = first.sending ? first : second;
  expect(sending.sending).toBe(true);
  sending.child.kill('SIGKILL');
  await vi.waitFor(() => expect(bodies()).toEqual([1, 1, 2]), WAIT);
});

test('a notification that a killed process had begun to send is sent by the next process that forwards to the same server', async () => {
  target = await silentAtFirst();
  const stateFolder = temporaryFolder('forwarding');
  const options = { stateFolder, port: await freePort(), url: target.url };
  const killed = await start(options);
  await send(killed.url, 1);
  await vi.waitFor(() => expect(bodies()).toEqual([1]), WAIT);
  await kill(killed);

  const next = await start(options);
  await vi.waitFor(() => expect(bodies()).toEqual([1, 1]), WAIT);
  await send(next.url, 2);
  await vi.waitFor(() => expect(next.status).toMatchObject({ waiting: 0, answered: 2 }), WAIT);
  expect(bodies()).toEqual([1, 1, 2]);
});

test('notifications that waited in a killed process are sent once by the next process that forwards to the same server', async () => {
  target = await startTarget();
  const { port } = target;
  const stateFolder = temporaryFolder('forwarding');
  const options = { stateFolder, port: await freePort(), url: target.url };
  const killed = await start(options);
  await send(killed.url, 1);
  await vi.waitFor(() => expect(killed.status).toMatchObject({ waiting: 0, answered: 1 }), WAIT);
  await target.close();
  for (const count of [2, 3, 4]) await send(killed.url, count);
  await vi.waitFor(() => expect(killed.status?.waiting).toBe(3), WAIT);
  await kill(killed);

  target = await startTarget(undefined, port);
  const next = await start(options);
  await vi.waitFor(() => expect(next.status).toMatchObject({ waiting: 0, answered: 3 }), WAIT);
  await kill(next);
  const last = await start(options);
  await send(last.url, 5);
  await vi.waitFor(() => expect(last.status).toMatchObject({ waiting: 0, answered: 1 }), WAIT);
  expect(bodies()).toEqual([2, 3, 4, 5]);
});

test('notifications that one process no longer forwards still wait in another one, also when that is killed', async () => {
  target = await startTarget();
  const { port, url } = target;
  await target.close();
  const stateFolder = temporaryFolder('forwarding');
  const options = { stateFolder, port: await freePort(), url };
  const [first, second] = [await start(options), await start(options)];
  for (const count of [1, 2, 3]) await send(first.url, count);
  await vi.waitFor(() => expect([first.status?.waiting, second.status?.waiting]).toEqual([3, 3]), WAIT);
  second.child.stdin?.write('off\n');
  await vi.waitFor(() => expect(second.status).toMatchObject({ on: false, waiting: 0 }), WAIT);
  await kill(first);

  target = await startTarget(undefined, port);
  const next = await start({ ...options, port: await freePort() });
  await vi.waitFor(() => expect(next.status).toMatchObject({ waiting: 0, answered: 3 }), WAIT);
  expect(bodies()).toEqual([1, 2, 3]);
});

test('switching off also discards what waited in a killed process', async () => {
  target = await startTarget();
  const { port, url } = target;
  await target.close();
  const stateFolder = temporaryFolder('forwarding');
  const options = { stateFolder, port: await freePort(), url };
  const killed = await start(options);
  await send(killed.url, 1);
  await vi.waitFor(() => expect(killed.status?.waiting).toBe(1), WAIT);
  await kill(killed);
  const next = await start(options);
  await vi.waitFor(() => expect(next.status).toMatchObject({ waiting: 1 }), WAIT);
  next.child.stdin?.write('off\n');
  await vi.waitFor(() => expect(next.status).toMatchObject({ on: false, waiting: 0 }), WAIT);
  await kill(next);

  target = await startTarget(undefined, port);
  const last = await start(options);
  await send(last.url, 2);
  await vi.waitFor(() => expect(last.status).toMatchObject({ waiting: 0, answered: 1 }), WAIT);
  expect(bodies()).toEqual([2]);
});
