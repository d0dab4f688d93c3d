/** An import accounts for every field: a field that is not read is reported once, with the first place that has it. */
import { expect, test } from 'vitest';
import { importText } from '../import.ts';
import { ignoreFields, trackReads, unreadFields, untrackAll } from './unread-fields.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const warningsOf = async (collection: object) =>
  (await importText(JSON.stringify({ info: { name: 'Shop', schema }, item: [], ...collection }), 'shop.json')).warnings;
const item = (name: string, more: object = {}) => ({ name, request: { method: 'GET', url: 'http://x/', ...more } });

test('fields at every level are reported: of the collection, folders, requests, their parts, and examples', async () => {
  const warnings = await warningsOf({
    surprise: 1,
    item: [
      {
        name: 'Orders',
        _postman_added: 'x',
        event: [{ listen: 'test', script: { exec: ['pm.test'], src: 'https://x/lib.js' } }],
        item: [
          {
            ...item('Create', {
              header: [{ key: 'A', value: '1', priority: 'high' }],
              url: { raw: 'http://x/', host: ['x'], query: [{ key: 'q', value: '1', encoded: true }] },
              body: { mode: 'raw', raw: 'x', options: { raw: { language: 'json', indent: 2 } } },
              certificate: { name: 'c', matches: ['*'] },
            }),
            response: [{ name: 'ok', code: 200, body: '', mockDelay: 7 }],
            protocolProfileBehavior: { futureSetting: { on: true } },
          },
        ],
      },
    ],
    variable: [{ key: 'a', value: '1', scope: 'team' }],
  });
  expect(warnings).toEqual([
    { where: 'Orders / Create', what: 'its own certificate: set it for the workspace, in "Proxy and certificates"' },
    { where: 'Orders / Create', what: 'the setting futureSetting' },
    { where: 'Orders', what: 'the field "_postman_added"' },
    { where: 'Orders', what: 'the field "event.script.src"' },
    { where: 'Orders / Create', what: 'the field "request.url.query.encoded"' },
    { where: 'Orders / Create', what: 'the field "request.header.priority"' },
    { where: 'Orders / Create', what: 'the field "request.body.options.raw.indent"' },
    { where: 'Orders / Create', what: 'the field "response.mockDelay"' },
    { where: 'Shop', what: 'the field "surprise"' },
    { where: 'Shop', what: 'the field "variable.scope"' },
  ]);
});

test('unsupported parameters of auth are reported by their key, in both formats', async () => {
  const parameters = { grant_type: 'client_credentials', accessTokenUrl: 'http://x/token', tokenName: 'T', extra: '1' };
  const list = Object.entries(parameters).map(([key, value]) => ({ key, value, type: 'string' }));
  const expected = [{ where: 'A', what: 'the field "request.auth.oauth2.extra"' }];
  for (const oauth2 of [list, parameters]) {
    const auth = { type: 'oauth2', oauth2, basic: [{ key: 'username', value: 'of another kind' }] };
    expect(await warningsOf({ item: [item('A', { auth })] })).toEqual(expected);
  }
});

test('the usual challenge of PKCE is not reported', async () => {
  const parameters = { grant_type: 'authorization_code_with_pkce', challengeAlgorithm: 'S256', clientId: 'c' };
  expect(await warningsOf({ item: [item('A', { auth: { type: 'oauth2', oauth2: parameters } })] })).toEqual([]);
});

test('fields without content are not reported, nor internal fields of Postman', async () => {
  const warnings = await warningsOf({
    info: { name: 'Shop', schema, _postman_id: 'a-1', _exporter_id: '1', _collection_link: 'https://x' },
    item: [
      {
        ...item('A', {
          header: [{ key: 'A', value: '1', type: 'text', uuid: '1', name: 'A' }],
          body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: '1', type: 'text' }], options: { raw: {} } },
          unknown: '',
          absent: null,
          nothing: { a: [], b: false },
        }),
        id: '1',
        event: [{ listen: 'test', id: '2', script: { id: '3', type: 'text/javascript', exec: ['a'], packages: {} } }],
        response: [{ id: '4', name: 'ok', responseTime: null, cookie: [], code: 200, header: [], body: 'x' }],
      },
    ],
    event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: [''] } }],
  });
  expect(warnings).toEqual([]);
});

test('a field of many requests is one line; names are escaped and truncated, and their number is limited', async () => {
  const many = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`field${index}`, 1]));
  const warnings = await warningsOf({
    item: [
      item('A', { same: 1 }),
      item('B', { same: 1 }),
      item('C', { same: 1, ['\u202e\n'.repeat(500)]: 1, ...many }),
    ],
  });
  expect(warnings[0]).toEqual({ where: 'A (and 2 more)', what: 'the field "request.same"' });
  expect(warnings[1]?.what).toBe(`the field "request.${'\\u{202e}\\x0a'.repeat(60)}"`);
  expect(warnings).toHaveLength(51);
  expect(warnings.at(-1)).toEqual({ where: 'Shop', what: '22 other fields' });
});

test('unsupported fields of an environment are reported, and the descriptions of its variables are kept', async () => {
  const values = [{ key: 'a', value: '1', enabled: true, type: 'default', description: 'why', rotated: 'daily' }];
  const text = JSON.stringify({ id: '1', name: 'Local', values, _postman_variable_scope: 'environment', vault: 'v' });
  const { warnings, environments } = await importText(text, 'local.json');
  expect(warnings).toEqual([
    { where: 'Local', what: 'the field "values.rotated"' },
    { where: 'Local', what: 'the field "vault"' },
  ]);
  expect(environments[0]?.variables).toEqual([{ name: 'a', value: '1', description: 'why' }]);
});

test('the result contains no tracked object, so that it can be sent to another thread', async () => {
  const collection = {
    info: { name: 'Shop', schema },
    item: [{ ...item('A'), protocolProfileBehavior: { tlsCipherSelection: ['AES128-SHA'] } }],
    variable: [{ key: 'a', value: { b: [1] } }],
  };
  const imported = await importText(JSON.stringify(collection), 'shop.json');
  expect(structuredClone(imported)).toEqual(imported);
});

test('an object that was not read is reported as a whole, one that was read in part by its fields', () => {
  const tracked = trackReads({
    whole: { a: 1, b: 2 },
    part: { a: 1, b: { c: 3 } },
    list: [{ x: 1 }],
    lists: [[1]],
    lines: ['a', null, 1],
    unreadLines: ['a'],
    skipped: { a: 1 },
  });
  void tracked.part.a;
  void [tracked.list, tracked.lists];
  // A list of texts is read as a whole.
  expect(tracked.lines).toEqual(['a', null, 1]);
  expect(tracked.lines).toBe(tracked.lines);
  ignoreFields(tracked, 'skipped');
  expect(unreadFields(tracked, 'W').map(({ what }) => what)).toEqual([
    'the field "whole"',
    'the field "part.b"',
    'the field "list"',
    'the field "lists"',
    'the field "unreadLines"',
  ]);
  expect(structuredClone(untrackAll({ of: tracked.part }))).toEqual({ of: { a: 1, b: { c: 3 } } });
});
