/** `{{vault:name}}` in a request is a secret of `pm.vault`, as in Postman. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyScopes } from '../../../contract/scripts/script-context.ts';
import type { LoadedRequest } from '../../collection/files/collection-files.ts';
import { createVault } from '../../guest/vault.ts';
import { openSecretStore, type SecretStore } from '../../platform/secrets/secret-store.ts';
import { listen } from '../../testing/listen.ts';
import { createRunner } from '../../testing/run.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createRequestDefinitions } from '../collection/request-definitions.ts';
import { runRequest } from './run-request.ts';

let runner: ReturnType<typeof createRunner>;
let store: SecretStore;
let base = '';
const received: (string | undefined)[] = [];
const askedNames: string[] = [];
const masked: string[] = [];
const other = http.createServer((request, response) => {
  received.push(request.headers['x-custom'] as string | undefined, request.headers['x-plain'] as string | undefined);
  response.end('{}');
});
const server = http.createServer((request, response) => {
  if (request.url === '/elsewhere') {
    response.writeHead(307, { location: `http://127.0.0.1:${(other.address() as AddressInfo).port}/` }).end();
    return;
  }
  received.push(request.headers.authorization, request.url);
  response.end('{}');
});

beforeAll(async () => {
  runner = createRunner();
  await listen(other);
  base = `http://127.0.0.1:${await listen(server)}`;
  store = await openSecretStore(path.join(temporaryFolder('vault-in-requests'), 'secrets.json'), () => undefined);
  await store.of({ workspace: 'w', purpose: 'vault' }).set('api-key', 'stored-secret');
});
afterAll(async () => {
  server.close();
  other.close();
  await runner.sandboxes.close();
});

const openVault = (isAllowed: boolean) =>
  createVault({
    store,
    workspace: 'w',
    onSecret: (_name, value) => void masked.push(value),
    ask: (name) => (askedNames.push(name), Promise.resolve(isAllowed)),
  });

async function send(text: string, isAllowed: boolean, variables: Record<string, string> = {}, http: object = {}) {
  received.length = 0;
  askedNames.length = 0;
  const vault = openVault(isAllowed);
  const auth = { type: 'bearer', token: text };
  const info = { name: 'a', type: 'http' };
  const request = { info, http: { method: 'GET', url: `${base}/?v=${text}`, auth, ...http } };
  const item = { id: 'a.yml', name: 'a', path: ['c', 'a'], defaults: [], request } as unknown as LoadedRequest;
  const { outcome } = await runRequest({
    item,
    definition: createRequestDefinitions().of(item),
    scopes: { ...emptyScopes(), environment: { values: variables, secrets: ['password'] } },
    dependencies: runner.dependencies({ resources: { vault } }),
    run: { emit: () => undefined, nextCallId: () => 1 },
    signal: new AbortController().signal,
    settings: {},
  });
  return outcome;
}

test('nobody is asked about a secret that does not exist; one that is denied is not sent', async () => {
  expect(await send('{{vault:none}}', true)).toBe('passed');
  expect(received).toEqual(['Bearer {{vault:none}}', '/?v={{vault:none}}']);
  expect(askedNames).toEqual([]);
  expect(await send('{{vault:api-key}}', false)).toBe('error');
  expect(received).toEqual([]);
  expect(askedNames).toEqual(['api-key']);
});

test('it is filled in once it is allowed, also in the value of a variable; a variable of the whole name has priority', async () => {
  expect(await send('{{ vault:api-key }}', true)).toBe('passed');
  expect(received).toEqual(['Bearer stored-secret', '/?v=stored-secret']);
  await send('{{key}}', true, { key: '{{vault:api-key}}' });
  expect(received[0]).toBe('Bearer stored-secret');
  await send('{{vault:api-key}}', true, { 'vault:api-key': 'of the environment' });
  expect(received[0]).toBe('Bearer of the environment');
});

const headers = (value: string) => ({
  url: `${base}/elsewhere`,
  headers: [
    { name: 'X-Custom', value },
    { name: 'X-Plain', value: 'plain' },
  ],
});

test('a header with a secret is not sent to another origin, whatever its name is', async () => {
  await send('', true, {}, headers('key {{vault:api-key}}'));
  expect(received).toEqual([undefined, 'plain']);
  await send('', true, { password: 'of the environment', a: '{{password}}' }, headers('{{a}}'));
  expect(received).toEqual([undefined, 'plain']);
  await send('', true, { password: '2' }, headers('v2'));
  expect(received).toEqual(['v2', 'plain']);
});

test('nor is it without the blanks at the ends of the secret, which no header keeps', async () => {
  await send('', true, { password: ' of the environment\n' }, headers('of the environment'));
  expect(received).toEqual([undefined, 'plain']);
});

test('nor is it by a request of a script', async () => {
  received.length = 0;
  const script = `const key = await pm.vault.get('api-key');
    await pm.sendRequest({ url: '${base}/elsewhere', header: { 'X-Custom': 'key ' + key, 'X-Plain': 'plain' } });`;
  const { error } = await runner.run(script, { resources: { vault: openVault(true) } });
  expect(error).toBeUndefined();
  expect(received).toEqual([undefined, 'plain']);
});

test('a secret that a run reads is masked from then on, also where another window has stored it meanwhile', async () => {
  masked.length = 0;
  await send('{{vault:api-key}}', true);
  expect(masked).toContain('stored-secret');
});
