/** Lists of breakpoints after a change, without the store that holds them. */
import { MAX_BREAKPOINTS } from '../../../contract/debugger/breakpoint.ts';
import type { Breakpoint, BreakpointState } from '../../../contract/debugger/debugger-calls.ts';
import { codedError } from '../../../contract/errors.ts';
import { hostScript, isSameScript, type ScriptRef } from '../../collection/script-ref.ts';
import type { StoredBreakpoint } from './breakpoints.ts';

type Breakpoints = readonly StoredBreakpoint[];

export const breakpointAt = (
  breakpoints: Breakpoints,
  { script, line }: Pick<StoredBreakpoint, 'script' | 'line'>,
): StoredBreakpoint | undefined => breakpoints.find((one) => one.line === line && isSameScript(one.script, script));

/** A breakpoint that replaces another one of its line takes over the id. @throws InvalidParams when there are too many */
export function withBreakpoint(breakpoints: Breakpoints, added: Omit<StoredBreakpoint, 'id'>): StoredBreakpoint[] {
  const replaced = breakpointAt(breakpoints, added);
  const others = breakpoints.filter((one) => one !== replaced);
  if (others.length >= MAX_BREAKPOINTS) {
    const message = `A workspace has at most ${MAX_BREAKPOINTS} breakpoints.`;
    throw codedError('InvalidParams', message, 'Remove some of them first.');
  }
  return [...others, { ...added, id: replaced?.id ?? crypto.randomUUID() }];
}

/** @param lines the new lines of one script, by id; of two breakpoints that come to one line, the first stays */
export function withMovedLines(
  breakpoints: Breakpoints,
  script: ScriptRef,
  lines: ReadonlyMap<string, number>,
): StoredBreakpoint[] {
  const used = new Set<number>();
  return breakpoints.flatMap((one) => {
    if (!isSameScript(one.script, script)) return [one];
    const line = lines.get(one.id) ?? one.line;
    if (used.has(line)) return [];
    used.add(line);
    return [{ ...one, line }];
  });
}

/** The scripts of a request or folder that got another id, and of what is below it. @returns the same list when it has none */
export function withRenamedScripts(breakpoints: Breakpoints, from: string, to: string): Breakpoints {
  const renamed = ({ script }: StoredBreakpoint): ScriptRef | undefined => {
    if (typeof script === 'string' || from === '') return undefined;
    const { id } = script;
    return id === from || id.startsWith(`${from}/`) ? { ...script, id: to + id.slice(from.length) } : undefined;
  };
  if (!breakpoints.some(renamed)) return breakpoints;
  return breakpoints.map((one) => ({ ...one, script: renamed(one) ?? one.script }));
}

/** @param sentId the open request that is debugged: the host does not know the id of a request without a file */
export const enabledBreakpoints = (breakpoints: Breakpoints, sentId: string | undefined): Breakpoint[] =>
  breakpoints.flatMap(({ disabled, ...one }) => {
    if (disabled) return [];
    const script = hostScript(one.script, sentId);
    return script ? [{ ...one, script }] : [];
  });

/** Each process of a run reports the same breakpoints: one that has no code there does not hide one that has. */
export function withReportedStates(
  states: Readonly<Record<string, BreakpointState>>,
  reported: readonly BreakpointState[],
): Record<string, BreakpointState> {
  const next = { ...states };
  for (const state of reported) {
    const known = next[state.id];
    if (!known || state.line !== null || state.problem !== null) next[state.id] = state;
  }
  return next;
}
