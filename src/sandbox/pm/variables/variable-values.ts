/** Converts values of variables to their types, and checks whether they can be stored. */
import { isArray, parseJson, PlainError, PlainNumber, toJson, toText } from '../../primordials.ts';

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

/**
 * The value as JSON can represent it; as in Postman, undefined becomes null for later scripts. @throws when it has
 * become cyclic
 */
export function keptValue(value: unknown): unknown {
  const text = toJson(value) as string | undefined;
  return parseJson(text ?? 'null');
}
