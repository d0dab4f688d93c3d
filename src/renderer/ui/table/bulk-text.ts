/**
 * Converts rows to text and back, one line each: `name: value // description`, with `#` or `//` before a disabled one.
 * Every row survives the round trip: a line break inside of a value is written as ␊ or ␍, and a backslash escapes
 * characters that would otherwise have a meaning (`a\\:b: c \\// d`).
 */
import { isBlank, switched, type TableRow } from './table-row.ts';

/** Characters to escape: `\`, `:`, the beginning of a disabled line, and a space at either end. */
const encodeName = (name: string): string =>
  oneLine(name.replace(/[\\:]/g, '\\$&').replace(/^[#/\s]/, '\\$&')).replace(/(?<!\\)\s$/, '\\$&');
const decodeName = (text: string): string => fromOneLine(text.replace(/\\([\\:#/\s])/g, '$1'));

const BREAKS: Record<string, string> = { '\n': '␊', '\r': '␍' };
/** A symbol for a line break that is part of the text itself is preceded by an odd number of backslashes. */
const oneLine = (text: string): string =>
  text
    .replace(/(?<!\\)(\\*)([␊␍])/g, '$1$1\\$2')
    .replace(
      /(?<!\\)(\\*)([\n\r])/g,
      (_, slashes: string, sign: string) => `${slashes}${slashes}${BREAKS[sign] ?? ''}`,
    );
const fromOneLine = (text: string): string =>
  text.replace(/(?<!\\)(\\*)([␊␍])/g, (_, slashes: string, sign: string) => {
    const half = '\\'.repeat(Math.floor(slashes.length / 2));
    return half + (slashes.length % 2 ? sign : sign === '␊' ? '\n' : '\r');
  });

/** Escapes a `//` after a space, which would begin the description. */
const encodeValue = (value: string): string => oneLine(value.replace(/( |^)(\\*)(?=\/\/( |$))/gm, '$1$2\\'));
const decodeValue = (text: string): string => fromOneLine(text).replace(/( |^)(\\*)\\(?=\/\/( |$))/gm, '$1$2');

function toLine({ name, value, disabled, description = '' }: TableRow): string {
  const described = description === '' ? '' : ` // ${oneLine(description)}`;
  return `${disabled ? '# ' : ''}${encodeName(name)}: ${encodeValue(value)}${described}`;
}

export const toBulkText = (rows: readonly TableRow[]): string => rows.map(toLine).join('\n');

function fromLine(line: string): TableRow | undefined {
  const off = /^\s*(?:#|\/\/) ?/.exec(line);
  const text = (off ? line.slice(off[0].length) : line).trimStart();
  if (text === '') return undefined;
  const colon = /(?<!\\)(?:\\\\)*:/.exec(text);
  const end = colon ? colon.index + colon[0].length - 1 : text.length;
  const name = decodeName(text.slice(0, end).replace(/(?<!\\)\s+$/, ''));
  const valueAndDescription = text.slice(end + 1).replace(/^ /, '');
  const separator = /(?:^| )\/\/(?: |$)/.exec(valueAndDescription);
  const value = decodeValue(separator ? valueAndDescription.slice(0, separator.index) : valueAndDescription);
  const description = separator ? fromOneLine(valueAndDescription.slice(separator.index + separator[0].length)) : '';
  return switched({ name, value, ...(description === '' ? {} : { description }) }, !off);
}

/**
 * Parses rows. Parts of a row that text does not contain, such as that its value is a file, are taken from the former
 * row with the same line, or else with the same name.
 * @param before the rows from which the text was made
 * @param empty a new row
 */
export function fromBulkText<T extends TableRow>(text: string, before: readonly T[], empty: T): T[] {
  const free = new Set(before);
  const take = (fits: (row: T) => boolean): T | undefined => {
    const row = [...free].find(fits);
    if (row) free.delete(row);
    return row;
  };
  const lines = text.split(/\r?\n/);
  const exactRows = lines.map((line) => take((row) => toLine(row) === line));
  return lines.flatMap((line, index) => {
    const unchanged = exactRows[index];
    if (unchanged) return [unchanged];
    const parsed = fromLine(line);
    if (!parsed || isBlank(parsed)) return [];
    const { disabled: _off, description: _text, ...base } = take(({ name }) => name === parsed.name) ?? empty;
    return [{ ...base, ...parsed } as T];
  });
}

/** Rows of lines that were copied elsewhere: `name: value`, `NAME=value`, or two columns of a spreadsheet. */
export function fromPastedText<T extends TableRow>(text: string, empty: T): T[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, sign] = /^[^:=\t]*([:=\t])/.exec(line) ?? [];
    const parsed = sign === '=' || sign === '\t' ? splitAt(line, sign) : fromLine(line.trim());
    return parsed && !isBlank(parsed) ? [{ ...empty, ...parsed }] : [];
  });
}

function splitAt(line: string, sign: string): TableRow {
  const signIndex = line.indexOf(sign);
  const off = /^\s*#\s*/.exec(line)?.[0] ?? '';
  const name = line.slice(off.length, signIndex).trim();
  return switched({ name: name.replace(/^export\s+/, ''), value: line.slice(signIndex + 1).trim() }, off === '');
}
