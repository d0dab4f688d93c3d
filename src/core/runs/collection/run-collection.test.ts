/** Collections on disk and a real server: scripts of every level, variables, auth, order. */
import http from 'node:http';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { foldRuns, newRun } from '../../../contract/runs/fold-run.ts';
import type { ReportRequest } from '../../../contract/runs/report.ts';
import { countReport, foldReport, hasFailed, newReport, outermostCaller } from '../../../contract/runs/fold-report.ts';
import { runEvent, type RunEvent, type RunEventBody, type RunEventOf } from '../../../contract/runs/run-event.ts';
import { emptyScopes } from '../../../contract/scripts/script-context.ts';
import { listen } from '../../testing/listen.ts';
import { createRunner } from '../../testing/run.ts';
import { loadCollection } from '../../collection/files/collection-files.ts';
import { findSandboxRuntime } from '../../processes/find-runtime.ts';
import { createSandboxPool } from '../../sandbox-process/pool/sandbox-pool.ts';
import { formatReport } from '../reports/reports.ts';
import { runCollection } from './run-collection.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

let runner: ReturnType<typeof createRunner>;
let server: http.Server;
let base = '';
const receivedRequests: { method: string; url: string; headers: http.IncomingHttpHeaders; body: string }[] = [];
beforeAll(async () => {
  runner = createRunner();
  server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      receivedRequests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      const status = Number(new URL(request.url ?? '/', 'http://x').searchParams.get('status') ?? 200);
      response.writeHead(status, { 'content-type': 'application/json', 'set-cookie': 'session=abc; Path=/' });
      response.end(JSON.stringify({ echoed: body, token: 'from server' }));
    });
  });
  base = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await runner.sandboxes.close();
});

/** Writes files into a new folder; BASE is replaced by the address of the server. */
function folderOf(files: Record<string, string>): string {
  const root = temporaryFolder('collection');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text.replaceAll('BASE', base));
  }
  return root;
}
const simple = (name: string, seq: number, script = '', url = `BASE/${name}`) => `info:
  name: ${name}
  type: http
  seq: ${seq}
http:
  method: GET
  url: ${url}
  auth: inherit
${script ? `runtime:\n  scripts:\n${script}` : ''}`;
const script = (type: string, code: string) =>
  `    - type: ${type}\n      code: |\n        ${code.split('\n').join('\n        ')}\n`;

async function run(target: string, options: { bail?: boolean; signal?: AbortSignal } = {}) {
  receivedRequests.length = 0;
  const loaded = await loadCollection(target);
  const events: RunEvent[] = [];
  const scopes = emptyScopes();
  const outcome = await runCollection(
    { runId: 'r', name: loaded.name, requests: loaded.requests, scopes, bail: options.bail ?? false },
    { ...runner.dependencies({}), onEvent: (event) => events.push(event) },
    options.signal ?? new AbortController().signal,
  );
  const of = <T extends RunEventBody['type']>(type: T) =>
    events.filter((event) => event.type === type) as unknown as RunEventOf<T>[];
  return { outcome, events, of, scopes, loaded, requested: receivedRequests.map(({ url }) => url) };
}

