/** The statistics of a load run: by request, in total, and by second. */
import type { LoadFailure, LoadSecond } from '../../contract/load/load.ts';
import { createFailureGroups, createRequestGroups } from './bounded-groups.ts';
import { createRequestStatistics, type RequestSample, type RequestStatistics } from './request-statistics.ts';
import { createResponseTimes } from './response-times.ts';

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
  const byRequest = createRequestGroups<RequestStatistics>();
  const failures = createFailureGroups<LoadFailure>(ALL_REQUESTS);
  const seconds: LoadSecond[] = [];
  const current = { times: createResponseTimes(), failures: 0 };

  return {
    add(sample) {
      const { durationMs, failure } = sample;
      byRequest.of(sample, createRequestStatistics).add(sample);
      total.add(sample);
      current.times.add(durationMs);
      if (failure === undefined) return;
      current.failures += 1;
      failures.of(sample, failure, failureOf).count += 1;
    },
    total: () => total,
    byRequest: byRequest.all,
    failures: () =>
      failures
        .entries()
        .map(([, failure]) => failure)
        .sort((a, b) => b.count - a.count),
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

const failureOf = (name: string, method: string, message: string): LoadFailure => ({ name, method, message, count: 0 });
