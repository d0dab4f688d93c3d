/** Descriptions of strangers: each is bounded in time and memory, and one of another form is refused with the reason. */
import { expect, test } from 'vitest';
import { timeGrowth } from '../../testing/time-growth.ts';
import { importText } from '../import.ts';

/** `depth` schemas, each with thirty properties of the type of the next one, and some that contain themselves. */
function explodingOpenApi(depth: number): string {
  const level = (at: number) => ({
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`p${index}`, { $ref: `#/components/schemas/L${at}` }]),
    ),
  });
  const schemas = {
    ...Object.fromEntries(Array.from({ length: depth }, (_, at) => [`L${at}`, level(at + 1)])),
    [`L${depth}`]: { type: 'string', example: 'end' },
    Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } },
    Loop: { $ref: '#/components/schemas/Loop' },
    All: { allOf: [{ $ref: '#/components/schemas/All' }, { $ref: '#/components/schemas/Node' }] },
  };
  const post = (name: string) => ({
    post: { requestBody: { content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } } },
  });
  const paths = Object.fromEntries(['L0', 'Node', 'Loop', 'All'].map((name) => [`/${name}`, post(name)]));
  return JSON.stringify({ openapi: '3.0.3', info: { title: 'T', version: '1' }, paths, components: { schemas } });
}

test('OpenAPI: schemas that contain themselves, and schemas that stand for billions of values', async () => {
  const imported = await importText(explodingOpenApi(8), 'api.json');
  expect(imported.items).toHaveLength(4);
  expect(imported.warnings.map(({ what }) => what)).toContain('parts of examples and bodies: they are too large');
  expect(JSON.stringify(imported).length).toBeLessThan(5_000_000);
});

test('OpenAPI: 810,000 times as many values take about as long', async () => {
  const read = (depth: number) => importText(explodingOpenApi(depth), 'api.json');
  expect(await timeGrowth(read, { small: 4, large: 8 })).toBeLessThan(4);
});

test('OpenAPI: operations that no collection can hold are counted before anything else is done with them', async () => {
  const paths = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`/${at}`, { get: {} }]));
  const text = JSON.stringify({ openapi: '3.0.3', info: { title: 'T', version: '1' }, paths });
  await expect(importText(text, 'api.json')).rejects.toMatchObject({
    code: 'InvalidData',
    message: 'The description has 10001 operations.',
  });
});

const withSchemas = (count: number, ref: (at: number) => string) =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'T', version: '1' },
    paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema: { $ref: ref(-1) } } } } } } },
    components: {
      schemas: Object.fromEntries(Array.from({ length: count }, (_, at) => [`S${at}`, { $ref: ref(at) }])),
    },
  });
const nextSchema = (at: number) => `#/components/schemas/S${at + 1}`;

test.each<[string, (at: number) => string]>([
  ['a chain', nextSchema],
  ['a circle', (at) => nextSchema(at === 19_999 ? -1 : at)],
])('OpenAPI: 20,000 references in %s are refused', async (_form, ref) => {
  await expect(importText(withSchemas(20_000, ref), 'api.json')).rejects.toMatchObject({
    code: 'InvalidData',
    message: expect.stringMatching(
      /^The reference #\/components\/schemas\/S\d+ leads over more than 100 others\.$/,
    ) as string,
  });
});

test('OpenAPI: a few references after each other are followed; twenty thousand that lead nowhere are reported', async () => {
  expect((await importText(withSchemas(50, nextSchema), 'api.json')).items).toHaveLength(1);
  const broken = await importText(
    withSchemas(20_000, (at) => `other.yml#/S${at}`),
    'api.json',
  );
  expect(broken.items).toHaveLength(1);
  expect(broken.warnings.length).toBeLessThan(100);
});

/** Each schema contains the next one twice, so that the first stands for 2 ** depth objects. */
function doubling(depth: number) {
  const schemas = Object.fromEntries(
    Array.from({ length: depth }, (_, index) => {
      const next = { $ref: `#/components/schemas/S${index + 1}` };
      return [`S${index}`, { a: next, b: next }];
    }),
  );
  return { ...schemas, [`S${depth}`]: { end: true } };
}