test('scripts of collection, folder and request run in this order; their changes are sent', async () => {
  const root = folderOf({
    'opencollection.yml': `opencollection: 1.0.0
info:
  name: Shop
request:
  headers:
    - name: X-Client
      value: outrigger
  auth:
    type: bearer
    token: "{{token}}"
  variables:
    - name: base
      value: BASE
    - name: token
      value: collection
  scripts:
${script('before-request', "console.log('collection pre'); pm.environment.set('token', 'set by script');")}${script('after-response', "console.log('collection post', pm.response.code);")}`,
    'orders/folder.yml': `info:
  name: Orders
  type: folder
  seq: 1
request:
  headers:
    - name: X-Client
      value: folder
  scripts:
${script('before-request', "console.log('folder pre', pm.info.requestName, pm.execution.location.join('/'));")}`,
    'orders/create.yml': `info:
  name: Create
  type: http
  seq: 1
http:
  method: POST
  url: "{{base}}/orders?at={{$timestamp}}"
  auth: inherit
  headers:
    - name: X-Own
      value: "1"
  body:
    type: json
    data: '{"name":"{{who}}","marker":"{{SWE002}}"}'
runtime:
  variables:
    - name: who
      value: Ada
  scripts:
${script('before-request', "pm.request.headers.add({ key: 'X-Signature', value: await pm.executeAsync('hello.sh', ['signed']) });\npm.request.body.update(pm.request.body.raw.replace(/}$/, ',\"more\":1}'));")}${script('tests', "pm.test('created', () => pm.response.to.have.status(200));\npm.collectionVariables.set('token2', pm.response.json().token); pm.test('cookie', () => pm.expect(pm.cookies.get('session')).to.equal('abc'));")}`,
    'second.yml': simple('second', 2, script('before-request', "console.log(pm.collectionVariables.get('token2'));")),
    'environments/Test.yml': 'name: Test\nvariables:\n  - name: a\n    value: "1"\n',
    'broken.yml': 'http: [\n',
  });
  const { outcome, of, requested, loaded } = await run(root);
  expect(
    of('console')
      .filter(({ from }) => from === 'script')
      .map(({ text }) => text),
  ).toEqual([
    'collection pre',
    'folder pre Create Shop/Orders/Create',
    'collection post 200',
    'collection pre',
    'from server',
    'collection post 200',
  ]);
  expect(of('test').map(({ name, state }) => `${name} ${state}`)).toEqual(['created passed', 'cookie passed']);
  expect(outcome).toBe('passed');
  expect(requested[0]).toMatch(/^\/orders\?at=\d{10}$/);
  expect(requested[1]).toBe('/second');
  expect(receivedRequests[0]).toMatchObject({
    method: 'POST',
    headers: {
      'x-client': 'folder',
      'x-own': '1',
      'x-signature': 'Hello signed',
      authorization: 'Bearer set by script',
    },
    body: '{"name":"Ada","marker":"{{SWE002}}","more":1}',
  });
  expect(receivedRequests[1]?.headers['cookie']).toBe('session=abc');
  expect(of('request.answered')).toMatchObject([
    { name: 'Create', method: 'POST', status: 200 },
    { name: 'second', status: 200 },
  ]);
  expect(loaded.environments.map(({ name }) => name)).toEqual(['Test']);
  expect(loaded.problems.join()).toMatch(/broken\.yml, line \d+, column \d+/);
});

test('a folder or a request of it can be run alone', async () => {
  const root = folderOf({
    'opencollection.yml': 'opencollection: 1.0.0\n',
    'a/one.yml': simple('one', 1),
    'a/two.yml': simple('two', 2),
    'three.yml': simple('three', 3),
  });
  expect((await run(path.join(root, 'a'))).requested).toEqual(['/one', '/two']);
  expect((await run(path.join(root, 'a/two.yml'))).requested).toEqual(['/two']);
});

test('a script skips a request, names the next one, and ends the run', async () => {
  const root = folderOf({
    'opencollection.yml': 'opencollection: 1.0.0\n',
    'one.yml': simple('one', 1, script('after-response', "pm.execution.setNextRequest('three');")),
    'two.yml': simple('two', 2),
    'three.yml': simple('three', 3, script('before-request', 'pm.execution.skipRequest();')),
    'four.yml': simple('four', 4, script('after-response', 'pm.execution.setNextRequest(null);')),
    'five.yml': simple('five', 5),
  });
  const { outcome, requested, of } = await run(root);
  expect({ outcome, requested }).toEqual({ outcome: 'passed', requested: ['/one', '/four'] });
  expect(of('request.answered').find(({ skipped }) => skipped)?.name).toBe('three');
});

