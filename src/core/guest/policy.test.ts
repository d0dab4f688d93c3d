/** What a script may request, by method and situation. The result is an error of this code, or this text. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pLimit from 'p-limit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GuestMethod } from '../../contract/scripts/guest-contract.ts';
import type { RunEventBody } from '../../contract/runs/run-event.ts';
import { emptyScopes } from '../../contract/scripts/script-context.ts';
import { createCookieJar } from '../http/cookies/cookie-jar.ts';
import { createHttpClient } from '../http/http-client.ts';
import { noTokens } from '../http/oauth2/oauth2.ts';
import { openSecretStore } from '../platform/secrets/secret-store.ts';
import { createReaper } from '../processes/ending/reaper.ts';
import { readText } from '../session/files/workspace-files.ts';
import { startEchoServer, type EchoServer } from '../testing/echo-server.ts';
import { createBodies } from './bodies.ts';
import { createGuestHandlers } from './guest-api.ts';
import type { GuestEnvironment } from './guest-environment.ts';
import type { GuestResources, Vault } from './resources.ts';
import { createScriptCalls } from './script-calls.ts';
import { createVault } from './vault.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const http = createHttpClient();
const reaper = createReaper();
let echo: EchoServer;
beforeAll(async () => {
  echo = await startEchoServer();
});
afterAll(async () => {
  echo.close();
  await http.close();
  reaper.close();
});

const outside = temporaryFolder('policy-outside');
const folder = temporaryFolder('policy');
mkdirSync(path.join(folder, 'programs'));
writeFileSync(path.join(folder, 'inside.js'), 'inside');
writeFileSync(path.join(outside, 'secret.txt'), 'secret');
symlinkSync(path.join(outside, 'secret.txt'), path.join(folder, 'link.txt'));
symlinkSync(outside, path.join(folder, 'linked'));
symlinkSync(path.join(outside, 'none'), path.join(folder, 'dangling.txt'));
symlinkSync(path.join(folder, 'inside.js'), path.join(folder, 'link-inside.js'));
writeFileSync(path.join(folder, 'programs/hello.sh'), 'echo hello');
symlinkSync(path.join(outside, 'secret.txt'), path.join(folder, 'programs/out.sh'));

const bare = (): GuestResources => ({ http, jar: createCookieJar(), tokens: noTokens() });
async function vaultThat(allows: boolean): Promise<Vault> {
  const file = path.join(temporaryFolder('policy-vault'), 'secrets.json');
  const store = await openSecretStore(file, () => undefined);
  await store.of({ workspace: 'w', purpose: 'vault' }).set('key', 'stored');
  return createVault({ store, workspace: 'w', onSecret: () => undefined, ask: () => Promise.resolve(allows) });
}

interface Situation {
  resources?: Partial<GuestResources>;
  consent?: boolean;
  programs?: string;
  runRequest?: GuestEnvironment['runRequest'];
  /** The run was stopped before the call. */
  stopped?: boolean;
}
const workspace = { folder, readFile: async (file: string) => (await readText(file)).content };
const situations: Record<string, () => Promise<Situation> | Situation> = {
  'no workspace': () => ({}),
  'a workspace': () => ({ resources: workspace }),
  'a workspace, consent refused': () => ({ resources: workspace, consent: false }),
  'no programs directory': () => ({ resources: workspace, programs: path.join(folder, 'none') }),
  'vault allowed': async () => ({ resources: { vault: await vaultThat(true) } }),
  'vault denied': async () => ({ resources: { vault: await vaultThat(false) } }),
  'a collection': () => ({ runRequest: () => Promise.resolve(null) }),
  'a stopped run': async () => ({
    resources: { ...workspace, vault: await vaultThat(true) },
    runRequest: () => Promise.resolve(null),
    stopped: true,
  }),
};

