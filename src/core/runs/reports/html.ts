/** A report as one self-contained HTML file: counts, failures first, and every request in a fold. */
import type { ReportHead, ReportRequest, RunReport } from '../../../contract/runs/report.ts';
import { addToCounts, hasFailed, noCounts } from '../../../contract/runs/fold-report.ts';
import { outcomeWord } from '../../../contract/runs/outcome-word.ts';
import { markupText as escape } from './markup-text.ts';
import { withCallers, type ReportSource } from './report-source.ts';

/**
 * Browsers show a page with this many requests quickly; for a larger run the page has counts, failures and the slowest
 * requests.
 */
const MAX_REQUESTS = 2000;
const MAX_FAILED = 1000;
const MAX_SLOWEST = 50;

const duration = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`);
const bytes = (size: number): string => (size < 1000 ? `${size} B` : `${(size / 1000).toFixed(1)} kB`);

const style = `
:root { color-scheme: light dark; --text: light-dark(#1f2328, #dfe2e7); --quiet: light-dark(#5b626b, #9aa1ab);
  --line: light-dark(#dfe1e5, #34373d); --page: light-dark(#fff, #1b1d21); --card: light-dark(#f6f7f9, #22252a);
  --good: light-dark(#1f6b2c, #69db7c); --bad: light-dark(#b3261e, #ff8787); --warn: light-dark(#7a4b00, #ffc078); }
* { box-sizing: border-box; }
body { max-width: 1000px; margin: 0 auto; padding: 32px 20px 60px; font: 14px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); }
h1 { margin: 0; font-size: 22px; } h2 { margin: 28px 0 8px; font-size: 15px; }
.meta { margin: 2px 0 18px; color: var(--quiet); }
.counts { display: flex; flex-wrap: wrap; gap: 10px; }
.counts div { flex: 1; min-width: 120px; padding: 10px 14px; border: 1px solid var(--line); border-radius: 6px; background: var(--card); }
.counts b { display: block; font-size: 20px; } .counts span { color: var(--quiet); }
.bar { display: flex; height: 8px; margin: 14px 0 0; overflow: hidden; border-radius: 4px; background: var(--line); }
.bar i { background: var(--good); } .bar i + i { background: var(--bad); } .bar i + i + i { background: var(--warn); }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
details { border-bottom: 1px solid var(--line); } summary { display: flex; gap: 10px; align-items: baseline; padding: 6px 4px; cursor: pointer; }
summary::-webkit-details-marker { display: none; }
summary .name { flex: 1; min-width: 0; overflow-wrap: anywhere; } summary small { color: var(--quiet); white-space: nowrap; }
code, pre { font: 12px/1.5 ui-monospace, Consolas, monospace; } .inside { padding: 0 4px 12px 26px; }
.inside code { color: var(--quiet); overflow-wrap: anywhere; } ul { margin: 6px 0 0; padding: 0; list-style: none; }
pre { margin: 2px 0 6px; padding: 6px 10px; overflow-x: auto; border-left: 3px solid var(--bad); background: var(--card); white-space: pre-wrap; overflow-wrap: anywhere; }
`;

interface Entry {
  request: ReportRequest;
  caller: ReportRequest | undefined;
}

/** The page's summary of a run, computed in one pass. */
function summarize(requests: Iterable<ReportRequest>) {
  const counts = noCounts();
  let answered = 0;
  let answeredMs = 0;
  const failedEntries: Entry[] = [];
  const all: Entry[] = [];
  let slowest: Entry[] = [];
  for (const entry of withCallers(requests)) {
    const { request } = entry;
    addToCounts(counts, request);
    if (request.status !== null) {
      answered += 1;
      answeredMs += request.durationMs;
      slowest.push(entry);
      if (slowest.length > 10 * MAX_SLOWEST) slowest = slowestOf(slowest);
    }
    if (hasFailed(request) && failedEntries.length < MAX_FAILED) failedEntries.push(entry);
    if (all.length < MAX_REQUESTS) all.push(entry);
  }
  return {
    counts,
    failed: failedEntries,
    all,
    slowest: slowestOf(slowest),
    meanMs: answeredMs / Math.max(1, answered),
  };
}

const slowestOf = (entries: readonly Entry[]): Entry[] =>
  [...entries].sort((a, b) => b.request.durationMs - a.request.durationMs).slice(0, MAX_SLOWEST);

const outcomeTexts: Record<RunReport['outcome'], string> = {
  running: 'under way',
  passed: 'passed',
  failed: 'failed',
  error: 'ended with errors',
  timeout: 'ended by a timeout',
  stopped: 'stopped',
};

/** The outcome in the heading, with the class of its colour. */
function describeOutcome(
  outcome: RunReport['outcome'],
  { passed, skipped }: Pick<ReturnType<typeof noCounts>, 'passed' | 'skipped'>,
): { text: string; tone: string } {
  const word = outcomeWord(outcome, passed);
  if (word === 'finished') return { text: `finished without a ${skipped > 0 ? 'passed ' : ''}test`, tone: '' };
  return { text: outcomeTexts[outcome], tone: word === 'passed' ? 'good' : 'bad' };
}

export function* toHtml({ head: report, requests }: ReportSource): Generator<string> {
  const { counts, failed, all, slowest, meanMs } = summarize(requests());
  const isWhole = counts.requests === all.length;
  const tests = counts.passed + counts.failed + counts.skipped;
  const { text: outcomeText, tone } = describeOutcome(report.outcome, counts);
  const card = (value: string, label: string, tone = '') =>
    `<div><b class="${tone}">${value}</b><span>${label}</span></div>`;
  const meta = [
    new Date(report.startedAt).toUTCString(),
    duration(report.durationMs),
    ...(report.environment === null ? [] : [`environment ${report.environment}`]),
    ...(report.iterations > 1 ? [`${report.iterations} iterations`] : []),
    ...(report.shard ? [`part ${report.shard.index} of ${report.shard.total}`] : []),
  ];
  const share = (count: number) => (tests > 0 ? (count / tests) * 100 : 0).toFixed(2);
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(report.name)}: ${outcomeText}</title>
<style>${style}</style>
</head>
<body>
<h1>${escape(report.name)} <span class="${tone}">${outcomeText}</span></h1>
<p class="meta">${meta.map(escape).join(' · ')}</p>
<div class="counts">
${card(String(counts.requests), 'requests')}
${card(String(counts.passed), 'tests passed', counts.passed > 0 ? 'good' : '')}
${card(String(counts.failed), 'tests failed', counts.failed > 0 ? 'bad' : '')}
${card(String(counts.errors), 'errors', counts.errors > 0 ? 'bad' : '')}
${card(duration(meanMs), 'mean response time')}
</div>
${tests > 0 ? `<div class="bar"><i style="width:${share(counts.passed)}%"></i><i style="width:${share(counts.failed)}%"></i><i style="width:${share(counts.skipped)}%"></i></div>` : ''}
`;
  if (failed.length > 0) {
    const notListed = counts.failedRequests - failed.length;
    yield `<h2>Failures</h2>\n${notListed > 0 ? `<p>The first ${failed.length}; ${notListed} more are in the JSON, NDJSON and JUnit reports.</p>\n` : ''}`;
    for (const entry of failed) yield `${section(entry, report, true)}\n`;
  }
  yield isWhole
    ? '<h2>Every request</h2>\n'
    : `<h2>The slowest</h2>\n<p>${slowest.length} of ${counts.requests} requests; all of them are in the JSON, NDJSON and JUnit reports.</p>\n`;
  for (const entry of isWhole ? all : slowest) yield `${section(entry, report, false)}\n`;
  yield '</body>\n</html>\n';
}

function section({ request, caller }: Entry, { iterations }: ReportHead, open: boolean): string {
  const bad = hasFailed(request);
  const noResult = request.skipped || (request.stopped && !bad);
  // Without a test, nothing has passed, as in the list of the runner.
  const untested = !bad && !noResult && request.tests.length === 0;
  const sign = noResult ? '–' : bad ? '✗' : untested ? '·' : '✓';
  const tone = noResult ? 'warn' : bad ? 'bad' : untested ? 'untested' : 'good';
  const passedTests = request.tests.filter(({ state }) => state === 'passed').length;
  const facts = [
    ...(caller ? [`run by ${caller.name}`] : []),
    ...(iterations > 1 ? [`iteration ${request.iteration + 1}`] : []),
    ...(request.tests.length > 0 ? [`${passedTests}/${request.tests.length} tests`] : []),
    ...(request.stopped ? ['stopped'] : []),
    request.skipped ? 'skipped' : request.status === null ? 'no response' : `${request.status} ${request.statusText}`,
    ...(request.status === null ? [] : [duration(request.durationMs), bytes(request.size)]),
  ];
  const tests = request.tests.map(({ name, state, error }) => {
    const appearance = { passed: ['good', '✓'], failed: ['bad', '✗'], skipped: ['warn', '–'] }[state];
    return `<li><span class="${appearance[0]}">${appearance[1]}</span> ${escape(name)}${error ? `<pre>${escape(error)}</pre>` : ''}</li>`;
  });
  const problems = [
    ...(request.failure ? [`${request.failure.message} ${request.failure.remedy}`] : []),
    ...request.errors,
  ];
  return `<details${open ? ' open' : ''}><summary><span class="${tone}">${sign}</span><span class="name">${escape(request.path.slice(1).join(' / '))}</span><small>${facts.map(escape).join(' · ')}</small></summary>
<div class="inside"><code>${escape(request.method)} ${escape(request.url)}</code>
${problems.map((problem) => `<pre>${escape(problem)}</pre>`).join('')}
<ul>${tests.join('')}</ul></div></details>`;
}
