/** The arguments of `npm start` reach Electron in the form that it parses. */
import { expect, test } from 'vitest';
import { electronSwitches } from './host-flags.mjs';

test.each([
  [['--workspace', '/w'], ['--workspace=/w']],
  [
    ['--disable-gpu', '--workspace', '/my folder', '--lang=de'],
    ['--disable-gpu', '--workspace=/my folder', '--lang=de'],
  ],
  [
    ['--workspace=/w', '--disable-gpu'],
    ['--workspace=/w', '--disable-gpu'],
  ],
  [['--workspace'], ['--workspace']],
  [[], []],
])('%j', (args, switches) => {
  expect(electronSwitches(args)).toEqual(switches);
});
