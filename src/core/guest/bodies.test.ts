import { expect, test } from 'vitest';
import type { HttpExchange } from '../http/http-client.ts';
import { createBodies } from './bodies.ts';

const exchange = (size: number): HttpExchange => ({
  hops: [
    {
      method: 'GET',
      url: 'http://x/',
      requestHeaders: [],
      status: 200,
      statusText: 'OK',
      httpVersion: '1.1',
      headers: [],
      timings: { firstByte: 1, download: 1, total: 2 },
    },
  ],
  body: Buffer.alloc(size, 'x'),
  downloadedBytes: size,
  isIncomplete: false,
});

test('the bodies of a run have a common limit: the earliest are removed, and reading one of them reports why', () => {
  const bodies = createBodies(100);
  const [first, second, third] = [40, 40, 40].map((size) => bodies.add(exchange(size)).body);
  expect(() => bodies.text(first ?? -1)).toThrow(expect.objectContaining({ code: 'ScriptLimit' }) as Error);
  expect([bodies.text(second ?? -1).length, bodies.text(third ?? -1).length]).toEqual([40, 40]);
});

test('a body above the limit exists until the next one arrives', () => {
  const bodies = createBodies(100);
  const large = bodies.add(exchange(300)).body;
  expect(bodies.text(large)).toHaveLength(300);
  bodies.add(exchange(1));
  expect(() => bodies.text(large)).toThrow('no longer in memory');
});

const utf8 = (text: string) => Buffer.from(text);
test.each([
  ['UTF-8', 'text/plain', utf8('größe €')],
  ['UTF-8 with a mark at its beginning', 'text/plain; charset=utf-8', utf8('\ufeffgröße €')],
  ['Latin-1', 'text/plain; charset=iso-8859-1', Buffer.from('größe', 'latin1')],
  ['what is not UTF-8, although it should be', 'text/plain', Buffer.from([0x61, 0xff, 0xc3])],
  ['nothing', 'text/plain', Buffer.alloc(0)],
])('the text of a body that is %s is the same in bytes', (_what, contentType, body) => {
  const bodies = createBodies();
  const { hops, downloadedBytes, isIncomplete } = exchange(1);
  const [hop] = hops;
  const headers = [{ name: 'Content-Type', value: contentType }];
  const { body: id, text } = bodies.add({ hops: [{ ...hop, headers }], body, downloadedBytes, isIncomplete });
  expect(Buffer.from(bodies.text(id)).toString()).toBe(text);
});

test('an unknown number is refused', () => {
  for (const id of [0, -1, 0.5]) expect(() => createBodies().bytes(id)).toThrow('no body');
});
