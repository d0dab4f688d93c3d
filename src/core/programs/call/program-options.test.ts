import { expect, test } from 'vitest';
import { readProgramOptions } from './program-options.ts';

test('of very many options that do not exist, the first are named', () => {
  const raw = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`${index} ${'x'.repeat(500)}`, 1]));
  const { warnings } = readProgramOptions({ ...raw, timeout: 1 }, 'executeAsync');
  expect(warnings).toHaveLength(10);
  expect(warnings.join().length).toBeLessThan(5000);
});

test('an option that is nearly right is answered with the name that it resembles', () => {
  expect(readProgramOptions({ cwdd: '.' }, 'executeAsync').warnings).toEqual([
    'pm.executeAsync has no option "cwdd". Did you mean "cwd"?',
  ]);
});
