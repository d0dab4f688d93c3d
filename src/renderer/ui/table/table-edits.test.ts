import { describe, expect, it } from 'vitest';
import { changeRow, keepFixedRows, pasteRows } from './table-edits.ts';
import type { TableRow } from './table-row.ts';

const empty: TableRow = { name: '', value: '' };
const a: TableRow = { name: 'a', value: '1', description: 'first' };
const b: TableRow = { name: 'b', value: '2' };

describe('changeRow', () => {
  it('changes one row and leaves the others', () => {
    expect(changeRow([a, b], { index: 1, change: { value: '3' }, empty })).toEqual([a, { name: 'b', value: '3' }]);
  });
  it('adds the row after the last one, unless it stays blank', () => {
    expect(changeRow([a], { index: 1, change: { name: 'c' }, empty })).toEqual([a, { name: 'c', value: '' }]);
    expect(changeRow([a], { index: 1, change: { name: '' }, empty })).toEqual([a]);
  });
  it('keeps a row that becomes blank, because the person may continue to type in it', () => {
    expect(changeRow([b], { index: 0, change: { name: '', value: '' }, empty })).toEqual([empty]);
  });
  it('removes an empty description', () => {
    expect(changeRow([a], { index: 0, change: { description: '' }, empty })).toEqual([{ name: 'a', value: '1' }]);
  });
});

describe('pasteRows', () => {
  const text = 'x: 7\ny: 8';
  const names = (rows: TableRow[] | undefined) => rows?.map(({ name }) => name);
  it('leaves a text of one line to the input', () => {
    expect(pasteRows([a], { index: 0, text: 'x: 7\n', empty })).toBeUndefined();
  });
  it('inserts below a row that is not blank', () => {
    expect(names(pasteRows([a, b], { index: 0, text, empty }))).toEqual(['a', 'x', 'y', 'b']);
  });
  it('replaces a blank row', () => {
    expect(names(pasteRows([a, empty, b], { index: 1, text, empty }))).toEqual(['a', 'x', 'y', 'b']);
  });
  it('appends when pasted into the new row', () => {
    expect(names(pasteRows([a], { index: 1, text, empty }))).toEqual(['a', 'x', 'y']);
  });
});

describe('keepFixedRows', () => {
  it('appends fixed rows that are missing, and no others', () => {
    const isFixed = ({ name }: TableRow) => name === 'a';
    expect(keepFixedRows([], { rows: [a, b], isFixed })).toEqual([a]);
    expect(keepFixedRows([a], { rows: [a, b], isFixed })).toEqual([a]);
    expect(keepFixedRows([], { rows: [a, b], isFixed: undefined })).toEqual([]);
  });
});
