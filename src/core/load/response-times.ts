/**
 * A histogram of response times in little memory, with Locust's rounding: times are rounded to two significant digits
 * (below 100 ms to whole milliseconds), and each rounded time has a count. Any number of requests takes a few hundred
 * entries, histograms of several machines can be added exactly, and a percentile is at most 5 % off.
 */
export interface ResponseTimes {
  add(durationMs: number): void;
  count(): number;
  /** @param percent from 0 to 100. @returns milliseconds; undefined without any request */
  percentile(percent: number): number | undefined;
  /** Counts by rounded milliseconds. */
  counts(): ReadonlyMap<number, number>;
  clear(): void;
}

export function createResponseTimes(): ResponseTimes {
  const counts = new Map<number, number>();
  let total = 0;
  return {
    add(durationMs) {
      const rounded = roundResponseTime(durationMs);
      counts.set(rounded, (counts.get(rounded) ?? 0) + 1);
      total += 1;
    },
    count: () => total,
    percentile(percent) {
      const rank = Math.max(1, Math.ceil((percent / 100) * total));
      let cumulative = 0;
      for (const time of [...counts.keys()].sort((a, b) => a - b)) {
        cumulative += counts.get(time) ?? 0;
        if (cumulative >= rank) return time;
      }
      return undefined;
    },
    counts: () => counts,
    clear() {
      counts.clear();
      total = 0;
    },
  };
}

export function roundResponseTime(durationMs: number): number {
  const step = durationMs < 100 ? 1 : durationMs < 1000 ? 10 : durationMs < 10_000 ? 100 : 1000;
  return Math.round(durationMs / step) * step;
}
