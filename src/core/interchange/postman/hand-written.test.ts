/** Collections as programs and people write them, with members that Postman itself writes in another form. */
import { expect, test } from 'vitest';
import { importText } from '../import.ts';

const imported = (collection: object) => importText(JSON.stringify(collection), 'shop.json');

test('a collection without info', async () => {
  const { items } = await imported({ item: [{ name: 'A', item: [{ name: 'B', request: 'http://x' }] }] });
  expect(items).toMatchObject([{ name: 'A', items: [{ request: { http: { url: 'http://x' } } }] }]);
  await expect(imported({ item: [{ title: 'no request' }] })).rejects.toThrow(
    'has an unknown format, which cannot be imported',
  );
});

test('items, headers and fields of forms that stand without a list, and lists of values of a header', async () => {
  const post = (mode: string) => ({
    method: 'POST',
    url: 'http://x',
    body: { mode, [mode]: { key: 'a', value: '1' } },
  });
  const { items } = await imported({
    info: { name: 'Shop' },
    item: {
      name: 'Folder',
      item: [
        { name: 'form', request: post('urlencoded') },
        { name: 'parts', request: post('formdata') },
        { name: 'headers', request: { url: 'http://x', header: [{ key: 'X-A', value: ['b', 'c'] }] } },
      ],
    },
  });
  const headers = ['b', 'c'].map((value) => ({ name: 'X-A', value }));
  expect(items).toMatchObject([
    {
      name: 'Folder',
      items: [
        { request: { http: { body: { type: 'form-urlencoded', data: [{ name: 'a', value: '1' }] } } } },
        { request: { http: { body: { type: 'multipart-form', data: [{ name: 'a', value: '1' }] } } } },
        { request: { http: { headers } } },
      ],
    },
  ]);
});

test('a single event, lists of lines in a list, and code that is not text', async () => {
  const script = (exec: unknown) => ({ listen: 'test', script: { exec } });
  const { items, warnings } = await imported({
    item: [
      { name: 'Single', request: 'http://x', event: script(['a']) },
      { name: 'Nested', request: 'http://x', event: [script([['a', 'b'], 'c'])] },
      { name: 'Object', request: 'http://x', event: [script({ code: 'a' })] },
    ],
  });
  expect(items).toMatchObject([
    { request: { runtime: { scripts: [{ code: 'a' }] } } },
    { request: { runtime: { scripts: [{ code: 'a\nb\nc' }] } } },
    { request: { info: { name: 'Object' } } },
  ]);
  expect(warnings).toEqual([{ where: 'Object', what: 'the field "event.script.exec"' }]);
});

test('bodies and queries in other forms', async () => {
  const post = (body: unknown) => ({ request: { method: 'POST', url: 'http://x', body } });
  const { items, warnings } = await imported({
    item: [
      post('{"a":1}'),
      post({ mode: 'raw', raw: '{}', options: { raw: { language: 'json', headerFamily: 'json' } } }),
      post({ mode: 'file', file: 'a.txt' }),
      post({ mode: 'file', file: { src: null } }),
      { request: { url: { host: ['http://x'], query: { a: '1', b: '2' } } } },
    ],
  });
  const https = items.map((item) => 'request' in item && item.request.http);
  expect(https).toMatchObject([
    { body: { type: 'text', data: '{"a":1}' } },
    { body: { type: 'json', data: '{}' } },
    { body: { type: 'file', data: [{ filePath: 'a.txt' }] } },
    { method: 'POST' },
    { url: 'http://x?a=1&b=2' },
  ]);
  expect(https[3]).not.toHaveProperty('body');
  expect(warnings).toEqual([]);
});

test('auth of the kinds none and inherit is no auth, and auth without a kind is inherited', async () => {
  const withAuth = (name: string, auth: object) => ({ name, request: { url: 'http://x', auth } });
  const { items, warnings } = await imported({
    auth: { type: 'basic', basic: [{ key: 'username', value: 'u' }] },
    item: [
      withAuth('None', { type: 'none' }),
      withAuth('Inherit', { type: 'inherit', inherit: [] }),
      withAuth('No kind', {}),
      { name: 'Folder', auth: { type: 'none' }, item: [{ name: 'Inside', request: 'http://x' }] },
    ],
  });
  const [none, inherit, noKind, folder] = items;
  expect([none, inherit, noKind]).toMatchObject([
    { request: {} },
    { request: {} },
    { request: { http: { auth: 'inherit' } } },
  ]);
  for (const item of [none, inherit]) expect(item).not.toHaveProperty('request.http.auth');
  expect(folder).not.toHaveProperty('items.0.request.http.auth');
  expect(warnings.map(({ where }) => where)).toEqual(['Inherit']);
});

