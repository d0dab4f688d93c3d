/** Response bodies, shown in parts. */
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createBodyThread, endThread } from './body-thread.ts';
import { createBodyViews, MAX_FORMATTED } from './body-views.ts';
import { MAX_LINE, SLICE } from './body-lines.ts';

const { signal } = new AbortController();
function viewsOf(text: string | Buffer, contentType = 'application/json') {
  const views = createBodyViews();
  views.add('r', Buffer.from(text), contentType);
  return views;
}
const all = async (text: string, form: 'pretty' | 'raw') => (await viewsOf(text).lines('r', form, 0, 1_000_000)).lines;

test('formatted JSON equals JSON.stringify, but keeps numbers and repeated members', async () => {
  const value = { a: [1, { b: [] }, {}], 'k"ey': 'a, {b}: [c] \\ "', t: true, n: null, d: 'ü😀' };
  expect((await all(JSON.stringify(value), 'pretty')).join('\n')).toBe(JSON.stringify(value, null, 2));
  expect((await all('{"id":12345678901234567890,"price":1.50,"a":1,"a":2}', 'pretty')).join('\n')).toBe(
    '{\n  "id": 12345678901234567890,\n  "price": 1.50,\n  "a": 1,\n  "a": 2\n}',
  );
});

test.each(['{"a":', 'no json at all', '[1,2', '}}}', '"'])('a body that is not JSON is shown too: %s', async (text) => {
  expect((await all(text, 'pretty')).join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
});

test('a body that is declared as JSON, but is not, says why', async () => {
  expect((await viewsOf('{"a": [1,, 2]}').text('r', 'pretty')).note).toMatch(/is not JSON: Unexpected token ','/);
  expect((await viewsOf('{"a": [1, 2]}').text('r', 'pretty')).note).toBeUndefined();
  expect((await viewsOf('{"a":1}\n{"a":2}\n', 'application/x-ndjson').text('r', 'pretty')).note).toBeUndefined();
});

test('a text in quotes with a line end, which is not JSON, has two lines, and is copied as it came', async () => {
  const text = '["a\nb"]';
  expect(await all(text, 'pretty')).toEqual(['[', '  "a', 'b"', ']']);
  expect((await viewsOf(text).text('r', 'pretty')).text).toBe('[\n  "a\nb"\n]');
});

test('a line without an end is truncated; all kinds of line ends are recognised', async () => {
  const lines = await all('x'.repeat(MAX_LINE * 2 + 1), 'raw');
  expect(lines.map(({ length }) => length)).toEqual([MAX_LINE, MAX_LINE, 1]);
  expect(await all('a\r\nb\n\nc', 'raw')).toEqual(['a', 'b', '', 'c']);
});

test('a text is found where its line is divided', async () => {
  const views = viewsOf(`${'x'.repeat(MAX_LINE - 3)}needle\n${'y'.repeat(MAX_LINE)}\nz`);
  expect(await views.find('r', { form: 'raw', text: 'NEEDLE', from: 0 }, signal)).toBe(0);
  expect(await views.find('r', { form: 'raw', text: 'needles', from: 0 }, signal)).toBeNull();
});

test('a text is found where a long text without line ends is divided into parts', async () => {
  for (const before of ['', 'a line\n']) {
    const filler = 'x'.repeat(4 * SLICE);
    for (let place = SLICE - MAX_LINE; place < SLICE + MAX_LINE; place += 97) {
      const text = `${before}${filler.slice(0, place)}the needle${filler.slice(place)}`;
      const views = viewsOf(text, 'text/plain');
      const { lines } = await views.lines('r', 'raw', 0, 1_000);
      expect(lines.join('')).toBe(text.replace('\n', ''));
      const row = (before === '' ? 0 : 1) + Math.floor(place / MAX_LINE);
      expect(await views.find('r', { form: 'raw', text: 'the needle', from: 0 }, signal)).toBe(row);
    }
  }
});

test('only the requested lines are formatted', async () => {
  const rows = Array.from({ length: 300_000 }, (_, id) => ({ id }));
  const views = viewsOf(JSON.stringify(rows));
  const first = await views.lines('r', 'pretty', 0, 10);
  expect(first.lines).toHaveLength(10);
  expect(first.complete).toBe(false);
  expect(await views.find('r', { form: 'pretty', text: '"ID": 299999', from: 0 }, signal)).toBe(299_999 * 3 + 2);
  const end = await views.lines('r', 'pretty', 900_000, 10);
  expect(end).toMatchObject({ complete: true, total: 900_002 });
  expect(await views.find('r', { form: 'pretty', text: 'nowhere', from: 0 }, signal)).toBeNull();
});

const rows = Array.from({ length: 5_000 }, (_, id) => ({ id, name: `row ${id}`, tags: [{}, []] }));
test.each([
  ['of one line', JSON.stringify(rows)],
  ['with white space', JSON.stringify(rows, null, '\t').replaceAll('\n', '\r\n')],
  ['with long strings', JSON.stringify(Array.from({ length: 300 }, (_, id) => 'x'.repeat(id * 50)))],
  ['with line ends in strings', `[${'"a\nb\n\n",'.repeat(30_000)}"${'c\n'.repeat(3000)}"]`],
  ['with values that follow each other', rows.map((row) => JSON.stringify(row)).join('\n')],
  ['that is none', 'word [ word } '.repeat(1000) + 'word '.repeat(100_000)],
])('JSON %s: each page has its lines, and a search finds their numbers', async (_name, text) => {
  const views = viewsOf(text);
  const formatted = (await views.text('r', 'pretty')).text.split('\n');
  const lines = formatted.flatMap((line) => (line === '' ? [''] : (line.match(/.{1,2000}/g) ?? [])));
  for (let from = 0; from < lines.length; from += Math.ceil(lines.length / 7)) {
    expect((await views.lines('r', 'pretty', from, 500)).lines).toEqual(lines.slice(from, from + 500));
    const searched = (lines[from] ?? '').toUpperCase();
    for (const start of searched === '' ? [] : [from, from + 1]) {
      const found = lines.findIndex((line, index) => index >= start && line.toUpperCase().includes(searched));
      expect(await views.find('r', { form: 'pretty', text: searched, from: start }, signal)).toBe(
        found < 0 ? null : found,
      );
    }
  }
  const end = await views.lines('r', 'pretty', lines.length, 1);
  expect(end).toEqual({ lines: [], total: lines.length, complete: true });
});

test('bytes are shown in rows of sixteen', async () => {
  const views = viewsOf(Buffer.from([0, 255, 65, ...Buffer.from('bcdefghijklmnop')]), 'application/octet-stream');
  const { lines, total } = await views.lines('r', 'hex', 0, 10);
  expect(total).toBe(2);
  expect(lines[0]).toBe('00000000  00 ff 41 62 63 64 65 66  67 68 69 6a 6b 6c 6d 6e  ··Abcdefghijklmn');
  expect(lines[1]?.startsWith('00000010  6f 70 ')).toBe(true);
});

test('the members of a tree are returned page by page', () => {
  const views = viewsOf(JSON.stringify({ list: Array.from({ length: 1000 }, (_, n) => n), text: 'x'.repeat(500) }));
  expect(views.children('r', [], 0, 10)).toMatchObject({
    total: 2,
    children: [
      { key: 'list', type: 'array', size: 1000 },
      { key: 'text', type: 'string' },
    ],
  });
  expect(views.children('r', ['list'], 998, 10).children.map(({ text }) => text)).toEqual(['998', '999']);
  const exact = viewsOf('{"id":12345678901234567890,"price":1.50}').children('r', [], 0, 10).children;
  expect(exact.map(({ type, text }) => [type, text])).toEqual([
    ['number', '12345678901234567890'],
    ['number', '1.5'],
  ]);
  expect(() => viewsOf('no').children('r', [], 0, 1)).toThrow(/is not JSON/);
});

test('old responses are dropped, the newest never', () => {
  const views = createBodyViews();
  for (let id = 0; id < 40; id += 1) views.add(`r${id}`, Buffer.from('x'), 'text/plain');
  expect(() => views.bytes('r0', 0, 1)).toThrow(/no longer stored/);
  expect(views.bytes('r39', 0, 1).toString()).toBe('x');
});

test.each([
  ['application/xml', '<a><b x="1">t</b><c/></a>', '<a>\n  <b x="1">t</b>\n  <c />\n</a>'],
  ['text/html; charset=utf-8', '<ul><li>one</li><li>two</li></ul>', '<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>'],
])('%s is formatted with one element on a line', async (contentType, source, expected) => {
  const views = viewsOf(source, contentType);
  expect((await views.lines('r', 'pretty', 0, 100)).lines.join('\n')).toBe(expected);
  expect((await views.text('r', 'pretty')).text).toBe(expected);
  expect((await views.text('r', 'raw')).text).toBe(source);
  expect((await views.format(source, contentType)).text).toBe(expected);
});

test('JSON that indentation makes too large is shown unformatted with a note', async () => {
  const text = `${'['.repeat(100)}${'1,'.repeat(800_000)}1${']'.repeat(100)}`;
  const views = viewsOf(text);
  expect((await views.lines('r', 'pretty', 100, 1)).lines).toEqual([`${' '.repeat(200)}1,`]);
  // Compared first: the difference of two long texts would take minutes.
  for (const shown of [await views.text('r', 'pretty'), await views.format(text, 'application/json')]) {
    expect(shown.text === text).toBe(true);
    expect(shown.note).toBe('The formatted body is larger than 128 MiB and is shown unformatted.');
  }
});

test('HTML that is too large, or takes too long, is shown unformatted with a note', async () => {
  const large = `<p>${'x'.repeat(MAX_FORMATTED)}</p>`;
  const views = viewsOf(large, 'text/html');
  const { text, note } = await views.text('r', 'pretty');
  expect(text).toBe(large);
  expect(note).toMatch(/larger than 2 MiB/);
  const slow = createBodyViews(createBodyThread({ timeLimitMs: 1 }));
  slow.add('r', Buffer.from('<p>x</p>'), 'text/html');
  expect(await slow.lines('r', 'pretty', 0, 1)).toMatchObject({
    lines: ['<p>x</p>'],
    note: expect.stringMatching(/takes longer/) as string,
  });
});

test('copied text is complete: long lines are not truncated', async () => {
  const long = 'x'.repeat(MAX_LINE * 3);
  expect((await viewsOf(JSON.stringify({ long })).text('r', 'pretty')).text).toBe(`{\n  "long": "${long}"\n}`);
});

test('a JSONPath selects values, with all digits of large numbers', async () => {
  const views = viewsOf('{"orders":[{"id":12345678901234567890,"sum":5},{"id":2,"sum":50}]}');
  expect(await views.query('r', '$.orders[?@.sum < 10].id', signal)).toEqual({
    text: '[\n  12345678901234567890\n]',
    count: 1,
    shown: 1,
  });
  expect(await views.query('r', '$.nothing', signal)).toEqual({ text: '[]', count: 0, shown: 0 });
});

test('a JSONPath with a mistake is explained with its position', async () => {
  expect(await viewsOf('{}').query('r', '$.a[?@.b >', signal)).toEqual({
    problem: expect.stringMatching(/unclosed/) as string,
    position: 10,
  });
  expect(await viewsOf('{}').query('r', 'a.b', signal)).toMatchObject({ position: 0 });
});

test('a JSONPath that takes too long is ended; so is one whose caller has cancelled', async () => {
  const rows = JSON.stringify(Array.from({ length: 3000 }, (_, id) => ({ id })));
  const path = '$[?count($..id) > 0 && count($..id) < 0]';
  const views = createBodyViews(createBodyThread({ timeLimitMs: 300 }));
  views.add('r', Buffer.from(rows), 'application/json');
  await expect(views.query('r', path, signal)).rejects.toThrow(/takes longer than 0.3 seconds/);
  const stop = new AbortController();
  const waiting = viewsOf(rows).query('r', path, stop.signal);
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'Cancelled' });
});

test('a thread that has lost the first request to end is asked again', async () => {
  const ended = Promise.withResolvers<number>();
  let requests = 0;
  const terminate = () => {
    requests += 1;
    if (requests === 2) ended.resolve(1);
    return ended.promise;
  };
  await endThread(Object.assign(new EventEmitter(), { terminate }));
  expect(requests).toBe(2);
});

test('matches beyond the limit are counted', async () => {
  const rows = JSON.stringify(Array.from({ length: 100 }, () => 'x'.repeat(50_000)));
  const result = await viewsOf(rows).query('r', '$[*]', signal);
  expect(result).toMatchObject({ count: 100, shown: 41 });
});
