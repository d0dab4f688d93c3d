/** Breakpoints of a workspace in the form that the interface uses, and their stored text. */
import type { Breakpoint, ExceptionStops } from '../../../contract/debugger/debugger-calls.ts';
import { breakpoint, exceptionStops, MAX_BREAKPOINTS } from '../../../contract/debugger/breakpoint.ts';

export interface StoredBreakpoint extends Breakpoint {
  /** Shown, but no script stops there. */
  disabled?: boolean | undefined;
}

/** The stored state of a workspace. */
export interface DebugChoice {
  breakpoints: readonly StoredBreakpoint[];
  exceptions: ExceptionStops;
  /** Expressions that are evaluated at each stop. */
  watches: readonly string[];
}

const MAX_WATCHES = 100;
const MAX_EXPRESSION = 10_000;

const noDebugChoice: DebugChoice = { breakpoints: [], exceptions: 'none', watches: [] };

/** Parses text that an older version of Outrigger may have written. Unknown parts are ignored. */
export function parseDebugChoice(text: string | null): DebugChoice {
  let stored: { [Name in keyof DebugChoice]?: unknown } | null;
  try {
    stored = JSON.parse(text ?? '{}') as typeof stored;
  } catch {
    return noDebugChoice;
  }
  const { breakpoints, exceptions, watches } = stored ?? {};
  const storedBreakpoints: unknown[] = Array.isArray(breakpoints) ? breakpoints.slice(0, MAX_BREAKPOINTS) : [];
  const texts: unknown[] = Array.isArray(watches) ? watches.slice(0, MAX_WATCHES) : [];
  return {
    breakpoints: storedBreakpoints.flatMap((item) => {
      const { disabled, ...fields } = (typeof item === 'object' && item ? item : {}) as Record<string, unknown>;
      const parsed = breakpoint.safeParse(fields);
      return parsed.success ? [{ ...parsed.data, disabled: disabled === true }] : [];
    }),
    exceptions: exceptionStops.safeParse(exceptions).data ?? noDebugChoice.exceptions,
    watches: texts.filter((text): text is string => typeof text === 'string' && text.length <= MAX_EXPRESSION),
  };
}
