/**
 * Runs the requests of a collection: iterations, one after the other or concurrently, optionally stopping at the first
 * failure. The interface and the command line share this code.
 */
import type { RunEvent, RunOutcome } from '../../../contract/runs/run-event.ts';
import { createCookieJar } from '../../http/cookies/cookie-jar.ts';
import { createEventBlocks, type EventBlock } from './event-blocks.ts';
import type { RunDependencies } from '../script/execute-script.ts';
import { iterationsOf, type CollectionRun } from './collection-run.ts';
import { createRequestDefinitions } from './request-definitions.ts';
import { createIterations } from './run-iteration.ts';
import { worse } from '../request/run-request.ts';
import { eventStream } from '../script/run-script.ts';

/** Settles when all work has ended; never rejects. Aborting stops the run. */
export async function runCollection(
  run: CollectionRun,
  { onEvent, ...dependencies }: RunDependencies & { onEvent: (event: RunEvent) => void },
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { runId, name, requests, scopes, concurrency = 1 } = run;
  const startMs = performance.now();
  const emit = eventStream(runId, onEvent);
  const count = iterationsOf(run);
  const part = run.part ?? { from: 0, to: requests.length * count };
  const last = Math.ceil(part.to / requests.length);
  let next = Math.floor(part.from / requests.length);
  let outcome: RunOutcome = 'passed';
  let hasEnded = false;
  let calls = 0;
  const warnedLegacyNames = new Set<string>();
  const common = {
    run,
    count,
    part,
    nextCallId: () => ++calls,
    warnedLegacyNames,
    definitions: createRequestDefinitions(count),
    hasEnded: () => hasEnded,
  };

  /** Iterations one after the other: each continues with the variables and cookies of the one before. */
  async function inOrder(): Promise<void> {
    const iterations = createIterations({ ...common, scopes, dependencies, emit }, signal);
    while (next < last && (await iterations.iterate(next))) next += 1;
    outcome = iterations.outcome();
  }
  /** Takes further iterations while there are any: each begins with fresh variables and cookies. */
  async function inParallel(openBlock: () => EventBlock): Promise<void> {
    while (next < last && !hasEnded && !signal.aborted) {
      const block = openBlock();
      const resources = { ...dependencies.resources, jar: createCookieJar() };
      const freshState = { scopes: structuredClone(scopes), dependencies: { ...dependencies, resources } };
      const iterations = createIterations(
        { ...common, ...freshState, emit: block.emit, onRequestEnd: block.flush },
        signal,
      );
      if (!(await iterations.iterate(next++))) hasEnded = true;
      block.flush();
      outcome = worse(outcome, iterations.outcome());
    }
  }

  emit({ type: 'run.started', scriptName: name });
  if (concurrency === 1) await inOrder();
  else {
    const openBlock = createEventBlocks(emit);
    await Promise.all(Array.from({ length: Math.min(concurrency, last - next) }, () => inParallel(openBlock)));
  }
  if (signal.aborted) outcome = 'stopped';
  emit({ type: 'run.finished', outcome, durationMs: performance.now() - startMs });
  return outcome;
}
