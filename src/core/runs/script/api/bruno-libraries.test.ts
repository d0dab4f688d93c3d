/** The libraries and globals of scripts in a Bruno collection, and those of scripts in other ones. */
import { pbkdf2Sync } from 'node:crypto';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readText } from '../../../session/files/workspace-files.ts';
import { sharedRunner, sharedServer } from '../../../testing/fixtures.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import type { ContextOptions } from '../../../testing/run.ts';

const runner = sharedRunner();
const server = sharedServer((request, answer) => {
  answer.writeHead(200, { 'content-type': 'application/json' });
  answer.end(JSON.stringify({ type: request.headers['content-type'] }));
});

const request = { method: 'GET', url: 'http://example.com/', header: [] };
const response = { body: '{}', head: { code: 200, status: 'OK', headers: [] } };
const run = (source: string, options: ContextOptions = {}) => runner.runWithContext(source, { request, ...options });

/** Of a request in a Bruno collection. */
const ofBruno = { tags: [], auth: 'none', pathParams: [], variables: { folder: {}, request: {} } };

test('bru, req and the others are there for a collection of Bruno and for a script alone, and not for other ones', async () => {
  const names = ['bru', 'req', 'res', 'test', 'expect', 'assert'];
  const types = `console.log([${names.map((name) => `typeof ${name}`).join()}].join())`;
  const after = { response };
  const all = 'object,object,function,function,function,function';
  expect((await run(types, { ...after, requestFile: ofBruno })).logged).toEqual([all]);
  expect((await run(types, after)).logged).toEqual([all]);
  const { variables: _variables, ...ofAnother } = ofBruno;
  const hidden = await run(`res = 1; ${types}; pm.test('own', () => pm.expect(res).to.equal(1))`, {
    ...after,
    requestFile: ofAnother,
  });
  expect(hidden.logged).toEqual(['undefined,undefined,number,undefined,undefined,undefined']);
  expect(hidden.of('test')).toEqual([expect.objectContaining({ name: 'own', state: 'passed' })]);
});

test('scripts of a Bruno collection get the libraries that come with Bruno, and other scripts those of Postman', async () => {
  const source = `
    const html = require('cheerio').load('<p>a').html();
    const derived = require('crypto-js').PBKDF2('a', 'b').toString();
    console.log(html, derived, typeof require('uuid').v7);`;
  const [bruno, postman] = [await run(source, { requestFile: ofBruno }), await run(source)];
  const key = pbkdf2Sync('a', 'b', 250_000, 16, 'sha256').toString('hex');
  expect(bruno.logged).toEqual([`<html><head></head><body><p>a</p></body></html> ${key} function`]);
  expect(postman.logged).toEqual([`<p>a</p> ${pbkdf2Sync('a', 'b', 1, 16, 'sha1').toString('hex')} undefined`]);
  const only = ['ajv-formats', 'csv-parse/sync'];
  for (const name of only) {
    expect((await run(`require('${name}')`, { requestFile: ofBruno })).outcome).toBe('passed');
    expect((await run(`require('${name}')`)).error?.message).toMatch(/Cannot find module/);
  }
  const schema = `const Ajv = require('ajv'); const ajv = require('ajv-formats')(new Ajv());
    console.log(ajv.validate({ type: 'string', format: 'email' }, 'a'), ajv.validate({ type: 'string', format: 'email' }, 'a@b.cd'));
    console.log(JSON.stringify(require('csv-parse/sync').parse('a;b\\n1;"2;3"', { columns: true, delimiter: ';' })));`;
  expect((await run(schema, { requestFile: ofBruno })).logged).toEqual(['false true', '[{"a":"1","b":"2;3"}]']);
});

test('each use of fs is refused by its name', async () => {
  const { error } = await run("require('fs').readFileSync('a.txt')", { requestFile: ofBruno });
  expect(error?.message).toMatch(/^fs\.readFileSync: scripts have no access to files here/);
  const ofPromises = await run("await require('node:fs').promises.writeFile('a.txt', '')", { requestFile: ofBruno });
  expect(ofPromises.error?.message).toMatch(/^fs\.writeFile: /);
  expect((await run("console.log(Object.keys(require('fs')), typeof require('fs').readFileSync)")).logged).toEqual([
    '[] undefined',
  ]);
});

