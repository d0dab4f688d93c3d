/**
 * Measures debugging: the time until a script stops at its breakpoint, the time of a step, and the cost for runs that
 * are not debugged.
 */
import path from 'node:path';
import { createReaper } from '../../src/core/processes/ending/reaper.ts';
import { findSandboxRuntime } from '../../src/core/processes/find-runtime.ts';
import type { DebugStop } from '../../src/contract/debugger/debugger-calls.ts';
import { createDebuggedRuns } from '../../src/core/debugger/debugged-runs.ts';
import { loneContext } from '../../src/contract/scripts/script-context.ts';
import { createBodies } from '../../src/core/guest/bodies.ts';
import { executeScript } from '../../src/core/runs/script/execute-script.ts';
import { createBenchRunner, root } from '../bench-runner.ts';
import { median, type Figure } from '../figure.ts';
import { benchOrdinaryRuns } from './ordinary-runs.ts';

const ROUNDS = 9;
const STEPS = 20;
const source = `const order = { id: 1, lines: [] };\n${'order.lines.push(order.lines.length);\n'.repeat(STEPS + 5)}`;

export async function benchDebugger(): Promise<Figure[]> {
  const runner = createBenchRunner('.');
  const reaper = createReaper();
  let onStop: (stop: DebugStop) => void = () => undefined;
  const debuggedRuns = createDebuggedRuns({
    runtime: findSandboxRuntime(),
    entry: path.join(root, 'out/main/sandbox.mjs'),
    reaper,
    events: { onStopped: (stop) => onStop(stop), onResumed: () => undefined, onBreakpoints: () => undefined },
  });
  const nextStop = () => new Promise<DebugStop>((resolve) => (onStop = resolve));

  async function round(number: number): Promise<{ stopMs: number; stepMs: number }> {
    const runId = `r${number}`;
    const startMs = performance.now();
    const first = nextStop();
    debuggedRuns.prepare(runId, { breakpoints: [{ id: 'b', script: 'bench.js', line: 2 }], exceptions: 'uncaught' });
    const debugged = debuggedRuns.begin(runId);
    if (!debugged) throw new Error('The run is not debugged.');
    const running = executeScript(
      { name: 'bench.js', source, context: loneContext({}), bodies: createBodies() },
      { ...runner.dependencies, sandboxes: debugged.sandboxes },
      { emit: () => undefined, nextCallId: () => 1 },
      new AbortController().signal,
    );
    const { thread } = await first;
    const stopMs = performance.now() - startMs;
    const steps: number[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const stepped = nextStop();
      const stepBegan = performance.now();
      await debuggedRuns.thread(runId, thread).resume('step-over');
      await stepped;
      steps.push(performance.now() - stepBegan);
    }
    await debuggedRuns.thread(runId, thread).resume('continue');
    await running;
    await debugged.end();
    return { stopMs, stepMs: median(steps) };
  }
  const rounds: { stopMs: number; stepMs: number }[] = [];
  for (let number = 0; number < ROUNDS; number += 1) rounds.push(await round(number));
  reaper.close();
  await runner.close();
  const figure = (what: string, value: number, target: number): Figure => ({ what, value, unit: 'ms', target });
  return [
    figure('from the start of a debugged script to its breakpoint', median(rounds.map(({ stopMs }) => stopMs)), 300),
    figure('a step over one line', median(rounds.map(({ stepMs }) => stepMs)), 50),
    await benchOrdinaryRuns(),
  ];
}
