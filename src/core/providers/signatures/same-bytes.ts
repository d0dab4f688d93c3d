import { timingSafeEqual } from 'node:crypto';

/** Compares in a time that does not depend on where the first difference is. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
