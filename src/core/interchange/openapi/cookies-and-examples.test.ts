/** What a description says beside its operations: API keys in cookies, bodies of its examples, links, refresh addresses. */
import { expect, test } from 'vitest';
import { importText } from '../import.ts';
import type { ImportedItem } from '../imported/imported.ts';

const ok = { responses: { 200: { description: 'fine' } } };

async function importApi(paths: object, more: object = {}) {
  const api = { openapi: '3.0.3', info: { title: 'A', version: '1' }, paths, ...more };
  const imported = await importText(JSON.stringify(api), 'a.json');
  const requests = new Map(
    imported.items.flatMap((item: ImportedItem) => ('request' in item ? [[item.name, item.request] as const] : [])),
  );
  return { ...imported, requests };
}

const sid = { type: 'apiKey', in: 'cookie', name: 'sid' };
const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
const components = { securitySchemes: { sid, key } };

test('an API key in a cookie is a header of each operation that requires it', async () => {
  const language = { name: 'lang', in: 'cookie', schema: { type: 'string', example: 'en' } };
  const { requests, warnings, environments } = await importApi(
    {
      '/inherited': { get: { summary: 'inherited', parameters: [language], ...ok } },
      '/open': { get: { summary: 'open', security: [], ...ok } },
      '/both': { get: { summary: 'both', security: [{ sid: [], key: [] }], ...ok } },
      '/own': { get: { summary: 'own', parameters: [{ ...language, name: 'sid' }], ...ok } },
    },
    { components, security: [{ sid: [] }] },
  );
  expect(warnings).toEqual([]);
  const cookie = (value: string) => [{ name: 'Cookie', value }];
  expect(requests.get('inherited')?.http).toMatchObject({
    headers: cookie('lang=en; sid={{apiKey}}'),
    auth: 'inherit',
  });
  expect(requests.get('open')?.http).not.toHaveProperty('headers');
  expect(requests.get('both')?.http).toMatchObject({ headers: cookie('sid={{apiKey}}'), auth: { key: 'X-Key' } });
  expect(requests.get('own')?.http).toMatchObject({ headers: cookie('sid=en') });
  expect(environments[0]?.variables).toContainEqual({ name: 'apiKey', value: '' });
});

test('the bodies of the examples after the first are examples of the request', async () => {
  const examples = {
    small: { value: { id: 1 } },
    big: { summary: 'A big one', description: 'with a list', value: { id: 2, list: [1] } },
    elsewhere: { externalValue: 'https://x.test/example.json' },
  };
  const answers = { first: { summary: 'Found', value: { id: 3 } }, second: { value: { id: 4 } } };
  const { requests } = await importApi({
    '/a': {
      post: {
        summary: 'add',
        requestBody: { content: { 'text/csv': {}, 'application/json': { examples } } },
        responses: { 201: { description: 'made', content: { 'application/json': { examples: answers } } } },
      },
    },
  });
  const json = (value: object) => ({ type: 'json', data: JSON.stringify(value, null, 2) });
  expect(requests.get('add')?.http?.body).toEqual(json({ id: 1 }));
  expect(requests.get('add')?.examples).toMatchObject([
    { name: '201 Found', response: { status: 201 } },
    { name: '201 second' },
    {
      name: 'A big one',
      description: 'with a list',
      request: { method: 'POST', url: '{{baseUrl}}/a', body: json({ id: 2, list: [1] }) },
      response: {},
    },
  ]);
});

test('links to other operations are named as left out', async () => {
  const links = { author: { operationId: 'one', parameters: { id: '$response.body#/author' } } };
  const { warnings } = await importApi({
    '/a': { get: { summary: 'a', responses: { 200: { description: '', links } } } },
  });
  expect(warnings).toEqual([{ where: 'a', what: 'the field "responses.200.links"' }]);
});

test('the address for new tokens comes along', async () => {
  const flow = { tokenUrl: 'https://x.test/token', refreshUrl: 'https://x.test/refresh', scopes: {} };
  const flows = { clientCredentials: flow };
  const { defaults } = await importApi(
    {},
    { security: [{ o: [] }], components: { securitySchemes: { o: { type: 'oauth2', flows } } } },
  );
  expect(defaults?.auth).toMatchObject({ refreshTokenUrl: 'https://x.test/refresh' });
});
