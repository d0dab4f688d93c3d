import { expect, test } from 'vitest';
import type { StoredNotification } from './store/store.ts';
import { arrivalsIn, HAR_END, harStart, toHarEntries, toNdjson } from './export-formats.ts';

const stored = (body: Buffer): StoredNotification => ({
  summary: { title: 'A kind' } as StoredNotification['summary'],
  receivedAt: new Date('2026-01-02T03:04:05.678Z'),
  source: 'http',
  method: 'POST',
  path: '/a?b=1',
  peer: '127.0.0.1:1',
  headers: [
    { name: 'Content-Type', value: 'application/json' },
    { name: 'Authorization', value: 'Bearer very secret' },
  ],
  body,
});
const toHar = (notifications: StoredNotification[], version: string) =>
  `${harStart(version)}${toHarEntries(notifications)}${HAR_END}`;
const bodies = [Buffer.from('{"a":"{{SWE002}} grüß\\n"}'), Buffer.from([0, 255, 254]), Buffer.alloc(0)];

test('an export can be imported again, byte for byte, without the token', () => {
  const text = toNdjson(bodies.map(stored));
  expect(text.split('\n')).toHaveLength(4);
  expect(text).not.toContain('very secret');
  const read = [...arrivalsIn(`\uFEFF${text}\n`)];
  expect(read.map(({ body }) => body)).toEqual(bodies);
  expect(read[0]).toMatchObject({ source: 'import', path: '/a?b=1', receivedAt: new Date('2026-01-02T03:04:05.678Z') });
});

test.each([
  ['{"body":', /Line 2 is not a notification/],
  ['{"receivedAt":"2026-01-01T00:00:00Z"}', /Line 2.*no body/],
  ['{"body":"x","receivedAt":"never"}', /Line 2.*receivedAt/],
  [`{"a":${'['.repeat(300)}${']'.repeat(300)}}`, /Line 2.*nested more than 200 levels/],
  [`{"a":[${'{},'.repeat(100_000)}{}]}`, /Line 2.*more than 100000 values/],
  ['\n \r\n{', /Line 4/],
])('a wrong line is refused with its number, case %#', (line, message) => {
  expect(() => [...arrivalsIn(`${toNdjson([stored(Buffer.from('x'))])}${line}\n`)]).toThrow(message);
});

test('lines without content take no memory', () => {
  const text = '\n'.repeat(20_000_000);
  const before = process.memoryUsage.rss();
  expect([...arrivalsIn(text)]).toEqual([]);
  expect(process.memoryUsage.rss() - before).toBeLessThan(400 * 1024 * 1024);
});

test('HAR has the fields that other tools require', () => {
  const har = JSON.parse(toHar(bodies.map(stored), '1.0')) as {
    log: { version: string; entries: Record<string, unknown>[] };
  };
  expect(har.log.version).toBe('1.2');
  expect(har.log.entries[0]).toMatchObject({
    startedDateTime: '2026-01-02T03:04:05.678Z',
    request: {
      method: 'POST',
      url: 'http://127.0.0.1/a?b=1',
      postData: { mimeType: 'application/json', text: bodies[0]?.toString() },
    },
  });
  expect(JSON.stringify(har)).not.toContain('very secret');
});

test('HAR contains the response, or that there was none', () => {
  const answeredNotification = stored(Buffer.from('x'));
  answeredNotification.response = {
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    body: '{"a":1',
    size: 9,
  };
  answeredNotification.summary = {
    ...answeredNotification.summary,
    answered: { status: 503, rule: 'broken', afterMs: 12 },
  };
  const silent = stored(Buffer.alloc(0));
  silent.summary = { ...silent.summary, answered: null };
  const har = JSON.parse(toHar([answeredNotification, silent], '1.0')) as { log: { entries: object[] } };
  expect(har.log.entries).toMatchObject([
    {
      time: 12,
      response: {
        status: 503,
        statusText: 'Service Unavailable',
        comment: 'By the rule “broken”',
        headers: [{ name: 'Content-Type', value: 'application/json' }],
        content: { size: 9, mimeType: 'application/json', text: '{"a":1', comment: 'Only the beginning was stored.' },
        bodySize: 9,
      },
      timings: { wait: 12 },
    },
    { time: 0, response: { status: 0, statusText: '' } },
  ]);
  expect(har.log.entries[0]).toMatchObject({ request: { queryString: [{ name: 'b', value: '1' }] } });
  expect(har.log.entries[1]).not.toHaveProperty('request.postData');
});

test.each([
  ['hooks.example:8443', 'http://hooks.example:8443/a?b=1'],
  ['[::1]:7788', 'http://[::1]:7788/a?b=1'],
  ['user@elsewhere/path', 'http://127.0.0.1/a?b=1'],
])('the URL in HAR has the host %s that the sender addressed, if it is valid', (host, url) => {
  const called = stored(Buffer.alloc(0));
  called.headers.push({ name: 'Host', value: host });
  expect(JSON.parse(toHar([called], '1.0'))).toMatchObject({ log: { entries: [{ request: { url } }] } });
});
