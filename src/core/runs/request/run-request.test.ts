/** Errors in one request of a collection, and the limits of what it may send. */
import http from 'node:http';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunEventBody, RunEventOf } from '../../../contract/runs/run-event.ts';
import { emptyScopes } from '../../../contract/scripts/script-context.ts';
import type { LoadedRequest } from '../../collection/files/collection-files.ts';
import { createBodyFilePolicy } from '../../http/body/body-files.ts';
import { listen } from '../../testing/listen.ts';
import { createRunner, type RunOptions } from '../../testing/run.ts';
import { createRequestDefinitions } from '../collection/request-definitions.ts';
import { runRequest, type RequestSettings } from './run-request.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

let runner: ReturnType<typeof createRunner>;
let base = '';
let other = '';
const servers: http.Server[] = [];
const bodies: string[] = [];
async function serve(): Promise<string> {
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      bodies.push(body);
      if (request.url === '/elsewhere') return response.writeHead(302, { location: `${other}/end` }).end();
      return response.end(JSON.stringify(request.headers));
    });
  });
  servers.push(server);
  return `http://127.0.0.1:${await listen(server)}`;
}
const root = temporaryFolder('run-request');
beforeAll(async () => {
  runner = createRunner();
  [base, other] = [await serve(), await serve()];
  writeFileSync(path.join(root, 'inside.txt'), 'inside');
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await runner.sandboxes.close();
});

async function run(
  request: object,
  {
    item = {},
    variables = {},
    settings = {},
    resources,
  }: {
    item?: object;
    variables?: Record<string, unknown>;
    settings?: RequestSettings;
    resources?: RunOptions['resources'];
  } = {},
) {
  const events: RunEventBody[] = [];
  const scopes = { ...emptyScopes(), environment: { values: variables } };
  const loaded = {
    id: 'a.yml',
    name: 'a',
    path: ['c', 'a'],
    defaults: [],
    request,
    ...item,
  } as unknown as LoadedRequest;
  bodies.length = 0;
  const bodyFiles = createBodyFilePolicy({ root });
  const result = await runRequest({
    item: loaded,
    definition: createRequestDefinitions().of(loaded),
    scopes,
    dependencies: runner.dependencies({ resources: { folder: root, bodyFiles, ...resources } }),
    run: { emit: (event) => events.push(event), nextCallId: () => 1 },
    signal: new AbortController().signal,
    settings,
  });
  const of = <T extends RunEventBody['type']>(type: T) =>
    events.filter((event) => event.type === type) as unknown as RunEventOf<T>[];
  return { ...result, of, scopes, answered: of('request.answered') };
}
const get = (more: object = {}) => ({ info: { name: 'a', type: 'http' }, http: { method: 'GET', url: base, ...more } });
const script = (code: string, type = 'before-request') => ({ runtime: { scripts: [{ type, code }] } });

describe('every failure is a failed response, never an exception', () => {
  test.each<[string, object, object]>([
    ['variables that are not a list', { ...get(), runtime: { variables: 'x' } }, {}],
    ['headers that are not a list', get({ headers: 5 }), {}],
    ['a folder whose variables are not a list', get(), { defaults: [{ variables: 7 }] }],
    ['a request without its part about HTTP', { info: { name: 'a', type: 'http' } }, {}],
    ['an authentication whose parts are not texts', get({ auth: { type: 'apikey', key: {}, value: 5 } }), {}],
  ])('%s', async (_title, request, item) => {
    const { outcome, answered, of } = await run(request, { item });
    expect(outcome).toBe('error');
    expect(answered).toHaveLength(1);
    expect(answered[0]?.failure?.message).toMatch(/./);
    expect(of('request.started')).toHaveLength(1);
  });
  test('variables that multiply each other', async () => {
    const variables = Object.fromEntries(Array.from({ length: 22 }, (_, at) => [`v${at}`, `{{v${at + 1}}}`.repeat(4)]));
    const { outcome, answered } = await run(get({ headers: [{ name: 'x', value: '{{v0}}' }] }), { variables });
    expect(outcome).toBe('error');
    expect(answered[0]?.failure).toMatchObject({ code: 'InvalidRequest' });
    expect(answered[0]?.failure?.message).toMatch(/\{\{v\d+\}\}/);
  });
});

describe('a script that throws', () => {
  const scripts = (type: string) => ({
    defaults: [{ scripts: [{ type, code: "throw new Error('of the collection');" }] }],
  });
  const next = (type: string) => script("pm.test('of the request', () => {});", type);
  test.each(['after-response', 'tests'])('%s: the scripts of lower levels run nevertheless', async (type) => {
    const { outcome, of } = await run({ ...get(), ...next(type) }, { item: scripts(type) });
    expect(outcome).toBe('error');
    expect(of('script.error').map(({ error }) => error.message)).toEqual(['of the collection']);
    expect(of('test').map(({ name, state }) => `${name}: ${state}`)).toEqual(['of the request: passed']);
  });
  test('before the request: it is not sent', async () => {
    const { outcome, of, answered } = await run(
      { ...get(), ...next('before-request') },
      { item: scripts('before-request') },
    );
    expect(outcome).toBe('error');
    expect(of('test')).toEqual([]);
    expect(answered).toEqual([]);
    expect(bodies).toEqual([]);
  });
});