test('setNextRequest accepts an id, and of equal names uses the last', async () => {
  const files = (next: string) => ({
    'opencollection.yml': 'opencollection: 1.0.0\n',
    'one.yml': simple('one', 1, script('tests', `pm.execution.setNextRequest('${next}');`)),
    'first.yml': simple('same', 2).replace('info:', 'info:\n  id: id-of-first'),
    'last.yml': simple('same', 3),
  });
  const urlsAfter = async (next: string) => {
    const { of } = await run(folderOf(files(next)));
    return of('request.started').map(({ id }) => id);
  };
  expect(await urlsAfter('same')).toEqual(['one.yml', 'last.yml']);
  expect(await urlsAfter('first.yml')).toEqual(['one.yml', 'first.yml', 'last.yml']);
  expect(await urlsAfter('id-of-first')).toEqual(['one.yml', 'first.yml', 'last.yml']);
});

test('in a collection of Bruno, setNextRequest with an unknown name continues with the next request, as in Bruno', async () => {
  const root = folderOf({
    'opencollection.yml': 'opencollection: 1.0.0\nextensions:\n  bruno: {}\n',
    'one.yml': simple('one', 1, script('tests', "bru.setNextRequest('none');")),
    'two.yml': simple('two', 2),
  });
  const { outcome, of } = await run(root);
  expect(outcome).toBe('passed');
  const text = expect.stringMatching(/no request "none"/) as string;
  expect(of('console').at(-1)).toMatchObject({ level: 'warn', text });
  expect(of('request.answered')).toHaveLength(2);
});

test('setNextRequest with an unknown name, and in a loop, ends with an explanation', async () => {
  const nowhere = folderOf({
    'opencollection.yml': 'opencollection: 1.0.0\n',
    'one.yml': simple('one', 1, script('tests', "pm.execution.setNextRequest('none');")),
  });
  const { outcome, of } = await run(nowhere);
  expect(outcome).toBe('error');
  expect(of('console').at(-1)?.text).toMatch(/no request "none"/);
  const circle = folderOf({
    'opencollection.yml': 'opencollection: 1.0.0\n',
    'one.yml': simple(
      'one',
      1,
      script('before-request', "pm.execution.setNextRequest('one'); pm.execution.skipRequest();"),
    ),
  });
  const round = await run(circle);
  expect(round.of('console').at(-1)?.text).toMatch(/after 1000 requests.*loop/);
}, 60_000);

test('runRequest runs another request inside a script', async () => {
  const root = folderOf({
    'opencollection.yml': 'opencollection: 1.0.0\n',
    'one.yml': simple(
      'one',
      1,
      script(
        'before-request',
        "const r = await pm.execution.runRequest('two', { variables: { x: 'y' } });\nconsole.log(r.code, r.json().token);",
      ),
    ),
    'two.yml': simple('two', 2, '', '"BASE/two?x={{x}}"'),
  });
  const { requested, of } = await run(root);
  expect(requested).toEqual(['/two?x=y', '/one', '/two?x={{x}}']);
  expect(of('console').find(({ from }) => from === 'script')?.text).toBe('200 from server');
  expect(of('console').find(({ level }) => level === 'warn')?.text).toBe(
    '{{x}} has no value: define it in the environment.',
  );
});

test('a request that a script runs works on the variables of the script, and its overrides end with it', async () => {
  const before = [
    "pm.environment.set('a', 1); pm.variables.set('b', 'of one'); pm.variables.set('gone', 1); pm.globals.set('c', { d: 1 });",
    "await pm.execution.runRequest('two', { variables: { x: 'override', y: 'override' } });",
    "console.log(pm.environment.get('token'), pm.variables.get('b'), pm.variables.get('x'), pm.variables.get('y'), pm.variables.has('gone'), pm.globals.get('c').e, pm.environment.get('a'));",
    "pm.environment.set('a', 2);",
  ].join('\n');
  const after =
    "pm.environment.set('token', pm.response.json().token); pm.variables.set('b', 'of two'); pm.variables.set('y', 'set'); pm.variables.unset('gone'); pm.globals.set('c', { ...pm.globals.get('c'), e: 2 });";
  const root = folderOf({
    'opencollection.yml': 'opencollection: 1.0.0\n',
    'one.yml': simple('one', 1, script('before-request', before), '"BASE/one?{{a}}&{{token}}&{{b}}"'),
    'two.yml': simple('two', 2, script('after-response', after), '"BASE/two?{{a}}&{{b}}&{{x}}"'),
  });
  const { requested, of } = await run(root);
  expect(of('script.error')).toEqual([]);
  expect(requested.slice(0, 2)).toEqual(['/two?1&of%20one&override', '/one?2&from%20server&of%20two']);
  expect(of('console')[0]?.text).toBe('from server of two undefined set false 2 1');
});