async function ask(
  situation: Situation,
  method: string,
  params: unknown,
): Promise<{ answer: string; events: string[] }> {
  const stop = new AbortController();
  if (situation.stopped) stop.abort();
  const events: RunEventBody[] = [];
  const environment: GuestEnvironment = {
    resources: { ...bare(), ...situation.resources },
    caller: { script: 'a.js', request: [], kind: 'script' },
    programs: {
      runId: 'r1',
      directory: situation.programs ?? path.join(folder, 'programs'),
      jarExecuter: '',
      env: process.env,
      authorize: () => Promise.resolve(situation.consent ?? true),
      inTurn: pLimit(1),
    },
    reaper,
    scopes: { ...emptyScopes(), environment: { values: { name: 'value' }, secrets: ['token'] } },
    bodies: createBodies(),
    runRequest: situation.runRequest,
    emit: (event) => events.push(event),
    nextCallId: () => 1,
    lendTurn: () => () => undefined,
  };
  const calls = createScriptCalls((signal) => createGuestHandlers(environment, signal), stop.signal);
  const reply = await calls.callSync({ method, params });
  await calls.end();
  return {
    answer: reply.ok ? (reply.value ?? Buffer.from(reply.utf8).toString()) : `error ${String(reply.error['code'])}`,
    events: events.map(({ type }) => type),
  };
}

