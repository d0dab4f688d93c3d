import { lineChart, type ChartSeries } from '../../contract/load/line-chart.ts';
import classes from './line-chart.module.css';

const [WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM] = [480, 150, 48, 8, 10, 22];
const area = { width: WIDTH - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM };

/** Values over the seconds of a run, as lines. At most two series, distinguished by colour and dashes. */
export function LineChart({ title, series }: { title: string; series: readonly ChartSeries[] }) {
  const { paths, levels, times } = lineChart(series, area);
  return (
    <figure className={classes['chart']}>
      <figcaption>
        {title}
        {series.length > 1 &&
          series.map(({ label }, index) => (
            <span key={label} data-series={index}>
              {label}
            </span>
          ))}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${title} over time`}>
        <g transform={`translate(${LEFT} ${TOP})`}>
          {levels.map(({ value, y }) => (
            <g key={value}>
              <line x1={0} x2={area.width} y1={y} y2={y} />
              <text x={-6} y={y + 4} textAnchor="end">
                {value}
              </text>
            </g>
          ))}
          {times.map(({ second, x, anchor }) => (
            <text key={second} x={x} y={area.height + 16} textAnchor={anchor}>
              {second} s
            </text>
          ))}
          {paths.map((path, index) => (
            <path key={index} d={path} data-series={index} />
          ))}
        </g>
      </svg>
    </figure>
  );
}