test('packages in the folder node_modules of a Bruno collection are required, and lead to no file outside of it', async () => {
  const outside = temporaryFolder('outside');
  writeFileSync(path.join(outside, 'secret.js'), 'module.exports = "outside"');
  const folder = realpathSync(temporaryFolder('packages-beside'));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  const toOutside = path.relative(path.join(folder, 'node_modules/main'), path.join(outside, 'secret.js'));
  write('node_modules/main/package.json', JSON.stringify({ main: toOutside }));
  write('node_modules/inner/index.js', `module.exports = require(${JSON.stringify(toOutside)})`);
  write('node_modules/inner/package.json', '{}');
  write('node_modules/exports/package.json', JSON.stringify({ exports: { '.': { require: toOutside } } }));
  mkdirSync(path.join(folder, 'node_modules/link'));
  symlinkSync(path.join(outside, 'secret.js'), path.join(folder, 'node_modules/link/index.js'));
  write('node_modules/link/package.json', '{}');
  write('node_modules/modern/package.json', '{ "exports": { "import": "./index.mjs" } }');
  write('node_modules/itself/package.json', '{ "main": "." }');
  write('node_modules/good/package.json', '{ "main": "good" }');
  write('node_modules/good/good.js', 'module.exports = typeof pm + typeof process');
  const resources = { folder, readFile: async (file: string) => (await readText(file)).content };
  const required = (name: string) => run(`console.log(require('${name}'))`, { requestFile: ofBruno, resources });
  const refused = /is outside |through a link out of|no file for require|Cannot find/;
  for (const name of ['main', 'inner', 'exports', 'link', 'itself', '../outside/secret.js', 'main/../../../x']) {
    const { outcome, logged, error } = await required(name);
    expect([outcome, logged, error?.message], name).toEqual(['error', [], expect.stringMatching(refused)]);
  }
  expect((await required('modern')).error?.message).toMatch(/no file for require \(CommonJS\)/);
  expect((await required('good')).logged).toEqual(['undefinedobject']);
  const ofPostman = await run("require('good')", { resources });
  expect(ofPostman.error?.message).toMatch(/Cannot find module 'good'/);
});

describe('form-data', () => {
  const form = `const FormData = require('form-data'); const form = new FormData(); form.setBoundary('limit');
    form.append('a', 'ü'); form.append('n"\\n', 1); form.append('f', Buffer.from('text'), { filename: 'f"\\r\\n.txt', contentType: 'text/x\\r\\nEvil: 1' });`;
  const text = [
    '--limit\r\nContent-Disposition: form-data; name="a"\r\n\r\nü\r\n',
    '--limit\r\nContent-Disposition: form-data; name="n%22%0A"\r\n\r\n1\r\n',
    '--limit\r\nContent-Disposition: form-data; name="f"; filename="f%22%0D%0A.txt"\r\nContent-Type: text/xEvil: 1\r\n\r\ntext\r\n',
    '--limit--\r\n',
  ].join('');

  test('a form is the body of the request, with its type and boundary', async () => {
    const header = [{ key: 'Content-Type', value: 'multipart/form-data' }];
    const { scriptEnd } = await run(`${form} req.setBody(form)`, { request: { ...request, method: 'POST', header } });
    expect(scriptEnd?.request).toMatchObject({
      header: [{ key: 'content-type', value: 'multipart/form-data; boundary=limit' }],
      body: { mode: 'raw', raw: text },
    });
  });

  test('axios and bru.sendRequest send it', async () => {
    const { logged } = await run(`${form} const axios = require('axios');
      console.log((await axios.post('${server.url}/', form)).data.type);
      console.log((await bru.sendRequest({ method: 'POST', url: '${server.url}/', data: form, headers: form.getHeaders() })).data.type);`);
    expect(logged).toEqual(['multipart/form-data; boundary=limit', 'multipart/form-data; boundary=limit']);
  });

  test('bytes that are no Buffer are a text, too', async () => {
    const header = [{ key: 'Content-Type', value: 'multipart/form-data' }];
    const { scriptEnd } = await run(
      `const form = new (require('form-data'))(); form.append('a', new TextEncoder().encode('ü')); req.setBody(form)`,
      { request: { ...request, method: 'POST', header } },
    );
    expect(scriptEnd?.request).toMatchObject({ body: { raw: expect.stringContaining('\r\n\r\nü\r\n') as string } });
  });

  test.each([
    ["form.append('a', {})", /takes a text, a number or a Buffer/],
    ["form.append('a', Buffer.from([255]))", /these bytes are not one/],
  ])('%s is refused', async (call, message) => {
    const { error } = await run(`${form} ${call}`);
    expect(error?.message).toMatch(message);
  });
});

test('a text in the place of bytes that an earlier script has set is a text', async () => {
  const body = { mode: 'raw', raw: 'AcgD', isBase64: true };
  const { scriptEnd } = await run("req.setBody('plain')", { request: { ...request, method: 'POST', body } });
  expect(scriptEnd?.request?.['body']).toEqual({ mode: 'raw', raw: 'plain' });
});

test('res.setBody keeps undefined for later scripts', async () => {
  const { scriptEnd } = await run("res.setBody(['a', undefined, null, { b: undefined, c: 1 }])", { response });
  const check = 'const [, b, c, d] = res.getBody(); console.log(res.getBody().length, b, c, JSON.stringify(d))';
  const later = await run(check, { response, carried: scriptEnd?.carried ?? {} });
  expect(later.logged).toEqual(['4 undefined null {"c":1}']);
  const emptied = (await run('res.setBody()', { response })).scriptEnd?.carried ?? {};
  expect((await run('console.log(res.getBody())', { response, carried: emptied })).logged).toEqual(['undefined']);
});
