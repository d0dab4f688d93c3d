/**
 * Collections are exported to Postman's format and imported again: what the format supports is unchanged, the rest is
 * reported.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import postman from 'postman-collection';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { loadCollection } from '../../collection/files/collection-files.ts';
import { findRequest } from '../../runs/collection/find-request.ts';
import { toPostmanCollection } from './to-postman.ts';
import { importText } from '../import.ts';
import type { ImportWarning, Json } from '../imported/imported.ts';
import { writeImported } from '../imported/write-imported.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const url = (raw: string, more: Json = {}) => {
  const [address = '', query] = raw.split('?');
  const [host = '', ...path] = address.split('/');
  return {
    raw,
    host: [host],
    ...(path.length > 0 ? { path } : {}),
    ...(query
      ? { query: query.split('&').map((part) => ({ key: part.split('=')[0], value: part.split('=')[1] })) }
      : {}),
    ...more,
  };
};
const request = (more: Json = {}) => ({ method: 'GET', header: [], url: url('{{base}}/a'), ...more });
const item = (name: string, more: Json = {}, sent: Json = {}) => ({
  name,
  ...more,
  request: request(sent),
  response: [],
});
const exec = (...lines: string[]) => ({ type: 'text/javascript', exec: lines });
const pairs = (values: Record<string, string>) =>
  Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' }));

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'REPORT'];
const auths = [
  { type: 'noauth' },
  { type: 'basic', basic: pairs({ username: 'u', password: '{{p}}' }) },
  { type: 'bearer', bearer: pairs({ token: '{{t}}' }) },
  { type: 'apikey', apikey: pairs({ key: 'X', value: 'v', in: 'query' }) },
  { type: 'digest', digest: pairs({ username: 'u', password: 'p' }) },
];
const bodies: Json[] = [
  { mode: 'raw', raw: '{"a": 1}', options: { raw: { language: 'json' } } },
  { mode: 'raw', raw: '<a/>', options: { raw: { language: 'xml' } } },
  { mode: 'raw', raw: 'text', options: { raw: { language: 'text' } } },
  {
    mode: 'urlencoded',
    urlencoded: [
      { key: 'a', value: '1', description: 'why' },
      { key: 'b', value: '2', disabled: true },
    ],
  },
  {
    mode: 'formdata',
    formdata: [
      { key: 't', type: 'text', value: '1' },
      { key: 'f', type: 'file', src: ['a.png', 'b.png'] },
      { key: 'c', type: 'text', value: '{}', contentType: 'application/json', disabled: true },
    ],
  },
  { mode: 'file', file: { src: 'a.bin' } },
  { mode: 'graphql', graphql: { query: '{ a }', variables: '{"b":1}' } },
];
const collection = (items: Json[], more: Json = {}) => ({ info: { name: 'C', schema }, ...more, item: items });

/** Differences from newman are reported at each import and are not a loss. */
const isLoss = ({ what }: ImportWarning) => !/\bnewman\b/.test(what);

const examples: [string, Json][] = [
  ['methods', collection(methods.map((method) => item(method, {}, { method })))],
  ['ids', collection([item('a', { id: '1b2-a' }), { name: 'F', item: [item('b', { id: '1b2-b' })] }])],
  ['auth of requests', collection(auths.map((auth) => item(auth.type, {}, { auth })))],
  [
    'auth of folders and the collection',
    collection(
      auths.slice(1).map((auth) => ({ name: auth.type, item: [item('x')], auth })),
      { auth: auths[2] },
    ),
  ],
  [
    'parameters without a value',
    collection([
      item(
        'in the list',
        {},
        {
          url: url('{{base}}/a?x&y=', {
            query: [
              { key: 'x', value: null, description: 'why x' },
              { key: 'y', value: '' },
            ],
          }),
        },
      ),
    ]),
  ],
  [
    'a text whose type is in its header',
    collection([
      item(
        'x',
        {},
        {
          method: 'POST',
          header: [{ key: 'Content-Type', value: 'application/json' }],
          body: { mode: 'raw', raw: '{} // why' },
        },
      ),
    ]),
  ],
  ['bodies', collection(bodies.map((body, index) => item(`${index}`, {}, { method: 'POST', body })))],
  [
    'variables of every level',
    collection(
      [
        {
          name: 'F',
          item: [item('x', { variable: [{ key: 'c', value: '3' }] })],
          variable: [
            { key: 'b', value: '2', description: 'why' },
            { key: 'off', value: '', disabled: true },
          ],
        },
      ],
      { variable: [{ key: 'a', value: '1' }] },
    ),
  ],
  [
    'scripts of every level',
    collection(
      [
        {
          name: 'F',
          item: [item('x', { event: [{ listen: 'test', script: exec('three();', '', 'four();') }] })],
          event: [{ listen: 'prerequest', script: exec('two();') }],
        },
      ],
      { event: [{ listen: 'test', script: exec('one();') }] },
    ),
  ],
  [
    'headers, parameters and descriptions',
    {
      ...collection([
        item(
          'x',
          {},
          {
            header: [
              { key: 'A', value: '1', description: 'why A' },
              { key: 'A', value: '2', disabled: true },
            ],
            url: url('{{base}}/a/:id?x=1', {
              query: [{ key: 'x', value: '1', description: 'why x' }],
              variable: [{ key: 'id', value: '7', description: 'why id' }],
            }),
            description: '# What it does',
          },
        ),
      ]),
      info: { name: 'C', schema, description: 'About all' },
    },
  ],
  [
    'folders of the same name, and in folders',
    collection([
      { name: 'F', item: [{ name: 'F', item: [item('x')] }] },
      { name: 'F', item: [item('y')] },
    ]),
  ],
  ['settings', collection([item('x', { protocolProfileBehavior: { followRedirects: false, maxRedirects: 3 } })])],
];

