/** A load run on this computer: looping users, or iterations that start at a rate, for some time. */
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { ArrivalCounts, LoadModel, LoadProgress, LoadReport } from '../../contract/load/load.ts';
import { createArrivals } from './arrivals.ts';
import { checkExpectation, type Expectation } from './expectations.ts';
import { createLoadIterations, type LoadIterationOptions } from './load-iterations.ts';
import { createLoadStatistics, type LoadStatistics } from './load-statistics.ts';
import { createVirtualUsers } from './virtual-users.ts';

/** Milliseconds in which requests may end by themselves when the run's time is over. */
const GRACE_MS = 10_000;
const SECOND_MS = 1000;
/** Milliseconds between starts of further users. */
const RAMP_MS = 100;
/** If a larger share of the starts is missing, the load generator has failed and not the server. */
export const MAX_MISSING_STARTS = 0.02;
/** Above this CPU share the process is busy, and measured times include its own waits. */
const BUSY = 0.9;

export interface LoadRun extends Omit<LoadIterationOptions, 'onSample' | 'hasEnded'> {
  environment: string | null;
  model: LoadModel;
  durationMs: number;
  expectations: readonly Expectation[];
  /** Called every second. */
  onProgress: (progress: LoadProgress) => void;
}

/** Starts iterations by one of the two models. */
interface LoadSource {
  /** The number of iterations under way, or of users. */
  running(): number;
  arrivals(): ArrivalCounts | null;
  /** Starts no further iteration; settles when the last one has ended. */
  end(): Promise<void>;
}

/**
 * Settles when all its work has ended; never rejects. Aborting ends the run at once, with a report of the measurements
 * so far.
 */
export async function runLoad(run: LoadRun, signal: AbortSignal): Promise<LoadReport> {
  const { model, durationMs, expectations, onProgress, ...iterationOptions } = run;
  const startedAt = new Date().toISOString();
  const startMs = performance.now();
  const utilization = performance.eventLoopUtilization();
  const statistics = createLoadStatistics();
  let hasEnded = false;
  /** Until the end of the run, or until a later response. */
  let elapsedMs = 0;
  const iterations = createLoadIterations({
    ...iterationOptions,
    hasEnded: () => hasEnded,
    onSample(sample) {
      statistics.add(sample);
      elapsedMs = Math.max(elapsedMs, performance.now() - startMs);
    },
  });
  const stopped = new AbortController();
  const stop = AbortSignal.any([signal, stopped.signal]);
  const source = startSource(model, () => iterations.run(stop));

  const progress = reportSeconds({ statistics, startMs, running: source.running, onProgress });
  await wait(durationMs, undefined, { signal }).catch(() => undefined);
  hasEnded = true;
  elapsedMs = signal.aborted ? performance.now() - startMs : durationMs;
  progress.sampleRunning();
  const grace = setTimeout(() => stopped.abort(), GRACE_MS);
  await source.end();
  clearTimeout(grace);
  progress.end();

  const measured = {
    total: statistics.total().row(elapsedMs),
    rows: statistics.byRequest().map((item) => item.row(elapsedMs)),
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
  /** Samples the number of running iterations, so that the last, incomplete second shows it. */
  sampleRunning(): void;
  /** Ends the reports with the current second. */
  end(): void;
}

/** Reports every second. */
function reportSeconds(options: {
  statistics: LoadStatistics;
  startMs: number;
  running: () => number;
  onProgress: LoadRun['onProgress'];
}): SecondsReport {
  const { statistics, startMs, onProgress } = options;
  let seconds = 0;
  let runningCount = 0;
  const sampleRunning = () => {
    runningCount = options.running();
  };
  const endSecond = () => {
    const second = statistics.endSecond(seconds++, runningCount);
    const { requests, failures } = statistics.total();
    onProgress({ elapsedMs: performance.now() - startMs, requests, failures, second });
  };
  const restMs = () => startMs + (seconds + 1) * SECOND_MS - performance.now();
  // The second may end while its rest is calculated: Node.js warns of a negative time on the terminal.
  const startTimer = () => setTimeout(tick, Math.max(0, restMs()));
  let timer = startTimer();
  /** By the clock: an interval would add its delays up, and skip the seconds in which the process was busy. */
  function tick(): void {
    while (restMs() <= 0) {
      sampleRunning();
      endSecond();
    }
    timer = startTimer();
  }
  return {
    sampleRunning,
    end() {
      clearTimeout(timer);
      while (restMs() <= 0) endSecond();
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
  const startMs = performance.now();
  const users = createVirtualUsers(iterate, model.thinkMs);
  const ramp = () => {
    const dueUsers = 1 + Math.floor(((performance.now() - startMs) / SECOND_MS) * model.usersPerSecond);
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