test('runRequest fails with the error of the connection, and has the response although a script behind it throws', async () => {
  const calls = ['gone', 'throws', 'fails'].map(
    (name) =>
      `await pm.execution.runRequest('${name}').then((r) => console.log('${name}', r.code), (e) => console.log('${name}', e.code, e.message));`,
  );
  const root = folderOf({
    'opencollection.yml': 'opencollection: 1.0.0\n',
    'one.yml': simple('one', 1, script('before-request', calls.join('\n'))),
    'gone.yml': simple('gone', 2, '', '"http://127.0.0.1:1/"'),
    'throws.yml': simple('throws', 3, script('tests', "throw new TypeError('behind the response');")),
    'fails.yml': simple('fails', 4, script('tests', "pm.test('no', () => { throw new Error('no'); });")),
  });
  const { of } = await run(root);
  const texts = of('console')
    .filter(({ from }) => from === 'script')
    .map(({ text }) => text);
  expect(texts.slice(0, 3)).toEqual(['gone ECONNREFUSED connect ECONNREFUSED 127.0.0.1:1', 'throws 200', 'fails 200']);
});

/** With one sandbox process at a time, as on the command line. */
async function runWithOneProcess(root: string) {
  const { sandboxes: _several, ...dependencies } = runner.dependencies({});
  const sandboxes = createSandboxPool({
    runtime: findSandboxRuntime(),
    entry: inject('sandboxEntry'),
    size: 1,
    spares: 0,
    reaper: dependencies.reaper,
  });
  const { requests, name } = await loadCollection(root);
  const events: RunEvent[] = [];
  const report = newReport();
  const outcome = await runCollection(
    { runId: 'r', name, requests, scopes: emptyScopes() },
    {
      ...dependencies,
      sandboxes,
      onEvent(event) {
        events.push(runEvent.parse(event));
        foldReport(report, event);
      },
    },
    AbortSignal.timeout(20_000),
  );
  await sandboxes.close();
  const errors = events.flatMap((event) => (event.type === 'script.error' ? [event.error.message] : []));
  return { outcome, report, events, errors };
}

test('with one process a script runs a request that has scripts too, and each keeps its own tests', async () => {
  const root = folderOf({
    'opencollection.yml': 'opencollection: 1.0.0\n',
    'a.yml': simple(
      'a',
      1,
      script(
        'tests',
        "pm.test('a, before', () => {});\nawait pm.execution.runRequest('b');\npm.test('a, after', () => { throw new Error('of a'); });",
      ),
    ),
    'b.yml': simple(
      'b',
      2,
      script('before-request', "pm.test('b, before', () => {});\nawait pm.execution.runRequest('c');") +
        script('tests', "pm.test('b, after', () => {});\nconsole.log('of b');"),
    ),
    'c.yml': simple('c', 3, script('tests', "pm.test('c', () => {});")),
  });
  const { outcome, report, events } = await runWithOneProcess(root);
  expect(outcome).toBe('failed');
  expect(
    report.requests.map(({ name, caller, status, tests }) => [name, caller, status, tests.map((t) => t.name)]),
  ).toEqual([
    ['a', undefined, 200, ['a, before', 'a, after']],
    ['b', 0, 200, ['b, before', 'b, after']],
    ['c', 1, 200, ['c']],
    ['b', undefined, 200, ['b, before', 'b, after']],
    ['c', 3, 200, ['c']],
    ['c', undefined, 200, ['c']],
  ]);
  expect(report.requests.filter(hasFailed).map(({ index }) => index)).toEqual([0]);

  const folded = foldRuns(newRun('r'), events);
  const testsOf = (number: number) =>
    folded.entries.flatMap((entry) =>
      entry.kind === 'single' && entry.event.type === 'test' && entry.request === number ? [entry.event.name] : [],
    );
  expect(testsOf(0)).toEqual(['a, before', 'a, after']);
  expect(testsOf(1)).toEqual(['b, before', 'b, after']);

  const junit = formatReport(report, 'junit');
  const suites = [...junit.matchAll(/<testsuite name="([^"]*)" tests="(\d+)" failures="(\d+)"/g)];
  expect(suites.map(([, name, tests, failures]) => [name, tests, failures])).toEqual([
    ['a', '2', '1'],
    ['b (run by a)', '2', '0'],
    ['c (run by b)', '1', '0'],
    ['b', '2', '0'],
    ['c (run by b)', '1', '0'],
    ['c', '1', '0'],
  ]);
  expect(formatReport(report, 'html')).toContain('run by a');
  expect(report.requests[1]).toMatchObject({ name: 'b', caller: 0 });
  expect(outermostCaller(report, report.requests[2] as ReportRequest)).toMatchObject({ name: 'a' });
});

