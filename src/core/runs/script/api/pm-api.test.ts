/** All of pm-api as scripts use it: in real sandboxes, with a real server. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScriptContext } from '../../../../contract/scripts/script-context.ts';
import { createCookieJar } from '../../../http/cookies/cookie-jar.ts';
import { readText } from '../../../session/files/workspace-files.ts';
import { openSecretStore } from '../../../platform/secrets/secret-store.ts';
import { createVault } from '../../../guest/vault.ts';
import { environmentSecrets } from '../../../platform/secrets/environment-secrets.ts';
import { listen } from '../../../testing/listen.ts';
import { createRunner, type ContextOptions } from '../../../testing/run.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';

let runner: ReturnType<typeof createRunner>;
let server: http.Server;
let base = '';
beforeAll(async () => {
  runner = createRunner();
  server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      if (url.pathname === '/cookie') response.setHeader('Set-Cookie', ['seen=1; Path=/', 'other=two; Path=/']);
      if (url.pathname === '/moved') {
        response.writeHead(302, { location: '/echo?moved=1' }).end();
        return;
      }
      const text = JSON.stringify({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      });
      if (url.pathname === '/gzip') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
        response.end(zlib.gzipSync(text));
        return;
      }
      response.writeHead(Number(url.searchParams.get('status') ?? 200), {
        'content-type': 'application/json',
        'x-one': '1',
      });
      response.end(text);
    });
  });
  base = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await runner.sandboxes.close();
});

const run = (source: string, options: ContextOptions = {}) =>
  runner.runWithContext(source.replaceAll('BASE', base), options);

/** Runs a script that must not fail, and returns its log. */
async function logs(source: string, options: ContextOptions = {}): Promise<string[]> {
  const { error, of, logged } = await run(source, options);
  expect(error).toBeUndefined();
  expect(of('test').filter(({ state }) => state === 'failed')).toEqual([]);
  return logged;
}

/** A response as a script sees it. */
const withResponse = (
  body: string | Buffer,
  head: Partial<NonNullable<ScriptContext['response']>> = {},
): ContextOptions => ({
  response: {
    body,
    head: {
      code: 200,
      status: 'OK',
      headers: [{ key: 'Content-Type', value: 'application/json; charset=utf-8' }],
      ...head,
    },
  },
});

describe('scopes', () => {
  test('are resolved from the nearest to the farthest, and each contains its own variables', async () => {
    const scopes = {
      globals: { values: { name: 'globals', g: 'g' } },
      collection: { values: { name: 'collection', c: 1 } },
      environment: { name: 'Test', values: { name: 'environment', e: true } },
      data: { values: { name: 'data' } },
    };
    const [lines] = [
      await logs(
        `console.log(pm.variables.get('name'), pm.iterationData.get('name'), pm.environment.get('name'), pm.collectionVariables.get('name'), pm.globals.get('name'));
         pm.variables.set('name', 'local'); console.log(pm.variables.get('name'), pm.environment.name);
         pm.iterationData.unset('name'); pm.variables.unset('name'); console.log(pm.variables.get('name'));
         console.log(pm.variables.toObject());
         console.log(pm.environment.has('e'), pm.environment.has('g'), pm.variables.has('g'), pm.variables.get('none'));
         console.log(pm.environment.toJSON().values.length, pm.globals.values.count());
         pm.environment.clear(); console.log(pm.environment.toObject(), pm.environment.get('e'));`,
        { scopes },
      ),
    ];
    expect(lines).toEqual([
      'data data environment collection globals',
      'local Test',
      'environment',
      '{ name: "environment", g: "g", c: 1, e: true }',
      'true false true undefined',
      '2 2',
      '{} undefined',
    ]);
  });
  test('changes are returned, and nothing else', async () => {
    const { scriptEnd } = await run(
      `pm.environment.set('a', { deep: [1] }); pm.environment.set('gone', 1); pm.environment.unset('gone'); pm.environment.unset('old');
       pm.globals.set('g', 1); pm.collectionVariables.clear(); pm.collectionVariables.set('n', 0);`,
      { scopes: { environment: { values: { old: 1, kept: 2 } } } },
    );
    expect(scriptEnd?.scopes).toEqual({
      environment: { unset: ['gone', 'old'], set: { a: { deep: [1] } } },
      globals: { unset: [], set: { g: 1 } },
      collection: { cleared: true, unset: [], set: { n: 0 } },
    });
  });
  test('replaceIn is limited: variables that multiply each other, and endless objects, are errors', async () => {
    const { logged } = await run(
      `for (let at = 0; at < 22; at += 1) pm.variables.set('v' + at, ('{{v' + (at + 1) + '}}').repeat(4));
       const circular = {}; circular.self = circular;
       pm.variables.set('a', '{{b}}'); pm.variables.set('b', '{{a}}');
       for (const template of ['{{v0}}', circular, '{{a}}']) {
         try { console.log(pm.variables.replaceIn(template)); } catch (error) { console.log(error.message); }
       }`,
    );
    expect(logged[0]).toMatch(
      /^pm\.variables\.replaceIn: The variable \{\{v\d+\}\} makes more than 100000 replacements/,
    );
    expect(logged.slice(1)).toEqual([
      'pm.variables.replaceIn: There are more than 200 objects inside each other.',
      '{{b}}',
    ]);
  });
  test('replaceIn works in texts, objects and arrays; unknown names stay', async () => {
    const lines = await logs(
      `console.log(pm.variables.replaceIn('{{a}} {{b}} {{none}} {{SWE002}}'));
       console.log(pm.variables.replaceIn({ x: ['{{a}}', { y: '{{b}}' }], n: 1 }));
       const made = pm.variables.replaceIn('{{$guid}}|{{$randomInt}}|{{$timestamp}}|{{$randomFullName}}').split('|');
       console.log(/^[0-9a-f-]{36}$/.test(made[0]), Number.isInteger(+made[1]), Math.abs(made[2] - Date.now() / 1000) < 5, made[3].includes(' '));
       console.log(pm.variables.replaceIn('{{$unknown}}'));`,
      { scopes: { environment: { values: { a: 'A', b: 'is {{a}}' } } } },
    );
    expect(lines).toEqual([
      'A is A {{none}} {{SWE002}}',
      '{ x: [ "A", { y: "is A" } ], n: 1 }',
      'true true true true',
      '{{$unknown}}',
    ]);
  });
  test('very many values cost nothing for a script that reads one of them', async () => {
    const values = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, index) => [`name${index}`, `value ${index}`]),
    );
    const { logged, scriptEnd } = await run(
      `console.log(pm.environment.get('name77777'), pm.environment.has('name5'), pm.environment.has('name100000'));
       pm.environment.unset('name5'); console.log(pm.environment.has('name5'), Object.keys(pm.environment.toObject()).length);`,
      { scopes: { environment: { values } } },
    );
    expect(logged).toEqual(['value 77777 true false', 'false 99999']);
    expect(scriptEnd?.scopes).toEqual({ environment: { unset: ['name5'], set: {} } });
  });
  test('a value that cannot be stored is refused with its line', async () => {
    const { error } = await run("const a = {};\na.a = a;\npm.environment.set('a', a);");
    expect(error).toMatchObject({ line: 3 });
    expect(error?.message).toMatch(/pm\.environment\.set\("a"\).*circular/i);
    expect((await run("pm.globals.set('n', 10n);")).error?.message).toMatch(/BigInt/);
  });
});

