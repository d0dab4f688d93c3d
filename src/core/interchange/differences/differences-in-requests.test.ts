/** An import reports the known differences that affect its requests, as their fields show. */
import { expect, test } from 'vitest';
import { importText } from '../import.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const warningsOf = async (...items: object[]) =>
  (await importText(JSON.stringify({ info: { name: 'Shop', schema }, item: items }), 'shop.json')).warnings;
const item = (request: object, more: object = {}) => ({
  name: 'A',
  ...more,
  request: { method: 'GET', url: 'http://x/', ...request },
});
const header = (key: string, value: string, disabled = false) => ({ key, value, disabled });
const form = (mode: 'urlencoded' | 'formdata', ...keys: string[]) => ({
  method: 'POST',
  body: { mode, [mode]: keys.map((key) => ({ key, value: '1', type: 'text' })) },
});
test.each<[RegExp, object, object]>([
  [/with blanks/, { url: 'http://x/{{ a }}' }, { url: 'http://x/{{a}}', header: [header('A', '{{ "a": 1 }}')] }],
  [/Latin-1/, { header: [header('A', 'ü')] }, { header: [header('A', 'u'), header('B', 'ü', true)] }],
  [/a quote in the name/, form('formdata', 'a"b'), form('urlencoded', 'a"b')],
  [
    /a file outside of the workspace/,
    { method: 'POST', body: { mode: 'file', file: { src: '/C:/Users/a/b.png' } } },
    { method: 'POST', body: { mode: 'file', file: { src: 'a/../b.png' } } },
  ],
  [
    /a file outside of the workspace/,
    { method: 'POST', body: { mode: 'formdata', formdata: [{ key: 'f', type: 'file', src: ['a', '../b.png'] }] } },
    { method: 'POST', body: { mode: 'formdata', formdata: [{ key: 'f', type: 'text', value: '../b.png' }] } },
  ],
  [
    /another header `Connection`/,
    { header: [header('connection', 'keep-alive, X-A')] },
    { header: [header('Connection', 'Close'), header('Connection', '{{a}}'), header('Connection', 'x', true)] },
  ],
])('%s is reported for the request that it affects, and for no other', async (what, using, other) => {
  expect((await warningsOf(item(using))).map((item) => `${item.where}: ${item.what}`)).toEqual([
    expect.stringMatching(new RegExp(`^A: .*${what.source}`)),
  ]);
  expect(await warningsOf(item(other))).toEqual([]);
});

test('variables of folders and requests are reported with the first place and the number of the others', async () => {
  const variable = [{ key: 'a', value: '1' }];
  expect(await warningsOf({ name: 'F', variable, item: [item({}, { variable })] }, item({}))).toEqual([
    { where: 'F (and 1 more)', what: 'that newman ignores its variables: they are read here' },
  ]);
});

test('an async test in a script', async () => {
  const test = (...exec: string[]) => item({}, { event: [{ listen: 'test', script: { exec } }] });
  expect(await warningsOf(test("pm.test('it\\'s', function () {}); const later = async () => 1;"))).toEqual([]);
  expect(await warningsOf(test('pm.test(`a`, async () => {});'))).toEqual([
    { where: 'A', what: 'that a test whose function is async passes before it ends: it waits here, and can fail' },
  ]);
});