test('requests that a script runs concurrently keep their own tests', async () => {
  const tested = (name: string) =>
    simple(
      name,
      2,
      script('tests', `await new Promise((go) => setTimeout(go, 20));\npm.test('of ${name}', () => {});`),
    );
  const root = folderOf({
    'opencollection.yml': 'opencollection: 1.0.0\n',
    'a.yml': simple(
      'a',
      1,
      script(
        'tests',
        "await Promise.all(['b', 'c', 'd'].map((name) => pm.execution.runRequest(name)));\npm.test('of a', () => {});",
      ),
    ),
    ...Object.fromEntries(['b', 'c', 'd'].map((name) => [`${name}.yml`, tested(name)])),
  });
  const { outcome, report } = await runWithOneProcess(root);
  expect(outcome).toBe('passed');
  for (const { name, tests } of report.requests) expect(tests.map((other) => other.name)).toEqual([`of ${name}`]);
  expect(report.requests).toHaveLength(7);
});

test('requests that run each other endlessly are an error that shows the chain', async () => {
  const root = folderOf({
    'opencollection.yml': 'opencollection: 1.0.0\n',
    'a.yml': simple('a', 1, script('before-request', "await pm.execution.runRequest('b');")),
    'b.yml': simple('b', 2, script('before-request', "await pm.execution.runRequest('a');")),
  });
  const { outcome, report, errors } = await runWithOneProcess(root);
  expect(outcome).toBe('error');
  expect(errors[0]).toMatch(/10 levels deep.*a > b > a > b > a > b > a > b > a > b > a > b\. Correct/);
  expect(report.requests).toHaveLength(22);
}, 60_000);

test('a request ends with the script that has run it', async () => {
  const root = folderOf({
    'opencollection.yml': 'opencollection: 1.0.0\n',
    'a.yml': simple(
      'a',
      1,
      script(
        'before-request',
        "pm.execution.runRequest('b', { variables: { called: 1 } }); await pm.sendRequest('BASE/x'); pm.execution.skipRequest();",
      ),
    ),
    'b.yml': simple(
      'b',
      2,
      script('before-request', "if (pm.variables.has('called')) await new Promise((go) => setTimeout(go, 60_000));"),
    ),
  });
  const { outcome, report, errors } = await runWithOneProcess(root);
  expect(errors).toEqual([]);
  expect(outcome).toBe('passed');
  expect(report.requests.map(({ name, caller, status }) => [name, caller, status])).toEqual([
    ['a', undefined, null],
    ['b', 0, null],
    ['b', undefined, 200],
  ]);
});

