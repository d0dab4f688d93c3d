/** Scripts written for Bruno, in addition to what runs-like-bruno.test.ts compares with Bruno itself. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { emptyScopes } from '../../../../contract/scripts/script-context.ts';
import { sharedRunner, sharedServer } from '../../../testing/fixtures.ts';
import type { ContextOptions } from '../../../testing/run.ts';

const runner = sharedRunner();
const server = sharedServer((request, response) => {
  const [, status = '200'] = /^\/status\/(\d+)/.exec(request.url ?? '') ?? [];
  response.writeHead(Number(status), { 'content-type': 'application/json' });
  const names = request.rawHeaders
    .filter((text) => /^(accept|content-type)$/i.test(text))
    .sort()
    .join();
  response.end(
    JSON.stringify({ method: request.method, url: request.url, type: request.headers['content-type'], names }),
  );
});

const request = { method: 'GET', url: 'http://example.com/a?b=1', header: [] };
const response = {
  body: '{"list":[{"id":1},{"id":2}]}',
  head: { code: 201, status: 'Created', headers: [{ key: 'Content-Type', value: 'application/json' }] },
};
const run = (source: string, options: ContextOptions = {}) =>
  runner.runWithContext(source, {
    request,
    info: { eventName: 'prerequest', requestName: 'Get' },
    location: ['Shop', 'Get'],
    scopes: { ...emptyScopes(), environment: { name: 'Local', values: { base: server.url } } },
    ...options,
  });

describe('a member of Bruno that Outrigger lacks ends the script with its name', () => {
  test.each([
    ["bru.resetOauth2Credential('x')", /bru\.resetOauth2Credential of Bruno is not available/],
    ['bru.resetOauth2Credential()', /bru\.resetOauth2Credential/],
  ])('%s', async (source, message) => {
    const { outcome, error } = await run(source);
    expect(outcome).toBe('error');
    expect(error?.message).toMatch(message);
  });
});

test('a table is shown as HTML: cells by their column, escaped, and the problem of one that is wrong', async () => {
  const table = async (data: object) =>
    (await run(`bru.visualize('table', ${JSON.stringify(data)})`)).of('visualization').map(({ html }) => html);
  const rowData = [{ name: '<b>', address: { city: 'A&B' }, list: [1] }, { name: null }, 5];
  const columnDefinitions = [{ field: 'name', headerName: 'Na"me' }, { field: 'address.city' }, { field: 'list' }];
  const head = '<tr><th>Na&quot;me</th><th>address.city</th><th>list</th></tr>';
  const rows = '<tr><td>&lt;b&gt;</td><td>A&amp;B</td><td>[1]</td></tr><tr><td></td><td></td><td></td></tr>';
  expect(await table({ provider: 'ag-grid', props: { rowData, columnDefinitions } })).toEqual([
    `<table border="1"><thead>${head}</thead><tbody>${rows}</tbody></table>`,
  ]);
  expect(await table({ provider: 'ag-grid', props: { columnDefinitions } })).toEqual([
    '<p>Row data is required. Please provide an array of objects for table rendering.</p>',
  ]);
  expect(await table({ provider: 'another' })).toEqual([]);
});

test('schemas, templates and variables work with the packages that are loaded by their first use', async () => {
  const { outcome, logged, of } = await run(`
    const schema = { type: 'object', properties: { day: { type: 'string', format: 'date' } } };
    expect({ day: '2026-01-02' }).to.have.jsonSchema(schema);
    expect({ day: 'Friday' }).to.not.have.jsonSchema(schema);
    expect({ day: 'Friday' }).to.have.jsonSchema(schema, { validateFormats: false });
    bru.visualize('html', { template: '<b>{{name}}</b>', data: { name: 'A&B' } });
    bru.setVar('list', { a: [1] });
    console.log(bru.hasVar('base'), bru.getEnvVar('base') !== undefined, JSON.stringify(bru.getAllVars()));
  `);
  expect(outcome).toBe('passed');
  expect(of('visualization').map(({ html }) => html)).toEqual(['<b>A&amp;B</b>']);
  expect(logged).toEqual(['false true {"list":{"a":[1]}}']);
});

test('req.onFail and bru.getSecretVar have no effect, and a warning says so', async () => {
  const source = "req.onFail(() => {}); console.log('goes on', bru.getSecretVar('x'))";
  const { outcome, of } = await run(source);
  expect(outcome).toBe('passed');
  expect(of('console').map(({ text }) => text)).toEqual([
    expect.stringMatching(/^req\.onFail of Bruno has no effect in Outrigger/),
    expect.stringMatching(/^bru\.getSecretVar of Bruno has no effect in Outrigger/),
    'goes on undefined',
  ]);
});

test('node-fetch returns the status, the headers and the body, with any status', async () => {
  const { logged } = await run(`
    const fetch = require('node-fetch');
    const headers = { 'content-type': 'text/x-own' };
    const response = await fetch('${server.url}/a', { method: 'put', headers, body: 'sent' });
    const { method, url, type } = await response.json();
    console.log(response.ok, response.headers.get('Content-Type'), method, url, type);
    const other = await fetch('${server.url}/status/404');
    console.log(other.ok, other.status, other.statusText, typeof (await other.text()));`);
  expect(logged).toEqual(['true application/json PUT /a text/x-own', 'false 404 Not Found string']);
});

test("hashes of require('crypto') are those of Node", async () => {
  const names = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'ripemd160'];
  const { logged, error } = await run(`
    const crypto = require('node:crypto');
    for (const name of ${JSON.stringify(names)}) {
      const hash = crypto.createHash(name).update('a').update(Buffer.from([0, 255])).digest('hex');
      const hmac = crypto.createHmac(name, Buffer.from([7, 200])).update('text \u00e9').digest('base64');
      console.log(name + ' ' + hash + ' ' + hmac);
    }
    console.log(crypto.randomBytes(70_000).length, crypto.timingSafeEqual(Buffer.from('a'), Buffer.from('b')));
    const numbers = Array.from({ length: 50 }, () => crypto.randomInt(3, 5));
    console.log([...new Set(numbers)].sort().join());
    crypto.createHash('whirlpool');`);
  const expected = names.map((name) => {
    const hash = createHash(name)
      .update('a')
      .update(Buffer.from([0, 255]))
      .digest('hex');
    return `${name} ${hash} ${createHmac(name, Buffer.from([7, 200]))
      .update('text \u00e9')
      .digest('base64')}`;
  });
  expect(logged).toEqual([...expected, '70000 false', '3,4']);
  expect(error?.message).toMatch(/"whirlpool" is not supported. There are: md5, sha1/);
});

test('invalid UTF-8 is decoded as in Node', async () => {
  const samples = [
    ...['61e282', 'eda080f4908080f5', 'c0afe08080f0808080c1bf', 'efbbbfc3a9f09f9880'].map((hex) =>
      Buffer.from(hex, 'hex'),
    ),
    Buffer.from('€'.repeat(20_000)),
    // Mostly bytes from 0x80, where validity depends on the previous bytes.
    ...Array.from({ length: 400 }, () => randomBytes(12).map((byte) => (byte % 4 === 0 ? byte : byte | 0x80))),
  ].map((bytes) => Buffer.from(bytes).toString('base64'));
  const { logged } = await run(
    `const texts = ${JSON.stringify(samples)}.map((sample) => Buffer.from(sample, 'base64').toString());
     console.log(JSON.stringify(texts));`,
  );
  expect(JSON.parse(logged[0] ?? '')).toEqual(samples.map((sample) => Buffer.from(sample, 'base64').toString('utf8')));
});

test('the response exists only after the request, and can be queried', async () => {
  expect((await run('console.log(typeof res)')).logged).toEqual(['undefined']);
  const { logged } = await run(
    `console.log(res('list[?].id', (item) => item.id === 2));
     console.log(res('list.id').join(), res.status, res.getStatusText(), res.headers['content-type'], res.getSize().body);
     console.log(res.getDataBuffer().length)`,
    { response },
  );
  expect(logged).toEqual(['[ 2 ]', '1,2 201 Created application/json 28', '28']);
});

test('the request, its settings, the next request and variables are returned to the host', async () => {
  const { scriptEnd } = await run(`
    req.setUrl('http://example.com/c');
    req.setMethod('POST');
    req.setHeaders({ 'X-A': '1' });
    req.setBody({ a: 1 });
    req.setMaxRedirects(2);
    req.setTimeout(100);
    bru.setVar('v', { deep: true });
    bru.setEnvVar('e', '1');
    bru.deleteEnvVar('base');
    bru.setGlobalEnvVar('g', '2');
    bru.setCollectionVar('c', '3');
    bru.setNextRequest('Other');`);
  expect(scriptEnd).toMatchObject({
    request: {
      method: 'POST',
      url: 'http://example.com/c',
      header: [{ key: 'X-A', value: '1' }],
      body: { mode: 'raw', raw: '{"a":1}' },
    },
    requestSettings: { maxRedirects: 2, timeoutMs: 100 },
    nextRequest: 'Other',
    scopes: {
      local: { set: { v: { deep: true } } },
      environment: { set: { e: '1' }, unset: ['base'] },
      globals: { set: { g: '2' } },
      collection: { set: { c: '3' } },
    },
  });
});

test('path parameters stay when a script changes another part of the request', async () => {
  const url = { raw: 'http://example.com/users/:id', variable: [{ key: 'id', value: '7' }] };
  const options: ContextOptions = {
    request: { ...request, url },
    requestFile: {
      tags: ['smoke'],
      auth: 'digest',
      pathParams: [{ name: 'id', value: '7' }],
      variables: { folder: {}, request: {} },
    },
  };
  const { scriptEnd, logged } = await run(
    `req.setHeader('X-A', '1');
     console.log(req.getUrl(), req.getPath(), req.getPathParams()[0].value, req.getTags()[0], req.getAuthMode());`,
    options,
  );
  expect(logged).toEqual(['http://example.com/users/:id /users/7 7 smoke digest']);
  expect(scriptEnd).toMatchObject({ request: { url, header: [{ key: 'X-A', value: '1' }] } });
  const moved = await run("req.setUrl('http://example.com/shops/:id')", options);
  expect(moved.scriptEnd).toMatchObject({ request: { url: { ...url, raw: 'http://example.com/shops/:id' } } });
});

test('a body that a script sets, and the results of assertions, are available to later scripts', async () => {
  const first = await run(
    "res.setBody({ id: 7 }); runAssertions([{ expression: 'res.body.id', operator: 'eq', value: '8' }])",
    {
      response,
    },
  );
  const { logged } = await run(
    `const { summary, results } = await bru.getAssertionResults();
     console.log(res.body.id, res('id'), res.getDataBuffer().toString(), summary.failed, results[0].error);`,
    { response, carried: first.scriptEnd?.carried ?? {} },
  );
  expect(logged).toEqual(['7 7 {"id":7} 1 expected 7 to equal 8']);
});

test('a script without changes does not change the request', async () => {
  const { scriptEnd } = await run("req.getUrl(); req.getHeaders(); bru.getVar('x')");
  expect(scriptEnd).not.toHaveProperty('request');
  expect(scriptEnd).not.toHaveProperty('requestSettings');
});

test.each([
  ['bru.runner.stopExecution()', { nextRequest: null }],
  ['bru.runner.skipRequest()', { skipRequest: true }],
  ['bru.runner.setNextRequest(null)', { nextRequest: null }],
])('%s', async (source, scriptEnd) => {
  expect((await run(source)).scriptEnd).toMatchObject(scriptEnd);
});

test('requests of scripts: axios and bru.sendRequest', async () => {
  const { logged } = await run(`
    const axios = require('axios');
    const { data } = await axios.get(bru.getEnvVar('base') + '/x', { params: { a: 'b c' } });
    console.log(data.method, data.url);
    const client = axios.create({ baseURL: bru.getEnvVar('base'), headers: { 'Content-Type': 'text/plain' } });
    console.log((await client.post('/y', 'text')).data.type);
    try { await axios(bru.interpolate('{{base}}/status/404')); } catch (error) {
      console.log(error.message, error.response.status, axios.isAxiosError(error));
    }
    const always = await bru.sendRequest({ url: bru.interpolate('{{base}}/status/500'), validateStatus: null });
    console.log(always.status);`);
  expect(logged).toEqual(['GET /x?a=b+c', 'text/plain', 'Request failed with status code 404 404 true', '500']);
});

test('a request of a script has the type of its body in the usual spelling', async () => {
  const { logged } = await run(`
    const { data } = await bru.sendRequest({
      url: bru.interpolate('{{base}}/names'), method: 'POST', headers: { 'content-type': 'a/b', ACCEPT: '*/*' }, data: 'x',
    });
    console.log(data.names);`);
  expect(logged).toEqual(['Accept,Content-Type']);
});

test('the callbacks of a cookie jar get no error as in the safe mode of Bruno', async () => {
  const { logged } = await run(`
    const jar = bru.cookies.jar();
    const calls = [];
    const callback = (...values) => calls.push(values.map(String).join(' '));
    await jar.setCookie('{{base}}/', 'k', 'v', callback);
    await jar.deleteCookie('{{base}}/', 'k', callback);
    await jar.deleteCookies('{{base}}/', callback);
    await jar.clear(callback);
    await jar.hasCookie('{{base}}/', 'k', callback);
    console.log([...new Set(calls)].join('; '));`);
  expect(logged).toEqual(['null undefined; null false']);
});

test('cookies of any address', async () => {
  const { logged } = await run(`
    const jar = bru.cookies.jar();
    await jar.setCookie('{{base}}/', 'k', 'v');
    await jar.setCookie('{{base}}/', { key: 'other', value: 'w', path: '/' });
    console.log((await jar.getCookie('{{base}}/', 'k')).value, await jar.hasCookie('{{base}}/', 'none'));
    jar.getCookies('{{base}}/', (error, all) => console.log(all.map(({ key }) => key).sort().join()));
    await jar.deleteCookie('{{base}}/', 'k');
    console.log((await jar.getCookies('{{base}}/')).length);
    await jar.setCookie('http://other.test/', 'k', 'v');
    await jar.clear();
    console.log((await jar.getCookies('{{base}}/')).length, (await jar.getCookies('http://other.test/')).length);`);
  expect(logged).toEqual(['v false', 'k,other', '1', '0 0']);
});

test('the globals of Bruno and pm use the same values in one script', async () => {
  const { logged } = await run(`
    bru.setEnvVar('a', '1'); pm.environment.set('b', '2');
    console.log(pm.environment.get('a'), bru.getEnvVar('b'), bru.getEnvName(), bru.getCollectionName());
    const { expect: ours } = pm; ours(1).to.equal(1); expect(2).to.be.above(1); assert.equal(1, 1);
    const test2 = test; await test2('passes', () => expect('a').to.equal('a'));`);
  expect(logged).toEqual(['1 2 Local Shop']);
});

test('a script may declare these names itself', async () => {
  const { logged, outcome } = await run(`
    const req = 1; var res = 2; let bru = 3; function test() { return 4; }
    console.log(req, res, bru, test());`);
  expect({ logged, outcome }).toEqual({ logged: ['1 2 3 4'], outcome: 'passed' });
});
