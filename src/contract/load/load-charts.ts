/** The charts of a load run, which the interface and the report file draw. */
import type { ChartSeries } from './line-chart.ts';
import type { LoadModel, LoadSecond } from './load.ts';

export interface LoadChart {
  title: string;
  /** At most two. */
  series: readonly ChartSeries[];
}

/** @param elapsedMs until the end of the run, or until now */
export function loadCharts({
  seconds,
  model,
  elapsedMs,
}: {
  seconds: readonly LoadSecond[];
  model: LoadModel;
  elapsedMs: number;
}): LoadChart[] {
  return [
    {
      title: 'Requests per second',
      series: [
        { label: 'requests', values: ratesOf(seconds, elapsedMs, ({ requests }) => requests) },
        { label: 'failures', values: ratesOf(seconds, elapsedMs, ({ failures }) => failures) },
      ],
    },
    {
      title: 'Response time (ms)',
      series: [
        { label: 'median', values: seconds.map(({ medianMs }) => medianMs) },
        { label: '95th percentile', values: seconds.map(({ p95Ms }) => p95Ms) },
      ],
    },
    {
      title: model.kind === 'users' ? 'Users' : 'Running iterations',
      series: [{ label: 'running', values: seconds.map(({ running }) => running) }],
    },
  ];
}

/**
 * The counts of all seconds. The second in which the run ended is shorter, and its count would look like a drop: it is
 * left out, unless there is no other.
 */
function ratesOf(
  seconds: readonly LoadSecond[],
  elapsedMs: number,
  countOf: (second: LoadSecond) => number,
): (number | null)[] {
  const isComplete = elapsedMs >= seconds.length * 1000;
  return seconds.map((second, index) => {
    if (isComplete || index < seconds.length - 1) return countOf(second);
    return index === 0 ? (countOf(second) * 1000) / Math.max(1, elapsedMs) : null;
  });
}
