/** Exported folders: folders of the same name stay separate, and empty ones are included. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { loadCollection } from '../../collection/files/collection-files.ts';
import { partOf } from '../../collection/files/collection-part.ts';
import { bundle } from './bundle.ts';
import { toPostmanCollection } from './to-postman.ts';
import { importText } from '../import.ts';
import { writeImported } from '../imported/write-imported.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

function writeCollection(files: Record<string, object>): string {
  const root = temporaryFolder('export-folders');
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), stringify(content));
  }
  return root;
}
const folder = (name: string, seq: number, docs = '') => ({
  info: { name, type: 'folder', seq },
  docs,
  request: { variables: [{ name: 'of', value: `${name} ${seq}` }] },
});
const request = (name: string, seq = 1) => ({ info: { name, type: 'http', seq }, http: { url: 'http://x/' } });

const files = {
  'opencollection.yml': { opencollection: '1.0.0', info: { name: 'Shop' }, docs: 'About all' },
  'a/folder.yml': folder('Same', 1, 'First'),
  'a/one.yml': request('One'),
  'b/folder.yml': folder('Same', 2, 'Second'),
  'b/two.yml': request('Two'),
  'c/folder.yml': folder('Empty', 3, 'Later'),
  'c/d/folder.yml': folder('Inside', 1),
  'e.yml': request('Last', 4),
};

interface Item {
  name?: string;
  info?: { name: string };
  items?: Item[];
  item?: Item[];
}
const shape = (items: readonly Item[]): unknown[] =>
  items.map(({ name, info, items: children, item = children }) => {
    const shown = name ?? info?.name;
    return item ? { [shown ?? '']: shape(item) } : shown;
  });
const expected = [{ Same: ['One'] }, { Same: ['Two'] }, { Empty: [{ Inside: [] }] }, 'Last'];

test('in one file', async () => {
  const loaded = await loadCollection(writeCollection(files));
  const written = parse(stringify(bundle(loaded))) as { items: (Item & { docs?: string; request?: object })[] };
  expect(shape(written.items)).toEqual(expected);
  expect(written.items.map(({ docs }) => docs)).toEqual(['First', 'Second', 'Later', undefined]);
  expect(written.items[2]?.request).toEqual({ variables: [{ name: 'of', value: 'Empty 3' }] });
});

test('for Postman and back', async () => {
  const { collection } = toPostmanCollection(await loadCollection(writeCollection(files)));
  expect(shape(collection['item'] as Item[])).toEqual(expected);
  expect(collection['item']).toMatchObject([
    { description: 'First', variable: [{ key: 'of', value: 'Same 1' }] },
    { description: 'Second' },
    { description: 'Later', variable: [{ key: 'of', value: 'Empty 3' }] },
    {},
  ]);
  const root = temporaryFolder('export-folders');
  await writeImported(root, await importText(JSON.stringify(collection), 'shop.json'));
  expect(toPostmanCollection(await loadCollection(root)).collection).toEqual(collection);
});

test('a single folder, with its documentation and that of its subfolders', async () => {
  const root = writeCollection({ ...files, 'c/d/folder.yml': folder('Inside', 1, 'Deep'), 'c/d/x.yml': request('X') });
  const part = partOf(await loadCollection(root), 'c');
  expect(bundle(part)).toMatchObject({
    info: { name: 'Empty' },
    docs: 'Later',
    items: [{ info: { name: 'Inside' }, docs: 'Deep', items: [{ info: { name: 'X' } }] }],
  });
  expect(toPostmanCollection(part).collection).toMatchObject({
    info: { name: 'Empty', description: 'Later' },
    item: [{ name: 'Inside', description: 'Deep', item: [{ name: 'X' }] }],
  });
});

test('a collection without requests keeps its headers, variables and scripts', async () => {
  const root = writeCollection({
    'opencollection.yml': {
      opencollection: '1.0.0',
      info: { name: 'Shop', id: 'c-1' },
      docs: 'About all',
      request: { variables: [{ name: 'base', value: 'http://x' }] },
    },
  });
  const loaded = await loadCollection(root);
  const added = { docs: 'About all', request: { variables: [{ name: 'base', value: 'http://x' }] }, items: [] };
  expect(bundle(loaded)).toMatchObject({ info: { id: 'c-1' }, ...added });
  expect(toPostmanCollection(loaded).collection).toMatchObject({
    info: { _postman_id: 'c-1', description: 'About all' },
    variable: [{ key: 'base', value: 'http://x' }],
  });
});
