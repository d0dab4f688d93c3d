import { expect, test } from 'vitest';
import { statusClass } from './status-class.ts';

test.each([
  [101, '1'],
  [200, '2'],
  [304, '3'],
  [404, '4'],
  [500, '5'],
  [599, '5'],
  [999, 'error'],
  [null, 'error'],
] as const)('the colour class of %s is %s', (status, expected) => expect(statusClass(status)).toBe(expected));
