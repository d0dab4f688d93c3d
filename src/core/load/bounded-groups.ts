/** Groups of what scripts name as they like: beyond a number of groups, all further ones are counted in one. */
import { shorten } from '../../contract/visible-text.ts';

export interface Groups<T> {
  /** The group of this key. @param create makes it where it is new */
  of(key: string, create: () => T): T;
  /** In the order in which they were made; the group of all others is the last, and has an empty key. */
  entries(): [key: string, group: T][];
}

/** @param createOther makes the group of all keys beyond the first `max` */
export function createGroups<T>(max: number, createOther: () => T): Groups<T> {
  const groups = new Map<string, T>();
  let other: T | undefined;
  return {
    of(key, create) {
      const found = groups.get(key);
      if (found !== undefined) return found;
      if (groups.size >= max) return (other ??= createOther());
      const group = create();
      groups.set(key, group);
      return group;
    },
    entries: () => [...groups, ...(other === undefined ? [] : [['', other] as [string, T]])],
  };
}

/** Different requests and methods of them. */
export const MAX_ROWS = 10_000;
/** Different messages, which may contain values that differ in each request. */
export const MAX_MESSAGES = 200;
export const OTHER_REQUESTS = 'Other requests';
export const OTHER_FAILURES = 'Other failures';

const MAX_MESSAGE_LENGTH = 300;
const MAX_METHOD_LENGTH = 40;

/** The beginning of a message, by which failures are grouped. */
export const messageBeginning = (text: string): string => shorten(text, MAX_MESSAGE_LENGTH);
export const methodBeginning = (method: string): string => shorten(method, MAX_METHOD_LENGTH);
