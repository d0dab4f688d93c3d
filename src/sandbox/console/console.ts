import { consoleText } from '../../contract/scripts/console-value.ts';
import { MAX_GROUP_DEPTH } from '../../contract/scripts/guest-operations.ts';
import type { Channel } from '../channel.ts';
import { clip, inspect, isPlain, plainText } from './inspect.ts';
import { messageJson } from '../message-json.ts';
import { hasOwn, isArray, keysOf, now, PlainError, toJson, toText } from '../primordials.ts';
import { callerLine, correctStack } from '../script-position.ts';

type Level = 'log' | 'info' | 'warn' | 'error' | 'debug';
type Method = (...values: unknown[]) => void;

/**
 * The script's `console`: each call is one event of the run, with the line of the call. Texts and numbers are sent as
 * one text; if one value is an object, all of them are sent as data, so that objects can be expanded.
 */
export function createConsole(channel: Channel): Record<string, Method> {
  const { write, writeText, indent, ...output } = createOutput(channel);
  const group = output.method('log', (level, values, line) => {
    if (values.length > 0) write(level, values, line);
    indent(1);
  });
  const assertionFailed = output.method('error', write);
  return {
    log: output.method('log', write),
    info: output.method('info', write),
    warn: output.method('warn', write),
    error: output.method('error', write),
    debug: output.method('debug', write),
    dir: output.method('log', (level, [value], line) => write(level, [value], line)),
    table: output.method('log', (level, [rows, columns], line) => {
      const text = table(rows, columns);
      if (text === undefined) write(level, [rows], line);
      else writeText(level, text, line);
    }),
    clear: output.clear,
    group,
    groupCollapsed: group,
    groupEnd: () => indent(-1),
    ...createTimersAndCounts(output.method, writeText),
    assert: (condition, ...values) => {
      if (!condition) assertionFailed(values.length > 0 ? 'Assertion failed:' : 'Assertion failed', ...values);
    },
    trace: output.method('log', (level, values, line) => {
      const stack = correctStack(toText(new PlainError().stack)).split('\n').slice(1).join('\n');
      const texts = ['Trace:', ...values.map((value) => consoleText(inspect(value)))];
      write(level, [texts.join(' ') + `\n${stack}`], line);
    }),
  };
}

/** @param line of the script's call, where it is known */
type Write<T> = (level: Level, content: T, line: number | undefined) => void;
type CreateMethod = (level: Level, write: Write<readonly unknown[]>) => Method;

/** Sends output with the depth of its group and the line of the call. */
function createOutput(channel: Channel) {
  let depth = 0;
  let open = true;
  const method: CreateMethod = (level, write) => {
    const self: Method = (...values) => {
      // A script that has used up its output continues, without spending time on texts that nobody will read.
      if (open) write(level, values, callerLine(self));
    };
    return self;
  };
  const post: Write<string> = (level, content, line) => {
    const place = `${depth ? `,"depth":${depth}` : ''}${line ? `,"line":${line}` : ''}`;
    open = channel.output('console', `"level":"${level}",${content}${place}`);
  };
  return {
    method,
    write: ((level, values, line) => {
      const isText = values.every(isPlain);
      post(
        level,
        isText ? `"text":${toJson(formatted(values))}` : `"values":${messageJson(values.map(inspect))}`,
        line,
      );
    }) satisfies Write<readonly unknown[]>,
    writeText: ((level, text, line) => post(level, `"text":${toJson(clip(text))}`, line)) satisfies Write<string>,
    clear: () => void (open &&= channel.output('clear', '')),
    indent: (change: number) => void (depth = Math.min(MAX_GROUP_DEPTH, Math.max(0, depth + change))),
  };
}

function createTimersAndCounts(createMethod: CreateMethod, writeText: Write<string>): Record<string, Method> {
  const timers = new Map<string, number>();
  const counts = new Map<string, number>();
  const label = (name: unknown) => toText(name ?? 'default');
  const elapsed = (name: string, forget: boolean, line: number | undefined) => {
    const startMs = timers.get(name);
    if (startMs === undefined) return writeText('warn', `There is no timer "${name}".`, line);
    if (forget) timers.delete(name);
    writeText('log', `${name}: ${now() - startMs} ms`, line);
  };
  return {
    time: (name) => void timers.set(label(name), now()),
    timeLog: createMethod('log', (_level, [name], line) => elapsed(label(name), false, line)),
    timeEnd: createMethod('log', (_level, [name], line) => elapsed(label(name), true, line)),
    count: createMethod('log', (level, [name], line) => {
      const key = label(name);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      writeText(level, `${key}: ${counts.get(key)}`, line);
    }),
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
