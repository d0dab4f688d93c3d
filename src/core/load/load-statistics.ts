/** The statistics of a load run: by request, in total, and by second. */
import type { LoadFailure, LoadSecond } from '../../contract/load/load.ts';
import {
  createGroups,
  MAX_MESSAGES,
  MAX_ROWS,
  messageBeginning,
  methodBeginning,
  OTHER_FAILURES,
  OTHER_REQUESTS,
} from './bounded-groups.ts';
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
  const byRequest = createGroups(MAX_ROWS, () => createRequestStatistics(OTHER_REQUESTS, ''));
  const failures = createGroups<LoadFailure>(MAX_MESSAGES, () => failureOf(ALL_REQUESTS, '', OTHER_FAILURES));
  const seconds: LoadSecond[] = [];
  const current = { times: createResponseTimes(), failures: 0 };

  return {
    add(sample) {
      const { name, durationMs, failure } = sample;
      const method = methodBeginning(sample.method);
      byRequest.of(JSON.stringify([name, method]), () => createRequestStatistics(name, method)).add(sample);
      total.add(sample);
      current.times.add(durationMs);
      if (failure === undefined) return;
      current.failures += 1;
      const message = messageBeginning(failure);
      failures.of(JSON.stringify([name, method, message]), () => failureOf(name, method, message)).count += 1;
    },
    total: () => total,
    byRequest: () => byRequest.entries().map(([, statistics]) => statistics),
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
