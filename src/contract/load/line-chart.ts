/** The geometry of a line chart over time, shared by the interface and the report file. */

export interface ChartSeries {
  label: string;
  /** One value for each second, from the start; null where nothing was measured. */
  values: readonly (number | null)[];
}

export interface ChartGeometry {
  /** One SVG path for each series, in order. */
  paths: string[];
  /** Values of the horizontal lines, with their vertical positions. */
  levels: { value: number; y: number }[];
  /** Seconds since the start, with their horizontal positions; the text at the right edge ends there. */
  times: { second: number; x: number; anchor: 'middle' | 'end' }[];
}

/** If there are more seconds, each point is the mean of several of them. */
const MAX_POINTS = 300;
const LEVELS = 4;
const TIMES = 6;
const HOUR_S = 3600;
/** Half the width of the widest text below the chart, in units of the SVG. */
const EDGE = 14;
const TIME_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, HOUR_S];

/** @param size of the area in which the lines are drawn, in units of the SVG. */
export function lineChart(
  series: readonly ChartSeries[],
  { width, height }: { width: number; height: number },
): ChartGeometry {
  const length = Math.max(1, ...series.map(({ values }) => values.length));
  const valuesPerPoint = Math.ceil(length / MAX_POINTS);
  const points = series.map(({ values }) => joinPoints(values, valuesPerPoint));
  const step = niceStep(Math.max(0, ...points.flat().map((value) => value ?? 0)) / LEVELS);
  const highest = step * LEVELS;
  const last = Math.max(1, length - 1);
  const xOf = (second: number) => round((second / last) * width);
  const yOf = (value: number) => round(height - (value / highest) * height);
  return {
    paths: points.map((values) =>
      pathOf(
        values.map((value, index) => ({ x: xOf(index * valuesPerPoint), value })),
        yOf,
      ),
    ),
    levels: Array.from({ length: LEVELS + 1 }, (_, level) => ({ value: step * level, y: yOf(step * level) })),
    times: timesOf(length).map((second) => ({
      second,
      x: xOf(second),
      anchor: xOf(second) + EDGE > width ? 'end' : 'middle',
    })),
  };
}

/** Seconds at even distances in steps of clocks: 0, 5, 10, or 0, 30, 60. */
function timesOf(length: number): number[] {
  const least = (length - 1) / TIMES;
  const step = TIME_STEPS.find((seconds) => seconds >= least) ?? Math.ceil(least / HOUR_S) * HOUR_S;
  return Array.from({ length: Math.floor((length - 1) / step) + 1 }, (_, index) => index * step);
}

function joinPoints(values: readonly (number | null)[], count: number): (number | null)[] {
  if (count === 1) return [...values];
  return Array.from({ length: Math.ceil(values.length / count) }, (_, group) => {
    const measured = values.slice(group * count, (group + 1) * count).filter((value) => value !== null);
    return measured.length === 0 ? null : measured.reduce((sum, value) => sum + value, 0) / measured.length;
  });
}

/** A line with gaps where nothing was measured; a single point is a short line, which round ends show as a dot. */
function pathOf(points: readonly { x: number; value: number | null }[], yOf: (value: number) => number): string {
  let isOpen = false;
  const parts = points.map(({ x, value }) => {
    if (value === null) {
      isOpen = false;
      return '';
    }
    const part = isOpen ? `L${x} ${yOf(value)}` : `M${x} ${yOf(value)}h0.01`;
    isOpen = true;
    return part;
  });
  return parts.join('');
}

/** The next of 1, 2, 2.5, 5, 10, 20 and so on. */
function niceStep(least: number): number {
  if (least <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 2.5, 5].find((factor) => factor * power >= least) ?? 10) * power;
}

const round = (value: number): number => Math.round(value * 10) / 10;
