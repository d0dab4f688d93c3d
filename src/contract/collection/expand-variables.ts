/**
 * Replaces `{{name}}` by its value in every text of a value; used for requests and in scripts. A value can refer to
 * variables itself, so a few short values can expand beyond any memory: everything is bounded.
 */

/** As in postman-collection. Ends cycles; the remaining names stay in the text. */
const MAX_ROUNDS = 19;
const MAX_SUBSTITUTIONS = 100_000;
/** Limit for all composed texts together, in characters. */
const MAX_LENGTH = 64 * 1024 * 1024;
/** Limit of nested objects and arrays. */
const MAX_DEPTH = 200;
const MAX_VALUES = 1_000_000;

export interface FillOptions {
  /** As in Bruno: a list is written as JSON, and blanks beside a name and a third brace before it are part of it. */
  likeBruno?: boolean;
}

/**
 * The text that `{{name}}` is replaced by: `1,2` for a list as in Postman, but JSON for an object, where Postman writes
 * `[object Object]`.
 */
export function filledInText(value: unknown, { likeBruno = false }: FillOptions = {}): string {
  try {
    if (likeBruno && Array.isArray(value)) return JSON.stringify(value);
    const text = String(value);
    if (typeof value !== 'object' || !text.includes('[object Object]')) return text;
  } catch {
    // The value has a member `toString` that is not a function.
  }
  return JSON.stringify(value);
}

const PATH = /^[\w-]+(?:\.[\w-]+|\[(?:\d+|'[^']+'|"[^"]+")\])+$/;
const PATH_PART = /\['([^']+)'\]|\["([^"]+)"\]|[\w-]+/g;

/**
 * The value at a path such as `user.tags[0]` or `user['first name']` in a variable whose value is an object or a list, as in Bruno.
 * @returns undefined for an invalid path, or one without a value
 */
export function memberByPath(path: string, valueOf: (name: string) => unknown): unknown {
  if (!PATH.test(path)) return undefined;
  const parts = [...path.matchAll(PATH_PART)].map(([part, single, double]) => single ?? double ?? part);
  const [name = '', ...members] = parts;
  let value = valueOf(name);
  for (const member of members) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) return undefined;
    value = (value as Record<string, unknown>)[member];
  }
  return value;
}

export interface ExpansionOptions {
  /** Returns the text for the name between the braces; undefined leaves `whole` unchanged. */
  valueOf: (name: string, whole: string) => string | undefined;
  /** Makes the error for an exceeded limit. */
  fail: (message: string) => Error;
  /** Receives each name that remains in the result. */
  onUnresolved?: (name: string) => void;
  /** In `{{{name}}}`, the third brace is a part of the name, which then has no value; the names of members are expanded. */
  likeBruno?: boolean | undefined;
  /** False: the names of members are never expanded. */
  fillsNames?: boolean;
  /** True: objects and lists in which nothing is replaced are returned themselves, and not copied. */
  keepsUnchanged?: boolean;
}

/**
 * Returns a function that copies a value with its texts expanded; see also `keepsUnchanged`. The limits apply to all of its calls together.
 * @throws the error that `fail` makes
 */
export function createExpansion(options: ExpansionOptions): (value: unknown) => unknown {
  const { valueOf, fail, onUnresolved, likeBruno = false, fillsNames = likeBruno, keepsUnchanged = false } = options;
  let substitutions = 0;
  let length = 0;
  const reference = likeBruno ? /\{\{([^}]*?)\}\}/g : /\{\{([^{}]*?)\}\}/g;

  const substitute = (whole: string, name: string): string => {
    const value = valueOf(name, whole);
    if (value === undefined) return whole;
    substitutions += 1;
    length += value.length;
    if (substitutions > MAX_SUBSTITUTIONS) {
      throw fail(`The variable ${whole} makes more than ${MAX_SUBSTITUTIONS} replacements: variables name each other.`);
    }
    if (length > MAX_LENGTH) {
      throw fail(`With the variable ${whole}, the text becomes longer than ${MAX_LENGTH} characters.`);
    }
    return value;
  };
  const expandText = (template: string): string => {
    if (!template.includes('{{')) return template;
    let text = template;
    for (let round = 0; round < MAX_ROUNDS && text.includes('{{'); round += 1) {
      const before = { text, length };
      text = text.replace(reference, substitute);
      if (text === before.text) break;
      // Each round searches the whole text, not only the text that it has inserted.
      length = before.length + text.length;
    }
    if (onUnresolved && text.includes('{{')) for (const [, name = ''] of text.matchAll(reference)) onUnresolved(name);
    return text;
  };
  return createWalk({ expandText, fail, fillsNames, keepsUnchanged });
}

type WalkOptions = Required<Pick<ExpansionOptions, 'fail' | 'fillsNames' | 'keepsUnchanged'>> & {
  expandText: (text: string) => string;
};

/** @returns a function that expands every text of a value */
function createWalk({ expandText, fail, fillsNames, keepsUnchanged }: WalkOptions): (value: unknown) => unknown {
  let values = 0;
  const expand = (value: unknown, depth: number): unknown => {
    values += 1;
    if (values > MAX_VALUES) throw fail(`There are more than ${MAX_VALUES} values to fill in.`);
    if (typeof value === 'string') return value.includes('{{') ? expandText(value) : value;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_DEPTH) throw fail(`There are more than ${MAX_DEPTH} objects inside each other.`);
    if (Array.isArray(value)) return expandItems(value, depth + 1);
    const filled = expandMembers(value as Record<string, unknown>, depth + 1);
    if (!fillsNames) return filled;
    return Object.fromEntries(Object.entries(filled).map(([name, member]) => [expandText(name), member]));
  };
  const expandItems = (items: readonly unknown[], depth: number): readonly unknown[] => {
    let copy = keepsUnchanged ? undefined : items.slice();
    const read = copy ?? items;
    for (let index = 0; index < read.length; index += 1) {
      const item = read[index];
      const filled = expand(item, depth);
      if (filled !== item) (copy ??= items.slice())[index] = filled;
    }
    return copy ?? items;
  };
  const expandMembers = (object: Record<string, unknown>, depth: number): Record<string, unknown> => {
    // A copy of the whole object is faster than a new one, and has a member `__proto__` as a member.
    let copy = keepsUnchanged ? undefined : { ...object };
    const read = copy ?? object;
    for (const name of Object.keys(read)) {
      const member = read[name];
      const filled = expand(member, depth);
      if (filled !== member) (copy ??= { ...object })[name] = filled;
    }
    return copy ?? object;
  };
  return (value) => expand(value, 0);
}
