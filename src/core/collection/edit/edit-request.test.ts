import { parse } from 'yaml';
import { expect, test } from 'vitest';
import type { EditedParam } from '../../../contract/collection/collection.ts';
import type { OpenRequest } from '../format/open-collection.ts';
import { applyVariables } from './edit-environment.ts';
import { applyEdit, applyFolderEdit } from './edit-request.ts';
import { toEdited, toEditedFolder } from './to-edited.ts';

const file = `# written by hand
info:
  name: Create # the name
  type: http
http:
  method: POST # a method
  url: "{{base}}/a"
  unknownKey: kept
  body:
    type: json
    data: |-
      {
        "a": 1 // a comment
      }
runtime:
  scripts:
    - type: before-request
      code: console.log(1)
    - type: hooks
      code: kept
settings:
  timeout: 5
`;
const read = (text: string) => toEdited(parse(text) as OpenRequest);

test('saving without a change does not change the file', () => {
  expect(applyEdit(file, read(file))).toBe(file);
});

test('only the changed values change; comments, order and unknown keys stay', () => {
  const edited = {
    ...read(file),
    method: 'PUT',
    headers: [{ name: 'X', value: '1' }],
    postResponse: "pm.test('x', () => {});\nconsole.log(2);",
  };
  const saved = applyEdit(file, edited);
  expect(read(saved)).toEqual(edited);
  for (const unchanged of [
    '# written by hand',
    'Create # the name',
    'unknownKey: kept',
    '"a": 1 // a comment',
    'code: kept',
    'timeout: 5',
  ]) {
    expect(saved).toContain(unchanged);
  }
  expect(saved.indexOf('info:')).toBeLessThan(saved.indexOf('http:'));
});

test('body, scripts and docs can be removed and set', () => {
  const nothing = { ...read(file), body: { type: 'none' as const }, preRequest: '', docs: 'What it does.' };
  const saved = applyEdit(file, nothing);
  expect(read(saved)).toEqual(nothing);
  expect(saved).toContain('code: kept');
  const xmlRequest = { ...nothing, body: { type: 'xml' as const, text: '<a/>' } };
  expect(read(applyEdit(saved, xmlRequest))).toEqual(xmlRequest);
});

test('forms, files and GraphQL are edited; descriptions and comments of unchanged rows stay', () => {
  const form = `info:
  type: http
http:
  method: POST
  url: http://x
  headers:
    - name: A # the first
      value: "1"
      description: why
    - name: B
      value: "2"
  body:
    type: form-urlencoded
    data:
      - name: a
        value: b
        description: kept too
`;
  const edited = read(form);
  expect(edited.body).toEqual({
    type: 'form-urlencoded',
    fields: [{ name: 'a', value: 'b', description: 'kept too' }],
  });
  const fields = [
    { name: 'a', value: 'changed', description: 'kept too' },
    { name: 'c', value: 'd', disabled: true },
  ];
  const headers = [{ name: 'B', value: '2' }, ...edited.headers.slice(0, 1)];
  const saved = applyEdit(form, { ...edited, headers, body: { type: 'form-urlencoded', fields } });
  expect(read(saved)).toMatchObject({ headers, body: { fields } });
  for (const unchanged of ['A # the first', 'description: why', 'description: kept too'])
    expect(saved).toContain(unchanged);

  const parts = [
    { name: 'file', type: 'file' as const, value: 'a.txt\nb.txt', contentType: 'text/plain' },
    { name: 'text', type: 'text' as const, value: 'x' },
  ];
  const multipart = applyEdit(saved, { ...edited, body: { type: 'multipart-form', parts } });
  expect(read(multipart).body).toEqual({ type: 'multipart-form', parts });
  expect(parse(multipart)).toMatchObject({ http: { body: { data: [{ value: ['a.txt', 'b.txt'] }, { value: 'x' }] } } });

  const file = { type: 'file' as const, path: 'data.bin', contentType: 'application/octet-stream' };
  expect(read(applyEdit(multipart, { ...edited, body: file })).body).toEqual(file);

  const graphql = { type: 'graphql' as const, query: '{ a }', variables: '{"b":1}' };
  const asGraphql = applyEdit(multipart, { ...edited, headers: [], body: graphql });
  expect(read(asGraphql).body).toEqual(graphql);
  expect(parse(asGraphql)).toMatchObject({ info: { type: 'graphql' }, graphql: { url: 'http://x' } });
  expect(read(applyEdit(asGraphql, { ...edited, body: { type: 'none' } })).body).toEqual({ type: 'none' });
});

test('auth, parameters, settings and variables are edited', () => {
  const edited = {
    ...read(file),
    url: 'http://x/:id?a=1',
    params: [
      { name: 'a', value: '1', type: 'query' as const },
      { name: 'b', value: '2', type: 'query' as const, disabled: true },
      { name: 'id', value: '7', type: 'path' as const },
    ],
    auth: { type: 'digest', username: 'u', password: 'p' },
    variables: [{ name: 'v', value: '1' }],
    settings: {
      timeout: 100,
      followRedirects: false,
      maxRedirects: null,
      encodeUrl: false,
      omitHeaders: ['Accept'],
      httpVersion: '1.1' as const,
    },
  };
  const saved = applyEdit(file, edited);
  expect(read(saved)).toEqual(edited);
  const inherited = applyEdit(saved, { ...edited, auth: { type: 'inherit' } });
  expect(parse(inherited)).toMatchObject({ http: { auth: 'inherit' } });
  expect(parse(applyEdit(inherited, { ...edited, auth: { type: 'none' } }))).not.toHaveProperty('http.auth');
});

