/** Descriptions as services publish them: styles of parameters, paths with parts, several servers, forms, XML, auth. */
import { expect, test } from 'vitest';
import { importText } from '../import.ts';
import type { ImportedItem } from '../imported/imported.ts';

const requestsIn = (items: readonly ImportedItem[]): Map<string, Record<string, unknown>> =>
  new Map(
    items.flatMap((item) =>
      'request' in item
        ? [[item.name, { ...item.request.http, runtime: item.request.runtime }]]
        : [...requestsIn(item.items)],
    ),
  );

async function importPaths(paths: object, more: object = {}) {
  const api = { openapi: '3.0.3', info: { title: 'A', version: '1' }, paths, ...more };
  const imported = await importText(JSON.stringify(api), 'a.json');
  return { ...imported, requests: requestsIn(imported.items) };
}
const operation = (parameters: object[], more: object = {}) => ({ get: { operationId: 'one', parameters, ...more } });
const query = (name: string, schema: object, more: object = {}) => ({
  name,
  in: 'query',
  required: true,
  schema,
  ...more,
});
const urlOf = async (parameter: object) =>
  (await importPaths({ '/a': operation([parameter]) })).requests.get('one')?.['url'];

const list = { type: 'array', items: { type: 'string' }, default: ['a', 'b'] };
const object = { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'string', default: 'x' } } };

test.each([
  ['a list is several parameters', query('t', list), '?t=a&t=b'],
  ['a list in one', query('t', list, { explode: false }), '?t=a,b'],
  ['a list with bars', query('t', list, { style: 'pipeDelimited' }), '?t=a|b'],
  ['the members of an object', query('t', object), '?a=0&b=x'],
  ['an object in one', query('t', object, { explode: false }), '?t=a,0,b,x'],
  ['a deep object', query('t', object, { style: 'deepObject' }), '?t[a]=0&t[b]=x'],
  [
    'JSON',
    { name: 't', in: 'query', required: true, content: { 'application/json': { schema: object } } },
    '?t={"a":0,"b":"x"}',
  ],
  ['signs of a query in a value', query('t&', { type: 'string', example: 'a&b=c#d+e' }), '?t%26=a%26b=c%23d%2Be'],
  ['a number without an example', query('t', { type: 'integer', minimum: 3 }), '?t=3'],
])('a parameter of the query: %s', async (_title, parameter, expected) => {
  expect(await urlOf(parameter)).toBe(`{{baseUrl}}/a${expected}`);
});

test.each([
  ['/{id}.json', '/:id.json', [{ name: 'id', value: '0', type: 'path' }], undefined],
  ['/{a.b}', '/:a.b', [{ name: 'a.b', value: '', type: 'path' }], undefined],
  [
    '/c/{x}...{id}',
    '/c/{{x}}...{{id}}',
    undefined,
    [
      { name: 'x', value: '' },
      { name: 'id', value: '0' },
    ],
  ],
  ['/Items({id})', '/Items({{id}})', undefined, [{ name: 'id', value: '0' }]],
  ['/{id}:stop', '/{{id}}:stop', undefined, [{ name: 'id', value: '0' }]],
])('a parameter in the path %s', async (path, url, params, variables) => {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const { requests } = await importPaths({ [path]: operation([id]) });
  expect(requests.get('one')).toMatchObject({ url: `{{baseUrl}}${url}` });
  expect(requests.get('one')?.['params']).toEqual(params);
  expect(requests.get('one')?.['runtime']).toEqual(variables && { variables });
});

test('a variable of a server without a default has its first value; a parameter without a name is left out', async () => {
  const servers = [{ url: '{scheme}://x/v1/', variables: { scheme: { enum: ['https', 'http'] } } }];
  const { environments, requests } = await importPaths(
    { '/a': operation([query(' ', { example: 'x' })]) },
    { servers },
  );
  expect(environments[0]?.variables).toEqual([
    { name: 'baseUrl', value: '{{scheme}}://x/v1' },
    { name: 'scheme', value: 'https', description: 'One of: https, http' },
  ]);
  expect(requests.get('one')?.['url']).toBe('{{baseUrl}}/a');
});

test('a variable of a server that is called like a credential is written as its value', async () => {
  const servers = [
    { url: 'https://x/{token}/{baseUrl}', variables: { token: { default: 't' }, baseUrl: { default: 'b' } } },
  ];
  const components = { securitySchemes: { a: { type: 'http', scheme: 'bearer' } } };
  const { environments } = await importPaths({ '/a': operation([]) }, { servers, components });
  expect(environments[0]?.variables).toEqual([
    { name: 'baseUrl', value: 'https://x/t/b' },
    { name: 'token', value: '' },
  ]);
});

