/** Imports from strangers: nothing is lost or overwritten, secrets stay out of the files, and sizes are limited. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { expect, test } from 'vitest';
import { loadCollection } from '../collection/files/collection-files.ts';
import { variablesOf } from '../collection/variables/inherit.ts';
import { bundle } from './export/bundle.ts';
import { toPostmanCollection } from './export/to-postman.ts';
import { importText, readImport } from './import.ts';
import { toLoaded } from './imported/to-loaded.ts';
import { copyImportedFiles } from './imported/files.ts';
import { writeImported } from './imported/write-imported.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const folder = () => temporaryFolder('import');
const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const postman = (item: unknown[], more: object = {}) => JSON.stringify({ info: { name: 'P', schema }, item, ...more });
const request = (name: string) => ({ name, request: { method: 'GET', url: `http://x/${encodeURIComponent(name)}` } });
const environment = (name: string, values: object[]) => JSON.stringify({ name, values });
const textOfAll = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

const requestNames = [
  'opencollection',
  'folder',
  'OpenCollection',
  'FOLDER',
  'con',
  'nul.txt',
  'LPT1.a.b',
  'Straße',
  'A',
  'a',
  'caf\u00e9',
  'cafe\u0301',
  '',
  '..',
  '.git',
  'a/b',
  'a-b',
  'x'.repeat(400),
  '名'.repeat(200),
  'हिन्दी',
  'a 2',
  'a',
];
const folderNames = [
  'scripts',
  'programs',
  'environments',
  'node_modules',
  '.git',
  '.outrigger',
  'Scripts',
  'aux',
  'a.yml',
];

test('requests with special or equal names are all imported', async () => {
  const items = [...requestNames.map(request), ...folderNames.map((name) => ({ name, item: [request(`in ${name}`)] }))];
  const root = folder();
  const { requests, renamed } = await writeImported(root, await importText(postman(items), 'p.json'));
  expect(requests).toBe(items.length);
  const loaded = await loadCollection(root);
  expect(loaded.problems).toEqual([]);
  expect(loaded.name).toBe('P');
  expect(loaded.requests.map(({ request: { http } }) => http?.url).sort()).toEqual(
    [...requestNames, ...folderNames.map((name) => `in ${name}`)]
      .map((name) => `http://x/${encodeURIComponent(name || 'Unnamed').replace(/^Unnamed$/, '')}`)
      .sort(),
  );
  expect(
    loaded.items
      .filter(({ kind }) => kind === 'folder')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(folderNames.sort());
  const where = renamed.map((item) => item.where);
  for (const name of ['opencollection', 'folder', 'con', 'nul.txt', 'a', 'cafe\u0301', 'a-b', 'scripts', 'aux']) {
    expect(where).toContain(name);
  }
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    expect(Buffer.byteLength(path.basename(name))).toBeLessThan(230);
  }
});

test('an import into a collection overwrites nothing', async () => {
  const root = folder();
  const source = postman([request('a'), { name: 'f', item: [request('b')] }]);
  await writeImported(root, await importText(source, 'p.json'));
  await writeImported(root, await importText(environment('Test', [{ key: 'a', value: '1' }]), 'e.json'));
  writeFileSync(path.join(root, 'docker-compose.yml'), 'services: {}\n');
  const before = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => path.join(root, file));
  const texts = before.map((file) => (file.endsWith('.yml') ? readFileSync(file, 'utf8') : ''));

  const secondImport = await writeImported(root, await importText(source, 'p.json'));
  await writeImported(root, await importText(postman([request('a')]), 'p.json'));
  const second = await writeImported(root, await importText(environment('Test', [{ key: 'a', value: '2' }]), 'e.json'));
  expect(before.map((file) => (file.endsWith('.yml') ? readFileSync(file, 'utf8') : ''))).toEqual(texts);
  expect(secondImport).toMatchObject({ requests: 2, first: 'P/a.yml' });
  expect(existsSync(path.join(root, 'a 2.yml'))).toBe(true);
  expect(second.renamed).toEqual([{ where: 'Environment Test', what: expect.stringContaining('"Test 2"') as string }]);
  const { environments } = await loadCollection(root);
  expect(environments.map(({ name, variables }) => [name, variables])).toEqual([
    ['Test', [{ name: 'a', value: '1' }]],
    ['Test 2', [{ name: 'a', value: '2' }]],
  ]);
});

test('a workspace without a collection keeps its other files', async () => {
  const root = folder();
  writeFileSync(path.join(root, 'a.yml'), 'mine: true\n');
  await writeImported(root, await importText(postman([request('a')]), 'p.json'));
  expect(readFileSync(path.join(root, 'a.yml'), 'utf8')).toBe('mine: true\n');
  expect((await loadCollection(root)).requests.map(({ id }) => id)).toEqual(['a 2.yml']);
});

test('values of secret variables are written to no file and no export', async () => {
  const root = folder();
  const values = [
    { key: 'user', value: 'ada', type: 'default' },
    { key: 'password', value: 'hunter2', type: 'secret' },
  ];
  const first = await writeImported(root, await importText(environment('Live', values), 'e.json'));
  expect(first.secrets).toEqual([{ environment: 'Live', name: 'password', value: 'hunter2' }]);
  const second = await writeImported(root, await importText(environment('Live', values), 'e.json'));
  expect(second.secrets).toEqual([{ environment: 'Live 2', name: 'password', value: 'hunter2' }]);
  const variable = [
    { key: 'token', value: 'deep-secret', type: 'secret' },
    { key: 'open', value: '1' },
  ];
  const imported = await importText(postman([request('a')], { variable }), 'p.json');
  const third = await writeImported(folder(), imported);
  expect(third.secrets).toEqual([{ environment: 'P', name: 'token', value: 'deep-secret' }]);
  expect(third.renamed).toEqual([{ where: 'Environment P', what: expect.stringContaining('choose "P"') as string }]);
  const other = folder();
  await writeImported(other, imported);
  expect(textOfAll(root)).not.toContain('hunter2');
  expect(textOfAll(root)).toContain('password');
  expect(textOfAll(other)).not.toContain('deep-secret');

  // A value that a person has added beside the secret is not exported.
  writeFileSync(
    path.join(other, 'environments/P.yml'),
    'name: P\nvariables:\n  - name: token\n    secret: true\n    value: leaked\n',
  );
  writeFileSync(
    path.join(other, 'opencollection.yml'),
    'opencollection: 1.0.0\nrequest:\n  variables:\n    - { name: t, secret: true, value: leaked }\n',
  );
  const loaded = await loadCollection(other);
  expect(stringify(bundle(loaded)) + JSON.stringify(toPostmanCollection(loaded))).not.toContain('leaked');

  const direct = toLoaded(imported, other);
  expect(variablesOf(direct.requests[0] ?? { id: '', name: '', path: [], request: {}, defaults: [] })).toEqual({
    token: 'deep-secret',
    open: '1',
  });
  expect(direct.secretValues).toEqual(['deep-secret']);
});

test.each([
  ['brackets of JSON', '['.repeat(100_000) + ']'.repeat(100_000), /nested more than 200 levels/],
  ['brackets of JSON that are never closed', '['.repeat(30_000_000), /nested more than 200 levels/],
  ['brackets of YAML', `a: ${'['.repeat(100_000)}`, /nested more than 200 levels/],
  [
    'aliases',
    Array.from(
      { length: 12 },
      (_, at) =>
        `a${at}: &a${at} [${Array(10)
          .fill(at ? `*a${at - 1}` : 'lol')
          .join(',')}]`,
    ).join('\n'),
    /repeat its parts/,
  ],
])('%s are refused', async (_name, text, message) => {
  await expect(importText(text, 'The file')).rejects.toThrow(message);
});

test('too many requests and too deep folders are refused before anything is written', async () => {
  const many = postman(Array.from({ length: 10_001 }, (_, at) => request(String(at))));
  await expect(importText(many, 'The file')).rejects.toThrow(/10001 requests/);
  let deep: object = request('a');
  for (let level = 0; level < 20; level += 1) deep = { name: `f${level}`, item: [deep] };
  await expect(importText(postman([deep]), 'The file')).rejects.toThrow(/more than 16 levels deep/);
});

test('Bruno: links that lead outside are reported and not read', async () => {
  const outside = folder();
  writeFileSync(path.join(outside, 'secret.bru'), 'meta {\n  name: Secret\n}\n\nget {\n  url: http://secret\n}\n');
  const root = folder();
  writeFileSync(path.join(root, 'bruno.json'), '{"name":"B"}');
  writeFileSync(path.join(root, 'ok.bru'), 'meta {\n  name: Ok\n}\n\nget {\n  url: http://x\n}\n');
  mkdirSync(path.join(root, 'sub'));
  symlinkSync(outside, path.join(root, 'out'));
  symlinkSync(path.join(outside, 'secret.bru'), path.join(root, 'sub/secret.bru'));
  symlinkSync(outside, path.join(root, 'environments'));
  const { text, name, folder: source } = await readImport(root);
  const imported = await importText(text, name, { folder: source });
  expect(imported.items.map((item) => item.name)).toEqual(['Ok']);
  expect(imported.warnings.map(({ where }) => where).sort()).toEqual(['environments', 'out', 'sub/secret.bru']);
});

test('Bruno: a file that would take gigabytes to be parsed is reported and left out', async () => {
  const request = 'meta {\n  name: Ok\n}\n\nget {\n  url: http://x\n}\n';
  const large = `${request}\nbody:text {\n  ${'x'.repeat(600 * 1024)}\n}\n`;
  const root = folder();
  writeFileSync(path.join(root, 'bruno.json'), '{"name":"B"}');
  writeFileSync(path.join(root, 'ok.bru'), request);
  writeFileSync(path.join(root, 'large.bru'), large);
  const { items, warnings } = await importText('', 'B', { folder: root });
  expect(items.map((item) => item.name)).toEqual(['Ok']);
  expect(warnings).toEqual([{ where: 'large.bru', what: 'the file: it is larger than 512 KiB' }]);
  mkdirSync(path.join(root, 'f'));
  writeFileSync(path.join(root, 'f/folder.bru'), large);
  const { warnings: both } = await importText('', 'B', { folder: root });
  expect(both.map(({ where }) => where)).toEqual(['f/folder.bru', 'large.bru']);
});

test('Bruno: names, links and files of bodies lead to no place outside of the workspace', async () => {
  const [root, out] = [folder(), folder()];
  const body =
    'body:multipart-form {\n  a: @file(/etc/hostname)\n  b: @file(../../etc/hostname)\n  c: @file(link)\n}\n';
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  const settings = '"scripts":{"additionalContextRoots":["/etc","../.."],"filesystemAccess":{"allow":true}}';
  write('bruno.json', `{"__proto__":{"name":"polluted"},"name":"../../B",${settings}}`);
  write('a.bru', `meta {\n  name: ../../x\n}\n\npost {\n  url: http://x\n  body: multipartForm\n}\n\n${body}`);
  write('environments/..x.bru', 'vars {\n  __proto__: 5\n  a: 1\n}\n');
  write('node_modules/evil/index.js', 'evil');
  write('.git/hooks/pre-commit', 'evil');
  write('programs/run.js', 'evil');
  for (const [target, link] of [
    ['/etc/hostname', 'link'],
    ['/etc/hostname', '.env'],
    ['/etc', 'etc'],
    ['.', 'self'],
  ] as const) {
    symlinkSync(target, path.join(root, link));
  }
  const imported = await importText('', 'B', { folder: root });
  const { renamed } = await writeImported(out, imported);
  const written = readdirSync(out, { recursive: true, encoding: 'utf8' }).sort();
  expect(written).toEqual(['a.yml', 'environments', 'environments/x.yml', 'opencollection.yml']);
  expect(imported.warnings.map(({ where }) => where).sort()).toEqual(['.env', 'etc', 'link', 'self']);
  expect(renamed.map(({ where }) => where).sort()).toEqual(['../../etc/hostname', 'link', 'programs/run.js']);
  expect((await loadCollection(out)).problems).toEqual([]);
  expect(({} as { name?: unknown }).name).toBeUndefined();
});

test.each(['/dev/zero', '/etc'])('%s is not a file to import', async (source) => {
  await expect(readImport(source)).rejects.toMatchObject({
    code: expect.stringMatching(/Unreadable|InvalidData/) as string,
  });
});

test('no file is copied to where another tool would run it', async () => {
  const [source, root] = [folder(), folder()];
  mkdirSync(path.join(root, 'programs'));
  symlinkSync('programs', path.join(root, 'data'));
  const refused = ['.git/hooks/pre-commit', 'a/../.vscode/tasks.json', 'programs/run.py', 'Programs/run.py'];
  const paths = [
    ...refused,
    'node_modules/.bin/tsc',
    'x/node_modules/y/index.js',
    '.envrc',
    'data/run.py',
    'files/a.json',
  ];
  for (const file of paths) {
    mkdirSync(path.dirname(path.join(source, file)), { recursive: true });
    writeFileSync(path.join(source, file), 'content');
  }
  const problems = await copyImportedFiles(root, { folder: source, paths });
  expect(problems.map(({ where }) => where)).toEqual(paths.slice(0, -1));
  expect(readdirSync(root, { recursive: true }).sort()).toEqual(['data', 'files', 'files/a.json', 'programs']);
});

test('files that together are too large for a disk are left out; smaller ones after them are copied', async () => {
  const [source, root] = [folder(), folder()];
  const paths = ['a.bin', 'b.bin', 'c.bin'];
  for (const [index, bytes] of [600, 600, 300].entries())
    writeFileSync(path.join(source, paths[index] ?? ''), 'x'.repeat(bytes));
  const problems = await copyImportedFiles(root, { folder: source, paths }, { maxTotalBytes: 1024 });
  expect(problems).toEqual([{ where: 'b.bin', what: 'the file: all files together are larger than 1 KiB' }]);
  expect(readdirSync(root).sort()).toEqual(['a.bin', 'c.bin']);
});
