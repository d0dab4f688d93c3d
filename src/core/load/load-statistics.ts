/** The statistics of a load run: by request, in total, and by second. */
import type { LoadFailure, LoadSecond } from '../../contract/load/load.ts';
import { createRequestStatistics, type RequestSample, type RequestStatistics } from './request-statistics.ts';
import { createResponseTimes } from './response-times.ts';

/** Messages may contain values that differ in each request: further ones are counted together. */
const MAX_MESSAGES = 200;
const MAX_MESSAGE_LENGTH = 300;
const ALL_REQUESTS = 'All requests';

export interface LoadStatistics {
  add(sample: RequestSample): void;
  total(): RequestStatistics;
  /** In the order in which the requests were first seen. */
  byRequest(): RequestStatistics[];
  /** The most frequent first. */
  failures(): LoadFailure[];
  /** Adds the past second to the time line and returns it. @param running iterations under way */
  endSecond(second: number, running: number): LoadSecond;
  seconds(): readonly LoadSecond[];
}

export function createLoadStatistics(): LoadStatistics {
  const total = createRequestStatistics(ALL_REQUESTS, '');
  const byRequest = new Map<string, RequestStatistics>();
  const failures = new Map<string, LoadFailure>();
  const other: LoadFailure = { name: ALL_REQUESTS, method: '', message: 'Other failures', count: 0 };
  const seconds: LoadSecond[] = [];
  const current = { times: createResponseTimes(), failures: 0 };

  function addFailure(name: string, method: string, text: string): void {
    const message = text.length > MAX_MESSAGE_LENGTH ? `${text.slice(0, MAX_MESSAGE_LENGTH)}…` : text;
    const key = JSON.stringify([name, method, message]);
    const failure = failures.get(key);
    if (failure) failure.count += 1;
    else if (failures.size < MAX_MESSAGES) failures.set(key, { name, method, message, count: 1 });
    else other.count += 1;
  }

  return {
    add(sample) {
      const { name, method, durationMs, failure } = sample;
      const key = JSON.stringify([name, method]);
      let statistics = byRequest.get(key);
      if (!statistics) byRequest.set(key, (statistics = createRequestStatistics(name, method)));
      statistics.add(sample);
      total.add(sample);
      current.times.add(durationMs);
      if (failure === undefined) return;
      current.failures += 1;
      addFailure(name, method, failure);
    },
    total: () => total,
    byRequest: () => [...byRequest.values()],
    failures: () => [...failures.values(), ...(other.count > 0 ? [other] : [])].sort((a, b) => b.count - a.count),
    endSecond(second, running) {
      const { times } = current;
      const point: LoadSecond = {
        second,
        running,
        requests: times.count(),
        failures: current.failures,
        medianMs: times.percentile(50) ?? null,
        p95Ms: times.percentile(95) ?? null,
      };
      seconds.push(point);
      times.clear();
      current.failures = 0;
      return point;
    },
    seconds: () => seconds,
  };
}
