/** Files of other programs are imported into the OpenCollection format. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadCollection } from '../collection/files/collection-files.ts';
import { detailsOf, toHttpRequest } from '../collection/format/open-collection.ts';
import { importText, readImport } from './import.ts';
import { writeImported } from './imported/write-imported.ts';
import type { ImportedCollection, ImportedItem } from './imported/imported.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const requestsOf = (items: readonly ImportedItem[]): Extract<ImportedItem, { request: unknown }>[] =>
  items.flatMap((item) => ('request' in item ? [item] : requestsOf(item.items)));
const firstOf = (imported: ImportedCollection) => {
  const [first] = requestsOf(imported.items);
  if (!first) throw new Error('nothing was imported');
  return first.request;
};
const folder = () => temporaryFolder('import');
const postman = (item: unknown[], more: object = {}) =>
  JSON.stringify({
    info: { name: 'P', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item,
    ...more,
  });

test.each([
  [{ addTokenTo: 'header' }, { type: 'bearer', token: 't' }],
  [{ headerPrefix: 'Token ' }, { type: 'apikey', key: 'Authorization', value: 'Token t', placement: 'header' }],
  [{ addTokenTo: 'queryParams' }, { type: 'apikey', key: 'access_token', value: 't', placement: 'query' }],
  [{ accessTokenUrl: 'http://x/token' }, { type: 'oauth2', accessTokenUrl: 'http://x/token' }],
])('Postman: OAuth 2 with a token and %o', async (more, expected) => {
  const oauth2 = Object.entries({ accessToken: 't', ...more }).map(([key, value]) => ({ key, value }));
  const imported = await importText(
    postman([{ name: 'a', request: { url: 'http://x', auth: { type: 'oauth2', oauth2 } } }]),
    'a.json',
  );
  expect(detailsOf(firstOf(imported)).auth).toMatchObject(expected);
});

test('Postman: folders, scripts, variables, auth, bodies, comments in JSON, spaces in addresses', async () => {
  const imported = await importText(
    postman(
      [
        {
          name: 'Orders',
          description: { content: 'About orders' },
          auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{t}}' }] },
          event: [{ listen: 'prerequest', script: { exec: ['one();', 'two();'] } }],
          item: [
            {
              name: 'Create',
              event: [{ listen: 'test', script: { exec: 'three();' } }],
              request: {
                method: 'POST',
                header: [
                  { key: 'A', value: '1', description: 'why' },
                  { key: 'B', value: '2', disabled: true },
                ],
                url: {
                  raw: '{{base}}/orders/:id?x=1 and stray text',
                  query: [{ key: 'x', value: '1 and stray text' }],
                  variable: [{ key: 'id', value: '7' }],
                },
                body: { mode: 'raw', raw: '{\n  "a": 1 // kept\n}', options: { raw: { language: 'json' } } },
              },
              response: [{ name: 'ok', code: 201, status: 'Created', header: [{ key: 'C', value: 'd' }], body: '{}' }],
              protocolProfileBehavior: { followRedirects: false, disableUrlEncoding: true, insecureHTTPParser: true },
            },
            { name: 'Old form', request: 'http://x/old' },
          ],
        },
        { name: 'None', request: { url: 'http://x', auth: { type: 'noauth' } } },
        { name: 'Strange', request: { url: 'http://x', auth: { type: 'passport' } }, unknown: true },
      ],
      {
        variable: [{ key: 'base', value: 'http://x' }],
        auth: { type: 'basic', basic: { username: 'u', password: 'p' } },
      },
    ),
    'p.json',
  );
  expect(imported.warnings).toEqual([
    { where: 'Orders / Create', what: 'the setting insecureHTTPParser' },
    { where: 'Strange', what: 'auth of the kind "passport", without which it is not sent,' },
    { where: 'Strange', what: 'the field "unknown"' },
  ]);
  const root = folder();
  await writeImported(root, imported);
  const { requests, problems } = await loadCollection(root);
  expect(problems).toEqual([]);
  expect(requests.map(({ id }) => id)).toEqual(['Orders/Create.yml', 'Orders/Old form.yml', 'None.yml', 'Strange.yml']);
  const [create, old, withoutBody] = requests;
  expect(create?.defaults).toMatchObject([
    { auth: { type: 'basic', username: 'u' }, variables: [{ name: 'base' }] },
    { auth: { type: 'bearer', token: '{{t}}' }, scripts: [{ type: 'before-request', code: 'one();\ntwo();' }] },
  ]);
  expect(create?.request).toMatchObject({
    http: {
      auth: 'inherit',
      headers: [{ description: 'why' }, { disabled: true }],
      body: { data: '{\n  "a": 1 // kept\n}' },
    },
    runtime: { scripts: [{ type: 'after-response', code: 'three();' }] },
    settings: { followRedirects: false, encodeUrl: false },
    examples: [{ name: 'ok', response: { status: 201 } }],
  });
  expect(create && toHttpRequest(create.request).url).toBe('{{base}}/orders/:id?x=1 and stray text');
  expect(old?.request.http?.url).toBe('http://x/old');
  expect(withoutBody?.request.http?.auth).toBeUndefined();
  expect(readFileSync(path.join(root, 'Orders/folder.yml'), 'utf8')).toContain('About orders');
});

test('Postman: forms, files, GraphQL; a second import becomes a separate folder', async () => {
  const imported = await importText(
    postman([
      {
        name: 'f',
        request: { method: 'POST', url: 'x', body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: 'b' }] } },
      },
      {
        name: 'm',
        request: {
          method: 'POST',
          url: 'x',
          body: { mode: 'formdata', formdata: [{ key: 'f', type: 'file', src: ['a', 'b'] }] },
        },
      },
      {
        name: 'g',
        request: { method: 'POST', url: 'x', body: { mode: 'graphql', graphql: { query: '{a}', variables: '{}' } } },
      },
      { name: 'f', request: { method: 'GET', url: 'y' } },
    ]),
    'p.json',
  );
  const root = folder();
  await writeImported(root, imported);
  await writeImported(root, imported);
  const { requests } = await loadCollection(root);
  expect(requests.map(({ id }) => id)).toEqual([
    'f.yml',
    'm.yml',
    'g.yml',
    'f 2.yml',
    'P/f.yml',
    'P/m.yml',
    'P/g.yml',
    'P/f 2.yml',
  ]);
  expect(requests.slice(0, 3).map(({ request }) => toHttpRequest(request).body?.mode)).toEqual([
    'urlencoded',
    'formdata',
    'graphql',
  ]);
});

test.each([
  ['curl https://x/a?b=c', { method: 'GET', url: 'https://x/a?b=c', headers: [] }],
  [
    `curl -X PUT 'https://x' \\\n  -H 'A: b: c' -H "D: \\"e\\"" --data-raw $'{"a":"it\\'s\\u0021"}'`,
    {
      method: 'PUT',
      headers: [
        { name: 'A', value: 'b: c' },
        { name: 'D', value: '"e"' },
        { name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
      ],
      body: { mode: 'raw', text: '{"a":"it\'s!"}' },
    },
  ],
  [
    'curl x -d a=1 -d b=2%203',
    {
      method: 'POST',
      body: {
        mode: 'urlencoded',
        fields: [
          { name: 'a', value: '1' },
          { name: 'b', value: '2 3' },
        ],
      },
    },
  ],
  ['curl -G x?q=1 -d a=1 --data-urlencode "b=2 3"', { method: 'GET', url: 'x?q=1&a=1&b=2+3' }],
  ['curl -sSLXDELETE x', { method: 'DELETE', url: 'x' }],
  [
    'curl x -F f=@a.png\\;type=image/png -F t=1',
    {
      body: {
        mode: 'formdata',
        parts: [
          { name: 'f', files: ['a.png'], contentType: 'image/png' },
          { name: 't', value: '1' },
        ],
      },
    },
  ],
  ['curl -T big.iso https://x/', { method: 'PUT', body: { mode: 'file', path: 'big.iso' } }],
  [
    'curl --json \'{"a":1}\' x',
    { method: 'POST', body: { mode: 'raw', text: '{"a":1}', contentType: 'application/json' } },
  ],
  ['curl.exe "https://x" ^\r\n  -H "A: b"', { url: 'https://x', headers: [{ name: 'A', value: 'b' }] }],
  ['curl -I x', { method: 'HEAD' }],
])('cURL: %s', async (command, expected) => {
  expect(toHttpRequest(firstOf(await importText(command, 'text')))).toMatchObject(expected);
});

test('cURL: auth, cookies, and options that cannot be imported', async () => {
  const imported = await importText("curl -u me:pass:word -b 'a=b; c=d' -k --proxy http://p -m 1.5 https://x", 'text');
  expect(firstOf(imported)).toMatchObject({
    http: {
      auth: { type: 'basic', username: 'me', password: 'pass:word' },
      headers: [{ name: 'Cookie', value: 'a=b; c=d' }],
    },
    settings: { timeout: 1500, followRedirects: false },
  });
  expect(imported.warnings.map(({ what }) => what)).toEqual([
    '-k: set it for the workspace, in "Proxy and certificates"',
    '--proxy http://p: set it for the workspace, in "Proxy and certificates"',
  ]);
  await expect(importText('curl -X GET', 'text')).rejects.toThrow(/no address/);
});

const openapi = {
  openapi: '3.0.3',
  info: { title: 'Pets', description: 'All of them' },
  servers: [{ url: 'https://{host}/v1', variables: { host: { default: 'pets.example' } }, description: 'Live' }],
  security: [{ key: [] }],
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    schemas: {
      Pet: {
        type: 'object',
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string', example: 'Rex' },
          parent: { $ref: '#/components/schemas/Pet' },
          tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
        },
      },
    },
  },
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', default: 7 } }],
      put: {
        tags: ['pets'],
        summary: 'Change a pet',
        parameters: [
          { name: 'dry', in: 'query', required: true, example: 'yes' },
          { name: 'more', in: 'query', schema: { type: 'string' } },
        ],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
      },
      get: { operationId: 'getPet', security: [] },
    },
  },
};

test('OpenAPI 3: tags, parameters, a body that matches the schema, servers, auth', async () => {
  const imported = await importText(JSON.stringify(openapi), 'pets.json');
  expect(imported).toMatchObject({
    kind: 'OpenAPI description',
    name: 'Pets',
    defaults: { auth: { type: 'apikey', key: 'X-Key', value: '{{apiKey}}' } },
    environments: [
      {
        name: 'Live',
        variables: [
          { name: 'baseUrl', value: 'https://{{host}}/v1' },
          { name: 'host', value: 'pets.example' },
          { name: 'apiKey' },
        ],
      },
    ],
  });
  const firstRequest = firstOf(imported);
  expect(toHttpRequest(firstRequest)).toMatchObject({
    method: 'PUT',
    url: '{{baseUrl}}/pets/:id?dry=yes',
    pathParams: [{ name: 'id', value: '7' }],
  });
  const body = firstRequest.http?.body as { data: string };
  expect(JSON.parse(body.data)).toMatchObject({ name: 'Rex', tags: ['a'] });
  expect(JSON.parse(body.data)).not.toHaveProperty('id');
  const get = requestsOf(imported.items).find(({ name }) => name === 'getPet');
  expect(get?.request.http?.auth).toBeUndefined();
});

test('Swagger 2 is imported as OpenAPI 3 is; both may be YAML', async () => {
  const swagger = `swagger: "2.0"
info: { title: Old, version: "1" }
host: old.example
basePath: /v1
schemes: [https]
paths:
  /a:
    post:
      consumes: [application/json]
      parameters:
        - { name: body, in: body, schema: { type: object, properties: { x: { type: integer } } } }
      responses: { "200": { description: ok } }
`;
  const imported = await importText(swagger, 'old.yaml');
  expect(imported.kind).toBe('Swagger description');
  expect(imported.environments[0]?.variables?.[0]).toMatchObject({ value: 'https://old.example/v1' });
  expect(firstOf(imported).http).toMatchObject({ method: 'POST', url: '{{baseUrl}}/a', body: { type: 'json' } });
});

test('HAR: the requests, without the headers that the browser adds', async () => {
  const har = {
    log: {
      creator: { name: 'Firefox' },
      entries: [
        {
          request: {
            method: 'POST',
            url: 'https://x/a?b=c',
            headers: [
              { name: ':authority', value: 'x' },
              { name: 'Host', value: 'x' },
              { name: 'X-A', value: '1' },
            ],
            postData: { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a', value: 'b' }] },
          },
        },
      ],
    },
  };
  expect(toHttpRequest(firstOf(await importText(JSON.stringify(har), 'x.har')))).toEqual({
    method: 'POST',
    url: 'https://x/a?b=c',
    headers: [{ name: 'X-A', value: '1' }],
    body: { mode: 'urlencoded', fields: [{ name: 'a', value: 'b' }] },
  });
});

test('Insomnia 5: its variables, scripts, parameters and environments', async () => {
  const text = `type: collection.insomnia.rest/5.0
name: Sleepless
collection:
  - name: Folder
    children:
      - url: "{{ _.base }}/a"
        name: Ask
        method: GET
        parameters: [{ name: q, value: "{{ _.q }}" }, { name: off, value: x, disabled: true }]
        headers: [{ name: X, value: "1" }]
        authentication: { type: bearer, token: "{{ _.token }}" }
        scripts: { preRequest: "insomnia.environment.set('a', 1);" }
environments:
  name: Base
  data: { base: http://x, nested: { q: 1 } }
  subEnvironments: [{ name: Test, data: { base: http://test } }]
`;
  const imported = await importText(text, 'i.yaml');
  expect(toHttpRequest(firstOf(imported))).toMatchObject({ url: '{{base}}/a?q={{q}}', headers: [{ name: 'X' }] });
  expect(firstOf(imported)).toMatchObject({
    http: { auth: { type: 'bearer', token: '{{token}}' } },
    runtime: { scripts: [{ code: "pm.environment.set('a', 1);" }] },
  });
  expect(
    imported.environments.map(({ name, variables }) => [name, variables?.map((variable) => variable.name)]),
  ).toEqual([
    ['Base', ['base', 'nested.q']],
    ['Test', ['base', 'nested.q']],
  ]);
});

test('Bruno: .bru files in folders, with their order, auth, scripts and environments', async () => {
  const root = folder();
  mkdirSync(path.join(root, 'orders'));
  mkdirSync(path.join(root, 'environments'));
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);
  write('bruno.json', '{"version":"1","name":"B","type":"collection"}');
  write(
    'collection.bru',
    'headers {\n  X-All: 1\n}\n\nauth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: {{t}}\n}\n',
  );
  write(
    'orders/create.bru',
    'meta {\n  name: Create\n  type: http\n  seq: 2\n}\n\npost {\n  url: {{base}}/orders\n  body: json\n  auth: inherit\n}\n\nbody:json {\n  {\n    "a": 1\n  }\n}\n\nscript:pre-request {\n  bru.setVar("a", 1);\n}\n\ntests {\n  test("x", () => {});\n}\n',
  );
  write(
    'orders/list.bru',
    'meta {\n  name: List\n  type: http\n  seq: 1\n}\n\nget {\n  url: {{base}}/orders\n  body: none\n  auth: none\n}\n',
  );
  write('environments/Test.bru', 'vars {\n  base: http://x\n}\nvars:secret [\n  t\n]\n');
  const source = await readImport(root);
  const imported = await importText(source.text, source.name, source);
  expect(imported).toMatchObject({
    name: 'B',
    defaults: { headers: [{ name: 'X-All', value: '1' }], auth: { type: 'bearer', token: '{{t}}' } },
    environments: [
      {
        name: 'Test',
        variables: [
          { name: 'base', value: 'http://x' },
          { secret: true, name: 't' },
        ],
      },
    ],
    warnings: [],
  });
  expect(requestsOf(imported.items).map(({ name }) => name)).toEqual(['List', 'Create']);
  const create = requestsOf(imported.items)[1]?.request;
  expect(create).toMatchObject({
    http: { auth: 'inherit', body: { type: 'json' } },
    runtime: { scripts: [{ type: 'before-request' }, { type: 'tests' }] },
  });
  // As in Bruno, an unreadable file is omitted.
  write('orders/bad.bru', 'meta {');
  const withBad = await importText('', root, { folder: root });
  expect(requestsOf(withBad.items).map(({ name }) => name)).toEqual(['List', 'Create']);
  const [warning, ...others] = withBad.warnings;
  expect(others).toEqual([]);
  expect(warning?.where).toBe('orders/bad.bru');
  expect(warning?.what).toMatch(/^the file: it is not in the form of Bruno \(Line 1/);
  write('orders/folder.bru', 'headers {');
  const withBadFolder = await importText('', root, { folder: root });
  expect(requestsOf(withBadFolder.items).map(({ name }) => name)).toEqual(['List', 'Create']);
  expect(withBadFolder.warnings.map(({ where }) => where)).toEqual(['orders/folder.bru', 'orders/bad.bru']);
});

test.each([
  ['{', /is not JSON: .*line 1 column 2/],
  ['{\n  "openapi": "3.0.0", paths: {}}', /is not JSON: .*line 2 column 23/],
  ['{"info": nul }', /is not JSON: .*line 1 column 10/],
  ['{"a":1}', /an unknown format, which cannot be imported/],
  ['{"openapi":"4.0.0"}', /OpenAPI 4\.0\.0 is not supported/],
  ['a: [', /neither JSON nor YAML/],
  ['<?xml version="1.0"?>\n<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"/>', /is a WSDL description/],
  ['\uFEFF<description xmlns="http://www.w3.org/ns/wsdl"></description>', /is a WSDL description/],
  ['<project name="a"/>', /is XML, which cannot be imported/],
  ['{"info":{"schema":"https://schema.getpostman.com/json/collection/v3.0.0/collection.json"},"item":[]}', /version 3/],
])('%s is refused with an explanation', async (text, message) => {
  await expect(importText(text, 'The file')).rejects.toThrow(message);
});

test('a file whose name says that it is JSON is reported as invalid JSON, and not as an unknown format', async () => {
  await expect(importText('"info": {}', 'shop.json')).rejects.toThrow(/shop\.json is not JSON: .*line 1 column 7/);
  await expect(importText('text', 'shop.postman_collection.JSON')).rejects.toThrow(/is not JSON: .*line 1 column 1/);
  await expect(importText('text', 'shop.har')).rejects.toThrow(/is not JSON/);
  await expect(importText('a: 1', 'shop.json')).rejects.toThrow(/is not JSON/);
  expect((await importText('openapi: 3.0.0\ninfo: { title: a }\npaths: {}', 'api.json')).kind).toMatch(/OpenAPI/);
  await expect(importText('['.repeat(100_000), 'deep.json')).rejects.toThrow(/levels deep/);
});

test('a folder of OpenCollection files is to be opened, because there is nothing to convert', async () => {
  const root = folder();
  await expect(readImport(root)).rejects.toMatchObject({ message: expect.stringContaining('bruno.json') as string });
  writeFileSync(path.join(root, 'opencollection.yml'), 'opencollection: 1.0.0\n');
  await expect(readImport(root)).rejects.toMatchObject({
    remedy: expect.stringContaining('open the folder') as string,
  });
});