test('a failed test, an error, a refused connection; bail ends at the first', async () => {
  const root = folderOf({
    'opencollection.yml': 'opencollection: 1.0.0\n',
    'one.yml': simple('one', 1, script('tests', "pm.test('no', () => pm.response.to.have.status(201));")),
    'two.yml': simple('two', 2, '', 'http://127.0.0.1:1/'),
    'three.yml': simple('three', 3, script('before-request', "throw new Error('stop here');")),
    'four.yml': simple('four', 4),
  });
  const all = await run(root);
  expect({ outcome: all.outcome, requested: all.requested }).toEqual({
    outcome: 'error',
    requested: ['/one', '/four'],
  });
  expect(all.of('request.answered')[1]?.failure?.message).toMatch(/ECONNREFUSED/);
  expect(all.of('script.error')[0]?.error.message).toBe('stop here');
  const first = await run(root, { bail: true });
  expect({ outcome: first.outcome, requested: first.requested }).toEqual({ outcome: 'failed', requested: ['/one'] });
  const before = folderOf({
    'opencollection.yml': 'opencollection: 1.0.0\n',
    'one.yml': simple('one', 1, script('before-request', "pm.test('no', () => pm.expect(1).to.equal(2));")),
  });
  expect((await run(before)).requested).toEqual(['/one']);
  expect(await run(before, { bail: true })).toMatchObject({ outcome: 'failed', requested: [] });
});

test('Stop ends the run between requests and during one', async () => {
  const root = folderOf({
    'opencollection.yml': 'opencollection: 1.0.0\n',
    'one.yml': simple('one', 1, script('before-request', 'await new Promise((r) => setTimeout(r, 20000));')),
    'two.yml': simple('two', 2),
  });
  const { outcome, requested } = await run(root, { signal: AbortSignal.timeout(300) });
  expect({ outcome, requested }).toEqual({ outcome: 'stopped', requested: [] });
});

test('a request that is stopped is neither passed nor failed, during a script and while it waits for the response', async () => {
  const slow = http.createServer((request, response) => {
    if (request.url === '/quick') response.end();
  });
  const address = `http://127.0.0.1:${await listen(slow)}`;
  const wait = 'await new Promise((r) => setTimeout(r, 20000));';
  const root = folderOf({
    'opencollection.yml': 'opencollection: 1.0.0\n',
    'sent.yml': simple('sent', 1, '', `${address}/slow`),
    'tested.yml': simple('tested', 1, script('tests', `console.log('begun'); ${wait}`), `${address}/quick`),
    'before.yml': simple('before', 1, script('before-request', `console.log('begun'); ${wait}`), `${address}/quick`),
  });
  for (const name of ['sent', 'tested', 'before']) {
    const stop = new AbortController();
    slow.once('request', ({ url }) => url === '/slow' && stop.abort());
    const report = newReport();
    const { requests } = await loadCollection(root);
    await runCollection(
      { runId: 'r', name, requests: requests.filter((item) => item.name === name), scopes: emptyScopes() },
      {
        ...runner.dependencies({}),
        onEvent(event) {
          foldReport(report, runEvent.parse(event));
          if (event.type === 'console') stop.abort();
        },
      },
      stop.signal,
    );
    const [request] = report.requests;
    expect(request, name).toMatchObject({ stopped: true, failure: null, errors: [], tests: [] });
    expect(report.outcome).toBe('stopped');
    expect(formatReport(report, 'junit')).toContain('<skipped message="stopped"/>');
    expect(countReport(report.requests)).toMatchObject({ errors: 0, failedRequests: 0 });
  }
  slow.closeAllConnections();
});

