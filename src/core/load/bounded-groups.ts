/** Groups of what scripts name as they like: beyond a number of groups, all further ones are counted in one. */
import { shorten } from '../../contract/visible-text.ts';

interface Groups<T> {
  /** The group of this key. @param create makes it where it is new. @param createOther makes that of all further keys */
  of(key: string, create: () => T, createOther: () => T): T;
  /** In the order in which they were made; the group of all others is the last, and has an empty key. */
  entries(): [key: string, group: T][];
}

function createGroups<T>(max: number): Groups<T> {
  const groups = new Map<string, T>();
  let other: T | undefined;
  return {
    of(key, create, createOther) {
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
const MAX_ROWS = 10_000;
/** Different messages, which may contain values that differ in each request. */
const MAX_MESSAGES = 200;
const OTHER_REQUESTS = 'Other requests';
const OTHER_FAILURES = 'Other failures';

const MAX_MESSAGE_LENGTH = 300;
const MAX_METHOD_LENGTH = 40;

interface Place {
  name: string;
  method: string;
}

/** Groups of requests by their name and method. */
export function createRequestGroups<T>() {
  const groups = createGroups<T>(MAX_ROWS);
  return {
    of(request: Place, create: (name: string, method: string) => T): T {
      const { name } = request;
      const method = shorten(request.method, MAX_METHOD_LENGTH);
      const key = JSON.stringify([name, method]);
      return groups.of(
        key,
        () => create(name, method),
        () => create(OTHER_REQUESTS, ''),
      );
    },
    all: (): T[] => groups.entries().map(([, group]) => group),
  };
}

/**
 * Groups of failures by the name and method of the request and the beginning of the message.
 * @param nameOfOthers the name of a request in the group of all further failures
 */
export function createFailureGroups<T>(nameOfOthers: string) {
  const groups = createGroups<T>(MAX_MESSAGES);
  return {
    of(request: Place, failure: string, create: (name: string, method: string, message: string) => T): T {
      const { name } = request;
      const method = shorten(request.method, MAX_METHOD_LENGTH);
      const message = shorten(failure, MAX_MESSAGE_LENGTH);
      const key = JSON.stringify([name, method, message]);
      return groups.of(
        key,
        () => create(name, method, message),
        () => create(nameOfOthers, '', OTHER_FAILURES),
      );
    },
    entries: groups.entries,
  };
}
