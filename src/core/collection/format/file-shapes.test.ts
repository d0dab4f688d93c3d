/** A file of the wrong form is reported and omitted; the others open, and no reader throws. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { expect, test } from 'vitest';
import { emptyScopes } from '../../../contract/scripts/script-context.ts';
import { withAuth } from '../../http/auth/add-auth.ts';
import { bundle } from '../../interchange/export/bundle.ts';
import { toPostmanCollection } from '../../interchange/export/to-postman.ts';
import { loadCollection } from '../files/collection-files.ts';
import { applyVariables } from '../edit/edit-environment.ts';
import { applyEdit, applyFolderEdit, applyInfo } from '../edit/edit-request.ts';
import { toEdited } from '../edit/to-edited.ts';
import { authOf, settingsOf, variablesOf, withDefaults } from '../variables/inherit.ts';
import { createResolver } from '../variables/resolve.ts';
import { valueOf } from '../variables/variable-value.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const auth = {
  type: 'oauth2',
  flow: 'client_credentials',
  accessTokenUrl: 'http://x/token',
  credentials: { clientId: 'a', clientSecret: 'b' },
  tokenConfig: { placement: { header: 'Bearer' } },
};
const variables = [
  { name: 'a', value: '1', disabled: false },
  { name: 'b', value: { type: 'number', data: '2' } },
  { name: 'c', value: [{ title: 't', selected: true, value: 'x' }] },
];
const scripts = [{ type: 'before-request', code: 'one();' }];
const headers = [{ name: 'A', value: '1', disabled: false }];
const defaults = { headers, auth: { type: 'basic', username: 'u', password: 'p' }, variables, scripts };
const requestFiles: Record<string, object> = {
  'request.yml': {
    info: { name: 'Request', type: 'http', seq: 1 },
    http: {
      method: 'POST',
      url: 'http://x/:id',
      headers,
      params: [{ name: 'id', value: '1', type: 'path', disabled: false }],
      body: [
        {
          title: 'one',
          selected: true,
          body: {
            type: 'multipart-form',
            data: [{ name: 'f', type: 'file', value: ['a.txt'], contentType: 'text/plain', disabled: false }],
          },
        },
      ],
      auth,
    },
    runtime: { variables, scripts },
    settings: { timeout: 1, followRedirects: true, maxRedirects: 2 },
    docs: 'text',
  },
  'form.yml': {
    info: { name: 'Form' },
    http: { url: 'x', body: { type: 'form-urlencoded', data: [{ name: 'a', value: 'b', disabled: false }] } },
  },
  'file.yml': {
    http: { url: 'x', body: { type: 'file', data: [{ filePath: 'a', contentType: 'b', selected: true }] } },
  },
  'json.yml': { http: { url: 'x', body: { type: 'json', data: '{}' }, auth: 'inherit' } },
  'graphql.yml': { graphql: { url: 'x', body: { query: '{a}', variables: '{}' } } },
};
const files: Record<string, object> = {
  ...requestFiles,
  'folder/folder.yml': {
    info: { name: 'Folder', seq: 2 },
    request: { ...defaults, settings: { http: { timeout: 1 } } },
  },
  'folder/inner.yml': { info: { name: 'Inner' }, http: { url: 'x', auth: 'inherit' } },
  'environments/Test.yml': { name: 'Test', variables: [...variables, { name: 's', secret: true }] },
  'opencollection.yml': {
    opencollection: '1.0.0',
    info: { name: 'Shop' },
    request: defaults,
    config: { environments: [{ name: 'In file', variables }] },
  },
};

function writeAll(written: Record<string, object>): string {
  const root = temporaryFolder('shapes');
  for (const folder of ['folder', 'environments']) mkdirSync(path.join(root, folder));
  for (const [file, json] of Object.entries({ 'opencollection.yml': { opencollection: '1.0.0' }, ...written }))
    writeFileSync(path.join(root, file), stringify(json));
  return root;
}
type Key = string | number;
const pathsIn = (value: unknown, at: Key[] = []): Key[][] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]) => {
        const key = Array.isArray(value) ? Number(name) : name;
        return [[...at, key], ...pathsIn(member, [...at, key])];
      });
const withValue = (json: object, at: Key[], value: unknown): object => {
  const copy = structuredClone(json);
  const parent = at
    .slice(0, -1)
    .reduce<Record<Key, unknown>>((item, key) => item[key] as Record<Key, unknown>, copy as Record<Key, unknown>);
  parent[at.at(-1) ?? ''] = value;
  return copy;
};
const replacements = [null, 3, 'text', ['x'], { x: 1 }];

async function useEverything(root: string): Promise<string[]> {
  const loaded = await loadCollection(root);
  for (const item of loaded.requests) {
    const text = stringify(item.request);
    const edited = toEdited(item.request);
    applyEdit(text, { ...edited, url: 'http://changed', headers: [], docs: 'changed' });
    expect(applyEdit(text, edited)).toBe(text);
    applyInfo(text, { name: 'changed', seq: 4 });
    const resolver = createResolver(emptyScopes());
    await withAuth(resolver.fill(withDefaults(item)), resolver.fill(authOf(item)));
    variablesOf(item);
    settingsOf(item);
  }
  for (const environment of loaded.environments) {
    for (const variable of environment.variables ?? []) if (!('secret' in variable)) valueOf(variable);
    applyVariables(stringify(environment), [{ name: 'n', value: 'v', secret: true }]);
  }
  bundle(loaded);
  toPostmanCollection(loaded);
  return loaded.problems;
}

test('the files of this test are valid', async () => {
  const root = writeAll(files);
  expect(await useEverything(root)).toEqual([]);
  const { requests, environments } = await loadCollection(root);
  expect(requests.map(({ name }) => name)).toEqual(
    ['Request', 'Folder', 'Inner'].filter((name) => name !== 'Folder').concat(['file', 'Form', 'graphql', 'json']),
  );
  expect(environments.map(({ name }) => name)).toEqual(['In file', 'Test']);
});

test.each(Object.keys(files))(
  '%s: every member with a value of another type',
  async (file) => {
    const json = files[file] ?? {};
    // A request that inherits from the changed file: beside a changed request, it would be read as often for nothing.
    const heir = file in requestFiles ? {} : { 'folder/inner.yml': files['folder/inner.yml'] ?? {} };
    const root = writeAll({ ...heir, [file]: json });
    let named = 0;
    for (const at of pathsIn(json)) {
      for (const value of replacements) {
        writeFileSync(path.join(root, file), stringify(withValue(json, at, value)));
        const problems = await useEverything(root);
        expect(
          problems.length,
          `${at.join('.')} = ${JSON.stringify(value)}: ${problems.join(' | ')}`,
        ).toBeLessThanOrEqual(1);
        for (const problem of problems) expect(problem).toContain(file);
        named += problems.length;
      }
    }
    expect(named).toBeGreaterThan(0);
  },
  180_000,
);

test.each([
  ['http: 3', 'http must be an object, not 3'],
  ['http:\n  headers: x', 'http.headers must be a list, not a text'],
  ['info: 3\nhttp: {}', 'info must be an object, not 3'],
  ['info: { seq: a }\nhttp: { url: x }', 'info.seq must be a number, not a text'],
  ['http: { url: x, auth: 3 }', 'http.auth must be "inherit", or an object with a "type" and its texts'],
  ['http: { url: x }\nruntime: { scripts: x }', 'runtime.scripts must be a list, not a text'],
  ['http: { url: x, params: [{ value: 12345678901234567890 }] }', 'http.params[0].value must be in quotes'],
  ['http: { url: x, body: { type: json, data: [] } }', 'http.body.data must be a text'],
])('%s is reported with its place', async (text, place) => {
  const root = writeAll(files);
  writeFileSync(path.join(root, 'bad.yml'), text);
  const { requests, problems } = await loadCollection(root);
  expect(requests.filter(({ damaged }) => damaged === undefined)).toHaveLength(6);
  expect(requests.filter(({ damaged }) => damaged !== undefined).length).toBeLessThanOrEqual(1);
  expect(problems).toEqual([expect.stringContaining(`bad.yml is not a request: ${place}`)]);
});

test('files written by hand: empty members, numbers as texts', async () => {
  const root = writeAll(files);
  const text =
    'info:\nhttp:\n  url: http://x\n  headers:\n    - name: N\n      value: 5\n  body:\nruntime:\nsettings:\n';
  writeFileSync(path.join(root, 'hand.yml'), text);
  const { requests, problems } = await loadCollection(root);
  expect(problems).toEqual([]);
  const handwritten = requests.find(({ id }) => id === 'hand.yml');
  expect(handwritten?.request.http).toEqual({ url: 'http://x', headers: [{ name: 'N', value: '5' }] });
  const edited = { ...toEdited(handwritten?.request ?? {}), preRequest: 'one();' };
  expect(parse(applyEdit(text, edited))).toMatchObject({ runtime: { scripts: [{ code: 'one();' }] } });
  expect(applyFolderEdit('request:\n', { ...edited, headers: [{ name: 'a', value: 'b' }] })).toContain('name: a');
});
