/** Parses the data of a run: a row for each iteration, from CSV or JSON. */
import { CsvError, parse } from 'csv-parse-modern/sync';
import { codedError } from '../../../contract/errors.ts';
import { parseJson } from '../../collection/format/parse-json.ts';

export type DataRow = Record<string, unknown>;

/**
 * @param name of the file: its extension determines the format, else the content
 * @throws InvalidData, naming the line
 */
export function parseIterationData(text: string, name: string): DataRow[] {
  const content = text.replace(/^\uFEFF/, '');
  const isJson = /\.json$/i.test(name) || (!/\.csv$/i.test(name) && /^\s*\[/.test(content));
  const rows = isJson ? parseRows(content, name) : parseCsv(content, name);
  if (rows.length === 0) throw codedError('InvalidData', `${name} has no rows.`, 'Give it at least one.');
  return rows;
}

function parseRows(text: string, name: string): DataRow[] {
  const json = parseJson(text, name);
  if (!Array.isArray(json)) throw codedError('InvalidData', `${name} is not a list.`, 'Write [{"name": "value"}, …].');
  return json.map((row: unknown, index) => {
    // As in newman, an iteration without data.
    if (row === null) return {};
    if (typeof row === 'object' && !Array.isArray(row)) return row as DataRow;
    throw codedError('InvalidData', `Row ${index + 1} of ${name} is not an object.`, 'Write [{"name": "value"}, …].');
  });
}

/**
 * As in newman, unquoted values that look like numbers become numbers, values at the end of a row may be missing, and
 * a column without a name is called by the empty text.
 */
function parseCsv(text: string, name: string): DataRow[] {
  let columns: string[] = [];
  /** The line after the last complete row. The parser names the end of the file for a quote that is not closed. */
  let nextLine = 1;
  try {
    return parse(text, {
      columns: (header: string[]) => {
        nextLine = 2;
        return (columns = header);
      },
      delimiter: delimiterOf(text),
      cast: (value, { quoting, header }) => (quoting || header ? value : numberOrText(value)),
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (row: DataRow, { error, lines }) => {
        const values = (error?.['record'] ?? []) as unknown[];
        nextLine = lines + 1;
        if (values.length > columns.length) throw tooManyValues(columns.length, { line: lines, name });
        return row;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED';
    const problem = isOpen ? 'begins a row with a quoted value that has no end' : `cannot be read: ${error.message}`;
    throw codedError('InvalidData', `Line ${isOpen ? nextLine : Number(error['lines'])} of ${name} ${problem}.`);
  }
}

/** A comma, unless the first line has none but one of the other delimiters. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1);
  return [',', ';', '\t', '|'].find((delimiter) => first.includes(delimiter)) ?? ',';
}

/** Mostly a comma that is a part of a value without quotes: all values after it would be those of other columns. */
function tooManyValues(columns: number, { line, name }: { line: number; name: string }): Error {
  const problem = `Line ${line} of ${name} has more values than the ${columns} columns.`;
  return codedError('InvalidData', problem, 'Write a value that has a comma in double quotes.');
}

const PREVIEW_ROWS = 5;
const PREVIEW_COLUMNS = 50;
const PREVIEW_TEXT = 200;

/** The first rows, for the preview. */
export function previewData(rows: readonly DataRow[]): { total: number; columns: string[]; rows: string[][] } {
  const first = rows.slice(0, PREVIEW_ROWS);
  const columns = [...new Set(first.flatMap((row) => Object.keys(row)))].slice(0, PREVIEW_COLUMNS);
  const cell = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  return {
    total: rows.length,
    columns,
    rows: first.map((row) => columns.map((column) => cell(row[column]).slice(0, PREVIEW_TEXT))),
  };
}

/** As in newman, digits are read as a number even with leading zeros (007 is 7). */
function numberOrText(value: string): unknown {
  return Number(value) - parseFloat(value) + 1 >= 0 ? parseFloat(value) : value;
}
