/** Divides a run's entries into rows of one kind each, so that a list of any length renders only visible rows. */
import type { ProgramFailure, RunEventOf } from '../../../contract/runs/run-event.ts';
import { outcomeWord } from '../../../contract/runs/outcome-word.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { duration } from '../../ui/labels/duration.ts';
import { withoutColours } from './ansi-text.ts';
import { isProblem } from '../problems.ts';
import type { RunEntry, RunState, ProgramEntry, SingleEntry } from '../../../contract/runs/fold-run.ts';

/** The line of a script that a row is about. */
export interface RowPlace {
  line: number;
  /** The script: a file of the workspace, or that of a request that threw. Undefined where it is unknown. */
  script?: { path: string } | { error: RunEventOf<'script.error'>; runId: string };
}

export type ConsoleRow = { key: string; place?: RowPlace | undefined } & (
  | { kind: 'run'; run: RunState }
  | { kind: 'end'; run: RunState }
  | { kind: 'dropped'; count: number }
  /** The request to which the following rows belong. */
  | { kind: 'continued'; path: readonly string[]; isAgain: boolean }
  | { kind: 'command'; entry: ProgramEntry }
  | { kind: 'output'; stream: 'stdout' | 'stderr'; text: string }
  | { kind: 'failure'; failure: ProgramFailure }
  | { kind: 'single'; entry: SingleEntry; runId: string }
);

export const consoleFilters = ['all', 'errors', 'warnings', 'programs', 'http', 'log', 'tests'] as const;
export type ConsoleFilter = (typeof consoleFilters)[number];

/** Cached rows of the runs: only the current run is computed again. */
const cache = new WeakMap<RunState, { criteria: string; rows: ConsoleRow[] }>();

export function consoleRows(runs: readonly RunState[], filter: ConsoleFilter, search: string): ConsoleRow[] {
  const needle = search.trim().toLowerCase();
  const criteria = `${filter} ${needle}`;
  return runs.flatMap((run) => {
    const before = cache.get(run);
    if (before?.criteria === criteria) return before.rows;
    const rows: ConsoleRow[] = [{ key: run.runId, kind: 'run', run }];
    if (run.dropped > 0) rows.push({ key: `${run.runId} dropped`, kind: 'dropped', count: run.dropped });
    /** Paths of requests by their number; a request that a script has run is inside of that script's request. */
    const paths = new Map<number, readonly string[]>();
    let lastRequest: number | undefined;
    for (const entry of run.entries) {
      const heading = entry.kind === 'single' && entry.event.type === 'request.started' ? entry.event : undefined;
      if (heading && entry.request !== undefined) paths.set(entry.request, heading.path);
      if (heading ? filter !== 'all' : !passes(entry, filter)) continue;
      const key = `${run.runId} ${entry.seq}`;
      const entryLines = entryRows(entry, key, run);
      if (needle !== '' && !entryLines.some((row) => rowText(row).toLowerCase().includes(needle))) continue;
      if (!heading && entry.request !== undefined && entry.request !== lastRequest) {
        const path = paths.get(entry.request);
        if (path)
          entryLines.unshift({
            key: `${key} continued`,
            kind: 'continued',
            path,
            isAgain: filter === 'all' && needle === '',
          });
      }
      lastRequest = entry.request;
      rows.push(...entryLines);
    }
    if (run.status !== 'running') rows.push({ key: `${run.runId} end`, kind: 'end', run });
    cache.set(run, { criteria, rows });
    return rows;
  });
}

function passes(entry: RunEntry, filter: ConsoleFilter): boolean {
  const type = entry.kind === 'program' ? 'program' : entry.event.type;
  switch (filter) {
    case 'all':
      return true;
    case 'errors':
      return isProblem(entry);
    case 'warnings':
      return entry.kind === 'single' && entry.event.type === 'console' && entry.event.level === 'warn';
    case 'programs':
      return type === 'program' || type === 'program.refused';
    case 'http':
      return type === 'request.answered' || type === 'script.request';
    case 'log':
      return type === 'console';
    case 'tests':
      return type === 'test';
  }
}

