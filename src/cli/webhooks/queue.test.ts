/** Receiving from the queue of an account on the command line. Needs `npm run build` first. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exampleFor } from '../../core/providers/messaging/recognition/recognize.ts';
import { startSimulator, type Simulator } from '../../core/providers/messaging/simulator/simulator.ts';
import { temporaryFolder } from '../../core/testing/temporary-folder.ts';

const bin = path.join(import.meta.dirname, '../../../bin/outrigger.cjs');
let folder: string;
let simulator: Simulator;
const ending: (() => unknown)[] = [];
beforeEach(async () => {
  folder = temporaryFolder('queue');
  simulator = await startSimulator({ speed: 600 });
});
afterEach(async () => {
  for (const end of ending.splice(0)) end();
  await simulator.close();
});

function start(args: string[], variables: NodeJS.ProcessEnv = {}) {
  const env = { PATH: process.env['PATH'], OUTRIGGER_CONFIG_DIR: path.join(folder, 'config'), ...variables };
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (printed.out += String(chunk)));
  child.stderr.on('data', (chunk) => (printed.err += String(chunk)));
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  ending.push(() => child.kill('SIGKILL'));
  return { child, printed, code };
}
const account = () => ({
  OUTRIGGER_ACCOUNT_API_URL: simulator.url,
  OUTRIGGER_ACCOUNT_ID_INSTANCE: simulator.idInstance,
  OUTRIGGER_ACCOUNT_TOKEN: simulator.apiTokenInstance,
});
function accountFile(name: string, text: string): string {
  writeFileSync(path.join(folder, name), text);
  return name;
}
function script(text: string): string {
  writeFileSync(path.join(folder, 'wait.js'), text);
  return 'wait.js';
}
const waiting = 'const got = await pm.webhooks.waitFor({}, { timeout: 20_000 }); console.log(got.kind);';

test('a script waits for a notification from the queue, without a listener', async () => {
  simulator.notify(exampleFor('incoming_poll'));
  const run = start(['run', script(waiting), '--queue'], account());
  expect(await run.code, run.printed.err).toBe(0);
  expect(run.printed.out).toContain('incoming_poll');
  expect(run.printed.out + run.printed.err).not.toContain(simulator.apiTokenInstance);
  expect(simulator.waiting()).toBe(0);
});

test('a refusal of the service ends the wait with an explanation', async () => {
  const run = start(['run', script(waiting), '--queue'], { ...account(), OUTRIGGER_ACCOUNT_TOKEN: 'wrong-token' });
  expect(await run.code).toBe(1);
  expect(run.printed.out + run.printed.err).toContain('The token is wrong');
});

test('the timeout of a wait says that the queue cannot be reached', async () => {
  const run = start(['run', script('await pm.webhooks.waitFor({ a: 1 }, 2000);'), '--queue'], {
    ...account(),
    OUTRIGGER_ACCOUNT_API_URL: 'http://127.0.0.1:1',
  });
  expect(await run.code).toBe(1);
  expect(run.printed.out).toMatch(
    /No notification matched .* None arrived\.\s+The queue of the account is not received: .*ECONNREFUSED/,
  );
  expect(run.printed.out).not.toContain('the address of the listener');
});

test('with the queue there is no address', async () => {
  const run = start(['run', script('console.log(await pm.webhooks.url);'), '--queue'], account());
  expect(await run.code).toBe(1);
  expect(run.printed.out).toContain('there is no address to send them to');
});

test.each([
  ['JSON', () => JSON.stringify({ ...accountValues(), mediaUrl: simulator.url })],
  [
    'lines',
    () =>
      Object.entries(accountValues())
        .map(([name, value]) => `${name}=${value}`)
        .join('\n'),
  ],
])('listen receives with the account in a file: %s', async (_name, text) => {
  const listen = start(['listen', '--json', '--account-file', accountFile('account', text())]);
  simulator.notify(exampleFor('swe002'));
  await vi.waitFor(() => expect(listen.printed.out, listen.printed.err).toContain('"code":"SWE002"'), 20_000);
  listen.child.kill('SIGTERM');
  expect(await listen.code).toBe(0);
  await vi.waitFor(() => expect(simulator.waiting()).toBe(0));
});
const accountValues = () => ({
  apiUrl: simulator.url,
  idInstance: simulator.idInstance,
  apiTokenInstance: simulator.apiTokenInstance,
});

test('listen ends with an explanation when the service refuses', async () => {
  const listen = start(['listen', '--queue'], { ...account(), OUTRIGGER_ACCOUNT_ID_INSTANCE: '1' });
  expect(await listen.code).not.toBe(0);
  expect(listen.printed.err).toContain('The instance is not known at this address');
});

test.each([
  [{}, 'has no idInstance'],
  [{ OUTRIGGER_ACCOUNT_ID_INSTANCE: '1' }, 'has no apiTokenInstance'],
  [{ OUTRIGGER_ACCOUNT_ID_INSTANCE: 'one', OUTRIGGER_ACCOUNT_TOKEN: 't' }, 'is not a number'],
  [
    { OUTRIGGER_ACCOUNT_ID_INSTANCE: '1', OUTRIGGER_ACCOUNT_TOKEN: 't', OUTRIGGER_ACCOUNT_API_URL: 'file:///x' },
    'is not an address',
  ],
])('an incomplete account is refused: %j', async (env, words) => {
  const listen = start(['listen', '--queue'], env);
  expect(await listen.code).toBe(2);
  expect(listen.printed.err).toContain(words);
});

test('a damaged account file is refused without printing its content', async () => {
  const listen = start(['listen', '--account-file', accountFile('account', '{"apiTokenInstance":"very-secret"')]);
  expect(await listen.code).toBe(2);
  expect(listen.printed.err).toContain('is not JSON');
  expect(listen.printed.err).not.toContain('very-secret');
});

test('a wrong option refers to the help of its own command', async () => {
  const listen = start(['listen', '--port', '99999']);
  expect(await listen.code).toBe(2);
  expect(listen.printed.err).toContain('(outrigger listen --help lists the options)');
  const refusedCommand = start(['listen', '--queue', '--port', '1']);
  expect(await refusedCommand.code).toBe(2);
  expect(refusedCommand.printed.err).toMatch(/--queue.*cannot be used with.*--port/);
});
