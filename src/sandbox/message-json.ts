/** The JSON of messages, also where a script has given a `toJSON` to all objects, as some old libraries do. */
import {
  apply,
  hasOwn,
  isArray,
  isRawJson,
  keysOf,
  prototypeOf,
  setPrototypeOf,
  toJson,
  withoutPrototype,
} from './primordials.ts';

const everyObject = Object.prototype;
const everyList = Array.prototype;

/** @throws as JSON.stringify does */
export function messageJson(value: unknown): string {
  const isChanged = hasOwn(everyObject, 'toJSON') || hasOwn(everyList, 'toJSON');
  return toJson(isChanged ? withoutToJson(value) : value);
}

/** A copy that finds no `toJSON` of all objects or lists; that of a class is used. */
function withoutToJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || isRawJson(value)) return value;
  const toJSON = ownToJson(value);
  if (typeof toJSON === 'function') return withoutToJson(apply(toJSON as () => unknown, value, []));
  const copy: object = isArray(value) ? setNoPrototype([]) : withoutPrototype({ __proto__: null });
  for (const key of keysOf(value)) (copy as Record<string, unknown>)[key] = withoutToJson((value as never)[key]);
  return copy;
}

/** The `toJSON` of the object or its class. That of all objects or lists is not read: it may be a getter. */
function ownToJson(value: object): unknown {
  let owner: object | null = value;
  while (owner && owner !== everyObject && owner !== everyList) {
    if (hasOwn(owner, 'toJSON')) return (value as { toJSON: unknown }).toJSON;
    owner = prototypeOf(owner) as object | null;
  }
  return undefined;
}

function setNoPrototype<T extends object>(value: T): T {
  setPrototypeOf(value, null);
  return value;
}
