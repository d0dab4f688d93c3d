/** Checks that an open debugger with breakpoints does not make runs slower that are not debugged. */
import path from 'node:path';
import { createDebuggedRuns } from '../../src/core/debugger/debugged-runs.ts';
import { findSandboxRuntime } from '../../src/core/processes/find-runtime.ts';
import { createReaper } from '../../src/core/processes/ending/reaper.ts';
import { createBenchRunner, root } from '../bench-runner.ts';
import { median, timed, type Figure } from '../figure.ts';

/** Many rounds, because the machine is slow at times and that spoils a round. */
const ROUNDS = 15;
const RUNS = 300;
const WARM_UP_RUNS = 200;
const BREAKPOINTS = 200;
const source = "pm.test('sum', () => { pm.expect(1 + 1).to.equal(2); });";

/**
 * Alternates runs of an application with breakpoints and of one without a debugger. Both use the same sandbox
 * processes, because two processes that do the same differ by more than the limit.
 */
export async function benchOrdinaryRuns(): Promise<Figure> {
  const runner = createBenchRunner('.');
  const { debuggedRuns, close } = createDebuggerWithBreakpoints();
  let count = 0;
  async function withDebugger() {
    // As in a session: each run asks whether it is debugged.
    if (debuggedRuns.begin(`run ${(count += 1)}`)) throw new Error('The run is debugged.');
    await runner.run(source);
  }
  const without = () => runner.run(source);
  const ratios: number[] = [];
  for (let run = 0; run < WARM_UP_RUNS; run += 1) await withDebugger();
  for (let round = 0; round < ROUNDS; round += 1) ratios.push(await ratioOf(withDebugger, without));
  await runner.close();
  close();
  return {
    what: 'an ordinary run with breakpoints set / without a debugger',
    value: median(ratios),
    unit: 'times',
    target: 1.01,
  };
}

/** The median duration of `first` divided by that of `other`; both are run in turn. */
async function ratioOf(first: () => Promise<void>, other: () => Promise<void>): Promise<number> {
  const times = new Map([first, other].map((run) => [run, [] as number[]]));
  for (let run = 0; run < RUNS; run += 1) {
    // In alternating order, because a run is affected by the work that the previous one has left behind.
    for (const work of run % 2 === 0 ? [first, other] : [other, first]) times.get(work)?.push(await timed(work));
  }
  return median(times.get(first) ?? []) / median(times.get(other) ?? []);
}

function createDebuggerWithBreakpoints() {
  const reaper = createReaper();
  const ignore = () => undefined;
  const debuggedRuns = createDebuggedRuns({
    runtime: findSandboxRuntime(),
    entry: path.join(root, 'out/main/sandbox.mjs'),
    reaper,
    events: { onStopped: ignore, onResumed: ignore, onBreakpoints: ignore },
  });
  const breakpoints = Array.from({ length: BREAKPOINTS }, (_, index) => ({
    id: String(index),
    script: 'bench.js',
    line: index + 1,
  }));
  debuggedRuns.prepare('another run', { breakpoints, exceptions: 'all' });
  return { debuggedRuns, close: reaper.close };
}
