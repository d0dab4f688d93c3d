import { expect, test } from 'vitest';
import { parseIterationData, previewData } from './iteration-data.ts';

test('CSV: quotes, a BOM, numbers and spaces as newman reads them', () => {
  const text = '\uFEFFname,n,code\r\n"a, ""b""", 1.5 ,007\r\n"two\nlines",2,1e999\r\n\r\n';
  expect(parseIterationData(text, 'rows.csv')).toEqual([
    { name: 'a, "b"', n: 1.5, code: 7 },
    { name: 'two\nlines', n: 2, code: '1e999' },
  ]);
  expect(parseIterationData('a;b\n1;x\n', 'rows.csv')).toEqual([{ a: 1, b: 'x' }]);
});

test('CSV: values as newman reads them', () => {
  const read = (line: string) => Object.values(parseIterationData(`a,b\n${line}\n`, 'rows.csv')[0] ?? {});
  expect(read('007,"007"')).toEqual([7, '007']);
  expect(read(',  ')).toEqual(['', '']);
  expect(read(' x y , +5')).toEqual(['x y', 5]);
  expect(read('1e5,.50')).toEqual([100_000, 0.5]);
  expect(read('true,null')).toEqual(['true', 'null']);
  expect(read('x"y," z "')).toEqual(['x"y', ' z ']);
  expect(read('12a,-')).toEqual(['12a', '-']);
});

test('CSV: rows may end early, and a column may have no name, as in newman', () => {
  const read = (text: string) => parseIterationData(text, 'rows.csv');
  expect(read('a,b,c\n1,2\n3,4,5\n')).toEqual([
    { a: 1, b: 2 },
    { a: 3, b: 4, c: 5 },
  ]);
  expect(read('a,\n1,\n2\n')).toEqual([{ a: 1, '': '' }, { a: 2 }]);
});

test('JSON: a list of objects, recognised by its file name or its content', () => {
  expect(parseIterationData('[{"a":1}]', 'rows.json')).toEqual([{ a: 1 }]);
  expect(parseIterationData(' [{"a":{"b":[1]}}]', 'rows')).toEqual([{ a: { b: [1] } }]);
  expect(parseIterationData('[{"a":1},null]', 'rows.json')).toEqual([{ a: 1 }, {}]);
});

test.each([
  ['a,b\n1,2\n1,2,3\n', 'r.csv', /Line 3 of r\.csv has more values than the 2 columns/],
  ['a,b\n1,"2\n3,4\n\n5,6\n', 'r.csv', /^Line 2 of r\.csv begins a row with a quoted value that has no end/],
  ['a,b\n1,"x\ny"\n3,"4\n5,6\n', 'r.csv', /^Line 4 of r\.csv begins a row with a quoted value/],
  ['a,"b\n1,2\n', 'r.csv', /^Line 1 of r\.csv begins a row with a quoted value/],
  ['a,b\n', 'r.csv', /r\.csv has no rows/],
  ['{"a":1}', 'r.json', /is not a list/],
  ['[1]', 'r.json', /Row 1 of r\.json is not an object/],
  ['[{', 'r.json', /is not JSON/],
])('%j is refused: %s', (text, name, message) => {
  expect(() => parseIterationData(text, name)).toThrow(message);
});

test('a preview contains the first rows, and the columns of all of them', () => {
  const rows = parseIterationData(
    JSON.stringify([{ a: 1 }, { b: { c: 2 } }, ...Array.from({ length: 5 }, () => ({ a: 'x' }))]),
    'd.json',
  );
  expect(previewData(rows)).toEqual({
    total: 7,
    columns: ['a', 'b'],
    rows: [
      ['1', ''],
      ['', '{"c":2}'],
      ['x', ''],
      ['x', ''],
      ['x', ''],
    ],
  });
});
