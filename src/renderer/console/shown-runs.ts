/** The states of runs, with their secrets masked or shown. */
import { foldRuns, type RunState } from '../../contract/runs/fold-run.ts';
import type { RunEvent } from '../../contract/runs/run-event.ts';

export interface ShownRuns {
  /** The oldest first. */
  runs: RunState[];
  /** Whether `runs` shows secrets; otherwise they are masked. */
  showsSecrets: boolean;
  /** By id, the runs in whose texts secrets occur: masked while `runs` shows them, and otherwise with them. */
  otherRuns: ReadonlyMap<string, RunState>;
}

/** `isIn`: the states of its run that an event is a part of. */
export interface ArrivedEvent {
  event: RunEvent;
  isIn: 'masked' | 'unmasked' | 'both';
}

export function withEvents(shown: ShownRuns, arrived: readonly ArrivedEvent[]): Partial<ShownRuns> {
  const otherRuns = new Map(shown.otherRuns);
  const [kind, otherKind] = shown.showsSecrets ? (['unmasked', 'masked'] as const) : (['masked', 'unmasked'] as const);
  const runs = shown.runs.map((run) => {
    const runEvents = arrived.filter(({ event }) => event.runId === run.runId);
    if (runEvents.length === 0) return run;
    // Until a secret occurs, both states are the same.
    const other = otherRuns.get(run.runId) ?? (runEvents.every(({ isIn }) => isIn === 'both') ? undefined : run);
    if (other) otherRuns.set(run.runId, foldRuns(other, eventsIn(runEvents, otherKind)));
    return foldRuns(run, eventsIn(runEvents, kind));
  });
  return { runs, otherRuns };
}

const eventsIn = (arrived: readonly ArrivedEvent[], kind: 'masked' | 'unmasked'): RunEvent[] =>
  arrived.flatMap(({ event, isIn }) => (isIn === 'both' || isIn === kind ? [event] : []));

/** Shows the secrets that were masked, or masks them. */
export function withOtherRuns({ runs, otherRuns, showsSecrets }: ShownRuns): ShownRuns {
  return {
    runs: runs.map((run) => otherRuns.get(run.runId) ?? run),
    otherRuns: new Map(runs.flatMap((run) => (otherRuns.has(run.runId) ? [[run.runId, run]] : []))),
    showsSecrets: !showsSecrets,
  };
}

export function changeRun(shown: ShownRuns, id: string, change: (run: RunState) => RunState): Partial<ShownRuns> {
  const changed = (run: RunState) => (run.runId === id ? change(run) : run);
  return {
    runs: shown.runs.map(changed),
    otherRuns: new Map([...shown.otherRuns].map(([runId, run]) => [runId, changed(run)])),
  };
}

export function keepRuns(shown: ShownRuns, isKept: (run: RunState) => boolean): Partial<ShownRuns> {
  const runs = shown.runs.filter(isKept);
  const ids = new Set(runs.map(({ runId }) => runId));
  return { runs, otherRuns: new Map([...shown.otherRuns].filter(([runId]) => ids.has(runId))) };
}
