/**
 * The names that an element of paramTypes may have: those of the contract (docs/external-programs.md, "What a method
 * takes"), additional ones, and the full name of any other class, such as an enum of the jar.
 */
import { codedError } from '../../../contract/errors.ts';
import { nearestName } from '../../platform/nearest-name.ts';

const numbers = ['Number', 'int', 'Integer', 'long', 'Long', 'short', 'Short', 'float', 'Float', 'double', 'Double'];
const contractScalars = [...numbers, 'boolean', 'Boolean', 'String'];
export const contractParamTypes = contractScalars.flatMap((name) => [name, `${name}[]`]);
const furtherScalars = ['byte', 'Byte', 'char', 'Character', 'BigInteger', 'BigDecimal', 'Object'];
const furtherClasses = ['CharSequence', 'Charset', 'Class', 'Iterable', 'Collection', 'List', 'Set', 'Map'];
const shortNames = new Set([...contractScalars, ...furtherScalars, ...furtherClasses]);
/** Conversions of a text to bytes. */
const byteEncodings = ['byte[]:text', 'byte[]:base64', 'byte[]:hex'];
const className = /^[\p{ID_Start}_$][\p{ID_Continue}$]*(\.[\p{ID_Start}_$][\p{ID_Continue}$]*)+$/u;

/** @throws InvalidCall naming the invalid type, the nearest valid one and all valid ones */
export function checkParamTypes(types: readonly string[], via: string): void {
  const unknownType = types.find((type, index) => !isParamType(type, index === types.length - 1));
  if (unknownType === undefined) return;
  const offeredTypes = [...contractParamTypes, ...furtherScalars, ...furtherClasses, ...byteEncodings];
  const suggestion = nearestName(unknownType, offeredTypes);
  const further = `${[...furtherScalars, ...furtherClasses].join(', ')}, each also with [], ${byteEncodings.join(', ')}`;
  const list = `Allowed: ${contractParamTypes.join(', ')}, ${further}, and the full name of a class, such as an enum.`;
  const advice = `${suggestion ? `Did you mean "${suggestion}"? ` : ''}${list}`;
  throw codedError('InvalidCall', `pm.${via}: there is no parameter type "${unknownType}".`, advice);
}

/** @param mayBeOpen true for the last type, which may be variadic: `String...` */
function isParamType(type: string, mayBeOpen: boolean): boolean {
  if (byteEncodings.includes(type)) return true;
  const array = type.endsWith('...') && mayBeOpen ? `${type.slice(0, -3)}[]` : type;
  const element = elementOf(array);
  return shortNames.has(element) || className.test(element);
}

/** The type without its brackets: `int` for `int[][]`. */
function elementOf(type: string): string {
  let end = type.length;
  while (type.endsWith('[]', end)) end -= 2;
  return type.slice(0, end);
}

/** Shortens `java.util.List` to `List`; a class without a short name keeps its full name. */
export function shortTypeName(name: string): string {
  const shortName = name.replace(/^java\.(lang|util|math|nio\.charset)\.(?=\w+$)/, '');
  return shortNames.has(shortName) ? shortName : name;
}

/** Java classes without a short name that a text can be converted to by a factory method. */
const fromText = new Set([
  'java.io.File',
  'java.net.URI',
  'java.net.URL',
  'java.nio.file.Path',
  'java.util.Locale',
  'java.util.UUID',
  'java.util.regex.Pattern',
  'java.lang.StringBuilder',
  'java.util.concurrent.TimeUnit',
  'java.time.DayOfWeek',
  ...['Duration', 'Instant', 'LocalDate', 'LocalDateTime', 'LocalTime', 'Period', 'ZoneId'].map(
    (name) => `java.time.${name}`,
  ),
]);

/** Whether a script can pass a value to a parameter of this type. @param enums full names of the jar's own enums */
export function canBePassed(type: string, enums: ReadonlySet<string>): boolean {
  const element = elementOf(type);
  return shortNames.has(element) || fromText.has(element) || enums.has(element);
}

/**
 * The contract's table "Automatic type inference". An integer too large for an int is a long. An array has the type of
 * its first element, widened where a later number needs it.
 * @param json of the value: it distinguishes 1 from 1e21, which is not an integer in Java
 */
export function inferType(json: string, value: unknown): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return 'String[]';
    const types = value.map((item: unknown) => inferType(JSON.stringify(item), item));
    return `${widest(types)}[]`;
  }
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'number':
      return inferNumber(json);
    case 'object':
      return value === null ? 'String' : 'Map';
    default:
      return 'String';
  }
}

function inferNumber(json: string): string {
  if (!/^-?\d+$/.test(json)) return 'double';
  const exact = BigInt(json);
  if (BigInt.asIntN(32, exact) === exact) return 'int';
  return BigInt.asIntN(64, exact) === exact ? 'long' : 'double';
}

function widest([first = 'String', ...others]: readonly string[]): string {
  const order = ['int', 'long', 'double'];
  const suffix = first.slice(elementOf(first).length);
  const ranks = [first, ...others].map((type) =>
    type.endsWith(suffix) ? order.indexOf(type.slice(0, type.length - suffix.length)) : -1,
  );
  if (ranks.includes(-1)) return first;
  return `${order[Math.max(...ranks)] ?? ''}${suffix}`;
}