describe('files in bodies', () => {
  test('a request sends a file of the workspace, and none from elsewhere', async () => {
    const inside = await run(
      get({
        method: 'POST',
        body: { type: 'file', data: [{ filePath: 'inside.txt', contentType: '', selected: true }] },
      }),
    );
    expect(inside.outcome).toBe('passed');
    expect(bodies).toEqual(['inside']);
    for (const filePath of ['/etc/hostname', '../../etc/hostname']) {
      const { answered } = await run(
        get({ method: 'POST', body: { type: 'file', data: [{ filePath, contentType: '', selected: true }] } }),
      );
      expect(answered[0]?.failure).toMatchObject({ code: 'OutsideWorkspace' });
      expect(bodies).toEqual([]);
    }
  });
  test.each([
    ['file', "{ mode: 'file', file: { src: '/etc/hostname' } }"],
    ['form', "{ mode: 'formdata', formdata: [{ key: 'f', type: 'file', src: '/etc/hostname' }] }"],
  ])('pm.sendRequest sends no %s from elsewhere', async (_mode, body) => {
    const code = `try { await pm.sendRequest({ url: '${base}', method: 'POST', body: ${body} }); }
      catch (error) { console.log(error.message); }
      const answer = await pm.sendRequest({ url: '${base}', method: 'POST', body: { mode: 'file', file: { src: 'inside.txt' } } });
      console.log(answer.code);`;
    const { of } = await run({ ...get(), ...script(code) });
    expect(of('console').map(({ text }) => text)).toEqual([expect.stringMatching(/outside the folder/), '200']);
    expect(bodies).toEqual(['inside', '']);
  });
});

test('a redirect to another origin: the console names the headers that were not sent', async () => {
  const headers = [{ name: 'X-Api-Key', value: 'k' }];
  const send = `await pm.sendRequest({ url: '${base}/elsewhere', header: { 'X-Api-Key': 'k' } });`;
  const { of, exchange } = await run({ ...get({ url: `${base}/elsewhere`, headers }), ...script(send) });
  const text = `The redirect leads to another origin, ${other}. These headers were not sent there: X-Api-Key.`;
  expect(of('console').map((event) => [event.level, event.text, event.from])).toEqual([
    ['warn', text, 'outrigger'],
    ['warn', text, 'outrigger'],
  ]);
  expect(exchange?.body.toString()).not.toContain('x-api-key');
});

test('a timeout beyond the range of timers means no timeout, in settings, on the command line and for scripts', async () => {
  const settings = { timeoutMs: 2 ** 31, scriptTimeoutMs: 2 ** 31 };
  const request = { ...get(), settings: { timeout: 2 ** 31 }, ...script('console.log(1)') };
  const { of: _of, answered, ...typed } = await run(request, { settings });
  expect({ outcome: typed.outcome, status: answered[0]?.status }).toEqual({ outcome: 'passed', status: 200 });
  expect((await run(request)).outcome).toBe('passed');
  expect((await run({ ...request, settings: { timeout: 1e15 } })).outcome).toBe('passed');
});

test('an error of a script names the script and its level, and the number of lines before it', async () => {
  const throws = (message: string, type: string) => ({ type, code: `\nthrow new Error('${message}');` });
  const places = async (item: object, request: object = {}) => {
    const { of } = await run({ ...get(), ...request }, { item });
    return of('script.error').map(({ script: place, error }) => ({ ...place, line: error.line }));
  };
  const id = 'users/admin/a.yml';
  const levels = (at: number, type: string) => ({
    id,
    defaults: [0, 1, 2].map((level) => ({ scripts: level === at ? [throws('x', type)] : [] })),
  });
  expect(await places(levels(0, 'before-request'))).toEqual([{ id: '', kind: 'pre-request', linesBefore: 0, line: 2 }]);
  expect(await places(levels(1, 'before-request'))).toMatchObject([{ id: 'users' }]);
  expect(await places(levels(2, 'after-response'))).toMatchObject([{ id: 'users/admin', kind: 'post-response' }]);
  const scripts = [throws('x', 'tests'), { type: 'after-response', code: '1;\n2;' }];
  expect(await places({ id }, { runtime: { scripts } })).toEqual([
    { id, kind: 'post-response', linesBefore: 2, line: 2 },
  ]);
});
