/** Our messages compared with those of Locust itself, byte for byte except for figures. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Packr } from 'msgpackr';
import { describe, expect, test } from 'vitest';
import { decodeMessage, encodeMessage, packrOptions } from './locust-messages.ts';
import { createLocustStatistics } from './locust-statistics.ts';

/**
 * Debian's Locust generated the messages. The newest Locust is not available as a package, so its messages follow the
 * rules given in the file.
 */
const releases = (['2.12', '2.45'] as const).map((version) => ({ version, golden: goldenOf(version) }));

function goldenOf(version: string): (name: string) => Buffer {
  const file = path.join(import.meta.dirname, `../testing/golden-messages-${version}.json`);
  const { messages } = JSON.parse(readFileSync(file, 'utf8')) as { messages: Record<string, string> };
  return (name) => Buffer.from(messages[name] ?? '', 'base64');
}
const packr = new Packr(packrOptions);
/** Maps are decoded as maps, because the master distinguishes number keys from text keys. */
const exact = new Packr({ ...packrOptions, mapsAsObjects: false });

describe.for(releases)('Locust $version', ({ version, golden }) => {
  test('messages of a master are understood', () => {
    for (const type of ['ack', 'stop', 'quit', 'reconnect']) {
      expect(decodeMessage(packr, golden(type))).toEqual({ type });
    }
    const spawn = { timestamp: 1750000000.5, user_classes_count: { Users: 3, Arrivals: 0 }, host: null };
    const noTimeout = version === '2.12' ? null : 0;
    expect(decodeMessage(packr, golden('spawn'))).toEqual({
      type: 'spawn',
      data: { ...spawn, stop_timeout: noTimeout },
    });
    expect(decodeMessage(packr, golden('spawnWithTimeout'))).toMatchObject({ data: { stop_timeout: 2.5 } });
    expect(decodeMessage(packr, packr.encode(['save_the_world', {}, 'w']))).toEqual({
      type: 'other',
      name: 'save_the_world',
    });
  });

  test.each<[string, unknown]>([
    ['client_ready', -1],
    ['spawning', null],
    ['spawning_complete', { user_classes_count: { Users: 3, Arrivals: 0 }, user_count: 3 }],
    ['heartbeat', { state: 'running', current_cpu_usage: 12.5, current_memory_usage: 100_000_000 }],
    ['client_stopped', null],
    ['quit', null],
  ])('%s is the message that Locust makes', (type, data) => {
    expect(encodeMessage(packr, type, data, 'worker_1').toString('hex')).toBe(golden(type).toString('hex'));
  });

  test("statistics have the members, types and figures of Locust's", () => {
    let at = 1750000000.25;
    const statistics = createLocustStatistics(() => at);
    const add = (after: number, method: string, name: string, durationMs: number, bytes: number, failure?: string) => {
      at += after;
      statistics.add({ method, name, durationMs, bytes, failure });
    };
    add(0.5, 'GET', 'List', 12.4, 100);
    add(0.5, 'POST', 'Order', 288, 20, 'HTTP 503');
    add(0.25, 'GET', 'List', 1500.7, 100);
    const data = { ...statistics.take(), user_classes_count: { Users: 2 }, user_count: 2 };
    const [, ours] = exact.decode(encodeMessage(packr, 'stats', data, 'worker_1')) as [string, Map<string, unknown>];
    const [, decoded] = exact.decode(golden('stats')) as [string, Map<string, unknown>];
    // Keys of errors are hashes that only need to be the same on every worker; Locust's messages use Python's quotes.
    const errorOf = (message: Map<string, unknown>) =>
      [...(message.get('errors') as Map<string, Map<string, unknown>>).values()][0];
    errorOf(decoded)?.set('error', 'HTTP 503');
    // Locust 2.12 reads the four members that it knows, and ignores the others.
    if (version === '2.12') for (const name of ['first_seen', 'last_seen']) errorOf(ours)?.delete(name);
    expect(errorOf(ours)).toEqual(errorOf(decoded));
    ours.delete('errors');
    decoded.delete('errors');
    expect(ours).toEqual(decoded);
    expect(statistics.take().stats).toEqual([]);
  });
});

test('an acknowledgement without an index, as masters before 2.10.2 send it, is accepted', () => {
  expect(decodeMessage(packr, goldenOf('2.12')('ackOfOlderMaster'))).toEqual({ type: 'ack' });
});

test('messages that only newer masters send are understood', () => {
  const golden = goldenOf('2.45');
  expect(decodeMessage(packr, golden('heartbeatAnswer'))).toEqual({ type: 'heartbeat' });
  expect(decodeMessage(packr, golden('spawningComplete'))).toEqual({ type: 'spawning_complete' });
  expect(decodeMessage(packr, golden('updateUserClass'))).toEqual({ type: 'other', name: 'update_user_class' });
  expect(decodeMessage(packr, golden('custom'))).toEqual({ type: 'other', name: 'test_users' });
  expect(decodeMessage(packr, golden('spawnWithTimeout'))).toMatchObject({
    data: { host: 'https://staging.example.com' },
  });
});

test('an exception is the message that Locust makes', () => {
  const data = { msg: 'Too few', traceback: '' };
  expect(encodeMessage(packr, 'exception', data, 'worker_1')).toEqual(goldenOf('2.45')('exception'));
});

test('for a repeated failure, the first and the last time are sent', () => {
  let at = 1750000000;
  const statistics = createLocustStatistics(() => at);
  const fail = () => statistics.add({ method: 'GET', name: 'a', durationMs: 1, bytes: 1, failure: 'HTTP 503' });
  fail();
  at += 2.5;
  fail();
  expect(Object.values(statistics.take().errors)).toEqual([
    expect.objectContaining({ occurrences: 2, first_seen: 1750000000, last_seen: 1750000002.5 }),
  ]);
});

test.each([
  Buffer.from('no MessagePack'),
  Buffer.alloc(0),
  packr.encode({ type: 'spawn' }),
  packr.encode(['spawn', null, 'w']),
  packr.encode(['spawn', { timestamp: 'now', user_classes_count: {} }, 'w']),
  packr.encode(['spawn', { timestamp: 1, user_classes_count: { Users: -1 } }, 'w']),
  packr.encode(['spawn', { timestamp: 1, user_classes_count: { Users: 1.5 } }, 'w']),
  packr.encode(['spawn', { timestamp: 1, user_classes_count: { Users: 1 }, stop_timeout: -1 }, 'w']),
  // Nested lists, deeper than a stack can be.
  Buffer.concat([Buffer.alloc(1_000_000, 0x91), Buffer.from([0xc0])]),
])('data that is not a message of a master is refused: %#', (bytes) => {
  expect(() => decodeMessage(packr, bytes)).toThrow();
});

test.each([
  [[1, null, 'w'], '[0] must be a text, not 1'],
  [['spawn', null, 'w'], 'the data of spawn must be an object, not null'],
  [
    ['spawn', { timestamp: 1, user_classes_count: { Users: -1 } }, 'w'],
    'the data of spawn: user_classes_count.Users must be 0 or more, not -1',
  ],
])('the error of a wrong message is in words: %j', (message, words) => {
  expect(() => decodeMessage(packr, packr.encode(message))).toThrow(new Error(words));
});

test('many different messages use no more memory than a few', () => {
  const statistics = createLocustStatistics();
  for (let count = 0; count < 10_000; count += 1)
    statistics.add({ name: 'a', method: 'GET', durationMs: 1, bytes: 1, failure: `No order ${count}` });
  const errors = Object.values(statistics.take().errors);
  expect(errors.length).toBeLessThan(500);
  expect(errors.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(10_000);
});