test('a reference where a text belongs stands for no text, however much it refers to', async () => {
  const huge = { $ref: '#/components/schemas/S0' };
  const description = {
    openapi: '3.0.3',
    info: { title: huge },
    servers: [
      { url: huge, description: huge },
      { url: 'http://{h}', variables: { h: { default: huge } } },
    ],
    tags: [{ name: huge }],
    security: [{ key: [] }],
    paths: {
      '/a': {
        post: {
          summary: huge,
          operationId: huge,
          tags: [huge],
          parameters: [
            { name: huge, in: 'query', style: huge },
            { name: huge, in: 'header' },
          ],
          requestBody: {
            content: {
              'application/xml': { schema: { type: 'object', xml: { name: huge, prefix: huge, namespace: huge } } },
            },
          },
          responses: { 200: { description: huge } },
        },
      },
    },
    components: { schemas: doubling(40), securitySchemes: { key: { type: 'apiKey', name: huge, in: 'header' } } },
  };
  const { name, items } = await importText(JSON.stringify(description), 'api.json');
  expect(name).toBe('API');
  expect(items).toMatchObject([{ name: 'POST /a' }]);
});

test('the properties of a schema whose parts refer to each other a billion times', async () => {
  const allOf = (next: number) => ({
    allOf: Array.from({ length: 40 }, () => ({ $ref: `#/components/schemas/P${next}` })),
  });
  const schemas = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`P${index}`, allOf(index + 1)]));
  const content = { 'multipart/form-data': { schema: { $ref: '#/components/schemas/P0' } } };
  const description = {
    openapi: '3.0.3',
    paths: { '/a': { post: { requestBody: { content } } } },
    components: { schemas: { ...schemas, P6: { properties: { x: { type: 'string' } } } } },
  };
  const { items } = await importText(JSON.stringify(description), 'api.json');
  expect(items).toMatchObject([{ request: { http: { body: { data: [{ name: 'x' }] } } } }]);
});

const listOf = (length: number, place: string) =>
  Array.from({ length }, (_, index) => ({ name: `${place}${index}`, in: place }));
const names = (length: number, place: string) => listOf(length, place).map(({ name }) => name);

test.each<[string, (count: number) => object]>([
  [
    'parameters of a path and of its operation',
    (count) => ({ '/a': { parameters: listOf(count, 'query'), get: { parameters: listOf(count, 'header') } } }),
  ],
  [
    'segments of a path',
    (count) => ({ [`/{${names(count, 'path').join('}/{')}}`]: { get: { parameters: listOf(count, 'path') } } }),
  ],
  [
    'operations of a tag',
    (count) => Object.fromEntries(names(count, '/').map((path) => [path, { get: { tags: ['all'] } }])),
  ],
])('%s: the time is in proportion to their number', async (_what, pathsOf) => {
  const read = (count: number) =>
    importText(JSON.stringify({ openapi: '3.0.3', info: { title: 'T' }, paths: pathsOf(count) }), 'api.json');
  expect(await timeGrowth(read, { small: 500, large: 5_000 })).toBeLessThan(25);
});

test.each([
  { swagger: '2.0', paths: { '/a': { get: { parameters: 'x' } } } },
  { swagger: '2.0', paths: { '/a': { get: { parameters: [null] } } } },
  { swagger: '2.0', paths: { '/a': { get: { parameters: [{ name: 'x' }] } } } },
  { swagger: '2.0', paths: { '/a': { get: null } } },
  { swagger: '2.0', schemes: [{ toString: 1 }], host: 'x', paths: {} },
  { swagger: '2.0', consumes: 5, paths: { '/a': { post: { parameters: [{ name: 'b', in: 'body' }] } } } },
  { openapi: '3.0.3', paths: { '/a': { get: { parameters: [{ $ref: '' }] } } } },
])('%j is refused with the reason', async (description) => {
  await expect(importText(JSON.stringify(description), 'api.json')).rejects.toMatchObject({
    code: 'InvalidData',
    message: expect.stringMatching(/^The description has a part of another form than its version allows: \w/) as string,
  });
});
