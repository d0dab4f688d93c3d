import { expect, test } from 'vitest';
import { periodLabel, timesOf } from './filter-period.ts';

const now = new Date(2026, 4, 17, 12, 30);
const local = (...parts: [number, number, number, number?, number?, number?, number?]) =>
  new Date(...parts).toISOString();

test('the last minutes and today have a beginning and no end', () => {
  expect(timesOf({ type: 'last', minutes: 5 }, now)).toEqual({ since: local(2026, 4, 17, 12, 25) });
  expect(timesOf({ type: 'today' }, now)).toEqual({ since: local(2026, 4, 17, 0) });
  expect(timesOf(undefined, now)).toEqual({});
});

test('of two local times each may be absent, and the last minute is included', () => {
  expect(timesOf({ type: 'between', from: '2026-05-16T08:00', to: '2026-05-17T09:15' }, now)).toEqual({
    since: local(2026, 4, 16, 8),
    until: local(2026, 4, 17, 9, 15, 59, 999),
  });
  expect(timesOf({ type: 'between', from: '', to: '' }, now)).toEqual({});
  expect(timesOf({ type: 'between', from: 'soon', to: '2026-05-17T09:15:30' }, now)).toEqual({
    until: local(2026, 4, 17, 9, 15, 30),
  });
});

test('a period is named', () => {
  expect(periodLabel({ type: 'last', minutes: 5 })).toBe('Last 5 minutes');
  expect(periodLabel({ type: 'last', minutes: 60 })).toBe('Last hour');
  expect(periodLabel({ type: 'between', from: '2026-05-16T08:00', to: '' })).toBe('from 2026-05-16 08:00');
});
