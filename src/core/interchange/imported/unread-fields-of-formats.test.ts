/** Every format accounts for its fields: fields that its importer does not read are reported. */
import { stringify } from 'yaml';
import { expect, test } from 'vitest';
import { importText } from '../import.ts';

const warningsOf = async (source: object, name = 'import.json') =>
  (await importText(name.endsWith('.json') ? JSON.stringify(source) : stringify(source), name)).warnings;

const byPlace = (a: { where: string; what: string }, b: typeof a) =>
  `${a.where} ${a.what}`.localeCompare(`${b.where} ${b.what}`, 'en');

const insomnia5 = (...collection: object[]) => ({
  type: 'collection.insomnia.rest/5.0',
  schema_version: '5.1',
  name: 'Shop',
  meta: { id: 'wrk_1', created: 1, modified: 2, description: '' },
  collection,
  cookieJar: { name: 'Default Jar', meta: { id: 'jar_1' }, cookies: [] },
  environments: { name: 'Base', meta: { id: 'env_1' }, data: { base: 'http://x' } },
});
const insomniaRequest = (name: string, more: object = {}) => ({
  name,
  url: 'http://x/',
  method: 'GET',
  meta: { id: 'req_1', created: 1, modified: 2, sortKey: -3 },
  settings: {
    renderRequestBody: true,
    encodeUrl: true,
    followRedirects: 'global',
    cookies: { send: true, store: true },
    rebuildPath: true,
  },
  ...more,
});

test('Insomnia 5: fields of the collection, folders, requests and environments', async () => {
  const warnings = await warningsOf(
    {
      ...insomnia5({
        name: 'Orders',
        meta: { id: 'fld_1' },
        afterAll: 'x',
        children: [
          insomniaRequest('Create', {
            parameters: [{ id: 'pair_1', name: 'q', value: '1', fuzzy: 'yes' }],
            headers: [{ name: 'A', value: '1', priority: 'high' }],
            body: { mimeType: 'text/plain', text: 'x', charset: 'latin1' },
            authentication: { type: 'basic', username: 'u', password: 'p', useISO88591: true },
            scripts: { preRequest: '', afterResponse: '', afterAll: 'x' },
          }),
        ],
      }),
      cookieJar: { cookies: [{ key: 'session', value: '1' }] },
      certificates: [{ host: 'x', cert: 'c' }],
      spec: { contents: { openapi: '3.0.0' } },
    },
    'shop.yaml',
  );
  expect(warnings).toEqual([
    { where: 'Orders', what: 'the field "afterAll"' },
    { where: 'Orders / Create', what: 'the field "parameters.fuzzy"' },
    { where: 'Orders / Create', what: 'the field "headers.priority"' },
    { where: 'Orders / Create', what: 'the field "body.charset"' },
    { where: 'Orders / Create', what: 'the field "authentication.useISO88591"' },
    { where: 'Orders / Create', what: 'the field "scripts.afterAll"' },
    { where: 'Shop', what: 'the field "cookieJar"' },
    { where: 'Shop', what: 'the field "certificates"' },
    { where: 'Shop', what: 'the field "spec"' },
  ]);
});

test('Insomnia 5: internal fields are not reported, and settings are imported', async () => {
  expect(await warningsOf(insomnia5(insomniaRequest('A')), 'shop.yaml')).toEqual([]);
  const settings = {
    renderRequestBody: false,
    encodeUrl: false,
    followRedirects: 'on',
    cookies: { send: false, store: false },
  };
  const { items, warnings } = await importText(stringify(insomnia5(insomniaRequest('A', { settings }))), 'shop.yaml');
  expect(items).toMatchObject([{ request: { settings: { followRedirects: true, encodeUrl: false, cookies: false } } }]);
  expect(warnings).toEqual([{ where: 'A', what: 'that variables in its body are not filled in' }]);
});

test('Insomnia: disabled auth is not sent, and requests of other protocols are reported', async () => {
  const authentication = { type: 'bearer', token: 't', disabled: true };
  const { items, warnings } = await importText(
    stringify(
      insomnia5(
        insomniaRequest('A', { authentication }),
        insomniaRequest('Chat', { meta: { id: 'ws-req_1' } }),
        insomniaRequest('Stream', { meta: { id: 'greq_1' }, protoMethodName: '/a/b' }),
      ),
    ),
    'shop.yaml',
  );
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ name: 'A', request: { http: { url: 'http://x/' } } });
  expect(items[0]).not.toHaveProperty('request.http.auth');
  expect(warnings).toEqual([
    { where: 'Chat', what: 'a request over WebSocket' },
    { where: 'Stream', what: 'a request over gRPC' },
  ]);
});

