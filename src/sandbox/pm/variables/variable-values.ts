/** Converts values of variables to their types, and checks whether they can be stored. */
import type { Fields } from '../../channel.ts';
import {
  indexIn,
  isArray,
  min,
  parseJson,
  partOf,
  PlainError,
  PlainNumber,
  toJson,
  toText,
  withoutPrototype,
} from '../../primordials.ts';

/** The types that a script can give to a variable, in any case; others are ignored. */
export const isType = (type: unknown): boolean =>
  typeof type === 'string' && /^(string|number|boolean|array|object|any)$/i.test(type);

export const isStructured = (type: unknown): boolean => typeof type === 'string' && /^(array|object)$/i.test(type);

/** Converts a value to the type of a variable; an unknown type does not change it. */
export function castTo(type: unknown, value: unknown): unknown {
  const name = typeof type === 'string' ? type.toLowerCase() : undefined;
  switch (name) {
    case 'string':
      return toText(value);
    case 'number':
      return PlainNumber(value);
    case 'boolean':
      return Boolean(value);
    case 'array':
    case 'object': {
      const parsed = typeof value === 'string' ? parsedOrUndefined(value) : value;
      const fits = typeof parsed === 'object' && parsed !== null && isArray(parsed) === (name === 'array');
      return fits ? parsed : undefined;
    }
    default:
      return value;
  }
}
function parsedOrUndefined(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** @throws with the reason, when a value would be lost at the end of the script */
export function checkKeepable(where: string, value: unknown): void {
  if (typeof value !== 'object' && typeof value !== 'bigint') return;
  try {
    toJson(value);
  } catch (error) {
    const reason =
      typeof value === 'bigint' ? 'a BigInt is not JSON; use String(value)' : toText((error as Error).message);
    throw new PlainError(`${where}: the value cannot be stored, because ${reason.split('\n')[0]}`);
  }
}

/** @throws for the one name that an object cannot have as a member of its own; in Postman it is an error, too */
export function checkName(where: string, name: string): void {
  if (name !== '__proto__') return;
  throw new PlainError(`${where}.set: a variable cannot be called "__proto__". Give it another name.`);
}

/**
 * The values as JSON can represent them; a function becomes null.
 * @param onLost called for a value that JSON cannot represent any more, because the script has changed it after it was set
 * @param undefinedJson the JSON that later scripts get for undefined
 */
export function keptValues(
  values: Map<string, unknown>,
  onLost: (name: string, reason: string) => void,
  undefinedJson: string,
): Fields {
  // Variables may be called as members that every object has.
  const fields = withoutPrototype<Fields>({ __proto__: null });
  for (const [name, value] of values) {
    if (typeof value === 'string' || typeof value === 'boolean') fields[name] = value;
    else
      try {
        const text = toJson(value) as string | undefined;
        fields[name] = parseJson(text ?? (value === undefined ? undefinedJson : 'null'));
      } catch (error) {
        onLost(name, `after it was set, its value has become one that JSON cannot represent. ${reasonOf(error)}`);
      }
  }
  return fields;
}

const MAX_REASON = 200;
/** The first line of V8's message, which names the member. */
function reasonOf(error: unknown): string {
  const text = toText((error as Error).message);
  const end = indexIn(text, '\n');
  return partOf(text, 0, min(end < 0 ? text.length : end, MAX_REASON));
}
