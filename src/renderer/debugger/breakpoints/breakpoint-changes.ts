/** Computes lists of breakpoints after changes, without the store. */
import { MAX_BREAKPOINTS } from '../../../contract/debugger/breakpoint.ts';
import type { Breakpoint, BreakpointState } from '../../../contract/debugger/debugger-calls.ts';
import { codedError } from '../../../contract/errors.ts';
import { movedId } from '../../collection/item-path.ts';
import { hostScript, isSameScript, type ScriptRef } from '../../collection/script-ref.ts';
import type { StoredBreakpoint } from './breakpoints.ts';

type Breakpoints = readonly StoredBreakpoint[];

export const breakpointAt = (
  breakpoints: Breakpoints,
  { script, line }: Pick<StoredBreakpoint, 'script' | 'line'>,
): StoredBreakpoint | undefined =>
  breakpoints.find((breakpoint) => breakpoint.line === line && isSameScript(breakpoint.script, script));

/** A breakpoint that replaces another one of its line gets its id. @throws InvalidParams when there are too many */
export function withBreakpoint(breakpoints: Breakpoints, added: Omit<StoredBreakpoint, 'id'>): StoredBreakpoint[] {
  const replacedBreakpoint = breakpointAt(breakpoints, added);
  const others = breakpoints.filter((breakpoint) => breakpoint !== replacedBreakpoint);
  if (others.length >= MAX_BREAKPOINTS) {
    const message = `A workspace has at most ${MAX_BREAKPOINTS} breakpoints.`;
    throw codedError('InvalidParams', message, 'Remove some of them first.');
  }
  return [...others, { ...added, id: replacedBreakpoint?.id ?? crypto.randomUUID() }];
}

/** @param lines the new lines of one script, by id; of two breakpoints on one line, the first is kept */
export function withMovedLines(
  breakpoints: Breakpoints,
  script: ScriptRef,
  lines: ReadonlyMap<string, number>,
): StoredBreakpoint[] {
  const usedLines = new Set<number>();
  return breakpoints.flatMap((breakpoint) => {
    if (!isSameScript(breakpoint.script, script)) return [breakpoint];
    const line = lines.get(breakpoint.id) ?? breakpoint.line;
    if (usedLines.has(line)) return [];
    usedLines.add(line);
    return [{ ...breakpoint, line }];
  });
}

/**
 * Renames the scripts of a request or folder whose id has changed, and of items below it. @returns the same list when
 * there are none
 */
export function withRenamedScripts(breakpoints: Breakpoints, from: string, to: string): Breakpoints {
  const renamedScript = ({ script }: StoredBreakpoint): ScriptRef | undefined => {
    if (typeof script === 'string' || from === '') return undefined;
    const id = movedId(script.id, { from, to });
    return id === script.id ? undefined : { ...script, id };
  };
  if (!breakpoints.some(renamedScript)) return breakpoints;
  return breakpoints.map((breakpoint) => ({ ...breakpoint, script: renamedScript(breakpoint) ?? breakpoint.script }));
}

/** @param sentId the open request that is being debugged: the host does not know the id of a request without a file */
export const enabledBreakpoints = (breakpoints: Breakpoints, sentId: string | undefined): Breakpoint[] =>
  breakpoints.flatMap(({ disabled, ...breakpoint }) => {
    if (disabled) return [];
    const script = hostScript(breakpoint.script, sentId);
    return script ? [{ ...breakpoint, script }] : [];
  });

/** Each process of a run reports the same breakpoints; one without code there must not hide one that has it. */
export function withReportedStates(
  states: Readonly<Record<string, BreakpointState>>,
  reported: readonly BreakpointState[],
): Record<string, BreakpointState> {
  const next = { ...states };
  for (const state of reported) {
    const current = next[state.id];
    if (!current || state.line !== null || state.problem !== null) next[state.id] = state;
  }
  return next;
}

/** The reported states without those of removed breakpoints, and of those whose condition or log text has changed. */
export function stillValidStates(
  states: Readonly<Record<string, BreakpointState>>,
  before: Breakpoints,
  after: Breakpoints,
): Record<string, BreakpointState> {
  const previous = new Map(before.map((breakpoint) => [breakpoint.id, breakpoint]));
  const unchanged = after.filter(
    ({ id, condition, log }) => previous.get(id)?.condition === condition && previous.get(id)?.log === log,
  );
  return Object.fromEntries(unchanged.flatMap(({ id }) => (states[id] ? [[id, states[id]]] : [])));
}
