import { expect, test } from 'vitest';
import { fromBulkText, fromPastedText, toBulkText } from './bulk-text.ts';
import { moved, type TableRow } from './table-row.ts';

const empty: TableRow = { name: '', value: '' };
/** The rows that a text yields without former rows. */
const alone = (rows: TableRow[]) => fromBulkText(toBulkText(rows), [], empty);

test('a row is one line that is easy to type', () => {
  expect(
    toBulkText([
      { name: 'Accept', value: 'text/html' },
      { name: 'X-Debug', value: '1', disabled: true, description: 'only here' },
    ]),
  ).toBe('Accept: text/html\n# X-Debug: 1 // only here');
  expect(fromBulkText('a:1\n\n//b: 2\n #c : 3 // about c\nd', [], empty)).toEqual([
    { name: 'a', value: '1' },
    { name: 'b', value: '2', disabled: true },
    { name: 'c', value: '3', disabled: true, description: 'about c' },
    { name: 'd', value: '' },
  ]);
});

test.each<[string, TableRow]>([
  ['an address', { name: 'a', value: 'http://example.com//x?y=1' }],
  ['a value that looks described', { name: 'a', value: 'x // y //', description: 'a // b' }],
  ['a value that begins with slashes', { name: 'a', value: '// x' }],
  ['backslashes before slashes', { name: 'a', value: 'x \\// y \\\\//' }],
  ['a value of a Windows path', { name: 'path\\to', value: 'C:\\new\\' }],
  ['names with colons', { name: ':authority: x\\', value: 'b' }],
  ['names that look switched off', { name: '# a', value: '1' }],
  ['names that look like comments', { name: '//a', value: '1', disabled: true }],
  ['spaces at the ends', { name: ' a ', value: ' b ', description: ' c ' }],
  ['several lines', { name: 'a', value: 'one\ntwo\r\nthree\\\nfour', description: 'x\ny' }],
  ['the signs of line breaks themselves', { name: '␊', value: 'a␊b\\␍', description: '␊' }],
  ['no name', { name: '', value: 'b' }],
  ['only a description', { name: '', value: '', description: 'c' }],
])('is converted to text and back without a change: %s', (_what, row) => {
  expect(alone([row])).toEqual([row]);
  expect(alone([{ ...row, disabled: true }])).toEqual([{ ...row, disabled: true }]);
});

test('what a line does not show is taken from the row with its name', () => {
  const rows: (TableRow & { type: string })[] = [
    { name: 'photo', value: 'a.png', type: 'file', description: 'the picture' },
    { name: 'photo', value: 'text', type: 'text' },
  ];
  const text = toBulkText(rows).replace('a.png', 'b.png');
  expect(fromBulkText(`${text}\nnew: 1`, rows, { ...empty, type: 'text' })).toEqual([
    { ...rows[0], value: 'b.png' },
    rows[1],
    { name: 'new', value: '1', type: 'text' },
  ]);
  // Removing the description from the text removes it; so does the mark of a disabled row.
  expect(fromBulkText('photo: a.png', rows, { ...empty, type: 'text' })).toEqual([
    { name: 'photo', value: 'a.png', type: 'file' },
  ]);
});

test('pasted lines become rows, with any separator between name and value', () => {
  expect(fromPastedText('Accept: */*\r\nexport BASE=http://a:1\n# OFF=1\nid\t7\n\n', empty)).toEqual([
    { name: 'Accept', value: '*/*' },
    { name: 'BASE', value: 'http://a:1' },
    { name: 'OFF', value: '1', disabled: true },
    { name: 'id', value: '7' },
  ]);
});

test('a row moves to the position of another', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
});
