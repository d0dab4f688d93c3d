import { expect, test } from 'vitest';
import type { LoadRow } from '../../contract/load/load.ts';
import { checkExpectation, parseExpectation, requireNames } from './expectations.ts';

const row = (change: Partial<LoadRow>): LoadRow => ({
  name: 'All requests',
  method: '',
  requests: 200,
  failures: 3,
  minMs: 2,
  maxMs: 480,
  averageMs: 40.4,
  percentilesMs: [30, 40, 50, 60, 80, 290, 400, 450, 480],
  averageBytes: 0,
  requestsPerSecond: 51.26,
  failuresPerSecond: 1,
  ...change,
});
const measured = {
  total: row({}),
  rows: [row({ name: 'Shop / Log in', maxMs: 900 }), row({ name: 'none', requests: 0 })],
};
const check = (text: string) => checkExpectation(parseExpectation(text), measured);

test.each([
  ['p95 < 300 ms', true, '290 ms'],
  ['p95<0.2s', false, '290 ms'],
  ['p99.9 <= 480 ms', true, '480 ms'],
  ['errors < 1 %', false, '1.50 %'],
  ['errors <= 3', true, '3'],
  ['rate > 50/s', true, '51.3/s'],
  ['requests >= 200', true, '200'],
  ['avg < 40 ms', false, '40 ms'],
  ['max of Shop / Log in < 1 s', true, '900 ms'],
])('%s', (text, isMet, actual) => {
  expect(check(text)).toEqual({ text, isMet, actual });
});

test('an expectation about a request that was sent with several methods holds for each of them', () => {
  const rows = ['GET', 'POST', 'HEAD'].map((method, index) =>
    row({ name: 'Log in', method, maxMs: [200, 900, 0][index] ?? 0, requests: method === 'HEAD' ? 0 : 9 }),
  );
  const checked = (text: string) => checkExpectation(parseExpectation(text), { total: row({}), rows });
  expect(checked('max of Log in < 300 ms')).toMatchObject({ isMet: false, actual: 'GET 200 ms, POST 900 ms' });
  expect(checked('max of Log in < 1 s').isMet).toBe(true);
});

test('an expectation about a figure that was not measured is not met', () => {
  expect(check('p95 of none < 300 ms')).toMatchObject({ isMet: false, actual: 'no request "none" has ended' });
  const nothing = { total: row({ requests: 0, failures: 0 }), rows: [] };
  expect(checkExpectation(parseExpectation('errors < 1 %'), nothing)).toMatchObject({ isMet: false });
});

test.each([
  ['', 'is not a measure'],
  ['fast', 'is not a measure'],
  ['p95 < ', 'is not a measure'],
  ['p95 = 300 ms', 'is not a measure'],
  ['p42 < 300 ms', 'p42, which is not measured'],
  ['constructor < 3', 'constructor, which is not measured'],
  ['p95 < 300', 'without a unit: p95 has ms or s'],
  ['p95 < 300 %', 'the unit %: p95 has ms or s'],
  ['rate > 5 ms', 'rate has /s'],
  [`p95 of ${' '.repeat(100_000)}x`, 'is not a measure'],
])('%s is refused with the valid forms', (text, why) => {
  expect(() => parseExpectation(text)).toThrow(expect.objectContaining({ code: 'InvalidParams' }) as Error);
  expect(() => parseExpectation(text)).toThrow(why);
});

test('an expectation about an unknown request is refused before anything is sent', () => {
  expect(() => requireNames([parseExpectation('max of Log out < 1 s')], ['Log in'])).toThrow(
    /Log out.*not in this collection/,
  );
});