describe('request', () => {
  const request = {
    method: 'POST',
    url: 'https://example.com/a?x=1',
    header: [{ key: 'X-One', value: '1' }],
    body: { mode: 'raw', raw: '{"a":1}' },
  };
  test('is read as in postman-collection', async () => {
    const lines = await logs(
      `console.log(pm.request.method, pm.request.url.toString(), pm.request.headers.get('x-one'), pm.request.body.raw);
       console.log(pm.request.url.getHost(), pm.request.url.query.get('x'), pm.request.name, pm.request.id);
       pm.request.to.have.header('X-One');`,
      { request, info: { requestName: 'Send', requestId: 'id-1' } },
    );
    expect(lines).toEqual(['POST https://example.com/a?x=1 1 {"a":1}', 'example.com 1 Send id-1']);
  });
  test('is sent as a script has changed it', async () => {
    const { scriptEnd } = await run(
      `pm.request.method = 'PUT'; pm.request.url.query.add({ key: 'y', value: '2' });
       pm.request.headers.upsert({ key: 'X-One', value: 'changed' }); pm.request.headers.add({ key: 'X-Two', value: '2' });
       pm.request.body.update({ mode: 'urlencoded', urlencoded: [{ key: 'k', value: 'v' }] });`,
      { request },
    );
    const { fromPostman } = await import('../../../http/postman/postman-request.ts');
    expect(fromPostman(scriptEnd?.request)).toEqual({
      method: 'PUT',
      url: 'https://example.com/a?x=1&y=2',
      headers: [
        { name: 'X-One', value: 'changed' },
        { name: 'X-Two', value: '2' },
      ],
      body: { mode: 'urlencoded', fields: [{ name: 'k', value: 'v' }] },
    });
  });
  test('is sent with a member that a script has defined', async () => {
    const source =
      "Object.defineProperty(pm.request, 'method', { value: 'DELETE', writable: true, enumerable: true });";
    expect((await run(source, { request })).scriptEnd?.request).toMatchObject({ method: 'DELETE' });
  });
  test('is not returned to the host if it was not changed', async () => {
    expect((await run('console.log(1)', { request })).scriptEnd).not.toHaveProperty('request');
  });
  test('can be skipped, which ends the script', async () => {
    const { scriptEnd, logged, outcome } = await run(
      "console.log(1); pm.execution.skipRequest(); console.log('never');",
      {
        request,
        info: { eventName: 'prerequest' },
      },
    );
    expect({ outcome, logged, skipped: scriptEnd?.skipRequest }).toEqual({
      outcome: 'passed',
      logged: ['1'],
      skipped: true,
    });
    expect((await run('pm.execution.skipRequest()', { info: { eventName: 'test' } })).error?.message).toBe(
      'pm.execution.skipRequest is not a function',
    );
  });
});

