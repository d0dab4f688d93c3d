import { expect, test } from 'vitest';
import { bodyFileName } from './body-file-name.ts';

function nameOf(disposition: string | undefined, contentType = '', url = 'http://x/items/7?a=/b.c#d') {
  const headers = disposition === undefined ? [] : [{ name: 'Content-Disposition', value: disposition }];
  return bodyFileName({ headers, contentType, hops: [{ url }] });
}

test.each([
  ['attachment; filename=report.csv', 'report.csv'],
  ['attachment; filename="a; b.csv"; size=1', 'a; b.csv'],
  ['attachment; filename="say \\"hi\\".txt"', 'say _hi_.txt'],
  ["attachment; filename=plain.csv; filename*=UTF-8''na%C3%AFve%20file.csv", 'naïve file.csv'],
  ["attachment; filename=plain.csv; filename*=UTF-8''%E0%A4%A", 'plain.csv'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\\\windows\\\\a.exe"', 'a.exe'],
  ["attachment; filename*=UTF-8''invoice%E2%80%AEfdp.exe", 'invoice_fdp.exe'],
  ['attachment; filename=".."', '7.txt'],
  ['inline', '7.txt'],
  [undefined, '7.txt'],
])('%s names the file %s', (disposition, expected) => {
  expect(nameOf(disposition)).toBe(expected);
});

test.each([
  ['application/json; charset=utf-8', '7.json'],
  ['application/problem+json', '7.json'],
  ['image/svg+xml', '7.svg'],
  ['text/plain', '7.txt'],
  ['application/zip', '7.zip'],
  ['application/octet-stream', '7.bin'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', '7.bin'],
])('without a name, a body of the type %s becomes %s', (contentType, expected) => {
  expect(nameOf(undefined, contentType)).toBe(expected);
});

test('the end of an address is decoded, and has an extension of its own', () => {
  expect(nameOf(undefined, 'image/png', 'http://x/photo%20one.png')).toBe('photo one.png');
  expect(nameOf(undefined, 'text/html', 'http://x/')).toBe('response.html');
  expect(nameOf(undefined, 'text/html', 'http://x/a/%2e%2e')).toBe('response.html');
});