test('a folder is edited in its file', () => {
  const folder = '# ours\ninfo:\n  name: Orders\n  unknown: kept\n';
  const edited = {
    headers: [{ name: 'X', value: '1' }],
    auth: { type: 'bearer', token: '{{token}}' },
    variables: [],
    preRequest: 'one();',
    postResponse: '',
    docs: 'About.',
  };
  const saved = applyFolderEdit(folder, edited);
  expect(toEditedFolder(parse(saved) as object)).toEqual(edited);
  expect(saved).toContain('# ours');
  expect(saved).toContain('unknown: kept');
  expect(applyFolderEdit(saved, edited)).toBe(saved);
});

test('variables of an environment are changed, added and removed; secrets have no value in the file', () => {
  const text =
    'name: Test # the name\nvariables:\n  # the address\n  - name: base\n    value: http://a\n  - name: gone\n    value: x\n  - secret: true\n    name: token\n';
  const variable = (name: string, value: string, secret = false) => ({ name, value, secret });
  const unchanged = [variable('base', 'http://a'), variable('gone', 'x'), variable('token', '', true)];
  expect(applyVariables(text, unchanged)).toBe(text);
  const saved = applyVariables(text, [
    variable('base', 'http://b'),
    variable('token', 'very secret', true),
    variable('new', '1'),
    variable('key', 'also secret', true),
  ]);
  expect(parse(saved)).toEqual({
    name: 'Test',
    variables: [
      { name: 'base', value: 'http://b' },
      { secret: true, name: 'token' },
      { name: 'new', value: '1' },
      { secret: true, name: 'key' },
    ],
  });
  expect(saved).toContain('# the address');
  expect(saved).not.toContain('secret"');
  expect(saved).not.toMatch(/very|also/);
  const hidden = applyVariables(text, [variable('base', 'http://a', true)]);
  expect(parse(hidden)).toEqual({ name: 'Test', variables: [{ secret: true, name: 'base' }] });
});

test('a description is read, changed and removed; one with a type keeps the type', () => {
  const text = `http:
  method: GET
  url: a?x=1
  params:
    - name: x
      value: "1"
      type: query
      description:
        content: the *first*
        type: text/markdown
    - name: y
      value: "2"
      type: query
      description: the second
`;
  const before = read(text);
  expect(before.params).toEqual([
    { name: 'x', value: '1', type: 'query', description: 'the *first*' },
    { name: 'y', value: '2', type: 'query', description: 'the second' },
  ]);
  expect(applyEdit(text, before)).toBe(text);
  const [x, y] = before.params as [EditedParam, EditedParam];
  const changed = applyEdit(text, {
    ...before,
    params: [
      { ...x, description: 'changed' },
      { ...y, value: '3' },
    ],
  });
  expect(changed).toContain('content: changed\n        type: text/markdown');
  expect(changed).toContain('description: the second');
  const { description: _first, ...plain } = x;
  expect(applyEdit(text, { ...before, params: [plain, y] })).not.toContain('markdown');
  const added = applyEdit(text, { ...before, headers: [{ name: 'X', value: '', description: 'new' }] });
  expect(read(added).headers).toEqual([{ name: 'X', value: '', description: 'new' }]);
});

test('parameters that only the address of a file contains are shown, and written only if they change', () => {
  const text = 'http:\n  method: GET\n  url: http://x/:id?limit=10\n';
  const before = read(text);
  expect(before.params).toEqual([
    { name: 'limit', value: '10', type: 'query' },
    { name: 'id', value: '', type: 'path' },
  ]);
  expect(applyEdit(text, before)).toBe(text);
  expect(applyEdit(text, { ...before, method: 'PUT' })).toBe(text.replace('GET', 'PUT'));
  const [limit, id] = before.params as [EditedParam, EditedParam];
  const filled = applyEdit(text, { ...before, params: [limit, { ...id, value: '7' }] });
  expect(parse(filled)).toMatchObject({
    http: { url: 'http://x/:id?limit=10', params: [limit, { ...id, value: '7' }] },
  });
});

test('tags of a request and of a folder are edited in their files', () => {
  const file = '# ours\ninfo:\n  name: a\n  tags:\n    - smoke # fast ones\nhttp:\n  method: GET\n  url: http://x\n';
  const edited = toEdited(parse(file) as OpenRequest);
  expect(edited.tags).toEqual(['smoke']);
  expect(applyEdit(file, edited)).toBe(file);
  const saved = applyEdit(file, { ...edited, tags: ['smoke', 'slow'] });
  expect(parse(saved)).toMatchObject({ info: { name: 'a', tags: ['smoke', 'slow'] } });
  expect(saved).toContain('# ours');
  expect(parse(applyEdit(file, { ...edited, tags: undefined }))).toMatchObject({ info: { name: 'a' } });
  expect(applyEdit(file, { ...edited, tags: undefined })).not.toContain('tags');
  const folder = 'info:\n  name: Orders\n';
  const folderEdited = { ...toEditedFolder(parse(folder) as object), tags: ['smoke'] };
  const savedFolder = applyFolderEdit(folder, folderEdited);
  expect(toEditedFolder(parse(savedFolder) as object).tags).toEqual(['smoke']);
});