describe('response', () => {
  const body = '{"a":{"b":[1,2]},"text":"grüß"}';
  test('has status, headers and body', async () => {
    const lines = await logs(
      `const r = pm.response;
       console.log(r.code, r.status, r.responseTime, r.responseSize, r.reason(), r.headers.get('content-type'), r.headers.has('X-No'));
       console.log(r.text(), r.json().a.b, r.details().name, r.size().body, r.encoding());
       console.log(r.contentInfo().mimeType, r.contentInfo().charset, r.dataURI().slice(0, 30), r.stream.length);
       console.log(r.headers.all().length, r.headers.idx(0).key, Object.keys(r).includes('code'));`,
      withResponse(body),
    );
    expect(lines).toEqual([
      `200 OK 12 ${Buffer.byteLength(body)} OK application/json; charset=utf-8 false`,
      `${body} [ 1, 2 ] OK ${Buffer.byteLength(body)} { format: undefined, source: undefined }`,
      `text utf8 data:application/json;base64,  ${Buffer.byteLength(body)}`,
      '1 Content-Type true',
    ]);
  });
  test('headers that a script adds, replaces or removes are read as they are then', async () => {
    const lines = await logs(
      `const { headers } = pm.response;
       headers.add({ key: 'X-Added', value: 'a' });
       headers.upsert({ key: 'X-Added', value: 'b' });
       headers.remove('Content-Type');
       console.log(headers.get('x-added'), headers.has('X-Added', 'b'), headers.get('Content-Type'), headers.has('Content-Type'));`,
      withResponse(body),
    );
    expect(lines).toEqual(['b true undefined false']);
  });
  test.each([
    [
      'status',
      'pm.response.to.have.status(200); pm.response.to.have.status("OK"); pm.response.to.not.have.status(404);',
    ],
    ['statusCode and reason', 'pm.response.to.have.statusCode(200); pm.response.to.have.statusReason("OK");'],
    [
      'classes',
      'pm.response.to.be.ok; pm.response.to.be.success; pm.response.to.not.be.error; pm.response.to.not.be.clientError; pm.response.to.not.be.serverError; pm.response.to.not.be.redirection; pm.response.to.not.be.info;',
    ],
    [
      'header',
      "pm.response.to.have.header('content-type'); pm.response.to.have.header('Content-Type', 'application/json; charset=utf-8');",
    ],
    [
      'body',
      'pm.response.to.have.body(pm.response.text()); pm.response.to.have.body(/gr/); pm.response.to.be.withBody; pm.response.to.be.json;',
    ],
    [
      'jsonBody',
      "pm.response.to.have.jsonBody(); pm.response.to.have.jsonBody('a.b', [1, 2]); pm.response.to.not.have.jsonBody('nothing');",
    ],
    [
      'jsonSchema',
      "pm.response.to.have.jsonSchema({ type: 'object', required: ['a'], properties: { text: { type: 'string' } } });",
    ],
    ['time and size', 'pm.response.to.have.responseTime.below(1000); pm.response.to.have.responseSize.above(5);'],
    [
      'pm.expect of it',
      'pm.expect(pm.response).to.have.status(200); pm.expect(pm.response.code).to.be.oneOf([200, 201]); pm.expect(pm.response).to.be.a.postmanResponse;',
    ],
  ])('asserts %s', async (_name, source) => {
    await logs(`pm.test('holds', () => { ${source} });`, withResponse(body));
  });
  test('failed assertions say what was expected, with their line', async () => {
    const { of } = await run(
      "pm.test('status', () => {\n  pm.response.to.have.status(404);\n});\npm.test('schema', () => pm.response.to.have.jsonSchema({ required: ['zzz'] }));",
      withResponse(body),
    );
    expect(of('test')[0]?.error).toMatchObject({
      name: 'AssertionError',
      message: 'expected response to have status code 404 but got 200',
      line: 2,
    });
    expect(of('test')[1]?.error?.message).toContain("should have required property 'zzz'");
  });
  test('the error about a body that is not JSON describes it', async () => {
    const { error } = await run('pm.response.json()', withResponse('{"a": nope}'));
    expect(error).toMatchObject({ name: 'JSONError', line: 1 });
  });
  test('bodies in other charsets, JSONP and binary bodies are read', async () => {
    const latin = withResponse(Buffer.from('grüß', 'latin1'), {
      headers: [{ key: 'Content-Type', value: 'text/plain; charset=iso-8859-1' }],
    });
    expect(await logs('console.log(pm.response.text())', latin)).toEqual(['grüß']);
    expect(await logs('console.log(pm.response.jsonp().a)', withResponse('callback({"a":1})'))).toEqual(['1']);
    const bytes = withResponse(Buffer.from([0, 255, 1, 254]));
    expect(await logs("console.log(pm.response.stream.toString('hex'), pm.response.stream.length)", bytes)).toEqual([
      '00ff01fe 4',
    ]);
  });
});

