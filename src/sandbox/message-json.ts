/** The JSON of messages, also where a script has given a `toJSON` to all objects, as some old libraries do. */
import { apply, hasOwn, isArray, isRawJson, keysOf, setPrototypeOf, toJson, withoutPrototype } from './primordials.ts';

const everyObject = Object.prototype as { toJSON?: unknown };
const everyList = Array.prototype as { toJSON?: unknown };

/** @throws as JSON.stringify does */
export function messageJson(value: unknown): string {
  const isChanged = hasOwn(everyObject, 'toJSON') || hasOwn(everyList, 'toJSON');
  return toJson(isChanged ? withoutToJson(value) : value);
}

/** A copy that finds no `toJSON` of all objects or lists; that of a class is used. */
function withoutToJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || isRawJson(value)) return value;
  const { toJSON } = value as { toJSON?: unknown };
  const isOfAll = toJSON === everyObject.toJSON || toJSON === everyList.toJSON;
  if (typeof toJSON === 'function' && !isOfAll) return withoutToJson(apply(toJSON as () => unknown, value, []));
  const copy: object = isArray(value) ? setNoPrototype([]) : withoutPrototype({ __proto__: null });
  for (const key of keysOf(value)) (copy as Record<string, unknown>)[key] = withoutToJson((value as never)[key]);
  return copy;
}

function setNoPrototype<T extends object>(value: T): T {
  setPrototypeOf(value, null);
  return value;
}
