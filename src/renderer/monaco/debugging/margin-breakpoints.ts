/** The appearance of breakpoints in the margin of a script editor. */
import type { BreakpointState } from '../../../contract/debugger/debugger-calls.ts';
import { isSameScript, type ScriptRef } from '../../collection/script-ref.ts';
import type { BreakpointStore } from '../../debugger/breakpoints/breakpoint-store.ts';
import type { MarginBreakpoint } from './breakpoint-margin.ts';

type Breakpoint = BreakpointStore['breakpoints'][number];

/** @param states actual locations of the breakpoints in the debugged run, by their ids; empty without one */
export const marginBreakpoints = (
  breakpoints: readonly Breakpoint[],
  states: Readonly<Record<string, BreakpointState>>,
  script: ScriptRef,
): MarginBreakpoint[] =>
  breakpoints
    .filter((breakpoint) => isSameScript(breakpoint.script, script))
    .map((breakpoint) => ({
      id: breakpoint.id,
      line: breakpoint.line,
      appearance: lookOf(breakpoint, states[breakpoint.id]),
      hint: hintOf(breakpoint, states[breakpoint.id]),
    }));

function lookOf(
  { disabled, condition, log }: Breakpoint,
  state: BreakpointState | undefined,
): MarginBreakpoint['appearance'] {
  if (disabled) return 'disabled';
  if (state?.problem != null) return 'problem';
  if (log !== undefined) return 'log';
  return condition === undefined ? 'plain' : 'condition';
}

function hintOf({ disabled, condition, log }: Breakpoint, state: BreakpointState | undefined): string {
  const what =
    log !== undefined
      ? `Log point: ${log}`
      : condition === undefined
        ? 'Breakpoint'
        : `Breakpoint where this is true: ${condition}`;
  if (disabled) return `${what}\nDisabled`;
  return state?.problem == null ? what : `${what}\n${state.problem}`;
}