const hello = { file: 'hello.sh', args: [], options: {} };
const key = { name: 'key' };
const rows: [method: GuestMethod, params: unknown, situation: string, answer: string | RegExp][] = [
  ['files.read', { path: 'inside.js' }, 'a workspace', 'inside'],
  ['files.read', { path: 'none/../inside.js' }, 'a workspace', 'inside'],
  ['files.read', { path: path.join(folder, 'inside.js') }, 'a workspace', 'inside'],
  ['files.read', { path: 'link-inside.js' }, 'a workspace', 'inside'],
  ['files.read', { path: 'inside.js' }, 'no workspace', 'error Unsupported'],
  ['files.read', { path: path.join(folder, 'inside.js') }, 'no workspace', 'error Unsupported'],
  ['files.read', { path: 'inside.js' }, 'a stopped run', /^error/],
  ['files.read', { path: '../secret.txt' }, 'a workspace', 'error OutsideWorkspace'],
  ['files.read', { path: path.join(outside, 'secret.txt') }, 'a workspace', 'error OutsideWorkspace'],
  ['files.read', { path: 'link.txt' }, 'a workspace', 'error OutsideWorkspace'],
  ['files.read', { path: 'linked/secret.txt' }, 'a workspace', 'error OutsideWorkspace'],
  ['files.read', { path: 'linked/../../secret.txt' }, 'a workspace', 'error OutsideWorkspace'],
  ['files.read', { path: 'dangling.txt' }, 'a workspace', 'error OutsideWorkspace'],
  ['files.read', { path: '' }, 'a workspace', 'error OutsideWorkspace'],
  ['files.read', { path: 'a\0b' }, 'a workspace', 'error OutsideWorkspace'],
  ['files.read', { path: 7 }, 'a workspace', 'error InvalidCall'],
  ['packages.read', { name: 'npm:ms@2.1.3' }, 'a workspace', 'error PackageNotAdded'],
  ['packages.read', { name: 'npm:../../secret' }, 'a workspace', 'error InvalidParams'],
  ['packages.read', { name: 'npm:ms@2.1.3' }, 'no workspace', 'error Unsupported'],
  ['packages.read', { name: 'npm:ms@2.1.3' }, 'a stopped run', /^error/],
  ['packages.read', { name: 7 }, 'a workspace', 'error InvalidCall'],
  ['vault.get', key, 'no workspace', 'error Unsupported'],
  ['vault.get', key, 'vault allowed', '"stored"'],
  ['vault.get', { name: 'none' }, 'vault allowed', ''],
  ['vault.get', key, 'vault denied', 'error NotAllowed'],
  ['vault.set', { name: 'key', value: 'x' }, 'vault allowed', ''],
  ['vault.set', { name: 'key', value: 'x'.repeat(1_000_001) }, 'vault allowed', 'error InvalidCall'],
  ['vault.set', { name: 'key', value: 'x' }, 'vault denied', 'error NotAllowed'],
  ['vault.unset', key, 'vault denied', 'error NotAllowed'],
  ['vault.get', key, 'a stopped run', /^error/],
  ['vault.set', { name: 'key', value: 'x' }, 'a stopped run', /^error/],
  ['webhooks.list', { after: 0 }, 'no workspace', 'error Unsupported'],
  ['webhooks.next', { after: 0, waitMs: 1 }, 'a workspace', 'error Unsupported'],
  ['webhooks.waited', { id: 1 }, 'no workspace', ''],
  ['webhooks.verify', { id: 1, options: {} }, 'no workspace', 'error Unsupported'],
  ['webhooks.url', {}, 'a stopped run', /^error/],
  ['requests.run', { request: 'b', variables: {}, changes: {} }, 'no workspace', 'error NoCollection'],
  ['requests.run', { request: 'b', variables: {}, changes: {} }, 'a collection', 'null'],
  ['requests.run', { request: 'b', variables: {}, changes: {} }, 'a stopped run', /^error/],
  ['programs.execute', hello, 'a workspace', 'hello'],
  ['programs.executeAsync', hello, 'a workspace', 'hello'],
  ['programs.execute', hello, 'no programs directory', 'error ProgramsDirectoryNotFound'],
  ['programs.execute', hello, 'a workspace, consent refused', 'error NotAllowed'],
  ['programs.execute', { ...hello, file: '../inside.js' }, 'a workspace', 'error OutsideProgramsDirectory'],
  ['programs.execute', { ...hello, file: 'out.sh' }, 'a workspace', 'error OutsideProgramsDirectory'],
  ['programs.execute', { ...hello, file: '/bin/sh' }, 'a workspace', 'error OutsideProgramsDirectory'],
  ['programs.execute', hello, 'a stopped run', /^error/],
  ['http.send', { request: { url: 'ECHO/get', method: 'GET' } }, 'no workspace', /"code":200/],
  ['http.send', { request: { url: 'ECHO/get', method: 'GET' } }, 'a stopped run', /^error/],
  ['http.send', { request: { url: 'file:///etc/hosts', method: 'GET' } }, 'a workspace', 'error InvalidRequest'],
  [
    'http.send',
    { request: { url: 'ECHO/get', method: 'GET', header: Array(10_001).fill({ key: 'a', value: 'b' }) } },
    'a workspace',
    'error InvalidRequest',
  ],
  ['scopes.get', { scope: 'environment', name: 'name' }, 'no workspace', '"value"'],
  ['scopes.get', { scope: 'environment', name: '__proto__' }, 'no workspace', ''],
  ['scopes.get', { scope: 'admin', name: 'name' }, 'no workspace', 'error InvalidCall'],
  ['scopes.all', { scope: 'environment' }, 'no workspace', '{"name":"value"}'],
  ['scopes.secret', { scope: 'environment', name: 'token', value: 'x' }, 'no workspace', ''],
  ['scopes.secret', { scope: 'environment', name: 'name', value: 'x' }, 'no workspace', 'error InvalidCall'],
  ['scopes.secret', { scope: 'globals', name: 'token', value: 'x' }, 'no workspace', 'error InvalidCall'],
  ['bodies.text', { id: 0 }, 'no workspace', 'error Internal'],
  ['bodies.bytes', { id: -1 }, 'no workspace', 'error Internal'],
  ['bodies.file', {}, 'no workspace', 'null'],
  ['random.bytes', { count: 65_537 }, 'no workspace', 'error InvalidCall'],
  ['random.bytes', { count: 3 }, 'no workspace', /^[\w+/]{4}$/],
  ['cookies.set', { url: 'http://a.test/', cookie: 'a=1' }, 'no workspace', /"name":"a"/],
  ['cookies.list', { url: 'http://a.test/' }, 'no workspace', '[]'],
  ['cookies.unset', { url: 'http://a.test/', name: 'a' }, 'no workspace', ''],
  ['cookies.clear', { url: 'http://a.test/' }, 'no workspace', ''],
];

test.each(rows)('%s %j with %s', async (method, params, name, expected) => {
  const situation = await situations[name]?.();
  const resolvedParams = JSON.parse(JSON.stringify(params).replace('ECHO', echo.url)) as unknown;
  const { answer, events } = await ask(situation ?? {}, method, resolvedParams);
  if (typeof expected === 'string') expect(answer).toBe(expected);
  else expect(answer).toMatch(expected);
  if (situation?.stopped) expect(events).not.toContain('program.started');
});

test('every method has a row', async () => {
  const { guestCalls } = await import('../../contract/scripts/guest-contract.ts');
  expect([...new Set(rows.map(([method]) => method))].sort()).toEqual(Object.keys(guestCalls).sort());
});
