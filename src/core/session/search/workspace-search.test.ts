/** Search and replace through the host contract, with real files. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HostClient } from '../../../contract/host-contract.ts';
import type { SearchQuery } from '../../../contract/collection/search.ts';
import type { Core } from '../../create-core.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { clientOf, openTestCore } from '../../testing/test-core.ts';

let core: Core;
let client: HostClient;
let root: string;

const create = `# Made by hand.
info:
  name: Create order
http:
  method: POST
  url: "{{base}}/orders?shop=Order-1&page=2"
  params:
    - name: shop
      value: Order-1
      type: query
    - name: page
      value: "2"
      type: query
  headers:
    - name: X-Order
      value: one # a comment that stays
  body:
    type: json
    data: |-
      {
        "order": "orders",
        "note": "Ordering"
      }
runtime:
  scripts:
    - type: after-response
      code: pm.test('order', () => pm.response.to.have.status(200));
docs: Makes an order.
`;
beforeEach(async () => {
  root = temporaryFolder('search');
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('config');
  mkdirSync(path.join(root, 'shop'));
  const write = (name: string, text: string) => writeFileSync(path.join(root, name), text);
  write('opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  write(
    'shop/folder.yml',
    'info:\n  name: Orders\n  type: folder\nrequest:\n  headers:\n    - name: A\n      value: order\n',
  );
  write('shop/create.yml', create);
  write('other.yml', 'info:\n  name: Other\nhttp:\n  method: GET\n  url: http://a/b(c\n');
  core = await openTestCore(root);
  client = clientOf(core);
});
afterEach(() => core.close());

const queryOf = (text: string, more: Partial<SearchQuery> = {}) => ({
  text,
  matchCase: false,
  wholeWord: false,
  ...more,
});
const search = (text: string, more: Partial<SearchQuery> = {}) =>
  client.call('collection.search', { query: queryOf(text, more), unsaved: [] });
const hitsOf = async (text: string, more: Partial<SearchQuery> = {}) =>
  (await search(text, more)).items.flatMap(({ id, hits }) =>
    hits.map(({ part, line, text: hit, start, end }) => [id, part, line, hit.slice(start, end)]),
  );

test('names, addresses, headers, bodies, scripts and docs are searched, and each hit has its line', async () => {
  expect(await hitsOf('order', { wholeWord: true })).toEqual([
    ['shop', 'headers', 1, 'order'],
    ['shop/create.yml', 'name', 1, 'order'],
    ['shop/create.yml', 'address', 1, 'Order'],
    ['shop/create.yml', 'headers', 1, 'Order'],
    ['shop/create.yml', 'body', 2, 'order'],
    ['shop/create.yml', 'after-response', 1, 'order'],
    ['shop/create.yml', 'docs', 1, 'order'],
  ]);
  expect(await hitsOf('Ordering', { matchCase: true })).toEqual([['shop/create.yml', 'body', 3, 'Ordering']]);
  expect(await hitsOf('ordering', { matchCase: true })).toEqual([]);
  const { items } = await search('X-Order');
  expect(items).toMatchObject([{ name: 'Create order', method: 'POST', path: ['Orders'], unsaved: false }]);
});

test('the searched text is not a pattern', async () => {
  expect(await hitsOf('b(c')).toEqual([['other.yml', 'address', 1, 'b(c']]);
  expect(await hitsOf('.*')).toEqual([]);
});

test('unsaved changes are searched in place of the file', async () => {
  const { request } = await client.call('collection.read', { id: 'other.yml' });
  const edited = { ...request, url: 'http://typed' };
  const ask = (text: string) =>
    client.call('collection.search', {
      query: queryOf(text),
      unsaved: [{ kind: 'request', id: 'other.yml', edited }],
    });
  expect((await ask('typed')).items).toMatchObject([{ id: 'other.yml', unsaved: true }]);
  expect((await ask('b(c')).items).toEqual([]);
});

test('replacing writes only the chosen hits, and can be undone', async () => {
  const query = queryOf('order', { wholeWord: true, matchCase: true });
  const { items } = await client.call('collection.search', { query, unsaved: [] });
  const places = items
    .flatMap(({ hits }) => hits)
    .filter(({ part }) => part === 'body' || part === 'docs')
    .map(({ id, field, occurrence }) => ({ id, field, occurrence }));
  const result = await client.call('collection.replace', { query, replacement: '$&sale', places, unsaved: [] });
  expect(result).toMatchObject({ replaced: 2, problems: [] });
  const read = () => readFileSync(path.join(root, 'shop/create.yml'), 'utf8');
  expect(read()).toContain('"$&sale": "orders"');
  expect(read()).toContain('Makes an $&sale.');
  expect(read()).toContain("pm.test('order'");
  expect(read()).toContain('# Made by hand.');
  expect(read()).toContain('# a comment that stays');

  const [file] = result.files;
  if (file?.before.kind !== 'request') throw new Error('no request was written');
  const { id, edited } = file.before;
  await client.call('collection.save', { id, request: edited, version: file.version });
  expect(read()).toContain('"order": "orders"');
});

test('the table of parameters follows the address', async () => {
  const query = queryOf('Order-1');
  const places = [{ id: 'shop/create.yml', field: ['url'], occurrence: 0 }];
  await client.call('collection.replace', { query, replacement: 'x', places, unsaved: [] });
  const { request } = await client.call('collection.read', { id: 'shop/create.yml' });
  expect(request.url).toBe('{{base}}/orders?shop=x&page=2');
  expect(request.params.map(({ name, value }) => `${name}=${value}`)).toEqual(['shop=x', 'page=2']);
});

test('unsaved changes are returned with the replacement, and the file stays unchanged', async () => {
  const { request } = await client.call('collection.read', { id: 'other.yml' });
  const edited = { ...request, docs: 'typed order' };
  const result = await client.call('collection.replace', {
    query: queryOf('order'),
    replacement: 'sale',
    places: [{ id: 'other.yml', field: ['docs'], occurrence: 0 }],
    unsaved: [{ kind: 'request', id: 'other.yml', edited }],
  });
  expect(result).toMatchObject({
    files: [],
    unsaved: [{ item: { id: 'other.yml', edited: { docs: 'typed sale' } }, count: 1 }],
  });
  expect(readFileSync(path.join(root, 'other.yml'), 'utf8')).not.toContain('typed');
});

test('a place that no longer exists, or that no search has found, is not changed', async () => {
  const query = queryOf('order');
  const places = [
    { id: 'other.yml', field: ['url'], occurrence: 0 },
    { id: 'shop/create.yml', field: ['body', 'type'], occurrence: 0 },
    { id: 'shop/create.yml', field: ['__proto__', 'x'], occurrence: 0 },
    { id: '../outside.yml', field: ['url'], occurrence: 0 },
  ];
  const result = await client.call('collection.replace', { query, replacement: 'x', places, unsaved: [] });
  expect(result).toMatchObject({ replaced: 0, files: [] });
  expect(result.problems).toEqual([expect.stringMatching(/^\.\.\/outside\.yml: /)]);
});

test('the number of hits is limited, and a long line is truncated around the hit', async () => {
  const { request } = await client.call('collection.read', { id: 'other.yml' });
  const edited = { ...request, docs: `${'a '.repeat(5_000)}needle${' b'.repeat(5_000)}` };
  const unsaved = [{ kind: 'request' as const, id: 'other.yml', edited }];
  const many = await client.call('collection.search', { query: queryOf('a'), unsaved });
  expect(many.complete).toBe(false);
  expect(many.items.flatMap(({ hits }) => hits)).toHaveLength(2_000);
  const { items } = await client.call('collection.search', { query: queryOf('needle'), unsaved });
  const hit = items[0]?.hits[0];
  expect(hit?.text).toHaveLength(240);
  expect(hit?.text.slice(hit.start, hit.end)).toBe('needle');
});

test('scripts of the workspace are searched, saved or not, and replaced', async () => {
  mkdirSync(path.join(root, 'scripts'));
  const file = path.join(root, 'scripts/sign.js');
  writeFileSync(file, '// one\nconst needle = 1;\n');
  await expect.poll(() => hitsOf('needle')).toEqual([['scripts/sign.js', 'script', 2, 'needle']]);
  expect((await search('needle')).items).toMatchObject([{ kind: 'script', name: 'scripts/sign.js', unsaved: false }]);
  const typed = [{ kind: 'script' as const, id: 'scripts/sign.js', edited: { content: '// typed needle' } }];
  const places = [{ id: 'scripts/sign.js', field: ['content'], occurrence: 0 }];
  const query = queryOf('needle');
  const { items } = await client.call('collection.search', { query, unsaved: typed });
  expect(items).toMatchObject([{ unsaved: true, hits: [{ line: 1 }] }]);
  const inDraft = await client.call('collection.replace', { query, replacement: 'pin', places, unsaved: typed });
  expect(inDraft).toMatchObject({ files: [], unsaved: [{ item: { edited: { content: '// typed pin' } }, count: 1 }] });
  expect(readFileSync(file, 'utf8')).toContain('needle');

  const { files } = await client.call('collection.replace', { query, replacement: 'pin', places, unsaved: [] });
  expect(readFileSync(file, 'utf8')).toBe('// one\nconst pin = 1;\n');
  const [written] = files;
  if (written?.before.kind !== 'script') throw new Error('no script was written');
  const { id, edited } = written.before;
  await client.call('workspace.writeScript', { path: id, content: edited.content, version: written.version });
  expect(readFileSync(file, 'utf8')).toContain('needle');
});

test('a request without a file is searched', async () => {
  const { request } = await client.call('collection.read', { id: 'other.yml' });
  const edited = { ...request, url: 'http://needle' };
  const unsaved = [{ kind: 'request' as const, id: 'untitled 1', name: 'Untitled request', edited }];
  const { items } = await client.call('collection.search', { query: queryOf('needle'), unsaved });
  expect(items).toMatchObject([
    { id: 'untitled 1', name: 'Untitled request', unsaved: true, hits: [{ part: 'address' }] },
  ]);
});
