/** A load run on this computer: users in a loop, or iterations that start at a rate, for some time. */
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { ArrivalCounts, LoadModel, LoadProgress, LoadReport } from '../../contract/load/load.ts';
import { createArrivals } from './arrivals.ts';
import { checkExpectation, type Expectation } from './expectations.ts';
import { createLoadIterations, type LoadIterationOptions } from './load-iterations.ts';
import { createLoadStatistics, type LoadStatistics } from './load-statistics.ts';
import { createVirtualUsers } from './virtual-users.ts';

/** Requests that run when the time is over may end by themselves for so long. */
const GRACE_MS = 10_000;
const SECOND_MS = 1000;
/** How often further users start. */
const RAMP_MS = 100;
/** Starts that are missing by more than this share are a failure of the load itself, not of the server. */
export const MAX_MISSING_STARTS = 0.02;
/** Above this share of its time the process is busy, and measured times include waits of its own. */
const BUSY = 0.9;

export interface LoadRun extends Omit<LoadIterationOptions, 'onSample' | 'hasEnded'> {
  environment: string | null;
  model: LoadModel;
  durationMs: number;
  expectations: readonly Expectation[];
  /** Called every second. */
  onProgress: (progress: LoadProgress) => void;
}

/** What starts iterations, as one of the two models says. */
interface LoadSource {
  /** Iterations under way, or users. */
  running(): number;
  arrivals(): ArrivalCounts | null;
  /** No further iteration; settles when the last one has ended. */
  end(): Promise<void>;
}

/** Settles when nothing of it runs any more; never rejects. Aborting ends it at once, with a report of what was measured. */
export async function runLoad(run: LoadRun, signal: AbortSignal): Promise<LoadReport> {
  const { model, durationMs, expectations, onProgress, ...iterationOptions } = run;
  const startedAt = new Date().toISOString();
  const began = performance.now();
  const utilization = performance.eventLoopUtilization();
  const statistics = createLoadStatistics();
  let hasEnded = false;
  let lastSampleAt = began;
  const iterations = createLoadIterations({
    ...iterationOptions,
    hasEnded: () => hasEnded,
    onSample(sample) {
      statistics.add(sample);
      lastSampleAt = performance.now();
    },
  });
  const stopped = new AbortController();
  const stop = AbortSignal.any([signal, stopped.signal]);
  const source = startSource(model, () => iterations.run(stop));

  const progress = reportSeconds({ statistics, began, running: source.running, onProgress });
  await wait(durationMs, undefined, { signal }).catch(() => undefined);
  hasEnded = true;
  progress.look();
  const grace = setTimeout(() => stopped.abort(), GRACE_MS);
  await source.end();
  clearTimeout(grace);
  progress.end();

  const elapsedMs = Math.max(lastSampleAt - began, signal.aborted ? 0 : durationMs);
  const measured = {
    total: statistics.total().row(elapsedMs),
    rows: statistics.byRequest().map((one) => one.row(elapsedMs)),
  };
  const { outcome, results } = decideOutcome(measured, expectations, signal.aborted);
  const arrivals = source.arrivals();
  return {
    version: 1,
    name: run.name,
    environment: run.environment,
    startedAt,
    durationMs: elapsedMs,
    model,
    outcome,
    iterations: iterations.completed(),
    ...measured,
    failures: statistics.failures(),
    seconds: [...statistics.seconds()],
    arrivals,
    expectations: results,
    warnings: [
      ...missingStarts(arrivals),
      ...busyWarning(performance.eventLoopUtilization(utilization).utilization),
      ...(stopped.signal.aborted
        ? [`Requests that had not ended ${GRACE_MS / 1000} s after the end were stopped.`]
        : []),
    ],
  };
}

interface SecondsReport {
  /** Notes what runs now: a second that ends with the run is shown with it, and not with nothing. */
  look(): void;
  /** Ends the reports with the second that has begun. */
  end(): void;
}

/** Reports every second. */
function reportSeconds(options: {
  statistics: LoadStatistics;
  began: number;
  running: () => number;
  onProgress: LoadRun['onProgress'];
}): SecondsReport {
  const { statistics, began, onProgress } = options;
  let seconds = 0;
  let running = 0;
  const look = () => {
    running = options.running();
  };
  const endSecond = () => {
    const second = statistics.endSecond(seconds++, running);
    const { requests, failures } = statistics.total();
    onProgress({ elapsedMs: performance.now() - began, requests, failures, second });
  };
  const ticks = setInterval(() => {
    look();
    endSecond();
  }, SECOND_MS);
  return {
    look,
    end() {
      clearInterval(ticks);
      endSecond();
    },
  };
}

function decideOutcome(
  measured: Pick<LoadReport, 'total' | 'rows'>,
  expectations: readonly Expectation[],
  isStopped: boolean,
): { outcome: LoadReport['outcome']; results: LoadReport['expectations'] } {
  const results = expectations.map((expectation) => checkExpectation(expectation, measured));
  const isGood = results.length > 0 ? results.every(({ isMet }) => isMet) : measured.total.failures === 0;
  const outcome = isStopped ? 'stopped' : isGood && measured.total.requests > 0 ? 'passed' : 'failed';
  return { outcome, results };
}

function startSource(model: LoadModel, iterate: () => Promise<void>): LoadSource {
  if (model.kind === 'arrivals') {
    const arrivals = createArrivals({ iterate, spacing: model.spacing, maxRunning: model.maxRunning });
    arrivals.setRate(model.perSecond);
    return { running: arrivals.running, arrivals: arrivals.counts, end: arrivals.end };
  }
  const began = performance.now();
  const users = createVirtualUsers(iterate, model.thinkMs);
  const ramp = () => {
    const dueUsers = 1 + Math.floor(((performance.now() - began) / SECOND_MS) * model.usersPerSecond);
    users.setCount(Math.min(model.users, dueUsers));
    if (dueUsers >= model.users) clearInterval(timer);
  };
  const timer = setInterval(ramp, RAMP_MS);
  ramp();
  return {
    running: users.running,
    arrivals: () => null,
    end() {
      clearInterval(timer);
      return users.end();
    },
  };
}

function missingStarts(arrivals: ArrivalCounts | null): string[] {
  if (!arrivals || arrivals.offered === 0) return [];
  const { offered, started, dropped } = arrivals;
  if ((offered - started) / offered <= MAX_MISSING_STARTS) return [];
  const droppedText = dropped > 0 ? `, and ${dropped} were dropped` : '';
  return [
    `Of ${offered} starts only ${started} took place in time${droppedText}: the server, or this computer, is too slow for this rate, and response times leave out what the missing requests would have waited.`,
  ];
}

function busyWarning(share: number): string[] {
  if (share < BUSY) return [];
  return [
    `Outrigger itself was busy ${Math.round(share * 100)} % of the time: response times include its own waits. Spread the load over workers.`,
  ];
}