test('the operations of a path stay in their order', async () => {
  const names = ['post', 'delete', 'get', 'put'];
  const entry = Object.fromEntries(names.map((name) => [name, { operationId: name }]));
  expect([...(await importPaths({ '/a': entry })).requests.keys()]).toEqual(names);
});

test('a relative server, and servers of a path and an operation', async () => {
  const { environments, requests } = await importPaths(
    {
      '/a': operation([]),
      '/b': { servers: [{ url: 'https://b.example/' }], get: { operationId: 'two' } },
      '/c': {
        servers: [{ url: 'https://b.example' }],
        get: { operationId: 'three', servers: [{ url: 'https://c.example' }] },
      },
    },
    { servers: [{ url: '/v1' }] },
  );
  expect(environments[0]?.variables?.[0]).toEqual({ name: 'baseUrl', value: 'http://localhost/v1' });
  expect([...requests.values()].map((one) => one['url'])).toEqual([
    '{{baseUrl}}/a',
    'https://b.example/b',
    'https://c.example/c',
  ]);
});

test.each(['multipart/form-data', 'application/x-www-form-urlencoded'])('fields of %s are described', async (type) => {
  const schema = { type: 'object', properties: { a: { type: 'string', description: 'The name.', example: 'x' } } };
  const { requests } = await importPaths({ '/a': operation([], { requestBody: { content: { [type]: { schema } } } }) });
  expect(requests.get('one')?.['body']).toMatchObject({ data: [{ name: 'a', value: 'x', description: 'The name.' }] });
});

const bodyOf = async (content: object) => {
  const { requests } = await importPaths({ '/a': { post: { operationId: 'one', requestBody: { content } } } });
  return requests.get('one')?.['body'];
};

test('fields of a form: lists, objects as JSON, and as its encoding says', async () => {
  const schema = {
    type: 'object',
    properties: { list, object, deep: object, no: { type: 'boolean', default: false } },
  };
  const encoding = { deep: { style: 'deepObject', explode: true } };
  expect(await bodyOf({ 'application/x-www-form-urlencoded': { schema, encoding } })).toEqual({
    type: 'form-urlencoded',
    data: [
      { name: 'list', value: 'a' },
      { name: 'list', value: 'b' },
      { name: 'object', value: '{"a":0,"b":"x"}' },
      { name: 'deep[a]', value: '0' },
      { name: 'deep[b]', value: 'x' },
      { name: 'no', value: 'false' },
    ],
  });
});

test('a schema that contains itself is shown once', async () => {
  const pet = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      mother: { $ref: '#/components/schemas/Pet' },
      young: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
    },
  };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } };
  const { requests } = await importPaths(
    { '/a': { post: { operationId: 'one', requestBody: { content } } } },
    { components: { schemas: { Pet: pet } } },
  );
  expect(JSON.parse((requests.get('one')?.['body'] as { data: string }).data)).toEqual({ name: '', young: [] });
});

test('form parameters of Swagger 2 keep their default value and their first permitted value', async () => {
  const parameters = [
    { name: 'note', in: 'formData', type: 'string', default: 'hi' },
    { name: 'size', in: 'formData', type: 'string', enum: ['small', 'large'] },
    { $ref: '#/parameters/Count' },
  ];
  const description = {
    swagger: '2.0',
    info: { title: 'Pets', version: '1' },
    parameters: { Count: { name: 'count', in: 'formData', type: 'integer', default: 3 } },
    paths: {
      '/a': {
        parameters: [{ name: 'shop', in: 'formData', type: 'string', default: 'main' }],
        post: { operationId: 'one', consumes: ['application/x-www-form-urlencoded'], parameters },
      },
    },
  };
  const { items } = await importText(JSON.stringify(description), 'pets.json');
  expect(requestsIn(items).get('one')?.['body']).toMatchObject({
    data: [
      { name: 'note', value: 'hi' },
      { name: 'size', value: 'small' },
      { name: 'count', value: '3' },
      { name: 'shop', value: 'main' },
    ],
  });
});