describe('pm.sendRequest', () => {
  test('accepts an address, an object, a Request; returns a promise or calls back', async () => {
    const lines = await logs(`
      const one = await pm.sendRequest('BASE/echo?a=1');
      console.log(one.code, one.json().method, one.json().url, one.headers.get('X-One'));
      const two = await pm.sendRequest({ url: 'BASE/echo', method: 'POST', header: { 'X-A': 'b' }, body: { mode: 'raw', raw: 'hello' } });
      console.log(two.json().method, two.json().headers['x-a'], two.json().body);
      const { Request } = require('postman-collection');
      const three = await pm.sendRequest(new Request({ url: 'BASE/echo', method: 'PUT', body: { mode: 'urlencoded', urlencoded: [{ key: 'k', value: 'v w' }] } }));
      console.log(three.json().method, three.json().body, three.json().headers['content-type']);
      pm.sendRequest('BASE/echo?status=404', function (error, response, { cookies }) {
        pm.test('called back', () => { pm.expect(error).to.equal(null); pm.expect(response).to.have.status(404); pm.expect(cookies.count()).to.equal(0); });
        console.log('back');
      });
      console.log('later');`);
    expect(lines).toEqual([
      '200 GET /echo?a=1 1',
      'POST b hello',
      'PUT k=v%20w application/x-www-form-urlencoded',
      'later',
      'back',
    ]);
  });
  test('follows redirects, accepts gzip, and is shown in the console', async () => {
    const { logged, of } = await run(`
      console.log((await pm.sendRequest('BASE/moved')).json().url, (await pm.sendRequest('BASE/gzip')).json().method);`);
    expect(logged).toEqual(['/echo?moved=1 GET']);
    expect(of('script.request')).toMatchObject([
      { method: 'GET', url: `${base}/moved`, status: 200, line: 2 },
      { method: 'GET', url: `${base}/gzip`, status: 200, line: 2 },
    ]);
  });
  test.each([
    ['a port where nobody listens', "'http://127.0.0.1:1/x'", /^connect ECONNREFUSED 127\.0\.0\.1:1$/],
    ['an invalid address', "'http://'", /not a valid address/],
    ['a scheme that is not HTTP', "'ftp://example.com'", /ftp:\/\//],
    [
      'a variable',
      "'{{base}}/x'",
      /\{\{base\}\}, and the requests of a script are sent as they are written\. Write pm\.variables\.replaceIn/,
    ],
    ['nothing', '', /nothing to request/],
  ])('fails with an explanation for %s', async (_name, argument, expected) => {
    const { error } = await run(`\nawait pm.sendRequest(${argument});`);
    expect(error?.message).toMatch(expected);
    expect(error?.line).toBe(2);
    const called = await logs(
      `pm.sendRequest(${argument || 'undefined'}, (error, response) => console.log(error instanceof Error, response));`,
    );
    expect(called).toEqual(['true undefined']);
  });
  test('an error of the network has the members that Node gives it, and its event explains it', async () => {
    const { logged, of } = await run(`
      try { await pm.sendRequest('http://127.0.0.1:1/x'); }
      catch ({ code, errno, syscall, address, port }) { console.log(code, typeof errno, syscall, address, port); }`);
    expect(logged).toEqual(['ECONNREFUSED number connect 127.0.0.1 1']);
    expect(of('script.request')[0]?.failure).toContain('Nothing accepts connections at 127.0.0.1:1');
  });
  test('an error of the network has the JSON that it has in Postman, and a name that has no address is named', async () => {
    const { logged } = await run(`
      for (const url of ['http://127.0.0.1:1/x', 'http://no-such-host.invalid/']) {
        const error = await pm.sendRequest(url).catch((error) => error);
        console.log(JSON.stringify(error), Object.keys({ ...error }).join(), error instanceof Error);
      }`);
    expect(logged).toHaveLength(2);
    expect(JSON.parse(`${logged[0]?.split('} ')[0]}}`)).toEqual({
      errno: expect.any(Number) as number,
      code: 'ECONNREFUSED',
      syscall: 'connect',
      address: '127.0.0.1',
      port: 1,
      name: 'Error',
      message: 'connect ECONNREFUSED 127.0.0.1:1',
    });
    expect(logged[0]).toMatch(/} errno,code,syscall,address,port,name,message true$/);
    expect(logged[1]).toMatch(/"syscall":"getaddrinfo","hostname":"no-such-host\.invalid"/);
  });
  test('the token of the messaging service is not shown anywhere', async () => {
    const { of } = await run("await pm.sendRequest('BASE/waInstance7103/sendMessage/very-secret?x=1');");
    expect(of('script.request')[0]?.url).toBe(`${base}/waInstance7103/sendMessage/(token)?x=1`);
  });
  test('more headers than any server accepts are refused before they are read', async () => {
    const many = "Array.from({ length: 50_000 }, (_, at) => ({ key: 'x-' + at, value: '' }))";
    for (const header of [
      many,
      `Object.fromEntries(${many}.map(({ key }) => [key, '']))`,
      `${many}.map(({ key }) => key + ': ').join('\\n')`,
    ]) {
      const { error } = await run(`await pm.sendRequest({ url: 'BASE/echo', header: ${header} });`);
      expect(error?.message).toBe('pm.sendRequest: the request has more than 10000 headers.');
    }
  });
  test('an error keeps its system error code', async () => {
    expect(await logs("await pm.sendRequest('http://127.0.0.1:1').catch((e) => console.log(e.code));")).toEqual([
      'ECONNREFUSED',
    ]);
  });
});

describe('cookies', () => {
  test('an empty value of a cookie is an empty text', async () => {
    const set = "await jar.set('BASE', 'empty', ''); console.log((await jar.getAll('BASE')).toObject().empty === '');";
    expect(await logs(`const jar = pm.cookies.jar(); ${set}`)).toEqual(['true']);
  });
  test('the jar is shared by the requests of a run', async () => {
    const lines = await logs(`
      await pm.sendRequest('BASE/cookie');
      console.log((await pm.sendRequest('BASE/echo')).json().headers.cookie);
      const jar = pm.cookies.jar();
      console.log(await jar.get('BASE', 'seen'), (await jar.getAll('BASE')).map((c) => c.name + '=' + c.value));
      await jar.set('BASE', 'mine', 'value'); await jar.set('BASE', 'full=1; Path=/echo'); await jar.set('BASE', { name: 'obj', value: 'o' });
      console.log((await pm.sendRequest('BASE/echo')).json().headers.cookie.split('; ').sort());
      await jar.unset('BASE', 'mine'); console.log(await jar.get('BASE', 'mine'));
      await jar.clear('BASE'); jar.get('BASE', 'seen', (error, value) => console.log(error, value));`);
    expect(lines).toEqual([
      'seen=1; other=two',
      '1 [ "seen=1", "other=two" ]',
      '[ "full=1", "mine=value", "obj=o", "other=two", "seen=1" ]',
      'null',
      'null null',
    ]);
  });
  test('pm.cookies contains those of the request', async () => {
    const cookies = [{ name: 'a', value: '1', domain: 'example.com', path: '/' }];
    const lines = await logs(
      "console.log(pm.cookies.get('a'), pm.cookies.has('b'), pm.cookies.toObject(), pm.cookies.one('a').domain, pm.cookies.count());",
      { cookies },
    );
    expect(lines).toEqual(['1 false { a: "1" } example.com 1']);
  });
  test('values are decoded, unless they are encoded in another way', async () => {
    const cookies = [
      { name: 'a', value: 'x%20%C3%BC', domain: 'example.com', path: '/' },
      { name: 'b', value: '100%', domain: 'example.com', path: '/' },
    ];
    const lines = await logs("console.log(pm.cookies.get('a'), pm.cookies.toObject());", { cookies });
    expect(lines).toEqual(['x ü { a: "x ü", b: "100%" }']);
    const jar = createCookieJar();
    await (await jar.open()).setCookie('x=%7B%7D', 'http://a.test');
    const read = "console.log(await pm.cookies.jar().get('http://a.test', 'x'));";
    expect(await logs(read, { resources: { jar } })).toEqual(['{}']);
  });
  test('one jar does not share cookies with another', async () => {
    const [jar, other] = [createCookieJar(), createCookieJar()];
    await logs("await pm.cookies.jar().set('http://a.test', 'x', '1');", { resources: { jar } });
    const read = "console.log(await pm.cookies.jar().get('http://a.test', 'x'));";
    expect(await logs(read, { resources: { jar } })).toEqual(['1']);
    expect(await logs(read, { resources: { jar: other } })).toEqual(['null']);
  });
});

