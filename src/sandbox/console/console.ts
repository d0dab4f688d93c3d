import { consoleText } from '../../contract/scripts/console-value.ts';
import type { Channel } from '../channel.ts';
import { clip, inspect, isPlain, plainText } from './inspect.ts';
import { keysOf, now, PlainError, toText } from '../primordials.ts';
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

const MAX_DEPTH = 20;

/** Sends output with the depth of its group and the line of the call. */
function createOutput(channel: Channel) {
  let depth = 0;
  let open = true;
  const post = (level: Level, content: Record<string, unknown>) => {
    const line = callerLine();
    open = channel.output({ t: 'console', level, ...content, ...(depth ? { depth } : {}), ...(line ? { line } : {}) });
  };
  return {
    write(level: Level, values: readonly unknown[]) {
      // A script that has used up its output continues, without spending time on texts that nobody will read.
      if (!open) return;
      if (values.every(isPlain)) return post(level, { text: formatted(values) });
      post(level, { values: values.map(inspect) });
    },
    writeText(level: Level, text: string) {
      if (open) post(level, { text: clip(text) });
    },
    clear: () => void (open &&= channel.output({ t: 'clear' })),
    indent: (change: number) => void (depth = Math.min(MAX_DEPTH, Math.max(0, depth + change))),
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
  if (typeof first !== 'string' || others.length === 0 || !first.includes('%')) return values.map(plainText).join(' ');
  let next = 0;
  const text = first.replace(/%([sdifjoOc%])/g, (all, kind: string) => {
    if (kind === '%') return '%';
    if (next >= others.length) return all;
    const value = others[next++];
    if (kind === 'c') return '';
    if (kind === 'd' || kind === 'f') return toText(Number(value));
    return kind === 'i' ? toText(Math.trunc(Number(value))) : plainText(value);
  });
  return clip([text, ...others.slice(next).map(plainText)].join(' '));
}

const MAX_ROWS = 200;

/** Rows and columns of an array or object of objects; undefined where the data is not tabular. */
function table(data: unknown, columnNames: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const rows = keysOf(data).slice(0, MAX_ROWS);
  const cell = (value: unknown) =>
    isPlain(value) ? plainText(value) : consoleText(inspect(value)).replaceAll('\n', ' ').slice(0, 60);
  const columns = new Set<string>();
  const lines = rows.map((row) => {
    const item = (data as Record<string, unknown>)[row];
    const cells = new Map<string, string>();
    if (typeof item === 'object' && item !== null) {
      for (const key of keysOf(item)) {
        cells.set(key, cell((item as Record<string, unknown>)[key]));
        columns.add(key);
      }
    } else {
      cells.set('Values', cell(item));
      columns.add('Values');
    }
    return { row, cells };
  });
  const chosenColumns = Array.isArray(columnNames) ? columnNames.map(toText) : [...columns];
  const all = [
    ['(index)', ...chosenColumns],
    ...lines.map(({ row, cells }) => [row, ...chosenColumns.map((c) => cells.get(c) ?? '')]),
  ];
  const widths = ['(index)', ...chosenColumns].map((_, column) =>
    Math.max(...all.map((line) => line[column]?.length ?? 0)),
  );
  const draw = (line: string[]) => `│ ${line.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' │ ')} │`;
  const rule = (a: string, b: string, c: string) => a + widths.map((width) => '─'.repeat(width + 2)).join(b) + c;
  return [
    rule('┌', '┬', '┐'),
    draw(all[0] ?? []),
    rule('├', '┼', '┤'),
    ...all.slice(1).map(draw),
    rule('└', '┴', '┘'),
  ].join('\n');
}