test('basic auth, an API key in the header or the query, and no auth are sent', async () => {
  const withAuth = (name: string, seq: number, auth: string) =>
    simple(name, seq).replace('  auth: inherit\n', `  auth:\n${auth}`);
  const root = folderOf({
    'opencollection.yml': 'opencollection: 1.0.0\n',
    'a.yml': withAuth('a', 1, '    type: basic\n    username: me\n    password: "{{none}}pw"\n'),
    'b.yml': withAuth('b', 2, '    type: apikey\n    key: X-Key\n    value: v\n'),
    'c.yml': withAuth('c', 3, '    type: apikey\n    key: k\n    value: a b\n    placement: query\n'),
    'd.yml': simple('d', 4),
  });
  const { requested } = await run(root);
  expect(Buffer.from(receivedRequests[0]?.headers['authorization']?.slice(6) ?? '', 'base64').toString()).toBe(
    'me:{{none}}pw',
  );
  expect(receivedRequests[1]?.headers['x-key']).toBe('v');
  expect(requested[2]).toBe('/c?k=a%20b');
  expect(receivedRequests[3]?.headers['authorization']).toBeUndefined();
});

test('a folder without a collection is an error that says so', async () => {
  await expect(loadCollection(folderOf({ 'x.yml': 'a: 1' }))).rejects.toThrow(/no opencollection\.yml/);
  await expect(loadCollection('/does/not/exist')).rejects.toThrow(/does not exist/);
});

test('iterations: one for each row, then the last row; local variables exist for the run, null ends one iteration only', async () => {
  const root = folderOf({
    'opencollection.yml': 'opencollection: 1.0.0\n',
    'a.yml': simple(
      'a',
      1,
      script(
        'before-request',
        "console.log(pm.info.iteration, pm.iterationData.get('n'), pm.variables.get('v'));\npm.variables.set('v', 'of ' + pm.info.iteration);\nif (pm.info.iteration === 0) pm.execution.setNextRequest(null);",
      ),
    ),
    'b.yml': simple('b', 2),
  });
  const loaded = await loadCollection(root);
  const events: RunEvent[] = [];
  receivedRequests.length = 0;
  const outcome = await runCollection(
    {
      runId: 'r',
      name: 'x',
      requests: loaded.requests,
      scopes: emptyScopes(),
      data: [{ n: 1 }, { n: 2 }],
      iterations: 3,
    },
    { ...runner.dependencies({}), onEvent: (event) => events.push(event) },
    new AbortController().signal,
  );
  expect(outcome).toBe('passed');
  const lines = events.flatMap((event) => (event.type === 'console' ? [event.text] : []));
  expect(lines).toEqual(['0 1 undefined', '1 2 of 0', '2 2 of 1']);
  expect(receivedRequests.map(({ url }) => url)).toEqual(['/a', '/a', '/b', '/a', '/b']);
  expect(events.filter(({ type }) => type === 'iteration.started')).toHaveLength(3);
});

test('a variable of the collection that a script removes does not exist for later requests', async () => {
  const look = script('before-request', "console.log(pm.collectionVariables.get('token'), pm.variables.has('token'));");
  const root = folderOf({
    'opencollection.yml':
      'opencollection: 1.0.0\nrequest:\n  variables:\n    - name: token\n      value: of the file\n',
    'a.yml': simple('a', 1, script('after-response', "pm.collectionVariables.unset('token');")),
    'b.yml': simple('b', 2, look),
    'c.yml': simple('c', 3, look).replace(
      'runtime:\n',
      'runtime:\n  variables:\n    - name: token\n      value: of the request\n',
    ),
  });
  const { of } = await run(root);
  expect(of('console').map(({ text }) => text)).toEqual(['undefined false', 'of the request true']);
});

test('a variable of one request does not exist for the next; one that a script has set does', async () => {
  const variables = '  variables:\n    - name: own\n      value: of a\n';
  const root = folderOf({
    'opencollection.yml': 'opencollection: 1.0.0\n',
    'a.yml': simple(
      'a',
      1,
      script('after-response', "pm.collectionVariables.set('copied', pm.variables.get('own'));"),
    ).replace('runtime:\n', `runtime:\n${variables}`),
    'b.yml': simple(
      'b',
      2,
      script('before-request', "console.log(pm.variables.get('own'), pm.variables.get('copied'));"),
    ),
  });
  const { of, scopes } = await run(root);
  expect(of('console').map(({ text }) => text)).toEqual(['undefined of a']);
  expect(scopes.collection.values).toEqual({ copied: 'of a' });
});
