/**
 * What is wrong with a value that a schema refuses, in words for people. Importing this module gives every schema of the
 * process these words, because a schema writes its messages while it checks.
 */
import * as z from 'zod';
import { listNames } from './list-names.ts';

// Not `z.config(…)`: the build of the command line drops calls of `z` without a use, since those create schemas.
z.core.globalConfig.customError = describeIssue;

/** Values of a list of allowed ones that a message names. */
const MAX_NAMED = 20;
const MAX_PROBLEMS = 3;

/**
 * The first problems of a refused value, such as `retries must be 0 or more, not -1`, separated by semicolons.
 * @param nameOf the name of a place in the value; '' for the value itself. Default: its path, such as `rules[0].status`
 */
export function describeProblems(
  error: z.ZodError,
  nameOf: (path: PropertyKey[]) => string = z.core.toDotPath,
): string {
  // A misspelt name is the cause of the problem that the right name is missing.
  const isUnknown = ({ code }: z.core.$ZodIssue) => code === 'unrecognized_keys';
  const issues = [...error.issues.filter(isUnknown), ...error.issues.filter((issue) => !isUnknown(issue))];
  const problems = issues.map((found) => {
    const { path, message } = nearestOf(found);
    const name = nameOf(path);
    return name === '' ? message : `${name} ${message}`;
  });
  const more = problems.length - MAX_PROBLEMS;
  return `${problems.slice(0, MAX_PROBLEMS).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

/**
 * The name of a place in a form, such as `Rule 1, Header 2, Name`, from the titles of its schemas: that of a list is
 * named only where the problem is the list itself. An object without a title is no part of the form.
 * @returns undefined where the place, or an entry of a list before it, has no title
 */
export function titleOf(schema: z.core.$ZodType, path: readonly PropertyKey[]): string | undefined {
  const titles: string[] = [];
  let place = schema;
  for (const [index, key] of path.entries()) {
    const inner = placeIn(place, key);
    const title = inner && ownTitle(inner);
    const isLast = index === path.length - 1;
    const isEntry = withoutWrappers(place) instanceof z.ZodArray;
    if (inner === undefined || (title === undefined && (isLast || isEntry))) return undefined;
    const isListAround = !isLast && withoutWrappers(inner) instanceof z.ZodArray;
    if (title !== undefined && !isListAround) titles.push(isEntry ? `${title} ${Number(key) + 1}` : title);
    place = inner;
  }
  return titles.length > 0 ? titles.join(', ') : undefined;
}

/** The schema of an entry or member; of several allowed forms, in the first that has it. */
function placeIn(schema: z.core.$ZodType, key: PropertyKey): z.core.$ZodType | undefined {
  const outer = withoutWrappers(schema);
  if (outer instanceof z.ZodArray) return outer.element;
  if (outer instanceof z.ZodObject) return (outer.shape as z.core.$ZodShape)[String(key)];
  if (!(outer instanceof z.ZodUnion)) return undefined;
  for (const form of outer.options) {
    const place = placeIn(form, key);
    if (place) return place;
  }
  return undefined;
}

const ownTitle = (schema: z.core.$ZodType): string | undefined =>
  z.globalRegistry.get(schema)?.title ?? (isWrapper(schema) ? ownTitle(schema.unwrap()) : undefined);

const isWrapper = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodDefault ||
  schema instanceof z.ZodNullable ||
  schema instanceof z.ZodOptional ||
  schema instanceof z.ZodExactOptional;

/** The schema of the value itself, without its default and whether it may be absent. */
const withoutWrappers = (schema: z.core.$ZodType): z.core.$ZodType =>
  isWrapper(schema) ? withoutWrappers(schema.unwrap()) : schema;

/** The problem of a value that may have several forms: that of the form that fits it best. */
function nearestOf(issue: z.core.$ZodIssue): Pick<z.core.$ZodIssue, 'path' | 'message'> {
  if (issue.code !== 'invalid_union' || issue.message !== NO_FORM) return issue;
  const forms = issue.errors.flatMap((problems) => {
    const [first] = problems;
    return first ? [{ ...nearestOf(first), problems: problems.length }] : [];
  });
  const inside = forms.filter(({ path }) => path.length > 0);
  const [nearest] = inside.toSorted((a, b) => a.problems - b.problems || b.path.length - a.path.length);
  if (nearest) return { path: [...issue.path, ...nearest.path], message: nearest.message };
  const messages = [...new Set(forms.map(({ message }) => message.replace(/^(must be .*), not .*$/, '$1')))];
  const [first, ...others] = messages;
  if (first === undefined) return { path: issue.path, message: NO_FORM };
  return { path: issue.path, message: [first, ...others.map((text) => text.replace(/^must be /, ''))].join(', or ') };
}

const NO_FORM = 'has none of the allowed forms';

/** @returns undefined for problems whose schemas have a message of their own */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue.expected, issue.input);
    case 'too_small':
      return `must ${limit(issue, issue.minimum, 'more')}`;
    case 'too_big':
      return `must ${limit(issue, issue.maximum, 'less')}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'unrecognized_keys':
      return `must not have ${listNames(
        issue.keys.map((key) => JSON.stringify(key)),
        MAX_NAMED,
      )}, which ${issue.keys.length === 1 ? 'is' : 'are'} unknown here`;
    case 'invalid_format':
      return describeFormat(issue.format);
    case 'invalid_key':
      return 'has a name that is not allowed';
    case 'invalid_union':
      return NO_FORM;
    default:
      return undefined;
  }
}

const types: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  undefined: 'left out',
  never: 'left out',
};

function describeType(expected: string, input: unknown): string {
  const type = types[expected] ?? expected;
  if (input === undefined) return `is missing: it must be ${type}`;
  return `must be ${type}, not ${typeof input === 'number' ? input : (types[typeOf(input)] ?? typeOf(input))}`;
}

function typeOf(input: unknown): string {
  if (input === null) return 'null';
  if (typeof input === 'boolean') return String(input);
  return Array.isArray(input) ? 'array' : typeof input;
}

/** Only numbers are repeated: a text may be a secret. */
function limit(
  { origin, inclusive, input }: { origin: string; inclusive?: boolean; input?: unknown },
  bound: number | bigint,
  direction: 'more' | 'less',
): string {
  const figure = bound.toLocaleString('en');
  if (origin === 'string') {
    if (direction === 'more' && bound === 1) return 'not be empty';
    return `have ${figure} characters or ${direction === 'more' ? 'more' : 'fewer'}`;
  }
  if (origin === 'array' || origin === 'set' || origin === 'map') {
    if (direction === 'more' && bound === 1) return 'not be an empty list';
    return `have ${figure} entries or ${direction === 'more' ? 'more' : 'fewer'}`;
  }
  const range = inclusive ? `${figure} or ${direction}` : `${direction} than ${figure}`;
  return `be ${range}${typeof input === 'number' ? `, not ${input}` : ''}`;
}

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? `must be ${show(values[0])}` : `must be one of ${listNames(values.map(show), MAX_NAMED)}`;

const show = (value: unknown): string => (typeof value === 'string' ? value : String(value));

const formats: Record<string, string> = {
  datetime: 'a time such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
  url: 'an address such as https://example.com',
  email: 'an e-mail address',
  uuid: 'a UUID',
  json_string: 'JSON',
};

const describeFormat = (format: string): string =>
  formats[format] ? `must be ${formats[format]}` : 'does not have the expected form';
