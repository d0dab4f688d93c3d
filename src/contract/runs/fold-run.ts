/** Builds the state that the console shows from the events of a run: a pure reducer. */
import type { RunEvent, RunEventBody, RunEventOf, RunOutcome } from './run-event.ts';

export interface OutputLine {
  stream: 'stdout' | 'stderr';
  text: string;
}
/** What an entry has of the event that began it. */
interface EntryOrigin {
  /** Identifies the entry within its run. */
  seq: number;
  at: string;
  /** Number of the request that the entry belongs to; see RunEvent. */
  request?: number | undefined;
}
export interface ProgramEntry extends EntryOrigin {
  kind: 'program';
  /** `masked`: a secret in it is masked. */
  started: RunEventOf<'program.started'> & { masked?: true | undefined };
  output: OutputLine[];
  finished?: RunEventOf<'program.finished'>;
}
type SingleEvent = Extract<
  RunEventBody,
  {
    type:
      | 'console'
      | 'test'
      | 'script.error'
      | 'script.request'
      | 'request.started'
      | 'request.answered'
      | 'program.refused';
  }
>;
export interface SingleEntry extends EntryOrigin {
  kind: 'single';
  event: SingleEvent;
}
export type RunEntry = ProgramEntry | SingleEntry;

/** A wait of a script for a notification; `at` is the time of its latest event. */
export type WebhookWait = RunEventOf<'webhook.waiting'> & Pick<RunEvent, 'at' | 'request'>;

export interface RunState {
  runId: string;
  scriptName: string;
  startedAt: string;
  status: 'running' | RunOutcome;
  durationMs?: number;
  tests: { passed: number; failed: number; skipped: number };
  /** The number of scripts that threw, and the first of them. */
  scriptErrors: { count: number; first?: RunEventOf<'script.error'> };
  /** In the order in which they began; the output of a program is part of its call. */
  entries: RunEntry[];
  /** The present waits of its scripts. */
  waits: WebhookWait[];
  /** HTML from pm.visualizer. */
  visualization?: string;
  /** A response while it arrives. */
  live?: { status: number; statusText: string; contentType: string; text: string; bytes: number };
  /** The number of entries and output lines that were dropped to bound the memory. */
  dropped: number;
  /** Characters of the entries. */
  size: number;
}

/** Limits for the entries of one run: their number, and their characters. Older ones are dropped and counted. */
export const MAX_ENTRIES = 20_000;
export const MAX_CHARACTERS = 32 * 1024 * 1024;
const MAX_OUTPUT_LINES = 5_000;

export function newRun(runId: string): RunState {
  return {
    runId,
    scriptName: '',
    startedAt: '',
    status: 'running',
    tests: { passed: 0, failed: 0, skipped: 0 },
    scriptErrors: { count: 0 },
    entries: [],
    waits: [],
    dropped: 0,
    size: 0,
  };
}

/**
 * Applies events and returns a new state. Changed entries are replaced and all others keep their identity, so that a
 * list can be redrawn by comparing references. A batch of events costs one copy of the list.
 */
export function foldRuns(state: RunState, events: readonly RunEvent[]): RunState {
  const next = { ...state, entries: [...state.entries], tests: { ...state.tests } };
  for (const event of events) foldInto(next, event);
  return next;
}