test('a script cannot change the members of pm.info', async () => {
  const info = { eventName: 'test' as const, iteration: 2, iterationCount: 5, requestName: 'Login', requestId: 'x' };
  const source = `pm.info.requestName = 'Other'; pm.info.iteration += 1; pm.info.mine = 1;
    console.log(pm.info.requestName, pm.info.iteration, pm.info.mine);`;
  expect((await run(source, { info })).logged).toEqual(['Login 2 1']);
});

test('pm.info and pm.execution.location describe the request, and setNextRequest names the next one', async () => {
  const { logged, scriptEnd } = await run(
    "console.log(pm.info, pm.execution.location, pm.execution.location.current); pm.execution.setNextRequest('Other');",
    {
      info: { eventName: 'test', iteration: 2, iterationCount: 5, requestName: 'Login', requestId: 'x' },
      location: ['API', 'Login'],
    },
  );
  expect(logged[0]).toContain('eventName: "test"');
  expect(logged[0]).toMatch(/Login$/);
  expect(scriptEnd?.nextRequest).toBe('Other');
  expect((await run('pm.execution.setNextRequest(null)')).scriptEnd?.nextRequest).toBeNull();
  const undone = "pm.execution.setNextRequest('Other'); pm.execution.setNextRequest(undefined);";
  expect((await run(undone)).scriptEnd?.nextRequest).toBeUndefined();
});

test.each(["'Login', 5", "'Login', []", "'Login', { variables: 'a=b' }"])(
  'runRequest(%s) names the form of the options',
  async (values) => {
    const { error } = await run(`await pm.execution.runRequest(${values});`);
    expect(error?.message).toBe(
      'pm.execution.runRequest: the options are an object, such as { variables: { name: "value" } }.',
    );
  },
);
test('runRequest runs another request of the collection, and reports a missing one', async () => {
  const { error } = await run("await pm.execution.runRequest('Login');");
  expect(error?.message).toContain('There is no collection that has a request "Login"');
});

test('the visualizer renders HTML from a template', async () => {
  const { of } = await run(
    "pm.visualizer.set('<ul>{{#each items}}<li>{{this}}</li>{{/each}}</ul>', { items: ['a', '<b>'] });",
  );
  expect(of('visualization')).toMatchObject([{ html: '<ul><li>a</li><li>&lt;b&gt;</li></ul>' }]);
  expect((await run("pm.visualizer.set('x'); pm.visualizer.clear();")).of('visualization')).toEqual([]);
  expect((await run('pm.visualizer.set(1)')).error?.message).toMatch(/template of type|must be of type string/i);
});

