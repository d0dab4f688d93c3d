/** Masks the texts in data of the application itself, whose members have fixed names: records, reports and events. */
import { errorCodes } from '../../../contract/errors.ts';
import { noMask, type Mask } from './mask.ts';

/**
 * Members with words of the application itself, with times, and with the names of files by which a result finds its
 * request. A secret such as `test` or `2026` must not change them: the event would be of no known type.
 */
const fixedMembers: ReadonlySet<string> = new Set([
  'type',
  'state',
  'level',
  'from',
  'via',
  'stream',
  'kind',
  'outcome',
  'runId',
  'waitId',
  'id',
  'at',
  'startedAt',
]);
const knownCodes: ReadonlySet<unknown> = new Set(errorCodes);

/** @returns the same object where nothing is masked */
export function maskContent<T>(value: T, mask: Mask): T {
  const current = mask.current?.() ?? mask;
  return (current === noMask ? value : masked(value, current)) as T;
}

function masked(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? maskedItems(value, mask) : maskedMembers(value as Record<string, unknown>, mask);
}

// Both copy the value with the first text that is masked, because most of the thousands of events have none.
function maskedItems(items: readonly unknown[], mask: Mask): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (const [index, item] of items.entries()) {
    const maskedItem = masked(item, mask);
    if (maskedItem !== item) (copy ??= [...items])[index] = maskedItem;
  }
  return copy ?? items;
}

function maskedMembers(value: Record<string, unknown>, mask: Mask): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const item = value[name];
    const isFixed = fixedMembers.has(name) ? typeof item === 'string' : name === 'code' && knownCodes.has(item);
    if (isFixed) continue;
    // The names of a data file's columns are not Outrigger's.
    const maskedItem = name === 'data' ? mask(item) : masked(item, mask);
    if (maskedItem !== item) (copy ??= { ...value })[name] = maskedItem;
  }
  return copy ?? value;
}
