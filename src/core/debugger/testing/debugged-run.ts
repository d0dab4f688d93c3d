/** Debugs a script in a real sandbox process, for tests. */
import { inject, vi } from 'vitest';
import type {
  Breakpoint,
  BreakpointState,
  DebugResume,
  DebugStop,
  ExceptionStops,
} from '../../../contract/debugger/debugger-calls.ts';
import type { RunEvent, RunOutcome } from '../../../contract/runs/run-event.ts';
import type { GuestResources } from '../../guest/resources.ts';
import { createReaper } from '../../processes/ending/reaper.ts';
import { findSandboxRuntime } from '../../processes/find-runtime.ts';
import { runScript } from '../../runs/script/run-script.ts';
import type { Runner } from '../../testing/run.ts';
import { createDebuggedRuns, type DebuggedRuns } from '../debugged-runs.ts';

export interface DebuggedScript {
  debuggedRuns: DebuggedRuns;
  stops: DebugStop[];
  /** The latest state of each breakpoint. */
  breakpoints: Map<string, BreakpointState>;
  logged: string[];
  events: RunEvent[];
  outcome: Promise<RunOutcome>;
  /** Resolves to the next stop. */
  stopped(): Promise<DebugStop>;
  resume(how?: DebugResume): Promise<void>;
  /** Evaluates an expression in the innermost frame; returns its value as text. */
  evaluate(expression: string, frame?: number): Promise<string>;
  /** Names and texts of the variables in a scope of the innermost frame. */
  scope(type: string): Promise<Record<string, string>>;
  abort(): void;
}

const WAIT = { timeout: 15_000, interval: 5 };
export const RUN_ID = 'debugged';

export function debugScript(
  runner: Runner,
  source: string,
  settings: {
    breakpoints?: (Omit<Breakpoint, 'id' | 'script'> & Partial<Pick<Breakpoint, 'id' | 'script'>>)[];
    exceptions?: ExceptionStops;
    resources?: Partial<GuestResources>;
    timeoutMs?: number;
    /** Called with the address of the inspector. */
    onAddress?: (address: string) => void;
  } = {},
): DebuggedScript {
  const stops: DebugStop[] = [];
  const breakpoints = new Map<string, BreakpointState>();
  const events: RunEvent[] = [];
  let [seen, thread] = [0, 1];
  const debuggedRuns = createDebuggedRuns({
    runtime: findSandboxRuntime(),
    entry: inject('sandboxEntry'),
    reaper: createReaper(),
    events: {
      onStopped: (stop) => void stops.push(stop),
      onResumed: () => undefined,
      onBreakpoints: (changed) =>
        changed.breakpoints.forEach((breakpoint) => breakpoints.set(breakpoint.id, breakpoint)),
    },
  });
  debuggedRuns.prepare(RUN_ID, {
    breakpoints: (settings.breakpoints ?? []).map((breakpoint, index) => ({
      id: `b${index + 1}`,
      script: 'my.js',
      ...breakpoint,
    })),
    exceptions: settings.exceptions ?? 'none',
    onAddress: settings.onAddress,
  });
  const debugged = debuggedRuns.begin(RUN_ID);
  if (!debugged) throw new Error('The run was not prepared.');
  const stop = new AbortController();
  const { resources = {}, timeoutMs } = settings;
  const runToEnd = async () => {
    try {
      return await runScript(
        { runId: RUN_ID, scriptName: 'my.js', source, timeoutMs, scopes: { environment: { values: { user: 'Ada' } } } },
        {
          ...runner.dependencies({ resources }),
          sandboxes: debugged.sandboxes,
          onEvent: (event) => void events.push(event),
        },
        stop.signal,
      );
    } finally {
      await debugged.end();
    }
  };
  const outcome = runToEnd();
  const current = () => debuggedRuns.thread(RUN_ID, thread);
  return {
    debuggedRuns,
    stops,
    breakpoints,
    events,
    outcome,
    get logged() {
      return events.flatMap((event) => (event.type === 'console' ? [event.text] : []));
    },
    async stopped() {
      await vi.waitFor(() => {
        if (stops.length <= seen) throw new Error(`It did not stop again; ${stops.length} stops so far.`);
      }, WAIT);
      const stop = stops[seen] as DebugStop;
      seen += 1;
      thread = stop.thread;
      return stop;
    },
    resume: (how = 'continue') => current().resume(how),
    async evaluate(expression, frame = 0) {
      return (await current().evaluate(frame, expression)).value.text;
    },
    async scope(type) {
      const scope = stops[seen - 1]?.frames[0]?.scopes.find((scope) => scope.type === type);
      const { properties } = await current().properties(scope?.handle ?? -1);
      return Object.fromEntries(properties.map(({ name, value }) => [name, value?.text ?? '']));
    },
    abort: () => stop.abort(),
  };
}