test('Insomnia 4: fields of resources of every kind', async () => {
  const workspace = { _id: 'w', _type: 'workspace', parentId: null, name: 'Shop', scope: 'collection', colour: 'red' };
  const request = {
    _id: 'r',
    _type: 'request',
    parentId: 'w',
    name: 'A',
    url: 'http://x/',
    method: 'GET',
    description: 'd',
    created: 1,
    modified: 2,
    isPrivate: false,
    metaSortKey: -1,
    settingStoreCookies: true,
    future: 1,
    headers: [{ name: 'A', value: '1', priority: 'high' }],
  };
  const environment = { _id: 'e', _type: 'environment', parentId: 'w', name: 'Base', data: { a: 1 }, vault: 'v' };
  const jar = { _id: 'j', _type: 'cookie_jar', parentId: 'w', name: 'Jar', cookies: [{ key: 'session' }] };
  const resources = [workspace, request, environment, jar];
  const source = { _type: 'export', __export_format: 4, __export_source: 'insomnia', resources, extra: 1 };
  expect((await warningsOf(source)).sort(byPlace)).toEqual([
    { where: 'A', what: 'the field "future"' },
    { where: 'A', what: 'the field "headers.priority"' },
    { where: 'Shop', what: 'the field "colour"' },
    { where: 'Shop', what: 'the field "cookieJar"' },
    { where: 'Shop', what: 'the field "environments.vault"' },
    { where: 'Shop', what: 'the field "extra"' },
  ]);
});
test('HAR: fields other than the request and its response', async () => {
  const entry = {
    startedDateTime: '2026-01-01T00:00:00Z',
    time: 5,
    cache: {},
    timings: { send: 1 },
    pageref: 'page_1',
    _initiator: { type: 'script' },
    _webSocketMessages: [{ type: 'send', data: 'x' }],
    serverIPAddress: '::1',
    request: {
      method: 'POST',
      url: 'http://x/?a=1',
      httpVersion: 'HTTP/1.1',
      headersSize: 1,
      bodySize: 3,
      headers: [],
      queryString: [{ name: 'a', value: '1' }],
      cookies: [{ name: 'session', value: 's' }],
      postData: { mimeType: 'text/plain', text: 'abc', encoding: 'base64' },
    },
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: 'HTTP/1.1',
      headers: [],
      cookies: [{ name: 's', value: '1' }],
      redirectURL: '',
      headersSize: -1,
      bodySize: 2,
      comment: 'slow',
      content: { size: 2, mimeType: 'text/plain', text: 'ok', compression: 0 },
    },
  };
  const log = { version: '1.2', creator: { name: 'x', version: '1' }, pages: [{ id: 'page_1', title: 'Home' }] };
  expect(await warningsOf({ log: { ...log, entries: [entry, entry] } })).toEqual([
    { where: 'POST / (and 1 more)', what: 'the field "_webSocketMessages"' },
    { where: 'POST / (and 1 more)', what: 'the field "request.cookies"' },
    { where: 'POST / (and 1 more)', what: 'the field "request.postData.encoding"' },
    { where: 'POST / (and 1 more)', what: 'the field "response.comment"' },
  ]);
});

const operation = {
  operationId: 'create',
  summary: 'Create',
  tags: ['orders', 'admin'],
  security: [{ key: [], other: [] }, { third: [] }],
  servers: [{ url: 'http://other' }],
  callbacks: { done: { '{$request.body#/url}': { post: { summary: 'x' } } } },
  'x-internal': true,
  parameters: [
    { name: 'q', in: 'query', required: true, style: 'pipeDelimited', schema: { type: 'string', maxLength: 3 } },
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Order' } },
      'application/xml': { schema: { type: 'string' } },
    },
  },
  responses: { 200: { description: 'ok', headers: { A: { schema: { type: 'string' } } } } },
};
test('OpenAPI: fields other than the requests; schemas are not reported', async () => {
  const order = { type: 'object', required: ['a'], properties: { a: { type: 'string', pattern: '^x$' } } };
  const parent = { ...order, properties: { ...order.properties, parent: { $ref: '#/components/schemas/Order' } } };
  const apiKey = { type: 'apiKey', in: 'header' };
  const description = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1', license: { name: 'MIT' } },
    servers: [{ url: 'http://{host}', variables: { host: { default: 'x', enum: ['x', 'y'] } } }],
    paths: { '/orders': { summary: 'Orders', post: operation } },
    webhooks: { paid: { post: { summary: 'Paid' } } },
    components: {
      schemas: { Order: parent },
      securitySchemes: { key: { ...apiKey, name: 'X-Key' }, other: { ...apiKey, name: 'X-Other' }, third: apiKey },
    },
    externalDocs: { url: 'http://docs' },
  };
  expect((await warningsOf(description)).sort(byPlace)).toEqual([
    { where: 'Create', what: 'auth by "other" (apiKey)' },
    { where: 'Create', what: 'the field "callbacks"' },
    { where: 'Create', what: 'the field "requestBody.content.application/xml"' },
    { where: 'Shop', what: 'the field "paths./orders.summary"' },
    { where: 'Shop', what: 'the field "webhooks"' },
  ]);
});
