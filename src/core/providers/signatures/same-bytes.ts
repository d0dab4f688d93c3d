import { timingSafeEqual } from 'node:crypto';

/** Compares in constant time: the duration does not depend on the position of the first difference. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
