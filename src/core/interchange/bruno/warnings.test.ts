/** An import of .bru files names what of them has no effect here: fields, the file .env, members that end a script. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { importText } from '../import.ts';

async function warningsOf(files: Record<string, string>) {
  const root = temporaryFolder('bruno');
  for (const [name, content] of Object.entries({ 'bruno.json': '{"version":"1","name":"Shop"}', ...files })) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  }
  const imported = await importText('', root, { folder: root });
  expect(structuredClone(imported)).toEqual(imported);
  return imported.warnings;
}
const request = (name: string, more = '') =>
  `meta {\n  name: ${name}\n  type: http\n  seq: 1\n}\n\nget {\n  url: http://x/\n  body: none\n  auth: none\n}\n${more}`;

test('a collection that uses nothing of it names nothing', async () => {
  const settings = 'settings {\n  encodeUrl: true\n  timeout: 0\n}\n';
  const script = 'script:pre-request {\n  bru.setVar("a", 1);\n}\n';
  const folder = 'meta {\n  name: Orders\n  seq: 1\n}\n\nheaders {\n  A: 1\n}\n';
  const files = { 'A.bru': request('A', script + settings), 'orders/folder.bru': folder, 'orders/B.bru': request('B') };
  expect(
    await warningsOf({ ...files, 'environments/Local.bru': 'vars {\n  a: 1\n}\nvars:secret [\n  b\n]\n' }),
  ).toEqual([]);
});

test('the file .env', async () => {
  expect(await warningsOf({ '.env': 'A=1', 'A.bru': request('A') })).toEqual([
    { where: 'Shop', what: expect.stringContaining('its file ".env"') as string },
  ]);
});

test('members that end a script, with the first request and the number of the others', async () => {
  const script = 'tests {\n  req.onFail(() => {});\n}\n';
  expect(await warningsOf({ 'A.bru': request('A', script), 'B.bru': request('B', script) })).toEqual([
    {
      where: 'A (and 1 more)',
      what: 'req.onFail, which its script calls: a request that gets no response is named in the report of the run',
    },
  ]);
});

test('fields that are not read, by the file', async () => {
  const auth = 'auth:basic {\n  username: u\n  password: p\n}\n';
  expect(await warningsOf({ 'A.bru': request('A', auth), 'C.bru': request('C', auth) })).toEqual([
    { where: 'A.bru (and 1 more)', what: 'the field "auth"' },
  ]);
});
