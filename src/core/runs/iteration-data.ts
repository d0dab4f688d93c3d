/** The data of a run: a row for each iteration, from CSV or JSON. */
import Papa from 'papaparse';
import { codedError } from '../../contract/errors.ts';
import { MAX_NESTING } from '../collection/limits.ts';
import { isNestedDeeper } from '../collection/nesting.ts';

export type DataRow = Record<string, unknown>;

/**
 * @param name of the file: its extension decides, else what is in it
 * @throws InvalidData, naming the line
 */
export function parseIterationData(text: string, name: string): DataRow[] {
  const content = text.replace(/^\uFEFF/, '');
  const isJson = /\.json$/i.test(name) || (!/\.csv$/i.test(name) && /^\s*\[/.test(content));
  const rows = isJson ? parseJson(content, name) : parseCsv(content, name);
  if (rows.length === 0) throw codedError('InvalidData', `${name} has no rows.`, 'Give it at least one.');
  return rows;
}

function parseJson(text: string, name: string): DataRow[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw codedError('InvalidData', `${name} is no JSON: ${(error as Error).message}`);
  }
  if (isNestedDeeper(json, MAX_NESTING)) {
    throw codedError('InvalidData', `The values of ${name} are nested more than ${MAX_NESTING} levels deep.`);
  }
  if (!Array.isArray(json)) throw codedError('InvalidData', `${name} is no list.`, 'Write [{"name": "value"}, …].');
  json.forEach((row: unknown, index) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      throw codedError('InvalidData', `Row ${index + 1} of ${name} is no object.`, 'Write [{"name": "value"}, …].');
    }
  });
  return json as DataRow[];
}

function parseCsv(text: string, name: string): DataRow[] {
  const { data, errors, meta } = Papa.parse<DataRow>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (header) => header.trim(),
    transform: valueOf as (value: string) => string,
  });
  const [problem] = errors.filter(({ code }) => code !== 'UndetectableDelimiter');
  if (problem) {
    // Rows are counted from 0 without the header; people count lines with it.
    const line = (problem.row ?? 0) + 2;
    const what: Record<string, string> = {
      TooFewFields: `has fewer values than the ${meta.fields?.length ?? 0} columns`,
      TooManyFields: `has more values than the ${meta.fields?.length ?? 0} columns`,
      MissingQuotes: 'begins a quoted value that has no end',
      InvalidQuotes: 'has a quote in the middle of a value',
    };
    throw codedError('InvalidData', `Line ${line} of ${name} ${what[problem.code] ?? problem.message}.`);
  }
  if (meta.fields?.some((field) => field === '')) {
    throw codedError('InvalidData', `A column of ${name} has no name.`, 'Its first line names the columns.');
  }
  return data;
}

const PREVIEW_ROWS = 5;
const PREVIEW_COLUMNS = 50;
const PREVIEW_TEXT = 200;

/** The first rows, for looking at. */
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

/** As newman reads it: without the blanks around it, and a number wherever it begins as the number that it is (007 is 7). */
function valueOf(field: string): unknown {
  const text = field.trim();
  return Number(text) - parseFloat(text) + 1 >= 0 ? parseFloat(text) : text;
}
