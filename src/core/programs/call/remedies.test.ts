import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { remedyFor } from './remedies.ts';

test('the remedy for a missing bsh.jar names the installed one', () => {
  const stderr = ['Error: Could not find or load main class bsh.Interpreter'];
  const call = {
    argv: ['java', 'bsh.Interpreter', 'a.bsh'],
    stdout: [],
    stderr,
    via: 'executeAsync',
    exitCode: 1,
  } as const;
  const jar = existsSync('/usr/share/java/bsh.jar') ? '/usr/share/java/bsh.jar' : '<path of bsh.jar>';
  expect(remedyFor(call)).toBe(`Use pm.executeAsync with the option env: { CLASSPATH: "${jar}" }.`);
});
