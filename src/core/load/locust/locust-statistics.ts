/** The statistics that a worker reports to its master: everything since the last report, in Locust's form and units. */
import { hashText } from '../../platform/files/hash-text.ts';
import { createFailureGroups, createRequestGroups } from '../bounded-groups.ts';
import { createRequestStatistics, type RequestSample, type RequestStatistics } from '../request-statistics.ts';

/** Times are milliseconds. The keys of the maps are numbers, which Locust adds up. */
interface LocustEntry {
  name: string;
  /** Null for the total. */
  method: string | null;
  /** Seconds since 1970, with a fraction. */
  last_request_timestamp: number | null;
  start_time: number;
  num_requests: number;
  num_none_requests: number;
  num_failures: number;
  total_response_time: number;
  max_response_time: number;
  min_response_time: number | null;
  total_content_length: number;
  response_times: Map<number, number>;
  num_reqs_per_sec: Map<number, number>;
  num_fail_per_sec: Map<number, number>;
}
interface LocustError {
  name: string;
  method: string;
  error: string;
  occurrences: number;
  /** Seconds since 1970, with a fraction. Shown since Locust 2.44; older masters ignore it. */
  first_seen: number;
  last_seen: number;
}
export interface LocustReport {
  stats: LocustEntry[];
  stats_total: LocustEntry;
  errors: Record<string, LocustError>;
}

export interface LocustStatistics {
  add(sample: RequestSample): void;
  /** The statistics since the last call. */
  take(): LocustReport;
}

interface Counter {
  startedAt: number;
  statistics: RequestStatistics;
  lastAt: number | null;
  requests: Map<number, number>;
  failures: Map<number, number>;
}

/** @param now seconds since 1970 */
export function createLocustStatistics(now: () => number = () => Date.now() / 1000): LocustStatistics {
  const newTotal = () => newCounter('Aggregated', '', now());
  const newCounters = () => createRequestGroups<Counter>();
  const newErrors = () => createFailureGroups<LocustError>('');
  let total = newTotal();
  let counters = newCounters();
  let errors = newErrors();

  return {
    add(sample) {
      const time = now();
      const counter = counters.of(sample, (name, method) => newCounter(name, method, time));
      count(counter, sample, time);
      count(total, sample, time);
      if (sample.failure === undefined) return;
      const error = errors.of(sample, sample.failure, (name, method, message) => newError(name, method, message, time));
      error.occurrences += 1;
      error.last_seen = time;
    },
    take() {
      const report: LocustReport = {
        stats: counters.all().map(entryOf),
        stats_total: entryOf(total),
        // Keyed by a hash of the error, which is the same for all workers, so that the master can add the counts up.
        errors: Object.fromEntries(errors.entries().map(([key, error]) => [hashText(key), error])),
      };
      total = newTotal();
      counters = newCounters();
      errors = newErrors();
      return report;
    },
  };
}

/** @param time seconds since 1970 */
const newError = (name: string, method: string, error: string, time: number): LocustError => ({
  name,
  method,
  error,
  occurrences: 0,
  first_seen: time,
  last_seen: time,
});

const newCounter = (name: string, method: string, startedAt: number): Counter => ({
  startedAt,
  statistics: createRequestStatistics(name, method),
  lastAt: null,
  requests: new Map(),
  failures: new Map(),
});

/** @param time seconds since 1970 */
function count(counter: Counter, sample: RequestSample, time: number): void {
  const second = Math.floor(time);
  counter.statistics.add(sample);
  counter.lastAt = time;
  counter.requests.set(second, (counter.requests.get(second) ?? 0) + 1);
  if (sample.failure !== undefined) counter.failures.set(second, (counter.failures.get(second) ?? 0) + 1);
}

const entryOf = ({ startedAt, statistics, lastAt, requests, failures }: Counter): LocustEntry => ({
  name: statistics.name,
  method: statistics.method || null,
  last_request_timestamp: lastAt,
  start_time: startedAt,
  num_requests: statistics.requests,
  num_none_requests: 0,
  num_failures: statistics.failures,
  total_response_time: statistics.totalMs,
  max_response_time: statistics.maxMs,
  min_response_time: statistics.requests === 0 ? null : statistics.minMs,
  total_content_length: statistics.totalBytes,
  response_times: new Map(statistics.times.counts()),
  num_reqs_per_sec: requests,
  num_fail_per_sec: failures,
});
