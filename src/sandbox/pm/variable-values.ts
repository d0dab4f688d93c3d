/** Values of variables: as their type makes them, and whether they can be kept. */
import { isArray, parseJson, PlainError, PlainNumber, toJson, toText } from '../primordials.ts';

/** A value as the type of a variable makes it; an unknown type keeps it. */
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

/** @throws what is wrong with it, when a value would be lost at the end of the script */
export function checkKeepable(where: string, value: unknown): void {
  if (typeof value !== 'object' && typeof value !== 'bigint') return;
  try {
    toJson(value);
  } catch (error) {
    const why =
      typeof value === 'bigint' ? 'a BigInt is not JSON; use String(value)' : toText((error as Error).message);
    throw new PlainError(`${where}: the value cannot be kept, because ${why.split('\n')[0]}`);
  }
}

/** As JSON can carry it; as in Postman, undefined is null for the scripts that follow. @throws when it has become cyclic */
export function keptValue(value: unknown): unknown {
  const text = toJson(value) as string | undefined;
  return parseJson(text ?? 'null');
}
