/** Stored breakpoints may be of another version, or damaged. */
import { expect, test } from 'vitest';
import { parseDebugChoice } from './breakpoints.ts';

const nothing = { breakpoints: [], exceptions: 'none', watches: [] };

test.each([null, '', '{', 'null', '[]', '{"breakpoints":{},"watches":7,"exceptions":"often"}'])('%s', (text) => {
  expect(parseDebugChoice(text)).toEqual(nothing);
});

test('valid entries are used, the rest is ignored', () => {
  const good = { id: 'a', script: 'scripts/a.js', line: 3 };
  const breakpoints = [good, { ...good, line: 0 }, { ...good, other: 1 }, null, 7, { ...good, disabled: true }];
  expect(parseDebugChoice(JSON.stringify({ breakpoints, watches: ['a', 7], exceptions: 'all' }))).toEqual({
    breakpoints: [
      { ...good, disabled: false },
      { ...good, disabled: true },
    ],
    exceptions: 'all',
    watches: ['a'],
  });
});