function foldInto(state: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case 'run.started':
      state.scriptName = event.scriptName;
      state.startedAt = event.at;
      break;
    case 'program.started':
      add(state, { kind: 'program', ...originOf(event), started: event, output: [] });
      break;
    case 'program.output':
      changeProgram(state, event.callId, (entry) => appendOutput(state, entry, event));
      break;
    case 'program.finished':
      changeProgram(state, event.callId, (entry) => ({ ...entry, finished: event }));
      break;
    case 'test':
      state.tests[event.state] += 1;
      add(state, { kind: 'single', ...originOf(event), event });
      break;
    case 'script.error':
      state.scriptErrors = { count: state.scriptErrors.count + 1, first: state.scriptErrors.first ?? event };
      add(state, { kind: 'single', ...originOf(event), event });
      break;
    case 'console':
    case 'script.request':
    case 'request.started':
    case 'request.answered':
    case 'program.refused':
      add(state, { kind: 'single', ...originOf(event), event });
      break;
    case 'console.cleared':
      clearConsole(state);
      break;
    case 'response.started': {
      const { status, statusText, contentType } = event;
      state.live = { status, statusText, contentType, text: '', bytes: 0 };
      break;
    }
    case 'response.chunk':
      if (state.live) state.live = { ...state.live, text: state.live.text + event.text, bytes: event.bytes };
      break;
    case 'webhook.waiting':
      state.waits = withWait(state.waits, event);
      break;
    case 'webhook.waited':
      state.waits = state.waits.filter(({ waitId }) => waitId !== event.waitId);
      break;
    case 'visualization':
      state.visualization = event.html;
      break;
    case 'run.finished':
      state.status = event.outcome;
      state.durationMs = event.durationMs;
      state.waits = [];
      break;
  }
  dropOldest(state);
  return state;
}

const originOf = ({ seq, at, request }: RunEvent): EntryOrigin => ({ seq, at, request });

/** A known wait keeps its position. */
function withWait(waits: readonly WebhookWait[], wait: WebhookWait): WebhookWait[] {
  const index = waits.findIndex(({ waitId }) => waitId === wait.waitId);
  return index < 0 ? [...waits, wait] : waits.with(index, wait);
}

function add(state: RunState, entry: RunEntry): void {
  state.entries.push(entry);
  state.size += sizeOf(entry);
}

function clearConsole(state: RunState): void {
  state.entries = state.entries.filter((entry) => entry.kind === 'program' || entry.event.type !== 'console');
  state.size = state.entries.reduce((sum, entry) => sum + sizeOf(entry), 0);
}

/** The newest entry is kept, whatever its size. */
function dropOldest(state: RunState): void {
  let surplus = Math.max(0, state.entries.length - MAX_ENTRIES);
  let size = state.size;
  for (const [index, entry] of state.entries.entries()) {
    if (index >= surplus && (size <= MAX_CHARACTERS || index === state.entries.length - 1)) break;
    size -= sizeOf(entry);
    surplus = Math.max(surplus, index + 1);
  }
  if (surplus === 0) return;
  state.entries.splice(0, surplus);
  state.dropped += surplus;
  state.size = size;
}

/** Characters of the members that can be long. */
function sizeOf(entry: RunEntry): number {
  if (entry.kind === 'program') return entry.output.reduce((sum, { text }) => sum + text.length, 0);
  const { event } = entry;
  if (event.type === 'console') return event.text.length;
  const error = 'error' in event ? event.error : undefined;
  return (error?.message.length ?? 0) + (error?.stack?.length ?? 0);
}

function changeProgram(state: RunState, callId: number, change: (entry: ProgramEntry) => ProgramEntry): void {
  const index = state.entries.findLastIndex((entry) => entry.kind === 'program' && entry.started.callId === callId);
  const entry = state.entries[index];
  if (entry?.kind !== 'program') return;
  const changed = change(entry);
  state.entries[index] = changed;
  // Output is appended, and its oldest lines are dropped.
  if (changed.output !== entry.output) state.size += sizeOf(changed) - sizeOf(entry);
}

function appendOutput(state: RunState, entry: ProgramEntry, event: RunEventOf<'program.output'>): ProgramEntry {
  const lines = event.text.replace(/\r?\n$/, '').split(/\r?\n/);
  const output = [...entry.output, ...lines.map((text) => ({ stream: event.stream, text }))];
  const surplus = Math.max(0, output.length - MAX_OUTPUT_LINES);
  state.dropped += surplus;
  return { ...entry, output: surplus > 0 ? output.slice(surplus) : output };
}
