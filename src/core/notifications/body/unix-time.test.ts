import { expect, test } from 'vitest';
import { unixTimeAsDate } from './unix-time.ts';

test.each([
  ['timestamp', 1750000000, '2025-06-15T15:06:40Z'],
  ['body.timestamp', 1750000000, '2025-06-15T15:06:40Z'],
  ['data.object.created', 1750000000, '2025-06-15T15:06:40Z'],
  ['pusher.pushed_at', 1750000000, '2025-06-15T15:06:40Z'],
  ['expiresAt', 1750000000123, '2025-06-15T15:06:40.123Z'],
])('%s %d is a time', (path, value, date) => expect(unixTimeAsDate(path, value)).toBe(date));

test.each([
  ['idInstance', 7103000042],
  ['amount', 1750000000],
  ['timestamp', 17],
  ['timestamp', 1750000000.5],
  ['timestamp', '1750000000'],
  ['format', 1750000000],
])('%s %s is not a time', (path, value) => expect(unixTimeAsDate(path, value)).toBeUndefined());
