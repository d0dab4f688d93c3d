/** Ids of Postman's collections, folders and requests: imported, exported, and unique. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { writeFileSync } from 'node:fs';
import { loadCollection, type LoadedCollection } from '../../collection/files/collection-files.ts';
import { editCollection } from '../../collection/edit/edit-tree.ts';
import { findRequest } from '../../runs/collection/find-request.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { bundle } from '../export/bundle.ts';
import { toPostmanCollection } from '../export/to-postman.ts';
import { importText } from '../import.ts';
import { writeImported } from './write-imported.ts';

const uuid = (digit: number) => `${String(digit).repeat(8)}-1111-4111-8111-${String(digit).repeat(12)}`;
const [COLLECTION, FOLDER, FIRST, SECOND] = [uuid(1), uuid(2), uuid(3), uuid(4)];
const script = (listen: string, ...exec: string[]) => ({ listen, script: { type: 'text/javascript', exec } });
const sent = { method: 'GET', url: 'http://x/' };
const shop = (...more: object[]) =>
  JSON.stringify({
    info: {
      _postman_id: COLLECTION,
      name: 'Shop',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: [
      {
        id: FOLDER,
        name: 'Orders',
        event: [script('prerequest', `const order = ["${SECOND}"];`)],
        item: [
          {
            id: FIRST,
            name: 'First',
            event: [script('test', `pm.execution.setNextRequest('${SECOND}');`, "const kind = 'pay';")],
            request: sent,
          },
        ],
      },
      { _postman_id: SECOND, name: 'Second', request: sent },
      { id: 'pay', name: 'Pay', event: [script('test', "setNextRequest('pay');")], request: sent },
      ...more,
    ],
  });

const importShop = async (root: string, text = shop()) => writeImported(root, await importText(text, 'shop.json'));
const idsOf = ({ requests }: LoadedCollection) =>
  requests.map(({ path: names, request, levelIds }) => [names.at(-1), request.info?.id, ...(levelIds ?? [])]);
const codeOf = ({ requests }: LoadedCollection, name: string) =>
  requests.flatMap((request) => (request.name === name ? [request.request.runtime?.scripts?.[0]?.code ?? ''] : []));

test('ids of the collection, its folders and requests are imported, and exported for Postman and as one file', async () => {
  const root = temporaryFolder('ids');
  expect((await importShop(root)).renamed).toEqual([]);
  const loaded = await loadCollection(root);
  const expected = [
    ['First', FIRST, COLLECTION, FOLDER],
    ['Second', SECOND, COLLECTION],
    ['Pay', 'pay', COLLECTION],
  ];
  expect(idsOf(loaded)).toEqual(expected);

  expect(toPostmanCollection(loaded).collection).toMatchObject({
    info: { _postman_id: COLLECTION },
    item: [{ id: FOLDER, item: [{ id: FIRST }] }, { id: SECOND }, { id: 'pay' }],
  });
  const file = path.join(temporaryFolder('ids'), 'shop.yml');
  writeFileSync(file, stringify(bundle(loaded)));
  expect(idsOf(await loadCollection(file))).toEqual(expected);
});

test('a second import of a collection has new ids, and its scripts refer to its own requests', async () => {
  const root = temporaryFolder('ids');
  await importShop(root);
  const { renamed } = await importShop(root);
  expect(renamed).toEqual([
    { where: 'Shop', what: '5 of its ids are new, because other items have them; its scripts use the new ones' },
  ]);
  const loaded = await loadCollection(root);
  const ids = loaded.requests.map(({ request }) => request.info?.id ?? '');
  expect(new Set(ids).size).toBe(6);
  const second = ids[loaded.requests.findLastIndex(({ name }) => name === 'Second')] ?? '';
  expect(second).not.toBe(SECOND);
  const [, copy = ''] = codeOf(loaded, 'First');
  expect(copy).toBe(`pm.execution.setNextRequest('${second}');\nconst kind = 'pay';`);
  expect(codeOf(loaded, 'Pay')[1]).toBe(`setNextRequest('${ids.at(-1)}');`);
  const folder = loaded.requests.find(({ path: names }) => names[1] === 'Shop' && names[2] === 'Orders');
  expect(folder?.defaults[2]?.scripts?.[0]?.code).toBe(`const order = ["${second}"];`);
  expect(findRequest(loaded.requests, SECOND)).toBe(1);
});

test('if several items of a file have the same id, the last one keeps it, as setNextRequest of Postman finds it', async () => {
  const root = temporaryFolder('ids');
  await importShop(root, shop({ id: 'pay', name: 'Pay later', request: sent }));
  const { requests } = await loadCollection(root);
  expect(requests[findRequest(requests, 'pay')]?.name).toBe('Pay later');
  expect(requests.filter(({ request }) => request.info?.id === 'pay')).toHaveLength(1);
  expect(codeOf(await loadCollection(root), 'Pay')).toEqual(["setNextRequest('pay');"]);
});

test('a collection that was deleted is restored with its ids', async () => {
  const root = temporaryFolder('ids');
  await importShop(root);
  const edit = editCollection({ root, trash: temporaryFolder('trash') });
  for (const entry of ['Orders', 'Second.yml', 'Pay.yml']) await edit.remove(entry);
  await importShop(root);
  const { requests } = await loadCollection(root);
  expect(requests.map(({ request }) => request.info?.id)).toEqual([FIRST, SECOND, 'pay']);
});

test('an id that is also the name of another request refers to the request with the id', async () => {
  const root = temporaryFolder('ids');
  await importShop(root, shop({ id: 'other', name: 'pay', request: sent }));
  const { requests } = await loadCollection(root);
  expect(requests[findRequest(requests, 'pay')]?.name).toBe('Pay');
});

test('a copy of a request or a folder has no id: scripts that use the id refer to the original', async () => {
  const root = temporaryFolder('ids');
  await importShop(root);
  writeFileSync(path.join(root, 'Orders', 'compose.yml'), 'info:\n  id: of another program\n');
  const edit = editCollection({ root, trash: temporaryFolder('trash') });
  const folder = await edit.duplicate('Orders', 'Orders copy');
  const request = await edit.duplicate('Second.yml', 'Second copy');
  const ids = idsOf(await loadCollection(root));
  expect(ids).toContainEqual(['First', undefined, COLLECTION, '']);
  expect(ids).toContainEqual(['First', FIRST, COLLECTION, FOLDER]);
  expect(ids).toContainEqual(['Second copy', undefined, COLLECTION]);
  expect(await edit.read(`${folder}/compose.yml`)).toContain('of another program');
  expect(await edit.read(request)).not.toContain('id:');
});