describe('require', () => {
  test.each([
    ['ajv', 'new (require("ajv"))().validate({ type: "number" }, 1)', 'true'],
    [
      'assert',
      '(() => { try { require("assert").strictEqual(1, 2); } catch (e) { return e.name; } })()',
      'AssertionError',
    ],
    ['atob', 'require("atob")("YQ==") + atob("Yg==")', 'ab'],
    ['btoa', 'require("btoa")("a") + btoa("b")', 'YQ==Yg=='],
    [
      'buffer',
      'require("buffer").Buffer.from("grüß").toString("base64") + Buffer.isBuffer(Buffer.alloc(1))',
      'Z3LDvMOftrue',
    ],
    ['chai', 'typeof require("chai").assert.equal', 'function'],
    ['cheerio', 'require("cheerio").load("<p>hi</p>")("p").text()', 'hi'],
    ['crypto-js', 'require("crypto-js").SHA256("a").toString().slice(0, 8)', 'ca978112'],
    ['csv-parse/lib/sync', 'require("csv-parse/lib/sync")("a,b\\n1,2", { columns: true })[0].b', '2'],
    [
      'events',
      '(() => { const e = new (require("events"))(); let got; e.on("x", (v) => got = v); e.emit("x", 5); return got; })()',
      '5',
    ],
    ['lodash', 'require("lodash").chunk([1, 2, 3], 2).length', '2'],
    ['moment', 'require("moment")("2020-01-02").format("DD.MM.YYYY")', '02.01.2020'],
    ['path', 'require("path").join("a", "..", "b")', 'b'],
    ['postman-collection', 'new (require("postman-collection").Url)("http://a.b/c").getPath()', '/c'],
    ['punycode', 'require("punycode").encode("ü")', 'tda'],
    ['querystring', 'require("querystring").stringify({ a: 1 })', 'a=1'],
    ['stream', 'typeof require("stream").Transform', 'function'],
    ['string_decoder', 'new (require("string_decoder").StringDecoder)("utf8").write(Buffer.from("x"))', 'x'],
    ['timers', 'typeof require("timers").setTimeout', 'function'],
    ['tv4', 'require("tv4").validate(1, { type: "number" })', 'true'],
    ['url', 'require("url").parse("http://a.b/c?d=1").query', 'd=1'],
    ['util', 'require("util").inspect({ a: 1 })', '{ a: 1 }'],
    ['uuid', 'require("uuid").v4().length + require("uuid")().length', '72'],
    ['xml2js', '(() => { let r; require("xml2js").parseString("<a>1</a>", (e, v) => r = v); return r.a; })()', '1'],
    ['iconv-lite', 'require("iconv-lite").decode(Buffer.from([0xfc]), "latin1")', 'ü'],
    ['jsrsasign', 'require("jsrsasign").KJUR.crypto.Util.sha256("a").slice(0, 8)', 'ca978112'],
    ['mockjs', 'require("mockjs").mock("@integer(3, 3)")', '3'],
  ])('%s', async (_name, expression, expected) => {
    expect(await logs(`console.log(String(${expression}));`)).toEqual([expected]);
  });
  test('returns functions that are globals too', async () => {
    const same =
      "console.log(require('atob') === atob, require('btoa') === btoa, require('timers').setTimeout === setTimeout);";
    expect(await logs(same)).toEqual(['true true true']);
  });
  test('lists the available modules in the error about another one', async () => {
    const { error } = await run("\nrequire('http');");
    expect(error).toMatchObject({ line: 2, message: "Cannot find module 'http'" });
    expect(error?.remedy).toMatch(/Scripts can require: ajv.*xml2js.*that were added to the workspace/);
  });
  test('the globals of the web have their usual behaviour', async () => {
    const lines = await logs(`
      console.log(new URL('http://a.b/c?d=1').searchParams.get('d'), new URLSearchParams({ a: 'b c' }).toString());
      console.log(new TextDecoder().decode(new TextEncoder().encode('grüß')), crypto.randomUUID().length, crypto.getRandomValues(new Uint8Array(4)).length);
      const c = new AbortController(); c.signal.addEventListener('abort', () => console.log('aborted')); c.abort();
      const t = new EventTarget(); t.addEventListener('x', (e) => console.log(e.type)); t.dispatchEvent(new Event('x'));`);
    expect(lines).toEqual(['1 a=b+c', 'grüß 36 4', 'aborted', 'x']);
  });
});

