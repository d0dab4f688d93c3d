/** JSON of a stranger, measured before it is parsed: parsing cannot be interrupted, and deep values overflow the stack later. */

/** A value inside more than this many arrays and objects is refused. */
export const MAX_JSON_DEPTH = 200;
/** Members of objects and items of arrays, all together. */
export const MAX_JSON_VALUES = 100_000;

export type BoundedJson = { json: unknown } | { problem: string };

/**
 * Parses `text` when it is within the limits. Never throws.
 * @returns `json` is undefined when the text is no JSON; `problem` is the end of a sentence that begins with what it is
 */
export function parseBoundedJson(text: string): BoundedJson {
  const problem = excessOf(text);
  if (problem !== undefined) return { problem };
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return { json: undefined };
  }
}

/** One pass over the text, which need not be valid; a text within the limits may still be no JSON. */
function excessOf(text: string): string | undefined {
  let [depth, values] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '"':
        at = endOfString(text, at);
        break;
      case '[':
      case '{':
        depth += 1;
        values += 1;
        if (depth > MAX_JSON_DEPTH) return `is nested more than ${MAX_JSON_DEPTH} levels deep`;
        break;
      case ']':
      case '}':
        depth -= 1;
        break;
      case ',':
        values += 1;
    }
    if (values > MAX_JSON_VALUES) return `has more than ${MAX_JSON_VALUES} values`;
  }
  return undefined;
}

/** The position of the quote that ends the string which begins at `start`; the end of the text when there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
