/** Examples in the file of a request: read, written, removed and restored. */
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import type { HttpRequestExample } from '@opencollection/types/requests/http';
import type { EditedRequest } from '../../../contract/collection/collection.ts';
import { toEdited } from './to-edited.ts';
import { addExample, MAX_EXAMPLES, newExample, readExample, removeExample, summariesOf } from './examples.ts';
import { parseRequest } from '../format/open-collection.ts';

const FILE = 'one.yml';
const plain = `info:
  name: one # the first
  type: http
http:
  method: POST
  url: "{{base}}/orders"
`;
const withList = (examples: string) => `${plain}examples:\n${examples}`;
const request = (source: string) => parseRequest(source, FILE);
const edited: EditedRequest = {
  ...toEdited(request(plain)),
  headers: [{ name: 'X', value: '1' }],
  auth: { type: 'bearer', token: 'secret' },
  preRequest: 'pm.x',
  body: { type: 'json', text: '{"a":1}' },
};
const response = {
  status: 201,
  statusText: 'Created',
  headers: [{ name: 'Content-Type', value: 'application/json' }],
  contentType: 'application/json',
};
const created = () => newExample({ name: 'Created', request: edited, response, body: Buffer.from('{"id":7}') });

test('an example is added to the file, read, removed, and restored to its position', () => {
  const once = addExample(FILE, plain, created());
  const withTwoExamples = addExample(FILE, once, { ...created(), name: 'Second' });
  expect(withTwoExamples).toContain('name: one # the first');
  expect(summariesOf(request(withTwoExamples))).toEqual([
    { name: 'Created', status: 201 },
    { name: 'Second', status: 201 },
  ]);
  const first = readExample(request(withTwoExamples), 0);
  expect(first).toMatchObject({ ...response, name: 'Created', body: Buffer.from('{"id":7}') });
  expect(first.request).toMatchObject({ method: 'POST', url: '{{base}}/orders', body: edited.body, preRequest: '' });
  const { text, removed } = removeExample(FILE, withTwoExamples, { index: 0, name: 'Created' });
  expect(summariesOf(request(text)).map(({ name }) => name)).toEqual(['Second']);
  expect(parse(addExample(FILE, text, JSON.parse(removed) as HttpRequestExample, 0))).toEqual(parse(withTwoExamples));
  expect(removeExample(FILE, once, { index: 0, name: 'Created' }).text).toBe(plain);
  expect(() => removeExample(FILE, withTwoExamples, { index: 0, name: 'Second' })).toThrow(/have changed/);
});

test('an example contains neither the authentication nor the scripts of its request', () => {
  expect(JSON.stringify(created())).not.toMatch(/secret|pm\.x/);
});

test('bytes are preserved, and a body that is too large is refused', () => {
  const body = Buffer.from([0, 255, 1]);
  const binary = newExample({ name: 'Picture', response: { ...response, contentType: 'image/png' }, body });
  expect(readExample(request(addExample(FILE, plain, binary)), 0).body).toEqual(body);
  const large = Buffer.alloc(2 * 1024 * 1024, 'x');
  expect(() => newExample({ name: 'Large', response, body: large })).toThrow(/at most 1 MiB; this body has 2 MiB/);
});

test('an example in an unknown format does not prevent reading the request and the other examples', () => {
  const source = withList('  - 7\n  - name: Good\n    response:\n      status: 404\n  - response: nonsense\n  -\n');
  expect(summariesOf(request(source))).toEqual([
    { name: 'Example 1', status: null },
    { name: 'Good', status: 404 },
    { name: 'Example 3', status: null },
    { name: 'Example 4', status: null },
  ]);
  expect(() => readExample(request(source), 0)).toThrow(/does not have the form of one/);
  expect(readExample(request(source), 1)).toMatchObject({ name: 'Good', status: 404, request: null });
  expect(() => readExample(request(source), 9)).toThrow(/no longer exists/);
  expect(summariesOf(request(`${plain}examples: 7\n`))).toEqual([]);
});

test('a request has at most 100 examples', () => {
  let source = plain;
  for (let count = 0; count < MAX_EXAMPLES; count += 1) source = addExample(FILE, source, { name: `${count}` });
  expect(() => addExample(FILE, source, created())).toThrow(/100 examples already/);
});
