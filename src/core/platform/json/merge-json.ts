/** Writes a change into the JSON document from which it was read, without losing unknown parts. */
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from './is-record.ts';
import { ownValue } from './own-value.ts';

/**
 * Applies the difference between `before` and `after` to `document`. Fields of the document that are in neither (of a
 * newer version, or refused by the schema) are kept. A default that was not changed is not written, so that a later
 * version can change it. A changed array replaces the whole array.
 * @returns a new document, or `document` itself when nothing was changed
 */
export function mergeChange(document: unknown, before: unknown, after: unknown): unknown {
  if (isDeepStrictEqual(before, after)) return document;
  if (!isRecord(before) || !isRecord(after)) return after;
  const entries = new Map(isRecord(document) ? Object.entries(document) : []);
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const value = ownValue(after, key);
    if (value === undefined) {
      if (ownValue(before, key) !== undefined) entries.delete(key);
      continue;
    }
    const merged = mergeChange(entries.get(key), ownValue(before, key), value);
    if (merged !== undefined) entries.set(key, merged);
  }
  return Object.fromEntries(entries);
}
