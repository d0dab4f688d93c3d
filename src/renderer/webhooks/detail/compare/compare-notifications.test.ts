import { expect, test } from 'vitest';
import { comparisonText, differingParts, type ComparedNotification } from './compare-notifications.ts';

const first: ComparedNotification = {
  detail: {
    method: 'POST',
    path: '/hooks?a=1',
    headers: [
      { name: 'X-Id', value: '1' },
      { name: 'Authorization', value: 'Bearer secret' },
      { name: 'Accept', value: '*/*' },
    ],
  },
  body: '{\n  "n": 1\n}',
};
const withHeaders = (headers: [string, string][]): ComparedNotification => ({
  ...first,
  detail: { ...first.detail, headers: headers.map(([name, value]) => ({ name, value })) },
});

test('the text has every part, headers sorted by name, and no credentials', () => {
  expect(comparisonText(first)).toBe(
    'POST /hooks?a=1\nAccept: */*\nAuthorization: (masked)\nX-Id: 1\n\n{\n  "n": 1\n}',
  );
});

test('equal notifications have no difference, with any order and letter case of their headers', () => {
  const other = withHeaders([
    ['accept', '*/*'],
    ['authorization', 'Bearer secret'],
    ['x-id', '1'],
  ]);
  expect(differingParts(first, other)).toEqual([]);
});

test('each part that differs is named once', () => {
  const other = withHeaders([
    ['Accept', '*/*'],
    ['x-id', '1'],
    ['x-id', '2'],
    ['Authorization', 'Bearer other'],
    ['X-New', ''],
  ]);
  const changed = { detail: { ...other.detail, method: 'PUT', path: '/' }, body: '' };
  expect(differingParts(first, changed)).toEqual([
    'method',
    'path',
    'header Authorization',
    'header X-Id',
    'header X-New',
    'body',
  ]);
});
