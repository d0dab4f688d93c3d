/**
 * Checks the size of a stranger's JSON before it is parsed: parsing cannot be interrupted, and deep values overflow the
 * stack later.
 */

/** Limit for the nesting of arrays and objects. */
export const MAX_JSON_DEPTH = 200;
/** Limit for all members of objects and items of arrays together. */
export const MAX_JSON_VALUES = 100_000;

export type BoundedJson = { json: unknown } | { problem: string };

/**
 * Parses `text` when it is within the limits. Never throws.
 * @param parse throws where the text is not JSON
 * @param maxValues of objects and arrays together
 * @returns `json` is undefined when the text is not JSON; `problem` ends a sentence whose subject is the text
 */
export function parseBoundedJson(
  text: string,
  parse: (text: string) => unknown = JSON.parse,
  maxValues = MAX_JSON_VALUES,
): BoundedJson {
  const problem = isSmall(text) ? undefined : excessOf(text, maxValues);
  if (problem !== undefined) return { problem };
  try {
    return { json: parse(text) };
  } catch {
    return { json: undefined };
  }
}

/**
 * Whether length and brackets alone, including those inside strings, keep the text within the limits: most texts are
 * small.
 */
function isSmall(text: string): boolean {
  if (text.length > MAX_JSON_VALUES) return false;
  let brackets = 0;
  for (const bracket of ['{', '[']) {
    for (let index = text.indexOf(bracket); index >= 0; index = text.indexOf(bracket, index + 1)) {
      brackets += 1;
      if (brackets > MAX_JSON_DEPTH) return false;
    }
  }
  return true;
}

/**
 * Whether the brackets of a JSON text are nested deeper, without parsing it: parsing a text that consists of brackets
 * takes forty times its size in memory.
 */
export const isJsonNestedDeeper = (text: string, levels: number): boolean =>
  excessOf(text, Infinity, levels) !== undefined;

/** One pass over the text, which need not be valid JSON. */
function excessOf(text: string, maxValues: number, maxDepth = MAX_JSON_DEPTH): string | undefined {
  let [depth, values] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    // Compares character codes, because this runs for every notification that is received and comparing strings takes
    // several times as long.
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (code === COMMA) values += 1;
    else if (code === OPENING_BRACE || code === OPENING_BRACKET) {
      depth += 1;
      values += 1;
      if (depth > maxDepth) return `is nested more than ${maxDepth} levels deep`;
    } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) depth -= 1;
    if (values > maxValues) return `has more than ${maxValues} values`;
  }
  return undefined;
}

/** @returns the index of the closing quote of the string that begins at the index; the length of the text without one */
function endOfString(text: string, start: number): number {
  let end = start;
  let backslashes: number;
  do {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
  } while (backslashes % 2 === 1);
  return end;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPENING_BRACE, CLOSING_BRACE, OPENING_BRACKET, CLOSING_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
