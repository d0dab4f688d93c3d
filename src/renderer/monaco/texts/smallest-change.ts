/** Computes the smallest edit that turns one text into another. */
export interface TextChange {
  /** Lines and columns from 1. */
  range: { startLineNumber: number; startColumn: number; endLineNumber: number; endColumn: number };
  text: string;
}

/**
 * Excludes the common beginning and end; undefined when the texts are equal. Lines end with a line feed.
 */
export function smallestChange(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined;
  const longest = Math.min(before.length, after.length);
  let start = 0;
  while (start < longest && before[start] === after[start]) start += 1;
  let ending = 0;
  while (ending < longest - start && before.at(-1 - ending) === after.at(-1 - ending)) ending += 1;
  // A surrogate pair is not divided.
  if (isHighSurrogate(before[start - 1])) start -= 1;
  if (isLowSurrogate(before[before.length - ending])) ending -= 1;
  const [from, to] = [placeAt(before, start), placeAt(before, before.length - ending)];
  return {
    range: {
      startLineNumber: from.line,
      startColumn: from.column,
      endLineNumber: to.line,
      endColumn: to.column,
    },
    text: after.slice(start, after.length - ending),
  };
}

function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

const isHighSurrogate = (character = ''): boolean => /^[\uD800-\uDBFF]$/.test(character);
const isLowSurrogate = (character = ''): boolean => /^[\uDC00-\uDFFF]$/.test(character);