test('a variable has the type that the file says, and one without a name is a warning', async () => {
  const { defaults, warnings } = await imported({
    item: [{ name: 'A', request: 'http://x' }],
    variable: [
      { key: 'a', value: 5, type: 'string' },
      { key: 'b', value: null, type: 'string' },
      { key: 'c', value: '[1]', type: 'array' },
      { key: 'd', value: 'broken', type: 'object' },
      { id: 'e', value: 'lost' },
    ],
  });
  expect(defaults?.variables).toEqual([
    { name: 'a', value: '5' },
    { name: 'b', value: 'null' },
    { name: 'c', value: { type: 'object', data: '[1]' } },
    { name: 'd', value: '' },
  ]);
  expect(warnings).toEqual([{ where: 'Collection', what: 'a variable without a name ("key")' }]);
});

test.each(['constructor', 'toString', '__proto__'])(
  'languages, modes and kinds of auth that are named %s',
  async (name) => {
    const body = { mode: 'raw', raw: 'x', options: { raw: { language: name } } };
    const response = [{ name: 'r', _postman_previewlanguage: name, body: 'x', code: 200, header: [] }];
    const { items } = await imported({
      info: { name: 'Shop' },
      item: [{ name: 'a', request: { method: 'POST', url: 'http://x', body }, response }],
    });
    expect(items).toMatchObject([{ request: { http: { body: { data: 'x' } } } }]);

    const request = { id: 'r', name: 'a', method: 'POST', url: 'http://x', dataMode: name, rawModeData: 'x' };
    const auth = { currentHelper: 'basicAuth', helperAttributes: { username: 'ada', [name]: 'x' } };
    const old = await imported({ id: '1', name: 'Old', order: ['r'], requests: [{ ...request, ...auth }] });
    expect(old.items).toMatchObject([{ request: { http: { body: { data: 'x' }, auth: { username: 'ada' } } } }]);
    const unknown = await imported({
      id: '1',
      name: 'Old',
      order: ['r'],
      requests: [{ ...request, currentHelper: name }],
    });
    expect(unknown.warnings.map(({ what }) => what)).toEqual([]);
  },
);

test('a collection has the settings in which Postman sends its requests otherwise', async () => {
  const settingsOf = async (request: object, more: object = {}) =>
    (
      await imported({
        item: [{ name: 'F', item: [{ name: 'A', request: { url: 'http://x', ...request } }], ...more }],
      })
    ).defaults?.settings?.http;
  const post = (body: object) => settingsOf({ method: 'POST', body });
  expect(await post({ mode: 'file', file: { src: '/none.png' } })).toEqual({ omitMissingFiles: true });
  expect(await post({ mode: 'formdata', formdata: [{ key: 'f', type: 'file', src: ['a.png'] }] })).toEqual({
    omitMissingFiles: true,
  });
  expect(await post({ mode: 'formdata', formdata: [{ key: 'f', type: 'text', value: 'a' }] })).toBeUndefined();
  expect(await settingsOf({ auth: { type: 'oauth2', oauth2: [{ key: 'clientId', value: 'c' }] } })).toEqual({
    omitFailedAuth: true,
  });
  expect(await settingsOf({}, { auth: { type: 'jwt', jwt: [{ key: 'secret', value: 's' }] } })).toEqual({
    omitFailedAuth: true,
  });
  expect(await settingsOf({ auth: { type: 'basic', basic: [{ key: 'username', value: 'u' }] } })).toBeUndefined();
});

test.each([
  ['a method that is a variable', '{{method}}', '', { omitBody: true }],
  ['a script that sets the method', 'POST', "pm.request.method = 'GET'", { omitBody: true }],
  ['a script that changes the request', 'POST', "pm.request.update({ method: 'GET' })", { omitBody: true }],
  ['a script that gives a body', 'GET', "pm.request.body = { mode: 'raw', raw: 'x' }", { omitBody: true }],
  ['a script that only reads them', 'POST', "pm.request.method === 'GET' && pm.request.body.raw", undefined],
])('the body of a GET is left out, as in Postman, after %s', async (_, method, exec, expected) => {
  const request = { method, url: 'http://x', ...(method === 'GET' ? {} : { body: { mode: 'raw', raw: 'x' } }) };
  const event = [{ listen: 'prerequest', script: { exec } }];
  const { defaults } = await imported({ item: [{ name: 'A', request, event }] });
  expect(defaults?.settings?.http).toEqual(expected);
});

test('a body of the kind "none" is none, without a warning', async () => {
  const item = [{ name: 'A', request: { method: 'POST', url: 'http://x', body: { mode: 'none' } } }];
  const { items, warnings } = await imported({
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item,
  });
  expect(items).toMatchObject([{ request: { http: { url: 'http://x' } } }]);
  expect(warnings).toEqual([]);
});
