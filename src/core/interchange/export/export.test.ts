/** Exports: a collection that Postman's library reads, and code in many languages. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import postman from 'postman-collection';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { loadCollection } from '../../collection/files/collection-files.ts';
import { summariesOf } from '../../collection/edit/examples.ts';
import { bundle } from './bundle.ts';
import { settingsOf } from '../../collection/variables/inherit.ts';
import { toPostmanCollection } from './to-postman.ts';
import { importText } from '../import.ts';
import { writeImported } from '../imported/write-imported.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const source = {
  info: {
    name: 'P',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    description: 'About all',
  },
  variable: [{ key: 'base', value: 'http://x' }],
  event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: ['all();'] } }],
  item: [
    {
      name: 'Folder',
      description: 'About the folder',
      auth: { type: 'bearer', bearer: [{ key: 'token', value: 't', type: 'string' }] },
      item: [
        {
          name: 'Create',
          event: [{ listen: 'test', script: { type: 'text/javascript', exec: ['one();', 'two();'] } }],
          protocolProfileBehavior: { followRedirects: false },
          request: {
            method: 'POST',
            header: [{ key: 'A', value: '1', description: 'why A', disabled: true }],
            url: {
              raw: '{{base}}/a/:id?x=1',
              host: ['{{base}}'],
              path: ['a', ':id'],
              query: [{ key: 'x', value: '1', description: 'why x' }],
              variable: [{ key: 'id', value: '7', description: 'why id' }],
            },
            body: { mode: 'raw', raw: '{"a":1}', options: { raw: { language: 'json' } } },
            description: 'What it does',
          },
          response: [
            {
              name: 'Created',
              originalRequest: {
                method: 'POST',
                header: [],
                url: { raw: '{{base}}/a/8', host: ['{{base}}'], path: ['a', '8'] },
                body: { mode: 'raw', raw: '{"a":2}', options: { raw: { language: 'json' } } },
              },
              status: 'Created',
              code: 201,
              _postman_previewlanguage: 'json',
              header: [{ key: 'Content-Type', value: 'application/json' }],
              body: '{"id":8}',
            },
          ],
        },
      ],
    },
  ],
};

test('a collection imported from Postman is exported unchanged', async () => {
  const root = temporaryFolder('export');
  await writeImported(root, await importText(JSON.stringify(source), 'p.json'));
  const { collection: exported, warnings } = toPostmanCollection(await loadCollection(root));
  expect(warnings).toEqual([]);
  expect(exported).toEqual(source);
  const read = new postman.Collection(exported);
  const names: string[] = [];
  read.forEachItem((item) => void names.push(`${item.name} ${item.request.url.toString()}`));
  expect(names).toEqual(['Create {{base}}/a/7?x=1']);
});

test('auth and settings of Postman are preserved, and the body of a GET is still sent', async () => {
  const request = (more: { auth?: object; body?: object }) => ({
    method: 'GET',
    header: [],
    url: 'http://x/a',
    ...more,
  });
  const pair = (key: string, value: unknown) => ({
    key,
    value,
    type: typeof value === 'boolean' ? 'boolean' : 'string',
  });
  const behavior = {
    disableUrlEncoding: true,
    strictSSL: false,
    followOriginalHttpMethod: true,
    protocolVersion: 'http1',
    disabledSystemHeaders: { accept: true },
  };
  const jwt = [pair('algorithm', 'HS256'), pair('secret', '{{s}}'), pair('isSecretBase64Encoded', true)];
  const edgegrid = [pair('accessToken', 'a'), pair('baseURL', 'https://b')];
  const items = [
    { name: 'settings', protocolProfileBehavior: behavior, request: request({ auth: { type: 'jwt', jwt } }) },
    {
      name: 'body',
      protocolProfileBehavior: { disableBodyPruning: true },
      request: request({ body: { mode: 'raw', raw: 'x' } }),
    },
    { name: 'omitted', request: request({ body: { mode: 'raw', raw: 'x' } }) },
    { name: 'edgegrid', request: request({ auth: { type: 'edgegrid', edgegrid } }) },
  ];
  const folder = { name: 'f', protocolProfileBehavior: { maxRedirects: 2 }, item: items };
  const collection = { info: source.info, item: [folder] };
  const root = temporaryFolder('export');
  const imported = await importText(JSON.stringify(collection), 'p.json');
  expect(imported.warnings).toEqual([]);
  await writeImported(root, imported);
  const loaded = await loadCollection(root);
  expect(loaded.requests.map((request) => settingsOf(request).omitBody)).toEqual([true, false, true, true]);
  const { collection: json } = toPostmanCollection(loaded);
  const exported = json as { item: [typeof folder]; protocolProfileBehavior: unknown };
  expect(exported.protocolProfileBehavior).toEqual({ disableBodyPruning: false });
  expect(exported.item[0].protocolProfileBehavior).toEqual({ maxRedirects: 2 });
  const parts = exported.item[0].item.map(
    ({ name, protocolProfileBehavior, request: { auth } }: (typeof items)[0]) => ({
      name,
      protocolProfileBehavior,
      auth,
    }),
  );
  const expected = items.map((item) => {
    const { auth } = item.request;
    return { name: item.name, protocolProfileBehavior: item.protocolProfileBehavior, auth };
  });
  expect(parts).toEqual(expected);
});

test('a collection in one file keeps examples and documentation', async () => {
  const root = temporaryFolder('export');
  await writeImported(root, await importText(JSON.stringify(source), 'p.json'));
  const file = path.join(root, 'bundled.yml');
  writeFileSync(file, stringify(bundle(await loadCollection(root))));
  const bundled = await loadCollection(file);
  expect(bundled.requests[0]?.docs).toEqual(['About all', 'About the folder']);
  expect(summariesOf(bundled.requests[0]?.request ?? {})).toEqual([{ name: 'Created', status: 201 }]);
});
