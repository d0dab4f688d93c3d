import { expect, test } from 'vitest';
import { MAX_FIELDS, multipartFields, urlencodedFields } from './form-fields.ts';

const type = 'multipart/form-data; boundary=x';
const part = (head: string, body: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
const well = `${part('name="a"', 'one')}${part('name="a"', 'two')}${part('name="f"; filename="ü.txt"', '12345')}`;

test('fields of a multipart form, including repeated ones and files', async () => {
  expect((await multipartFields(Buffer.from(`${well}--x--\r\n`), type)).fields).toEqual([
    { name: 'a', value: 'one', isFile: false },
    { name: 'a', value: 'two', isFile: false },
    { name: 'f', value: 'ü.txt (text/plain, 5 bytes)', isFile: true },
  ]);
});
test.each([
  ['no boundary', 'multipart/form-data', ''],
  ['cut off', type, well.slice(0, 90)],
  ['nothing', type, ''],
])('%s: the readable part', async (_name, contentType, body) => {
  expect((await multipartFields(Buffer.from(body), contentType)).fields.length).toBeLessThan(2);
});
test('fields of an urlencoded form', () => {
  expect(urlencodedFields('a=1&a=2&b=x+y%20z').fields.map(({ name, value }) => [name, value])).toEqual([
    ['a', '1'],
    ['a', '2'],
    ['b', 'x y z'],
  ]);
});

test.each([
  '',
  '&',
  '&&a&=b&',
  '?',
  '?a=1',
  '=',
  'a==&b',
  'a=b&&'.repeat(MAX_FIELDS),
  `&${'a&'.repeat(MAX_FIELDS)}&c`,
  `?&${'a&'.repeat(MAX_FIELDS)}c`,
])('an odd form has the fields that the platform reads: %#', (text) => {
  const pairs = [...new URLSearchParams(text)];
  const fields = pairs.slice(0, MAX_FIELDS).map(([name, value]) => ({ name, value, isFile: false }));
  expect(urlencodedFields(text)).toEqual({ fields, count: pairs.length });
});

test('of a form with very many fields the first are read, and all are counted', async () => {
  const many = MAX_FIELDS + 500;
  const urlencoded = urlencodedFields(Array.from({ length: many }, (_, index) => `n${index}=v`).join('&'));
  const parts = Array.from({ length: many }, (_, index) => part(`name="n${index}"`, 'v')).join('');
  const multipart = await multipartFields(Buffer.from(`${parts}${part('name="f"; filename="a"', '1')}--x--\r\n`), type);
  for (const { fields } of [urlencoded, multipart]) {
    expect(fields).toHaveLength(MAX_FIELDS);
    expect(fields.at(-1)).toMatchObject({ name: `n${MAX_FIELDS - 1}` });
  }
  expect([urlencoded.count, multipart.count]).toEqual([many, many + 1]);
});
