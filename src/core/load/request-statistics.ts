/** The statistics of the requests of one name: counts, extremes, response times. */
import { loadPercentiles, type LoadRow } from '../../contract/load/load.ts';
import { createResponseTimes, type ResponseTimes } from './response-times.ts';

/** One request that has ended. */
export interface RequestSample {
  name: string;
  method: string;
  durationMs: number;
  bytes: number;
  /** Why the request counts as failed. */
  failure?: string | undefined;
}

export interface RequestStatistics {
  readonly name: string;
  readonly method: string;
  readonly requests: number;
  readonly failures: number;
  readonly totalMs: number;
  readonly minMs: number;
  readonly maxMs: number;
  readonly totalBytes: number;
  readonly times: ResponseTimes;
  add(sample: RequestSample): void;
  /** @param elapsedMs the time over which the requests were sent */
  row(elapsedMs: number): LoadRow;
}

export function createRequestStatistics(name: string, method: string): RequestStatistics {
  const times = createResponseTimes();
  let [requests, failures, totalMs, minMs, maxMs, totalBytes] = [0, 0, 0, Infinity, 0, 0];
  return {
    name,
    method,
    times,
    get requests() {
      return requests;
    },
    get failures() {
      return failures;
    },
    get totalMs() {
      return totalMs;
    },
    get minMs() {
      return requests === 0 ? 0 : minMs;
    },
    get maxMs() {
      return maxMs;
    },
    get totalBytes() {
      return totalBytes;
    },
    add({ durationMs, bytes, failure }) {
      requests += 1;
      if (failure !== undefined) failures += 1;
      totalMs += durationMs;
      minMs = Math.min(minMs, durationMs);
      maxMs = Math.max(maxMs, durationMs);
      totalBytes += bytes;
      times.add(durationMs);
    },
    row(elapsedMs) {
      const perSecond = (amount: number) => (elapsedMs > 0 ? (amount * 1000) / elapsedMs : 0);
      const shortestMs = requests === 0 ? 0 : minMs;
      /** The rounded times may lie outside of the measured ones. */
      const withinMeasured = (timeMs: number) => Math.min(Math.max(timeMs, shortestMs), maxMs);
      return {
        name,
        method,
        requests,
        failures,
        maxMs,
        minMs: shortestMs,
        averageMs: totalMs / Math.max(1, requests),
        percentilesMs: loadPercentiles.map((percent) => withinMeasured(times.percentile(percent) ?? 0)),
        requestsPerSecond: perSecond(requests),
        failuresPerSecond: perSecond(failures),
        averageBytes: totalBytes / Math.max(1, requests),
      };
    },
  };
}