describe('pm.require', () => {
  const folder = temporaryFolder('require');
  const outside = temporaryFolder('outside');
  const files: Record<string, string> = {
    'lib/sign.js':
      "const { twice } = require('./twice.js'); module.exports = { sign: (x) => twice(x) + require('lodash').size([1]) };",
    'lib/twice.js': 'exports.twice = (x) => x + x;',
    'data.json': '{"a":1}',
    'broken.js': '\nthrow new Error("inside");',
    'old-names.js':
      "'use strict'; const data = 1; function tests() {} exports.all = [module.id, typeof postman, typeof _, typeof responseBody, typeof Backbone, data, typeof tests, typeof pm].join();",
  };
  mkdirSync(path.join(folder, 'lib'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  writeFileSync(path.join(outside, 'secret.json'), '{"secret":1}');
  symlinkSync(path.join(outside, 'secret.json'), path.join(folder, 'link.json'));
  symlinkSync(outside, path.join(folder, 'linked'));
  const resources = { folder, readFile: async (file: string) => (await readText(file)).content };

  test('loads modules of the workspace, and modules that these require', async () => {
    const lines = await logs(
      "console.log(pm.require('./lib/sign.js').sign('x'), pm.require('data.json').a, pm.require('lib/sign.js') === pm.require('lib/../lib/sign.js'));",
      { resources },
    );
    expect(lines).toEqual(['xx1 1 true']);
  });
  test('has no globals from before pm, as in Postman, and may declare their names', async () => {
    const script = "console.log(pm.require('old-names').all, typeof _);";
    const names = 'old-names,undefined,undefined,undefined,undefined,1,function,object function';
    expect(await logs(script, { resources, info: { eventName: 'test' } })).toEqual([names]);
  });
  test('a missing file of require is named as by Node', async () => {
    const { error } = await run("\nrequire('./none.js');", { resources });
    expect(error).toMatchObject({ message: "Cannot find module './none.js'", line: 2 });
    expect(error?.remedy).toMatch(/none\.js/);
  });
  test('reports what is missing or broken', async () => {
    const { error: missing } = await run("\npm.require('none.js');", { resources });
    expect(missing).toMatchObject({ message: "Cannot find package 'none.js'", line: 2 });
    expect(missing?.remedy).toMatch(/none\.js/);
    const { error } = await run("\n\npm.require('broken.js');", { resources });
    expect(error).toMatchObject({ message: "Error in package 'broken.js': inside", line: 3 });
    expect(error?.stack).toMatch(/at .*broken\.js/);
  });
  test.each(['link.json', 'linked/secret.json', '../secret.json', path.join(outside, 'secret.json')])(
    'does not read %s, which is outside of the workspace',
    async (file) => {
      const { error, logged } = await run(`console.log(pm.require(${JSON.stringify(file)}));`, { resources });
      expect(logged).toEqual([]);
      expect(error?.message).toMatch(/outside|leads through a link|cannot|not/);
      expect(error?.message).not.toContain('"secret":1');
    },
  );
});

describe('vault', () => {
  test('asks once for a workspace, then stores secrets', async () => {
    const store = await openSecretStore(path.join(temporaryFolder('vault'), 's.json'), () => undefined);
    const urls: string[] = [];
    const vault = (allow: boolean) =>
      createVault({
        store,
        workspace: '/w',
        onSecret: () => undefined,
        ask: (name) => (urls.push(name), Promise.resolve(allow)),
      });
    const source =
      "console.log(await pm.vault.set('key', 'abc')); console.log(await pm.vault.get('key'), await pm.vault.get('none')); await pm.vault.unset('key'); console.log(await pm.vault.get('key'));";
    const denied = await run(source, { resources: { vault: vault(false) } });
    expect(denied.error?.message).toMatch(/may not use the secrets/);
    expect(await logs(source, { resources: { vault: vault(true) } })).toEqual(['abc', 'abc null', 'null']);
    await logs('await pm.vault.get("x")', { resources: { vault: vault(false) } });
    expect(urls).toEqual(['key', 'key']);
  });
  test.each([
    ['get()', 'pm.vault.get: the first argument is the name of a secret, a text.'],
    ["unset('')", 'pm.vault.unset: the first argument is the name of a secret, a text.'],
    ['set({})', 'pm.vault.set: the first argument is the name of a secret, a text.'],
    ["set('key')", 'pm.vault.set: the second argument is a text; use JSON.stringify for others.'],
    ["set('key', { a: 1 })", 'pm.vault.set: the second argument is a text; use JSON.stringify for others.'],
  ])('%s names the mistake, and stores nothing', async (call, message) => {
    const refuse = () => Promise.reject(new Error('called'));
    const { error } = await run(`await pm.vault.${call}`, {
      resources: { vault: { get: refuse, set: refuse, unset: refuse } },
    });
    expect(error).toMatchObject({ message, line: 1 });
  });
  test('reads from the environment on the command line', async () => {
    const secrets = environmentSecrets({ OUTRIGGER_SECRET_API_KEY: 'from outside' });
    const vault = createVault({
      store: secrets,
      workspace: '/w',
      onSecret: () => undefined,
      ask: () => Promise.resolve(false),
    });
    expect(
      await logs(
        "console.log(await pm.vault.get('api-key')); await pm.vault.set('api-key', '2'); console.log(await pm.vault.get('api-key'));",
        { resources: { vault } },
      ),
    ).toEqual(['from outside', '2']);
  });
});

describe('legacy globals', () => {
  test('exist for scripts from before pm', async () => {
    const { logged, of, error } = await run(
      `tests['ok'] = responseCode.code === 200; tests['not ok'] = responseTime > 1e6;
       console.log(JSON.parse(responseBody).a, responseHeaders['Content-Type'], iteration, environment.e, globals.g, data.d);
       postman.setEnvironmentVariable('set', 1); postman.clearGlobalVariable('g'); console.log(postman.getEnvironmentVariable('set'), postman.getResponseHeader('content-type'));
       console.log(_.size([1]), CryptoJS.MD5('a').toString().slice(0, 4), tv4.validate(1, {}), xml2Json('<a>1</a>').a, cheerio.load('<b>x</b>')('b').text());
       console.log(request.method, request.url, request.data, request.headers);
       postman.setNextRequest('Next');`,
      {
        ...withResponse('{"a":5}'),
        request: {
          method: 'POST',
          url: 'http://a.b/c',
          header: [{ key: 'A', value: 'b' }],
          body: { mode: 'raw', raw: 'text' },
        },
        scopes: { environment: { values: { e: 'E' } }, globals: { values: { g: 'G' } }, data: { values: { d: 'D' } } },
      },
    );
    expect(error).toBeUndefined();
    expect(logged).toEqual([
      '5 application/json; charset=utf-8 0 E G D',
      '1 application/json; charset=utf-8',
      '1 0cc1 true 1 x',
      'POST http://a.b/c text { a: "b" }',
    ]);
    expect(of('test').map(({ name, state }) => `${name} ${state}`)).toEqual(['ok passed', 'not ok failed']);
  });
  test('contain the cookies of the request', async () => {
    const cookies = [{ name: 'a', value: '1', domain: 'example.com', path: '/' }];
    const read =
      "console.log(responseCookies.count(), responseCookies.one('a').name, responseCookies.get('a'), postman.getResponseCookie('a').domain, postman.getResponseCookie('b'));";
    expect(await logs(read, { ...withResponse('{}'), cookies })).toEqual(['1 a 1 example.com undefined']);
    expect(await logs('console.log(responseCookies.all());', withResponse('{}'))).toEqual(['[]']);
  });
  test('are absent after "use sandbox2"', async () => {
    expect(await logs('"use sandbox2";\nconsole.log(typeof tests, typeof _, typeof postman, typeof pm);')).toEqual([
      'undefined undefined undefined object',
    ]);
  });
  test('may be declared by a script itself', async () => {
    expect(
      await logs(
        "const request = 1; let data = 2; const _ = require('lodash'); var tests = 3; console.log(request, data, tests);",
      ),
    ).toEqual(['1 2 3']);
  });
  test('are properties of the global object: read, set, deleted and missing like other globals', async () => {
    expect(
      await logs(`
        console.log('data' in globalThis, 'URL' in globalThis, Object.hasOwn(globalThis, 'URL'), typeof nowhere);
        data = [1]; tests['kept'] = true; CryptoJS = 'mine'; nowhere = 'new';
        console.log(data, tests.kept, CryptoJS, nowhere, globalThis.nowhere);
        console.log(new URL('http://a.b/c').host, Object.hasOwn(globalThis, 'URL'), new globalThis.TextEncoder().encode('é').length);
        delete globalThis.URL; console.log(typeof URL, typeof atob(btoa('x')), crypto.randomUUID().length);
        try { elsewhere; } catch (error) { console.log(error instanceof ReferenceError, error.message); }`),
    ).toEqual([
      'true true false undefined',
      '[ 1 ] true mine new new',
      'a.b true 2',
      'undefined string 36',
      'true elsewhere is not defined',
    ]);
  });
});

describe('console', () => {
  test('objects are sent as data and shown without running code', async () => {
    const { of } = await run(`
      class Point { constructor() { this.x = 1; } }
      const cyclic = { name: 'c' }; cyclic.self = cyclic;
      console.log('got', { a: [1, { b: 'x' }], get boom() { throw 1; }, [Symbol('s')]: 1 }, new Point(), cyclic, new Map([[{ k: 1 }, 'v']]), new Set(['s']));
      console.log(new Error('outer', { cause: new TypeError('inner') }), Buffer.from('ab'), Array.from({ length: 250 }), 'x'.repeat(300000));`);
    const [first, second] = of('console');
    expect(first?.values?.[1]).toMatchObject({
      type: 'object',
      entries: [
        {
          key: 'a',
          value: {
            type: 'list',
            entries: [
              { value: { type: 'number', text: '1' } },
              { value: { entries: [{ key: 'b', value: { type: 'string', text: 'x' } }] } },
            ],
          },
        },
        { key: 'boom', value: { type: 'getter' } },
        { key: '[Symbol(s)]' },
      ],
    });
    expect(first?.values?.[2]).toMatchObject({ text: 'Point' });
    expect(first?.values?.[3]?.entries?.[1]).toMatchObject({ key: 'self', value: { text: '[Circular]' } });
    expect(first?.values?.[4]?.entries?.[0]).toMatchObject({ key: { entries: [{ key: 'k' }] }, value: { text: 'v' } });
    expect(second?.values?.[0]?.entries?.[0]).toMatchObject({ key: 'cause' });
    expect(second?.values?.[0]?.entries?.[0]?.value.text).toContain('TypeError: inner');
    expect(second?.values?.[1]).toMatchObject({
      text: 'Buffer(2)',
      entries: [{ value: { text: '97' } }, { value: { text: '98' } }],
    });
    expect(second?.values?.[2]).toMatchObject({ more: 150 });
    expect(second?.text).toContain('100000 more characters');
  });
  test('table, group, count, time, assert, trace and formats write as in Node', async () => {
    const { of } = await run(`
      console.table([{ a: 1, b: 'x' }, { a: 2 }]);
      console.group('G'); console.log('inside'); console.groupEnd(); console.log('outside');
      console.count(); console.count(); console.countReset(); console.count('n');
      console.time('t'); console.timeEnd('t'); console.timeEnd('t');
      console.assert(1 === 1, 'no'); console.assert(false, 'told', { a: 1 });
      console.trace('here'); console.log('%s is %d%%', 'x', 5, 'rest'); console.dir({ d: 1 });`);
    const lines = of('console');
    expect(lines[0]?.text.split('\n')).toEqual([
      '┌─────────┬───┬───┐',
      '│ (index) │ a │ b │',
      '├─────────┼───┼───┤',
      '│ 0       │ 1 │ x │',
      '│ 1       │ 2 │   │',
      '└─────────┴───┴───┘',
    ]);
    expect(lines.slice(1, 4).map(({ text, depth }) => [text, depth])).toEqual([
      ['G', undefined],
      ['inside', 1],
      ['outside', undefined],
    ]);
    expect(lines.slice(4, 7).map(({ text }) => text)).toEqual(['default: 1', 'default: 2', 'n: 1']);
    expect(lines[7]?.text).toMatch(/^t: \d+ ms$/);
    expect(lines[8]).toMatchObject({ level: 'warn', text: 'There is no timer "t".' });
    expect(lines[9]).toMatchObject({ level: 'error', text: 'Assertion failed: told { a: 1 }' });
    expect(lines[10]?.text).toMatch(/^Trace: here\n\s+at .*script\.js:7/);
    expect(lines[11]?.text).toBe('x is 5% rest');
    expect(lines[12]?.text).toBe('{ d: 1 }');
  });
  test('clear removes the former output', async () => {
    expect((await run("console.log('old'); console.clear(); console.log('new');")).of('console.cleared')).toHaveLength(
      1,
    );
  });
});

test('a very large script runs, or is refused with an explanation', async () => {
  const { outcome } = await run(`// ${'x'.repeat(20 * 1024 * 1024)}\nconsole.log(1);`);
  expect(outcome).toBe('passed');
});

test('a large body costs nothing for a script that does not read it', async () => {
  const big = Buffer.alloc(100 * 1024 * 1024, 'x');
  expect(await logs('console.log(pm.response.code, pm.response.responseSize)', withResponse(big))).toEqual([
    `200 ${big.length}`,
  ]);
});

test('errors in callbacks and in libraries have the line of the script', async () => {
  const inCallback = await run("\npm.sendRequest('BASE/echo', () => {\n  null.x;\n});");
  expect(inCallback.error).toMatchObject({ name: 'TypeError', line: 3 });
  const inLibrary = await run(
    "const _ = require('lodash');\n\n_.forEach([1], () => { throw new RangeError('in lodash'); });",
  );
  expect(inLibrary.error).toMatchObject({ name: 'RangeError', line: 3 });
  const ofLibrary = await run("\nrequire('moment').locale(Symbol('x')) + 1;\nrequire('assert')(false, 'no');");
  expect(ofLibrary.error?.line).toBeGreaterThan(1);
});