function entryRows(entry: RunEntry, key: string, run: RunState): ConsoleRow[] {
  const place = placeOf(entry, run);
  if (entry.kind === 'single') return [{ key, kind: 'single', entry, runId: run.runId, place }];
  const failure = entry.finished?.failure;
  return [
    { key, kind: 'command', entry, place },
    ...entry.output.map((item, index) => ({ key: `${key} ${index}`, kind: 'output' as const, place, ...item })),
    ...(failure ? [{ key: `${key} failure`, kind: 'failure' as const, place, failure }] : []),
  ];
}

function placeOf(entry: RunEntry, { runId, scriptName }: RunState): RowPlace | undefined {
  const event = entry.kind === 'program' ? entry.started : entry.event;
  const line = 'error' in event ? event.error?.line : 'line' in event ? event.line : undefined;
  if (line === undefined) return undefined;
  // What a script file does belongs to no request.
  if (entry.request === undefined) return { line, script: { path: scriptName } };
  return event.type === 'script.error' && event.script ? { line, script: { error: event, runId } } : { line };
}

/** The text of a row for searching and copying. */
export function rowText(row: ConsoleRow): string {
  switch (row.kind) {
    case 'run':
      return `▸ ${row.run.scriptName}`;
    case 'end':
      return outcomeText(row.run);
    case 'dropped':
      return `${row.count} older lines dropped`;
    case 'continued':
      return `▸ ${row.path.join(' / ')}${row.isAgain ? ' (continued)' : ''}`;
    case 'command':
      return `$ ${row.entry.started.command}`;
    case 'output':
      return withoutColours(row.text);
    case 'failure':
      return `${row.failure.message} ${row.failure.remedy}`.trim();
    case 'single':
      return singleText(row.entry);
  }
}

/** What the button that copies a command says. */
export const copyHint = ({ cwd, masked }: ProgramEntry['started']): string =>
  masked
    ? 'Copy with the secrets masked. “Show secrets” above the console shows and copies them.'
    : `Copy; paste it in ${visibleText(cwd)}`;

function singleText({ event }: SingleEntry): string {
  switch (event.type) {
    case 'console':
      return event.text;
    case 'test':
      return `${event.state} ${event.name}${event.error ? `\n${event.error.name}: ${event.error.message}` : ''}`;
    case 'script.error':
      return [`${event.error.name}: ${event.error.message}`, event.error.frame].filter(Boolean).join('\n');
    case 'request.started':
      return `▸ ${event.path.join(' / ')}`;
    case 'request.answered':
    case 'script.request':
      return `${event.method} ${event.url} ${event.status ?? failureText(event.failure)}`;
    case 'program.refused':
      return `${event.file}: ${event.failure.message} ${event.failure.remedy}`.trim();
  }
}

const failureText = (failure: string | { message: string } | undefined): string =>
  typeof failure === 'object' ? failure.message : (failure ?? '');

const words: Record<RunState['status'], string> = {
  running: 'running',
  passed: 'passed',
  failed: 'failed',
  error: 'ended with an error',
  timeout: 'ended by its timeout',
  stopped: 'stopped',
};

export function outcomeText(run: RunState): string {
  const { passed, failed, skipped } = run.tests;
  const counts = [`${passed} passed`, `${failed} failed`, ...(skipped > 0 ? [`${skipped} skipped`] : [])].join(', ');
  const tests = passed + failed + skipped > 0 ? ` · tests: ${counts}` : '';
  const isWithoutTests = run.status === 'passed' && passed === 0;
  const outcome = isWithoutTests ? (onlyStatus(run) ?? outcomeWord(run.status, passed)) : words[run.status];
  return `${outcome}${tests} · ${duration(run.durationMs ?? 0)}`;
}

/** The status of the response, for a run that has sent one request. */
function onlyStatus({ entries, dropped }: RunState): string | undefined {
  const events = entries.flatMap((entry) => (entry.kind === 'single' ? [entry.event] : []));
  const [response, another] = events.filter(({ type }) => type === 'request.answered');
  if (dropped > 0 || another || response?.type !== 'request.answered' || response.status === undefined)
    return undefined;
  return `${response.status} ${response.statusText ?? ''}`.trim();
}
