import { expect, test } from 'vitest';
import { multipartFields, urlencodedFields } from './form-fields.ts';

const type = 'multipart/form-data; boundary=x';
const part = (head: string, body: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
const well = `${part('name="a"', 'one')}${part('name="a"', 'two')}${part('name="f"; filename="ü.txt"', '12345')}`;

test('fields of a multipart form, including repeated ones and files', async () => {
  expect(await multipartFields(Buffer.from(`${well}--x--\r\n`), type)).toEqual([
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
  expect((await multipartFields(Buffer.from(body), contentType)).length).toBeLessThan(2);
});
test('fields of an urlencoded form', () => {
  expect(urlencodedFields('a=1&a=2&b=x+y%20z').map(({ name, value }) => [name, value])).toEqual([
    ['a', '1'],
    ['a', '2'],
    ['b', 'x y z'],
  ]);
});
