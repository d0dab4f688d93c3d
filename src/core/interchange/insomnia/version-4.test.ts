/** Exports of Insomnia 4, and template tags that only Insomnia evaluates. */
import { expect, test } from 'vitest';
import { importText } from '../import.ts';

const resource = (kind: string, id: string, parentId: string | null, more: object = {}) => ({
  _type: kind,
  _id: id,
  parentId,
  ...more,
});
const source = {
  _type: 'export',
  __export_format: 4,
  resources: [
    resource('request', 'req_2', 'wrk', { name: 'Second', method: 'GET', url: 'http://x', metaSortKey: 2 }),
    resource('workspace', 'wrk', null, { name: 'Shop', description: 'About' }),
    resource('environment', 'env', 'wrk', { name: 'Base Environment', data: { base: 'http://x', deep: { a: 1 } } }),
    resource('environment', 'sub', 'env', { name: 'Test', data: { base: 'http://t' } }),
    resource('request_group', 'fld', 'wrk', {
      name: 'Orders',
      environment: { shop: 'tea' },
      metaSortKey: 1,
      preRequestScript: "insomnia.environment.set('a', 1);",
    }),
    resource('request', 'req_1', 'fld', {
      name: 'Create',
      method: 'POST',
      url: '{{ _.base }}/orders',
      description: 'Creates',
      parameters: [{ name: 'q', value: '1' }],
      headers: [{ name: 'X-Id', value: "{% uuid 'v4' %}" }],
      body: { mimeType: 'application/json', text: '{"a": "{{ _.deep.a }}"}' },
      authentication: { type: 'basic', username: 'u', password: 'p' },
      afterResponseScript: 'insomnia.test("x", () => {});',
      settingFollowRedirects: 'off',
    }),
    resource('cookie_jar', 'jar', 'wrk'),
    resource('grpc_request', 'grpc', 'wrk', { name: 'Stream' }),
  ],
};

test('folders, order, environments, scripts, auth and bodies are imported; the rest is reported', async () => {
  const imported = await importText(JSON.stringify(source), 'insomnia.json');
  expect(imported).toMatchObject({
    name: 'Shop',
    docs: 'About',
    items: [
      {
        name: 'Orders',
        defaults: {
          variables: [{ name: 'shop', value: 'tea' }],
          scripts: [{ type: 'before-request', code: "pm.environment.set('a', 1);" }],
        },
        items: [
          {
            name: 'Create',
            request: {
              http: {
                method: 'POST',
                url: '{{base}}/orders?q=1',
                auth: { type: 'basic', username: 'u' },
                body: { type: 'json', data: '{"a": "{{deep.a}}"}' },
              },
              runtime: { scripts: [{ type: 'after-response', code: 'pm.test("x", () => {});' }] },
              settings: { followRedirects: false },
              docs: 'Creates',
            },
          },
        ],
      },
      { name: 'Second' },
    ],
    environments: [
      {
        name: 'Base Environment',
        variables: [
          { name: 'base', value: 'http://x' },
          { name: 'deep.a', value: '1' },
        ],
      },
      { name: 'Test', variables: [{ name: 'base', value: 'http://t' }, { name: 'deep.a' }] },
    ],
  });
  expect(imported.warnings).toEqual([
    { where: 'Stream', what: 'a resource of the kind "grpc_request"' },
    { where: 'Orders / Create', what: "the tag {% uuid 'v4' %}: set a variable in a script and use that" },
  ]);
});

test('several workspaces become folders', async () => {
  const more = [
    resource('workspace', 'wrk2', null, { name: 'Other' }),
    resource('request', 'req_3', 'wrk2', { name: 'Third', url: 'http://y' }),
  ];
  const sourceWithMore = { ...source, resources: [...source.resources, ...more] };
  const { items } = await importText(JSON.stringify(sourceWithMore), 'insomnia.json');
  expect(items.map(({ name }) => name)).toEqual(['Shop', 'Other']);
});

test('endlessly nested folders are refused before anything is written', async () => {
  const folders = Array.from({ length: 200 }, (_, index) =>
    resource('request_group', `f${index}`, index === 0 ? 'wrk' : `f${index - 1}`, { name: `f${index}` }),
  );
  const deep = { ...source, resources: [resource('workspace', 'wrk', null, { name: 'W' }), ...folders] };
  await expect(importText(JSON.stringify(deep), 'insomnia.json')).rejects.toThrow(/nested more than 100 levels/);
});

test('importing folders that are their own parents ends', async () => {
  const circle = [
    resource('request_group', 'a', 'b', { name: 'a' }),
    resource('request_group', 'b', 'a', { name: 'b' }),
  ];
  const { items } = await importText(
    JSON.stringify({ ...source, resources: [...source.resources, ...circle] }),
    'insomnia.json',
  );
  expect(items.map(({ name }) => name)).toEqual(['Orders', 'Second']);
});
