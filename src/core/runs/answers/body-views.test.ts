/** Bodies looked at in pieces. */
import { expect, test } from 'vitest';
import { createBodyViews } from './body-views.ts';
import { MAX_LINE } from './body-lines.ts';

const { signal } = new AbortController();
function kept(text: string | Buffer, contentType = 'application/json') {
  const views = createBodyViews();
  views.keep('r', Buffer.from(text), contentType);
  return views;
}
const all = async (text: string, form: 'pretty' | 'raw') => (await kept(text).lines('r', form, 0, 1_000_000)).lines;

test('pretty JSON is what JSON.stringify makes of it, but keeps numbers and repeated members', async () => {
  const value = { a: [1, { b: [] }, {}], 'k"ey': 'a, {b}: [c] \\ "', t: true, n: null, d: 'ü😀' };
  expect((await all(JSON.stringify(value), 'pretty')).join('\n')).toBe(JSON.stringify(value, null, 2));
  expect((await all('{"id":12345678901234567890,"price":1.50,"a":1,"a":2}', 'pretty')).join('\n')).toBe(
    '{\n  "id": 12345678901234567890,\n  "price": 1.50,\n  "a": 1,\n  "a": 2\n}',
  );
});

test.each(['{"a":', 'no json at all', '[1,2', '}}}', '"'])('what is no JSON comes out too: %s', async (text) => {
  expect((await all(text, 'pretty')).join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
});

test('a line without an end is cut; lines of every kind are told apart', async () => {
  const lines = await all('x'.repeat(MAX_LINE * 2 + 1), 'raw');
  expect(lines.map(({ length }) => length)).toEqual([MAX_LINE, MAX_LINE, 1]);
  expect(await all('a\r\nb\n\nc', 'raw')).toEqual(['a', 'b', '', 'c']);
});

test('only as much is made as is asked for', async () => {
  const rows = Array.from({ length: 300_000 }, (_, id) => ({ id }));
  const views = kept(JSON.stringify(rows));
  const first = await views.lines('r', 'pretty', 0, 10);
  expect(first.lines).toHaveLength(10);
  expect(first.complete).toBe(false);
  expect(await views.find('r', 'pretty', '"ID": 299999', 0, signal)).toBe(299_999 * 3 + 2);
  const end = await views.lines('r', 'pretty', 900_000, 10);
  expect(end).toMatchObject({ complete: true, total: 900_002 });
  expect(await views.find('r', 'pretty', 'nowhere', 0, signal)).toBeNull();
});

test('bytes in rows of sixteen', async () => {
  const views = kept(Buffer.from([0, 255, 65, ...Buffer.from('bcdefghijklmnop')]), 'application/octet-stream');
  const { lines, total } = await views.lines('r', 'hex', 0, 10);
  expect(total).toBe(2);
  expect(lines[0]).toBe('00000000  00 ff 41 62 63 64 65 66  67 68 69 6a 6b 6c 6d 6e  ··Abcdefghijklmn');
  expect(lines[1]?.startsWith('00000010  6f 70 ')).toBe(true);
});

test('members of a tree are given page by page', () => {
  const views = kept(JSON.stringify({ list: Array.from({ length: 1000 }, (_, n) => n), text: 'x'.repeat(500) }));
  expect(views.children('r', [], 0, 10)).toMatchObject({
    total: 2,
    children: [
      { key: 'list', type: 'array', size: 1000 },
      { key: 'text', type: 'string' },
    ],
  });
  expect(views.children('r', ['list'], 998, 10).children.map(({ text }) => text)).toEqual(['998', '999']);
  expect(() => kept('no').children('r', [], 0, 1)).toThrow(/no JSON/);
});

test('old answers are let go, the newest never', () => {
  const views = createBodyViews();
  for (let id = 0; id < 40; id += 1) views.keep(`r${id}`, Buffer.from('x'), 'text/plain');
  expect(() => views.bytes('r0', 0, 1)).toThrow(/not kept any more/);
  expect(views.bytes('r39', 0, 1).toString()).toBe('x');
});
