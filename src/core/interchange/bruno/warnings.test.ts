/** An import of .bru files reports what has no effect here: fields, the .env file, members that end a script. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { loadCollection } from '../../collection/files/collection-files.ts';
import { importText } from '../import.ts';
import { toLoaded } from '../imported/to-loaded.ts';
import { writeImported } from '../imported/write-imported.ts';

const warningsOf = async (files: Record<string, string>) => (await importOf(files)).warnings;
async function importOf(files: Record<string, string>) {
  const root = temporaryFolder('bruno');
  for (const [name, content] of Object.entries({ 'bruno.json': '{"version":"1","name":"Shop"}', ...files })) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  }
  const imported = await importText('', root, { folder: root });
  expect(structuredClone(imported)).toEqual(imported);
  return imported;
}
const request = (name: string, more = '') =>
  `meta {\n  name: ${name}\n  type: http\n  seq: 1\n}\n\nget {\n  url: http://x/\n  body: none\n  auth: none\n}\n${more}`;

test('a collection in which everything is supported is imported without warnings', async () => {
  const settings = 'settings {\n  encodeUrl: true\n  timeout: 0\n}\n';
  const script = 'script:pre-request {\n  bru.setVar("a", 1);\n}\n';
  const folder = 'meta {\n  name: Orders\n  seq: 1\n}\n\nheaders {\n  A: 1\n}\n';
  const files = { 'A.bru': request('A', script + settings), 'orders/folder.bru': folder, 'orders/B.bru': request('B') };
  expect(
    await warningsOf({ ...files, 'environments/Local.bru': 'vars {\n  a: 1\n}\nvars:secret [\n  b\n]\n' }),
  ).toEqual([]);
});

test('modules that scripts cannot use here are named', async () => {
  const script = (code: string) => `script:pre-request {\n  ${code}\n}\n`;
  const warnings = await warningsOf({
    'A.bru': request(
      'A',
      script("const { faker } = require('@faker-js/faker'); require('node:fs').readFileSync('a');"),
    ),
    'B.bru': request('B', script('require("fs"); require("lodash"); require("js-yaml"); require("./lib/fs");')),
  });
  expect(warnings).toEqual([
    {
      where: 'A',
      what: expect.stringMatching(/^the module @faker-js\/faker, which .*outrigger add npm:@faker-js/) as string,
    },
    {
      where: 'A (and 1 more)',
      what: 'the module fs, which its script requires: scripts have no access to it',
    },
  ]);
});

test('a variable that is local to its request is imported as such', async () => {
  const { items, warnings } = await importOf({ 'A.bru': request('A', 'vars:pre-request {\n  @page: 1\n}\n') });
  expect(warnings).toEqual([]);
  expect(items).toMatchObject([{ request: { runtime: { variables: [{ name: 'page', value: '1' }] } } }]);
});

test('the proxy and the client certificates of a collection are named', async () => {
  const connection = {
    proxy: { enabled: true, protocol: 'http', hostname: 'proxy.example', port: 3128 },
    clientCertificates: {
      enabled: true,
      certs: [{ domain: 'a.example', certFilePath: 'a.crt', keyFilePath: 'a.key' }],
    },
  };
  const off = { proxy: { enabled: false, hostname: 'proxy.example' }, clientCertificates: { certs: [] } };
  const settings = (more: object) => JSON.stringify({ version: '1', name: 'Shop', ...more });
  const named = await warningsOf({ 'bruno.json': settings(connection), 'A.bru': request('A') });
  expect(named.map(({ where, what }) => `${where}: ${what.split(':')[0]}`)).toEqual([
    'bruno.json: its proxy',
    'bruno.json: its client certificates',
  ]);
  expect(await warningsOf({ 'bruno.json': settings(off), 'A.bru': request('A') })).toEqual([]);
});

test('an environment of a later version extends another one, and a circle is named', async () => {
  const imported = await importOf({
    'A.bru': request('A'),
    'environments/Base.bru': 'vars {\n  a: 1\n}\n',
    'environments/Local.bru': 'vars {\n  b: 2\n  extends: Base\n}\nextends: Base\ncolor: #CE4F3B\n',
  });
  expect(imported.warnings).toEqual([]);
  expect(imported.environments.find(({ name }) => name === 'Local')).toMatchObject({
    color: '#CE4F3B',
    extends: 'Base',
    variables: [
      { name: 'b', value: '2' },
      { name: 'extends', value: 'Base' },
    ],
  });
  const itself = { 'environments/Base.bru': 'vars {\n  a: 1\n}\nextends: Base\n' };
  expect(JSON.stringify(await warningsOf({ 'A.bru': request('A'), ...itself }))).toContain('Base → Base');
});

test('the values of the .env file become secrets of every environment, and are in no file', async () => {
  const dotEnv = '# comment\nKEY=k1\nQUOTED="a b"\nexport EMPTY=\n';
  const local = { 'environments/Local.bru': 'vars {\n  a: 1\n}\n', 'environments/Test.bru': 'vars {\n  a: 2\n}\n' };
  const declared = ['KEY', 'QUOTED', 'EMPTY'].map((name) => ({ secret: true, name: `process.env.${name}` }));
  const imported = await importOf({ '.env': dotEnv, 'A.bru': request('A'), ...local });
  expect(imported.warnings).toEqual([]);
  expect(imported.environments).toEqual([
    { name: 'Local', variables: [{ name: 'a', value: '1' }, ...declared] },
    { name: 'Test', variables: [{ name: 'a', value: '2' }, ...declared] },
  ]);
  expect(imported.secrets.slice(0, 3)).toEqual([
    { environment: 'Local', name: 'process.env.KEY', value: 'k1' },
    { environment: 'Local', name: 'process.env.QUOTED', value: 'a b' },
    { environment: 'Local', name: 'process.env.EMPTY', value: '' },
  ]);
  const root = temporaryFolder('bruno');
  await writeImported(root, imported);
  expect(readFileSync(path.join(root, 'environments/Local.yml'), 'utf8')).not.toContain('k1');

  const importWithoutUse = await importOf({ '.env': 'KEY=k1', 'A.bru': request('A') });
  expect(importWithoutUse.environments.map(({ name }) => name)).toEqual(['Shop']);
  const many = Array.from({ length: 1200 }, (_, index) => `K${index}=v`).join('\n');
  expect(await warningsOf({ '.env': many, 'A.bru': request('A') })).toEqual([
    { where: '.env', what: '200 of its 1200 values' },
  ]);
});

test('members that end a script are reported, with the first request and the number of the others', async () => {
  const script = 'tests {\n  req.onFail(() => {});\n}\n';
  expect(await warningsOf({ 'A.bru': request('A', script), 'B.bru': request('B', script) })).toEqual([
    {
      where: 'A (and 1 more)',
      what: 'req.onFail, which its script calls: a request that gets no response is named in the report of the run',
    },
  ]);
});

test('folders and files keep their names, which scripts use, and folders their tags', async () => {
  const folder =
    "meta {\n  name: Orders in $$, $'\n  seq: 2\n  tags: [\n    slow\n    of-orders\n  ]\n}\n\nheaders {\n  A: 1\n}\n";
  const imported = await importOf({ 'orders/folder.bru': folder, 'orders/first one.bru': request('First') });
  expect(imported.warnings).toEqual([]);
  const root = temporaryFolder('bruno');
  await writeImported(root, imported);
  expect(readFileSync(path.join(root, 'orders/folder.yml'), 'utf8')).toContain("Orders in $$, $'");
  const { requests } = await loadCollection(root);
  expect(requests.map(({ id, name, folderTags }) => ({ id, name, folderTags }))).toEqual([
    { id: 'orders/first one.yml', name: 'First', folderTags: ['slow', 'of-orders'] },
  ]);
});

test('unread fields are reported by file', async () => {
  const auth = 'auth:basic {\n  username: u\n  password: p\n}\n';
  expect(await warningsOf({ 'A.bru': request('A', auth), 'C.bru': request('C', auth) })).toEqual([
    { where: 'A.bru (and 1 more)', what: 'the field "auth"' },
  ]);
});

test('a request that cannot be read or sent stays in a run of the folder as it is, where it is an error', async () => {
  const imported = await importOf({
    'A.bru': request('A'),
    'sub/Broken.bru': request('Broken', 'script:unknown {\n}\n'),
    'Socket.bru': 'meta {\n  name: Socket\n  type: ws\n}\n\nws {\n  url: ws://x/\n}\n',
  });
  const { requests } = toLoaded(imported, temporaryFolder('bruno'));
  expect(requests.map(({ id, damaged }) => ({ id, damaged }))).toEqual([
    { id: 'A', damaged: undefined },
    { id: 'Socket', damaged: expect.stringContaining('"ws" is not a kind that is sent here') as string },
    { id: 'sub/Broken', damaged: expect.stringContaining('not in the form of Bruno') as string },
  ]);
});

test('a damaged file of a folder or of the collection is named with its line, and no run sends what is below it', async () => {
  const damagedFile = 'headers {\n  A: 1\n}\n\nauth:unknown {\n}\n';
  const imported = await importOf({
    'A.bru': request('A'),
    'sub/folder.bru': damagedFile,
    'sub/B.bru': request('B'),
    'sub/Broken.bru': request('Broken', 'script:unknown {\n}\n'),
    'sub/Odd.bru': request('Odd', 'auth:basic {\n  username: u\n  password: p\n}\n'),
  });
  expect(imported.warnings).toContainEqual({
    where: 'sub/folder.bru',
    what: expect.stringMatching(/^the file, with the auth.*Line 5/) as string,
  });
  const loaded = (from: typeof imported) =>
    toLoaded(from, temporaryFolder('bruno')).requests.map(({ id, damaged }) => [id, damaged]);
  expect(loaded(imported)).toEqual([
    ['sub/B', expect.stringContaining('sub/folder.bru: the file') as string],
    ['sub/Odd', expect.stringContaining('sub/folder.bru: the file') as string],
    ['A', undefined],
    ['sub/Broken', expect.stringContaining('not in the form of Bruno') as string],
  ]);
  const all = await importOf({ 'collection.bru': damagedFile, 'A.bru': request('A'), 'sub/B.bru': request('B') });
  expect(loaded(all).map(([, damaged]) => damaged)).toEqual(
    Array(2).fill(expect.stringMatching(/^collection\.bru: .*Line 5/)),
  );
  expect(all.warnings).toHaveLength(1);
});