test('parts: several files, lists, types, and properties of several schemas', async () => {
  const binary = { type: 'string', format: 'binary' };
  const schema = {
    allOf: [
      { type: 'object', properties: { file: binary, files: { type: 'array', items: binary } } },
      { type: 'object', properties: { ids: list, meta: object } },
    ],
  };
  const encoding = { meta: { contentType: 'application/json' } };
  expect(await bodyOf({ 'multipart/form-data': { schema, encoding } })).toEqual({
    type: 'multipart-form',
    data: [
      { name: 'file', type: 'file', value: [] },
      { name: 'files', type: 'file', value: [] },
      { name: 'ids', type: 'text', value: 'a' },
      { name: 'ids', type: 'text', value: 'b' },
      { name: 'meta', type: 'text', value: '{"a":0,"b":"x"}', contentType: 'application/json' },
    ],
  });
});

test('XML from a schema: names, attributes, lists, and no way out of an element', async () => {
  const schema = {
    type: 'object',
    xml: { name: 'pet', namespace: 'urn:p' },
    properties: {
      id: { type: 'integer', xml: { attribute: true } },
      name: { type: 'string', default: '<Rex & "Co">' },
      tags: { ...list, xml: { name: 'tags', wrapped: true }, items: { type: 'string', xml: { name: 'tag' } } },
      plain: { ...list },
      'a><b': { type: 'string', default: 'c' },
    },
  };
  const lines = [
    '<pet xmlns="urn:p" id="0">',
    '  <name>&lt;Rex &amp; &quot;Co&quot;&gt;</name>',
    '  <tags>',
    '    <tag>a</tag>',
    '    <tag>b</tag>',
    '  </tags>',
    '  <plain>a</plain>',
    '  <plain>b</plain>',
    '  <a__b>c</a__b>',
    '</pet>',
  ];
  expect(await bodyOf({ 'application/xml': { schema } })).toEqual({ type: 'xml', data: lines.join('\n') });
});

test('OAuth 2 with a password; a lost field is a warning, unless it has no meaning', async () => {
  const flows = { password: { tokenUrl: 'https://a/token', scopes: { read: 'r' } } };
  const { requests, warnings } = await importPaths(
    {
      '/a': operation([], {
        'x-internal': true,
        deprecated: true,
        security: [{ pw: ['read'] }],
        callbacks: { c: { u: { post: { summary: 'x' } } } },
      }),
    },
    {
      'x-logo': { url: 'x' },
      externalDocs: { url: 'x' },
      components: { securitySchemes: { pw: { type: 'oauth2', flows } } },
    },
  );
  expect(requests.get('one')?.['auth']).toMatchObject({
    flow: 'resource_owner_password_credentials',
    resourceOwner: { username: '{{username}}', password: '{{password}}' },
  });
  expect(warnings).toEqual([{ where: 'one', what: 'the field "callbacks"' }]);
});

test('tags are those of the request, also after the first, which names the folder', async () => {
  const { items, warnings } = await importPaths({
    '/a': { get: { operationId: 'one', tags: ['Orders and more', 'admin', 'admin', ''], responses: {} } },
    '/b': { get: { operationId: 'two', responses: {} } },
  });
  expect(items).toMatchObject([
    { name: 'Orders and more', items: [{ request: { info: { name: 'one', tags: ['Orders and more', 'admin'] } } }] },
    { request: { info: { name: 'two', type: 'http' } } },
  ]);
  expect(warnings).toEqual([]);
});

test('the implicit flow of OAuth 2', async () => {
  const implicit = { authorizationUrl: 'https://a/auth', scopes: { read: '', write: '' } };
  const { requests } = await importPaths(
    { '/a': { get: { operationId: 'one', security: [{ flow: [] }], responses: {} } } },
    { components: { securitySchemes: { flow: { type: 'oauth2', flows: { implicit } } } } },
  );
  expect(requests.get('one')?.['auth']).toEqual({
    type: 'oauth2',
    flow: 'implicit',
    authorizationUrl: 'https://a/auth',
    credentials: { clientId: '{{clientId}}' },
    scope: 'read write',
  });
});

test.each([
  ['*/*', { type: 'string', example: 'hello' }, { type: 'text', data: 'hello' }],
  ['application/sparql-query', { type: 'string', example: 'ASK {}' }, { type: 'sparql', data: 'ASK {}' }],
  ['*/*', { type: 'string', format: 'binary' }, { type: 'file' }],
])('a body of the type %s', async (type, schema, body) => {
  const requestBody = { content: { [type]: { schema } } };
  const { requests } = await importPaths({ '/a': { post: { operationId: 'one', requestBody, responses: {} } } });
  expect(requests.get('one')?.['body']).toMatchObject(body);
});
