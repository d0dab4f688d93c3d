/** Finds and replaces literal text in requests, folders and scripts. */
import type { EditedFolder, EditedRequest } from '../../../contract/collection/collection.ts';
import { MAX_LINE, type EditedScript, type SearchPart, type SearchQuery } from '../../../contract/collection/search.ts';

export type FieldPath = (string | number)[];
export interface TextField {
  field: FieldPath;
  part: SearchPart;
  text: string;
}
export interface Occurrence {
  start: number;
  end: number;
}

const parts: Record<string, SearchPart> = {
  url: 'address',
  params: 'params',
  headers: 'headers',
  auth: 'auth',
  body: 'body',
  variables: 'variables',
  preRequest: 'before-request',
  postResponse: 'after-response',
  docs: 'docs',
  content: 'script',
};
/** Keys whose values are words of the file format, not text of the user. */
const formatWords = new Set(['type', 'mode', 'in', 'placement']);

/**
 * Builds a regular expression that matches the text literally, so that its time is linear in the length of the searched
 * text.
 */
export function toExpression({ text, matchCase, wholeWord }: SearchQuery): RegExp {
  const letters = text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const word = wholeWord ? `(?<![\\p{L}\\p{N}_])${letters}(?![\\p{L}\\p{N}_])` : letters;
  return new RegExp(word, matchCase ? 'gu' : 'giu');
}

/** The texts of an item that a person typed. Query parameters are part of the address and are not repeated. */
export function textsOf(edited: EditedRequest | EditedFolder | EditedScript): TextField[] {
  const fields: TextField[] = [];
  const visit = (value: unknown, field: FieldPath, part: SearchPart) => {
    if (typeof value === 'string') {
      if (value !== '' && !formatWords.has(String(field.at(-1)))) fields.push({ field, part, text: value });
    } else if (Array.isArray(value)) {
      value.forEach((item, index) => visit(item, [...field, index], part));
    } else if (typeof value === 'object' && value !== null) {
      if (isInAddress(value)) return;
      for (const [name, member] of Object.entries(value)) visit(member, [...field, name], part);
    }
  };
  for (const [name, part] of Object.entries(parts)) visit((edited as Record<string, unknown>)[name], [name], part);
  return fields;
}
const isInAddress = (value: object): boolean =>
  'type' in value && value.type === 'query' && !('disabled' in value && value.disabled);

export function occurrencesIn(text: string, expression: RegExp): Occurrence[] {
  return [...text.matchAll(expression)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

/** The line of an occurrence, shortened around it when it is long. */
export function lineOf(text: string, { start, end }: Occurrence) {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', start);
  const lineEnd = next === -1 ? text.length : next;
  const from = Math.max(lineStart, Math.min(start - MAX_LINE / 3, lineEnd - MAX_LINE));
  const startIndex = Math.floor(from);
  let line = 1;
  for (let lineEnd = text.indexOf('\n'); lineEnd !== -1 && lineEnd < start; lineEnd = text.indexOf('\n', lineEnd + 1))
    line += 1;
  const excerpt = text.slice(startIndex, Math.min(lineEnd, startIndex + MAX_LINE));
  return { line, text: excerpt, start: start - startIndex, end: Math.min(end - startIndex, excerpt.length) };
}

/** Replaces some of the occurrences, numbered from 0; undefined where none of them exists. */
export function replaceAt(
  text: string,
  expression: RegExp,
  { occurrences, replacement }: { occurrences: ReadonlySet<number>; replacement: string },
): { text: string; count: number } | undefined {
  let index = 0;
  let count = 0;
  const replacedText = text.replace(expression, (match) => {
    if (!occurrences.has(index++)) return match;
    count += 1;
    return replacement;
  });
  return count === 0 ? undefined : { text: replacedText, count };
}

/** Returns a copy of the item with another text in one field. */
export function withText<T>(item: T, field: FieldPath, text: string): T {
  const [member, ...innerPath] = field;
  if (member === undefined) return text as T;
  const changed = withText((item as Record<string | number, unknown>)[member], innerPath, text);
  if (Array.isArray(item)) return item.with(member as number, changed) as T;
  return { ...item, [member]: changed };
}
