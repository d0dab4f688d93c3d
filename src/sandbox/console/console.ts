import { consoleText } from '../../contract/scripts/console-value.ts';
import { MAX_GROUP_DEPTH } from '../../contract/scripts/guest-operations.ts';
import type { Channel } from '../channel.ts';
import { clip, inspect, isPlain, plainText } from './inspect.ts';
import { hasOwn, isArray, keysOf, now, PlainError, toText } from '../primordials.ts';
import { callerLine, correctStack } from '../script-position.ts';

type Level = 'log' | 'info' | 'warn' | 'error' | 'debug';
type Method = (...values: unknown[]) => void;

/**
 * The script's `console`: each call is one event of the run, with the line of the call. Texts and numbers are sent as
 * one text; if one value is an object, all of them are sent as data, so that objects can be expanded.
 */
export function createConsole(channel: Channel): Record<string, Method> {
  const output = createOutput(channel);
  const { write, writeText } = output;
  const openGroup: Method = (...values) => {
    if (values.length > 0) write('log', values);
    output.indent(1);
  };
  return {
    log: (...values) => write('log', values),
    info: (...values) => write('info', values),
    warn: (...values) => write('warn', values),
    error: (...values) => write('error', values),
    debug: (...values) => write('debug', values),
    dir: (value) => write('log', [value]),
    table: (rows, columns) => {
      const text = table(rows, columns);
      if (text === undefined) write('log', [rows]);
      else writeText('log', text);
    },
    clear: output.clear,
    group: (...values) => openGroup(...values),
    groupCollapsed: (...values) => openGroup(...values),
    groupEnd: () => output.indent(-1),
    ...createTimersAndCounts(writeText),
    assert: (condition, ...values) => {
      if (condition) return;
      write('error', [values.length > 0 ? 'Assertion failed:' : 'Assertion failed', ...values]);
    },
    trace: (...values) => {
      const stack = correctStack(toText(new PlainError().stack)).split('\n').slice(1).join('\n');
      write('log', [['Trace:', ...values.map((value) => consoleText(inspect(value)))].join(' ') + `\n${stack}`]);
    },
  };
}

/** Sends output with the depth of its group and the line of the call. */
function createOutput(channel: Channel) {
  let depth = 0;
  let open = true;
  /** @param method the function below which the script is in the stack */
  const post = (level: Level, content: Record<string, unknown>, method: typeof write | typeof writeText) => {
    const line = callerLine(method);
    open = channel.output({ t: 'console', level, ...content, ...(depth ? { depth } : {}), ...(line ? { line } : {}) });
  };
  function write(level: Level, values: readonly unknown[]) {
    // A script that has used up its output continues, without spending time on texts that nobody will read.
    if (!open) return;
    const content = values.every(isPlain) ? { text: formatted(values) } : { values: values.map(inspect) };
    post(level, content, write);
  }
  function writeText(level: Level, text: string) {
    if (open) post(level, { text: clip(text) }, writeText);
  }
  return {
    write,
    writeText,
    clear: () => void (open &&= channel.output({ t: 'clear' })),
    indent: (change: number) => void (depth = Math.min(MAX_GROUP_DEPTH, Math.max(0, depth + change))),
  };
}

function createTimersAndCounts(writeText: (level: Level, text: string) => void): Record<string, Method> {
  const timers = new Map<string, number>();
  const counts = new Map<string, number>();
  const label = (name: unknown) => toText(name ?? 'default');
  const elapsed = (name: string, forget: boolean) => {
    const startMs = timers.get(name);
    if (startMs === undefined) return writeText('warn', `There is no timer "${name}".`);
    if (forget) timers.delete(name);
    writeText('log', `${name}: ${now() - startMs} ms`);
  };
  return {
    time: (name) => void timers.set(label(name), now()),
    timeLog: (name) => elapsed(label(name), false),
    timeEnd: (name) => elapsed(label(name), true),
    count: (name) => {
      const key = label(name);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      writeText('log', `${key}: ${counts.get(key)}`);
    },
    countReset: (name) => void counts.delete(label(name)),
  };
}

/** Formats `%s`, `%d`, `%i`, `%f`, `%j`, `%o` in the first text with the following values, like every console. */
function formatted(values: readonly unknown[]): string {
  const [first, ...others] = values;
  if (typeof first !== 'string' || others.length === 0 || !first.includes('%'))
    return values.map((value) => plainText(value)).join(' ');
  let next = 0;
  const text = first.replace(/%([sdifjoOc%])/g, (all, kind: string) => {
    if (kind === '%') return '%';
    if (next >= others.length) return all;
    const value = others[next++];
    if (kind === 'c') return '';
    if (kind === 'd' || kind === 'f') return toText(Number(value));
    return kind === 'i' ? toText(Math.trunc(Number(value))) : plainText(value);
  });
  return clip([text, ...others.slice(next).map((value) => plainText(value))].join(' '));
}

const MAX_ROWS = 200;
const MAX_COLUMNS = 50;
/** Characters of a text or a number. */
const MAX_CELL = 200;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The column of rows that are not objects. */
const VALUES = 'Values';

/** The names of the columns; one more than are drawn where there are more. */
function columnsOf(items: readonly unknown[]): string[] {
  const columns = new Set<string>();
  for (const item of items) {
    for (const column of isObject(item) ? keysOf(item) : [VALUES]) {
      columns.add(column);
      if (columns.size > MAX_COLUMNS) return [...columns];
    }
  }
  return [...columns];
}

/** Rows and columns of an array or object of objects; undefined where the data is not tabular. */
function table(data: unknown, columnNames: unknown): string | undefined {
  if (!isObject(data)) return undefined;
  const allRows = keysOf(data);
  const rows = allRows.slice(0, MAX_ROWS);
  const items = rows.map((row) => data[row]);
  const allColumns = isArray(columnNames) ? columnNames.map(toText) : columnsOf(items);
  const columns = allColumns.slice(0, MAX_COLUMNS);
  const cell = (value: unknown) =>
    isPlain(value) ? plainText(value, MAX_CELL) : consoleText(inspect(value)).replaceAll('\n', ' ').slice(0, 60);
  const cellOf = (item: unknown, column: string): string => {
    if (!isObject(item)) return column === VALUES ? cell(item) : '';
    return hasOwn(item, column) ? cell(item[column]) : '';
  };
  const drawing = drawTable([
    ['(index)', ...columns],
    ...rows.map((row, index) => [row, ...columns.map((column) => cellOf(items[index], column))]),
  ]);
  const moreRows = allRows.length > rows.length ? [`… ${allRows.length - rows.length} more rows`] : [];
  const moreColumns = allColumns.length > columns.length ? ['… more columns'] : [];
  return [drawing, ...moreRows, ...moreColumns].join('\n');
}

function drawTable(lines: readonly string[][]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const draw = (line: string[]) => `│ ${line.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' │ ')} │`;
  const rule = (a: string, b: string, c: string) => a + widths.map((width) => '─'.repeat(width + 2)).join(b) + c;
  return [
    rule('┌', '┬', '┐'),
    draw(lines[0] ?? []),
    rule('├', '┼', '┤'),
    ...lines.slice(1).map(draw),
    rule('└', '┴', '┘'),
  ].join('\n');
}
