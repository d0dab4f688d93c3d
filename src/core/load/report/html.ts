/** The report of a load run as one self-contained HTML file: charts over time, a table of requests, failures. */
import { lineChart } from '../../../contract/load/line-chart.ts';
import { loadCharts, type LoadChart } from '../../../contract/load/load-charts.ts';
import { loadTable, millisecondsText, percentileOf, perSecondText } from '../../../contract/load/load-table.ts';
import type { LoadModel, LoadReport } from '../../../contract/load/load.ts';
import { markupText as escape } from '../../runs/reports/markup-text.ts';
import { countText } from '../../../contract/count-text.ts';

const style = `
:root { color-scheme: light dark; --text: light-dark(#1f2328, #dfe2e7); --quiet: light-dark(#5b626b, #9aa1ab);
  --line: light-dark(#dfe1e5, #34373d); --page: light-dark(#fff, #1b1d21); --card: light-dark(#f6f7f9, #22252a);
  --good: light-dark(#1f6b2c, #69db7c); --bad: light-dark(#b3261e, #ff8787); --warn: light-dark(#7a4b00, #ffc078);
  --first: light-dark(#1c5fb8, #74b0f4); --second: light-dark(#b3261e, #ff8787); }
* { box-sizing: border-box; }
body { max-width: 1100px; margin: 0 auto; padding: 32px 20px 60px; font: 14px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); }
h1 { margin: 0; font-size: 22px; } h2 { margin: 28px 0 8px; font-size: 15px; }
.meta { margin: 2px 0 18px; color: var(--quiet); }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
.cards { display: flex; flex-wrap: wrap; gap: 10px; }
.cards div { flex: 1; min-width: 120px; padding: 10px 14px; border: 1px solid var(--line); border-radius: 6px; background: var(--card); }
.cards b { display: block; font-size: 20px; } .cards span { color: var(--quiet); }
figure { margin: 18px 0 0; } figcaption { display: flex; gap: 16px; font-weight: 600; } figcaption span { font-weight: 400; }
svg { display: block; width: 100%; height: auto; } svg text { font: 11px system-ui, sans-serif; fill: var(--quiet); }
.grid { stroke: var(--line); } .series { fill: none; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
.s0 { stroke: var(--first); } .s1 { stroke: var(--second); stroke-dasharray: 5 3; } .k0 { color: var(--first); } .k1 { color: var(--second); }
.wide { overflow-x: auto; } table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 5px 8px; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th { font-weight: 600; color: var(--quiet); } th:first-child, td:first-child, .text { text-align: left; white-space: normal; overflow-wrap: anywhere; }
`;

const describeModel = (model: LoadModel): string =>
  model.kind === 'users'
    ? `${countText(model.users, 'user')}, ${model.usersPerSecond} started per second${model.thinkMs > 0 ? `, ${model.thinkMs} ms between iterations` : ''}`
    : `${model.perSecond} iterations started per second (${model.spacing}), at most ${model.maxRunning} at once`;

/** @param report masked */
export function loadHtml(report: LoadReport): string {
  const { failures, expectations, warnings, outcome } = report;
  const words = { passed: ['good', 'passed'], failed: ['bad', 'failed'], stopped: ['warn', 'stopped'] }[outcome];
  const meta = [
    new Date(report.startedAt).toUTCString(),
    `${(report.durationMs / 1000).toFixed(1)} s`,
    describeModel(report.model),
    ...(report.environment === null ? [] : [`environment ${report.environment}`]),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(report.name)}: load ${words[1]}</title>
<style>${style}</style>
</head>
<body>
<h1>${escape(report.name)} <span class="${words[0]}">${words[1]}</span></h1>
<p class="meta">${meta.map(escape).join(' · ')}</p>
${cards(report)}
${warnings.map((text) => `<p class="warn">${escape(text)}</p>`).join('\n')}
${expectationTable(expectations)}
${charts(report)}
<h2>Requests</h2>
${table(report)}
${failureTable(failures)}
</body>
</html>
`;
}

function cards({ total, iterations }: LoadReport): string {
  const card = (value: string, label: string, tone = '') =>
    `<div><b class="${tone}">${escape(value)}</b><span>${label}</span></div>`;
  const errorShare = (100 * total.failures) / Math.max(1, total.requests);
  return `<div class="cards">
${card(String(total.requests), 'requests')}
${card(`${perSecondText(total.requestsPerSecond)}/s`, 'rate')}
${card(`${errorShare.toFixed(2)} %`, 'failed', total.failures > 0 ? 'bad' : '')}
${card(`${millisecondsText(percentileOf(total, 50))} ms`, 'median')}
${card(`${millisecondsText(percentileOf(total, 95))} ms`, '95th percentile')}
${card(String(iterations), 'iterations')}
</div>`;
}

const expectationTable = (expectations: LoadReport['expectations']): string =>
  expectations.length === 0
    ? ''
    : `<h2>Expectations</h2>
<table><tr><th>Expected</th><th class="text">Measured</th></tr>
${expectations.map(({ text, actual, isMet }) => `<tr><td><span class="${isMet ? 'good' : 'bad'}">${isMet ? '✓' : '✗'}</span> ${escape(text)}</td><td class="text">${escape(actual)}</td></tr>`).join('\n')}
</table>`;

const charts = ({ seconds, model, durationMs: elapsedMs }: LoadReport): string => `<h2>Over time</h2>
${loadCharts({ seconds, model, elapsedMs }).map(chart).join('\n')}`;

const failureTable = (failures: LoadReport['failures']): string =>
  failures.length === 0
    ? ''
    : `<h2>Failures</h2>
<table><tr><th>Request</th><th class="text">Message</th><th>Count</th></tr>
${failures.map(({ name, method, message, count }) => `<tr><td>${escape(`${method} ${name}`.trim())}</td><td class="text">${escape(message)}</td><td>${count}</td></tr>`).join('\n')}
</table>`;

function table(report: LoadReport): string {
  const { heads, rows } = loadTable(report);
  const line = (cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`;
  return `<div class="wide"><table><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr>
${rows.map(line).join('\n')}
</table></div>
<p class="meta">Times are milliseconds, percentiles rounded to two digits.</p>`;
}

const [WIDTH, HEIGHT, BORDER_LEFT, BORDER_TOP, BORDER_BOTTOM] = [1000, 160, 52, 10, 22];

function chart({ title, series }: LoadChart): string {
  const area = { width: WIDTH - BORDER_LEFT - 10, height: HEIGHT - BORDER_TOP - BORDER_BOTTOM };
  const { paths, levels, times } = lineChart(series, area);
  const labels = series.length > 1 ? series.map(({ label }) => label) : [];
  const legend = labels.map((label, index) => `<span class="k${index}">${escape(label)}</span>`).join('');
  const grid = levels.map(
    ({ value, y }) =>
      `<line class="grid" x1="0" x2="${area.width}" y1="${y}" y2="${y}"/><text x="-6" y="${y + 4}" text-anchor="end">${value}</text>`,
  );
  const marks = times.map(
    ({ second, x, anchor }) => `<text x="${x}" y="${area.height + 16}" text-anchor="${anchor}">${second} s</text>`,
  );
  return `<figure><figcaption>${escape(title)}${legend}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escape(`${title} over time`)}"><g transform="translate(${BORDER_LEFT} ${BORDER_TOP})">
${grid.join('')}${marks.join('')}
${paths.map((path, index) => `<path class="series s${index}" d="${path}"/>`).join('')}
</g></svg></figure>`;
}