async function roundTrip(source: Json): Promise<{ collection: Json; warnings: { where: string; what: string }[] }> {
  const root = temporaryFolder('round');
  const imported = await importText(JSON.stringify(source), 'c.json');
  expect(imported.warnings.filter(isLoss)).toEqual([]);
  await writeImported(root, imported);
  return toPostmanCollection(await loadCollection(root));
}

describe('a collection of Postman stays the same over several round trips', () => {
  test.each(examples)('%s', async (_subject, source) => {
    const once = await roundTrip(source);
    expect(once.collection).toEqual(source);
    expect(once.warnings).toEqual([]);
    expect((await roundTrip(once.collection)).collection).toEqual(once.collection);
    expect(() => new postman.Collection(once.collection)).not.toThrow();
  });
});

test('what Postman does not support is moved into the requests, or reported', async () => {
  const root = temporaryFolder('round');
  writeFileSync(
    path.join(root, 'opencollection.yml'),
    stringify({
      opencollection: '1.0.0',
      info: { name: 'C' },
      request: { headers: [{ name: 'X-All', value: '1' }] },
      config: { environments: [{ name: 'Test', variables: [] }] },
    }),
  );
  writeFileSync(
    path.join(root, 'a.yml'),
    stringify({
      info: { name: 'a', type: 'http' },
      http: {
        method: 'GET',
        url: 'http://x',
        headers: [{ name: 'X-Own', value: '2' }],
        auth: { type: 'wsse', username: 'u', password: 'p' },
      },
      runtime: {
        assertions: [{ expression: 'res.status', operator: 'eq', value: '200' }],
        actions: [{ type: 'set-variable', selector: { expression: 'res.body' }, variable: { name: 'b' } }],
      },
      settings: { timeout: 5 },
    }),
  );
  const { collection: exported, warnings } = toPostmanCollection(await loadCollection(root));
  expect(exported).toMatchObject({
    item: [
      {
        request: {
          header: [
            { key: 'X-All', value: '1' },
            { key: 'X-Own', value: '2' },
          ],
        },
      },
    ],
  });
  expect(warnings.map(({ where, what }) => `${where}: ${what}`)).toEqual([
    'C: its headers X-All: each request below it has them',
    'a: its assertions: write them as pm.test',
    'a: its variables from the response: set them in a script',
    'a: its time limit',
    'a: auth of the kind "wsse"',
    'Environments: Test: a collection of Postman has none',
  ]);
});

test('kinds of bodies that an import cannot keep are reported', async () => {
  const source = collection([
    item('g', {}, { body: { mode: 'graphql', graphql: { query: 'query A { a }', operationName: 'A' } } }),
    item('t', {}, { method: 'POST', body: { mode: 'urlencoded', urlencoded: 'a=1&b=2' } }),
    item('h', {}, { method: 'POST', body: { mode: 'raw', raw: '<p>', options: { raw: { language: 'html' } } } }),
    item('w', {}, { body: { mode: 'other' } }),
  ]);
  const imported = await importText(JSON.stringify(source), 'c.json');
  expect(imported.warnings).toEqual([{ where: 'w', what: 'a body of the kind "other"' }]);
  const [, form, html] = imported.items.map((item) => ('request' in item ? item.request.http : undefined));
  expect(form?.body).toEqual({
    type: 'form-urlencoded',
    data: [
      { name: 'a', value: '1' },
      { name: 'b', value: '2' },
    ],
  });
  expect(html).toMatchObject({
    headers: [{ name: 'Content-Type', value: 'text/html' }],
    body: { type: 'text', data: '<p>' },
  });
});

test('scripts find a request by its id in Postman', async () => {
  const root = temporaryFolder('round');
  const source = collection([item('a', { id: 'id-a' }), { name: 'F', item: [item('b', { id: 'id-b' }), item('a')] }]);
  await writeImported(root, await importText(JSON.stringify(source), 'c.json'));
  const { requests } = await loadCollection(root);
  const find = (name: string) => requests[findRequest(requests, name)]?.path.slice(1).join('/');
  expect(find('id-a')).toBe('a');
  expect(find('a')).toBe('F/a');
  expect(find('id-b')).toBe('F/b');
  expect(find('F/b')).toBe('F/b');
  expect(find('./F/b.yml')).toBe('F/b');
  expect(find('b')).toBe('F/b');
  expect(find('none')).toBeUndefined();
});
