/** What a script changes in one iteration: the next one begins with the request of the file again. */
import http from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyScopes, type ScopeStates } from '../../../contract/scripts/script-context.ts';
import type { RunEvent, RunEventOf } from '../../../contract/runs/run-event.ts';
import type { LoadedRequest } from '../../collection/files/collection-files.ts';
import { createCookieJar } from '../../http/cookies/cookie-jar.ts';
import { listen } from '../../testing/listen.ts';
import { createRunner } from '../../testing/run.ts';
import type { CollectionRun } from './collection-run.ts';
import { runCollection } from './run-collection.ts';

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: http.IncomingHttpHeaders;
  body: string;
}
let runner: ReturnType<typeof createRunner>;
let server: http.Server;
let base = '';
let received: Received[] = [];
beforeAll(async () => {
  runner = createRunner();
  server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { method, url, headers } = request;
      received.push({ method, url, headers, body });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
    });
  });
  base = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await runner.sandboxes.close();
});

type Scripts = { before?: string; after?: string };
const itemOf = (name: string, { before, after }: Scripts, more: object = {}): LoadedRequest =>
  ({
    id: `${name}.yml`,
    name,
    path: ['Shop', name],
    defaults: [
      {
        headers: [{ name: 'X-Inherited', value: '{{inherited}}' }],
        variables: [{ name: 'inherited', value: 'of the file' }],
        auth: { type: 'bearer', token: 'of the folder' },
      },
    ],
    request: {
      info: { name, type: 'http', tags: ['of the file'] },
      http: {
        method: 'POST',
        url: `${base}/${name}/:id?page=1`,
        params: [{ name: 'id', value: '7', type: 'path' }],
        headers: [{ name: 'X-Own', value: 'of the file' }],
        body: { type: 'json', data: '{"a":1}' },
        auth: 'inherit',
        ...more,
      },
      runtime: {
        scripts: [
          ...(before === undefined ? [] : [{ type: 'before-request', code: before }]),
          ...(after === undefined ? [] : [{ type: 'after-response', code: after }]),
        ],
      },
    },
  }) as unknown as LoadedRequest;

async function run(requests: LoadedRequest[], options: Partial<CollectionRun> = {}) {
  received = [];
  const events: RunEvent[] = [];
  const scopes: ScopeStates = emptyScopes();
  const outcome = await runCollection(
    { runId: 'r', name: 'Shop', requests, scopes, iterations: 2, ...options },
    { ...runner.dependencies({ resources: { jar: createCookieJar() } }), onEvent: (event) => events.push(event) },
    new AbortController().signal,
  );
  const of = <T extends RunEvent['type']>(type: T) =>
    events.filter((event) => event.type === type) as unknown as RunEventOf<T>[];
  return { outcome, of, logged: of('console').map(({ text }) => text) };
}

/** A script whose code runs in the first iteration only. */
const inFirst = (code: string) => `if (pm.info.iteration === 0) { ${code} }`;

test.each([
  [
    'a header',
    "pm.request.headers.upsert({ key: 'X-Own', value: 'changed' }); pm.request.headers.add({ key: 'X-New', value: '1' });",
  ],
  ['an inherited header', "pm.request.headers.remove('X-Inherited');"],
  ['the method', "pm.request.method = 'PUT';"],
  ['the address', "pm.request.url = 'http://127.0.0.1:' + pm.request.url.port + '/other';"],
  ['a parameter of the query', "pm.request.url.query.add({ key: 'more', value: '1' });"],
  ['a parameter of the path', "pm.request.url.variables.upsert({ key: 'id', value: '8' });"],
  ['the body', 'pm.request.body.raw = \'{"changed":true}\';'],
  ['the auth', "pm.request.auth = { type: 'noauth' };"],
  ['a list that a script gets', 'pm.request.headers.clear(); pm.execution.location.length = 0;'],
])('%s', async (_, change) => {
  const log = 'console.log(JSON.stringify([pm.request, pm.execution.location]));';
  const scripts = { before: log + inFirst(change), after: log };
  const unchanged = await run([itemOf('a', { before: log, after: log })], { iterations: 1 });
  const [expected] = received;
  const { outcome, logged } = await run([itemOf('a', scripts)]);
  expect(outcome).toBe('passed');
  expect(received).toHaveLength(2);
  expect(received[0]).not.toEqual(expected);
  expect(received[1]).toEqual(expected);
  expect(logged.slice(-2)).toEqual(unchanged.logged);
});

test('the next request that a script names, and the row of data that it changes', async () => {
  const skips = inFirst("pm.execution.setNextRequest('c'); pm.iterationData.unset('row');");
  const shows = 'console.log(pm.iterationData.get("row"));';
  const { logged } = await run(
    [itemOf('a', { before: skips + shows }), itemOf('b', {}), itemOf('c', { after: shows })],
    {
      data: [{ row: 1 }, { row: 2 }],
    },
  );
  expect(received.map(({ url }) => url?.slice(0, 2))).toEqual(['/a', '/c', '/a', '/b', '/c']);
  // The change of a row is not visible to the next request either.
  expect(logged).toEqual(['undefined', '1', '2', '2']);
});

test('variables and cookies continue in order, and each concurrent iteration begins with those of the files', async () => {
  const shows =
    "console.log(pm.collectionVariables.get('inherited'), pm.variables.get('own'), pm.cookies.get('c'), pm.request.headers.get('X-Inherited'));";
  const changes = inFirst(
    "pm.collectionVariables.set('inherited', 'changed'); pm.variables.set('own', 'changed'); await pm.cookies.jar().set(pm.request.url.toString(), 'c', 'changed');",
  );
  const requests = [itemOf('a', { before: shows, after: shows + changes })];
  const first = ['of the file undefined undefined {{inherited}}', 'of the file undefined undefined of the file'];
  expect((await run(requests)).logged).toEqual([
    ...first,
    'changed changed undefined {{inherited}}',
    'changed changed changed changed',
  ]);
  expect((await run(requests, { concurrency: 2 })).logged).toEqual([...first, ...first]);
});

test('a collection variable of the file that a script has removed stays removed', async () => {
  const requests = [
    itemOf('a', {
      before: `console.log(pm.collectionVariables.has('inherited')); ${inFirst("pm.collectionVariables.unset('inherited');")}`,
    }),
  ];
  expect((await run(requests, { iterations: 3 })).logged.filter((text) => /^(true|false)$/.test(text))).toEqual([
    'true',
    'false',
    'false',
  ]);
});
