import { expect, test } from 'vitest';
import { arrivalText, arrivalTime } from './arrival-time.ts';

test('a time of arrival has its milliseconds, in the format of the locale', () => {
  const at = new Date(2026, 0, 2, 13, 4, 5, 67).toISOString();
  expect(arrivalText(at, 'en-US').replace(/\s/g, ' ')).toBe('1/2/2026, 1:04:05.067 PM');
  expect(arrivalText(at, 'de')).toBe('2.1.2026, 13:04:05,067');
  expect(arrivalTime(at, 'en-GB')).toBe('13:04:05.067');
});
