/** Masks the texts in data of the application itself, whose members have fixed names: records, reports and events. */
import { errorCodes } from '../../../contract/errors.ts';
import { noMask, type Mask } from './mask.ts';

/**
 * Members with words of the application itself, with times, and with the names of files by which a result finds its
 * request. A secret such as `test` or `2026` must not change them: the event would be of no known type.
 */
const fixedMembers: ReadonlySet<string> = new Set([
  ...['type', 'state', 'level', 'from', 'via', 'stream', 'kind', 'outcome'],
  ...['runId', 'waitId', 'id', 'at', 'startedAt'],
]);
const knownCodes: ReadonlySet<unknown> = new Set(errorCodes);

/** @returns the same object where nothing is masked */
export function maskContent<T>(value: T, mask: Mask): T {
  return (mask === noMask ? value : masked(value, mask)) as T;
}

function masked(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => masked(item, mask));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  let isChanged = false;
  const members = Object.entries(value as Record<string, unknown>).map(([name, item]): [string, unknown] => {
    const isFixed = fixedMembers.has(name) ? typeof item === 'string' : name === 'code' && knownCodes.has(item);
    // The names of a data file's columns are not Outrigger's.
    const maskedItem = isFixed ? item : name === 'data' ? mask(item) : masked(item, mask);
    isChanged ||= maskedItem !== item;
    return [name, maskedItem];
  });
  return isChanged ? Object.fromEntries(members) : value;
}
