import { expect, test } from 'vitest';
import { importText } from '../import.ts';

const collection = (more: object) =>
  importText(JSON.stringify({ id: 'c', name: 'Shop', requests: [], ...more }), 'shop.json');

test('folders and requests stand in their order, each once', async () => {
  const { kind, name, id, items, warnings } = await collection({
    order: ['last'],
    folders: [
      { id: 'f', name: 'Outer', description: 'about', order: ['first', 'first'], folders_order: ['g'] },
      { id: 'g', name: 'Inner', order: [], folders_order: ['f', 'g'] },
    ],
    folders_order: ['f'],
    requests: [
      { id: 'last', name: 'Last', method: 'GET', url: 'http://x/last' },
      { id: 'first', name: 'First', method: 'GET', url: 'http://x/first' },
      { id: 'lost', name: 'Lost', method: 'GET', url: 'http://x/lost' },
    ],
  });
  expect({ kind, name, id }).toEqual({ kind: 'Postman collection', name: 'Shop', id: 'c' });
  expect(items).toMatchObject([
    { name: 'Outer', docs: 'about', items: [{ name: 'Inner', items: [] }, { name: 'First' }] },
    { name: 'Last', request: { info: { id: 'last' }, http: { url: 'http://x/last' } } },
  ]);
  expect(warnings).toEqual([{ where: 'Lost', what: 'the request itself, which is in no folder' }]);
});

test('without any order there is that of the list', async () => {
  const { items } = await collection({
    requests: [
      { id: 'b', name: 'B' },
      { id: 'a', name: 'A' },
    ],
  });
  expect(items.map(({ name }) => name)).toEqual(['B', 'A']);
});

test('examples come along, and fields without effect are named', async () => {
  const request = { url: 'http://x/?q=1', method: 'GET', headers: 'A: b' };
  const { items, warnings } = await collection({
    order: ['a'],
    requests: [
      {
        id: 'a',
        name: 'A',
        url: 'http://x',
        method: 'GET',
        surprise: 'text',
        collectionId: 'c',
        responses: [
          {
            name: 'Found',
            responseCode: { code: 200, name: 'OK' },
            text: '{}',
            requestObject: JSON.stringify(request),
          },
        ],
      },
    ],
  });
  expect(items).toMatchObject([
    {
      request: {
        examples: [
          {
            name: 'Found',
            request: { url: 'http://x/?q=1', headers: [{ name: 'A', value: 'b' }] },
            response: { status: 200, body: { data: '{}' } },
          },
        ],
      },
    },
  ]);
  expect(warnings).toEqual([{ where: 'A', what: 'the field "surprise"' }]);
});
