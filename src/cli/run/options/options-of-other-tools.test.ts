import { expect, test } from 'vitest';
import { adviceFor } from './options-of-other-tools.ts';

test.each([
  ["error: unknown option '--environment=x'", 'It is called --env here.\n'],
  ["error: unknown option '--reporter-junit-export'", expect.stringContaining('--out') as string],
  ["error: unknown option '-x'", expect.stringContaining('exit code') as string],
  ["error: unknown option '--constructor'", ''],
  ["error: unknown option '--cookie-jar'", expect.stringContaining('pm.cookies.jar()') as string],
  [
    "error: too many arguments for 'run'. Expected 1 argument but got 2: c.json, failure.\n",
    expect.stringContaining('--bail') as string,
  ],
  [
    "error: too many arguments for 'run'. Expected 1 argument but got 2: c.json, off.",
    'It is called --no-color here.\n',
  ],
  [
    "error: too many arguments for 'run'. Expected 1 argument but got 2: a.bru, b.bru.",
    expect.stringContaining('--folder') as string,
  ],
  ["error: option '-r, --reporter <names>' argument missing", expect.stringContaining('always run') as string],
  [
    "error: option '-r, --reporter <names>' argument 'shop' is invalid. There is no reporter \"shop\".",
    expect.stringContaining('always run') as string,
  ],
  ["error: unknown option '--reporter-skip-all-headers'", expect.stringContaining('no headers') as string],
  ["error: unknown option '--format'", expect.stringContaining('--reporter junit') as string],
  ["error: unknown option '--noproxy'", expect.stringContaining('NO_PROXY') as string],
  ["error: option '-n <n>' argument 'x' is invalid.", ''],
])('%s', (message, advice) => {
  expect(adviceFor(message)).toEqual(advice);
});
