/** Request files of unknown form: each is an error of its request in a run, and the others run. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { loadCollection } from '../../collection/files/collection-files.ts';
import { applyEdit } from '../../collection/edit/edit-request.ts';
import { toEdited } from '../../collection/edit/to-edited.ts';
import { parseRequest } from '../../collection/format/open-collection.ts';
import { runFolder } from '../../testing/collection-run.ts';
import { sharedRunner, sharedServer } from '../../testing/fixtures.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const runner = sharedRunner();
const server = sharedServer((_request, response) => response.end('{"a":1}'));

function collection(files: Record<string, object>): string {
  const root = temporaryFolder('wrong');
  writeFileSync(path.join(root, 'opencollection.yml'), stringify({ opencollection: '1.0.0', info: { name: 'C' } }));
  for (const [name, json] of Object.entries(files)) writeFileSync(path.join(root, name), stringify(json));
  return root;
}
const request = (seq: number, more: object = {}) => ({
  info: { name: `r${seq}`, type: 'http', seq },
  http: { method: 'POST', url: server.url, ...more },
});

test('a body of an unknown kind is the error of its request; without data it is an empty body', async () => {
  const root = collection({
    'a.yml': request(1),
    'b.yml': request(2, { body: { type: 'protobuf', data: 'x' } }),
    'c.yml': request(3, { body: { type: 'json' } }),
    'd.yml': { ...request(4), runtime: { scripts: [{ type: 'tests' }, { type: 'later', code: 'x' }] } },
    'e.yml': { ...request(5), runtime: { actions: [{ type: 'send-mail' }] } },
    'f.yml': request(6),
  });
  const loaded = await loadCollection(root);
  expect(loaded.items.map(({ id }) => id)).toEqual(['a.yml', 'c.yml', 'd.yml', 'e.yml', 'f.yml']);
  const { requests } = await runFolder(runner, loaded, '');
  expect(requests.map(({ id, errors }) => [id, errors.length])).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 0],
    ['d', 0],
    ['e', 1],
    ['f', 0],
  ]);
  expect(requests[1]?.errors[0]).toMatch(/b\.yml is not a request: http\.body/);
  expect(requests[4]?.errors[0]).toMatch(/The action "send-mail"/);
});

test('assertions with mistakes of every kind fail individually', async () => {
  const assertions = [
    { expression: 'res.body.a', value: '1' },
    { expression: 'res.body.a', operator: 'unknown', value: '1' },
    { expression: 'res.body.a +', operator: 'eq', value: '1' },
    { expression: 'res.body.a', operator: 'matches', value: '(' },
    { expression: '', operator: 'eq', value: '1' },
    { expression: 'res.body.a', operator: 'eq', value: '2', disabled: true },
    { expression: 'res.body.a', operator: 'eq', value: 1 },
  ];
  const root = collection({ 'a.yml': { ...request(1), runtime: { assertions } } });
  const { requests } = await runFolder(runner, await loadCollection(root), '');
  expect(requests[0]?.errors).toEqual([]);
  expect(requests[0]?.tests).toEqual({
    'res.body.a eq 1': 'passed',
    'res.body.a unknown 1': 'failed',
    'res.body.a + eq 1': 'failed',
    'res.body.a matches (': 'failed',
  });
});

test('assertions and actions stay in the file when the request is edited', () => {
  const text = stringify({
    ...request(1),
    runtime: {
      assertions: [{ expression: 'res.status', operator: 'eq', value: '200' }],
      actions: [{ type: 'set-variable', selector: { expression: 'res.body' }, variable: { name: 'b' } }],
    },
  });
  const edited = applyEdit(text, { ...toEdited(parseRequest(text, 'a.yml')), method: 'PUT' });
  expect(edited).toBe(text.replace('method: POST', 'method: PUT'));
});

test("an assertion is edited as a row of a table, in Bruno's notation", () => {
  const text = stringify({
    ...request(1),
    runtime: { assertions: [{ expression: 'res.status', operator: 'eq', value: '200', description: 'why' }] },
  });
  const edited = toEdited(parseRequest(text, 'a.yml'));
  expect(edited.assertions).toEqual([{ name: 'res.status', value: 'eq 200', description: 'why' }]);
  const rows = [
    { name: 'res.status', value: 'lt 300', description: 'why' },
    { name: 'res.body', value: 'isJson', disabled: true },
    { name: 'res.body.a', value: '1' },
  ];
  const written = parseRequest(applyEdit(text, { ...edited, assertions: rows }), 'a.yml');
  expect(written.runtime?.assertions).toEqual([
    { expression: 'res.status', operator: 'lt', value: '300', description: 'why' },
    { expression: 'res.body', operator: 'isJson', disabled: true },
    { expression: 'res.body.a', operator: 'eq', value: '1' },
  ]);
  expect(toEdited(written).assertions?.map(({ value }) => value)).toEqual(['lt 300', 'isJson', 'eq 1']);
});
