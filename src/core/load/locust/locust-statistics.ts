/** The statistics that a worker reports to its master: everything since the last report, in Locust's form and units. */
import { hashText } from '../../platform/files/hash-text.ts';
import { createRequestStatistics, type RequestSample, type RequestStatistics } from '../request-statistics.ts';

const MAX_MESSAGES = 200;
const MAX_MESSAGE_LENGTH = 300;

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
  const newTotal = () => newCounter({ name: 'Aggregated', method: '' }, now());
  let total = newTotal();
  let counters = new Map<string, Counter>();
  let errors = new Map<string, LocustError>();

  function addError({ name, method }: RequestSample, text: string, time: number): void {
    const entryKey = JSON.stringify([name, method, text]);
    const [key, error] =
      errors.size < MAX_MESSAGES || errors.has(entryKey)
        ? [entryKey, text.slice(0, MAX_MESSAGE_LENGTH)]
        : ['', 'Other failures'];
    const entry = errors.get(key);
    if (entry) {
      entry.occurrences += 1;
      entry.last_seen = time;
    } else errors.set(key, { name, method, error, occurrences: 1, first_seen: time, last_seen: time });
  }
  return {
    add(sample) {
      const time = now();
      const key = JSON.stringify([sample.name, sample.method]);
      let counter = counters.get(key);
      if (!counter) counters.set(key, (counter = newCounter(sample, now())));
      count(counter, sample, time);
      count(total, sample, time);
      if (sample.failure !== undefined) addError(sample, sample.failure, time);
    },
    take() {
      const report: LocustReport = {
        stats: [...counters.values()].map(entryOf),
        stats_total: entryOf(total),
        // Keyed by a hash of the error, which is the same for all workers, so that the master can add the counts up.
        errors: Object.fromEntries([...errors].map(([key, error]) => [hashText(key), error])),
      };
      total = newTotal();
      counters = new Map();
      errors = new Map();
      return report;
    },
  };
}

const newCounter = ({ name, method }: Pick<RequestSample, 'name' | 'method'>, startedAt: number): Counter => ({
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
