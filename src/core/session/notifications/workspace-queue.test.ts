/** Scripts of a workspace wait for notifications from the queue of its account, without a listener. */
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApplication, type Application } from '../../application.ts';
import { configFolder } from '../../platform/files/user-folders.ts';
import { openSecretStore } from '../../platform/secrets/secret-store.ts';
import { exampleFor } from '../../providers/messaging/recognition/recognize.ts';
import { startSimulator, type Simulator } from '../../providers/messaging/simulator/simulator.ts';
import { startSandbox } from '../../sandbox-process/sandbox.ts';
import { createSessionApi, type SessionApi } from '../session-api.ts';
import type { Session } from '../session.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { testFiles } from '../../testing/test-core.ts';

const files = testFiles();
const { signal } = new AbortController();

const notices: string[] = [];
let application: Application;
let simulator: Simulator;
let session: Session;
let api: SessionApi;
beforeEach(async () => {
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('config');
  simulator = await startSimulator({ speed: 600 });
  const sandbox = startSandbox(files, { size: 1, spares: 0, startsLate: true });
  notices.length = 0;
  application = await createApplication({ version: '1.0.0', files, sandbox, onNotice: (text) => notices.push(text) });
  session = await application.openSession(temporaryFolder('queue'), {
    questions: { consent: () => Promise.resolve('once'), vault: () => Promise.resolve(true) },
  });
  api = createSessionApi(session, undefined);
});
afterEach(async () => {
  await application.close();
  await simulator.close();
});
const useAccount = (token = simulator.apiTokenInstance) =>
  api['account.set'](
    { apiUrl: simulator.url, mediaUrl: simulator.url, idInstance: simulator.idInstance, token },
    signal,
  );

test('a wait is refused while there is no source, and served while the queue is one', async () => {
  await expect(session.notifications.forRun().next({ after: 0, waitMs: 1000 }, signal)).rejects.toMatchObject({
    code: 'NotListening',
  });
  await useAccount();
  await api['account.receive']({ on: true }, signal);
  const webhooks = session.notifications.forRun();
  const waiting = webhooks.next({ after: 0, waitMs: 20_000 }, signal);
  simulator.notify(exampleFor('incoming_poll'));
  expect((await waiting).items.map(({ kind }) => kind)).toEqual(['incoming_poll']);
  await expect(webhooks.url()).rejects.toThrow(/no address/);
});

test('a wait ends when the service refuses, and the problem disappears with the account', async () => {
  await useAccount('wrong');
  await api['account.receive']({ on: true }, signal);
  await expect(session.notifications.forRun().next({ after: 0, waitMs: 20_000 }, signal)).rejects.toThrow(
    /The token is wrong/,
  );
  await vi.waitFor(() => expect(session.notifications.queue.status().state).toBe('stopped'));
  expect((await useAccount()).queue).toEqual({ state: 'off', problem: null, received: 0 });
});

test('a wait without a result says why the queue is not received', async () => {
  await useAccount();
  await simulator.close();
  await api['account.receive']({ on: true }, signal);
  await vi.waitFor(() => expect(session.notifications.queue.status().state).toBe('waiting'));
  const page = await session.notifications.forRun().next({ after: 0, waitMs: 50 }, signal);
  expect(page).toMatchObject({ items: [], problem: expect.stringContaining('ECONNREFUSED') as unknown });
  simulator = await startSimulator({ speed: 600 });
});

test('a token that another application has encrypted meanwhile is a notice, and ends nothing', async () => {
  await useAccount();
  await api['account.receive']({ on: true }, signal);
  const cipher = { encrypt: () => Promise.resolve('sealed'), decrypt: () => Promise.resolve('') };
  const desktop = await openSecretStore(path.join(configFolder(), 'secrets.json'), () => undefined, cipher);
  await desktop.of({ workspace: session.root, purpose: 'account' }).set('apiTokenInstance', 'x');
  await session.notifications.queue.stop();
  await vi.waitFor(() =>
    expect(notices).toContainEqual(expect.stringContaining('was encrypted by the desktop application')),
  );
});
