/** Report files that somebody else has written, or that programs of Windows have saved. */
import { linkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { expect, test, vi } from 'vitest';
import { newReport } from '../../../contract/runs/fold-report.ts';
import type { ReportRequest } from '../../../contract/runs/report.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { mergeReports } from './merge-reports.ts';
import { openReport, requireOtherFile } from './read-report.ts';

const folder = temporaryFolder('hostile-reports');
function save(content: string | Buffer, name = 'report'): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}
const request: ReportRequest = {
  index: 0,
  iteration: 0,
  id: 'a',
  name: 'a',
  path: ['Shop', 'a'],
  method: 'GET',
  url: 'http://localhost/',
  status: 200,
  statusText: 'OK',
  durationMs: 1,
  size: 1,
  skipped: false,
  failure: null,
  tests: [{ name: 'works', state: 'passed' }],
  errors: [],
};
const { requests: _none, ...head } = newReport('Shop');
const whole = JSON.stringify({ ...head, requests: [request] }, null, 2);
const lines = `${JSON.stringify(request)}\n${JSON.stringify(head)}\n`;

const many = (value: string) => `[${`${value},`.repeat(500_000)}${value}]`;
test.each([
  ['requests', JSON.stringify(head).replace(/\}$/, `,"requests":${many('{}')}}`), 'requests[0].index is missing'],
  ['tests of a request', lines.replace(/"tests":\[.*?\]/, `"tests":${many('{}')}`), 'tests[0].name is missing'],
  ['errors of a request', lines.replace('"errors":[]', `"errors":${many('1')}`), 'errors[0] must be a text, not 1'],
])('half a million wrong %s are refused at the first one', (_name, text, problem) => {
  const file = save(text);
  const begin = process.memoryUsage().heapUsed;
  expect(() => openReport(file)).toThrow(problem);
  expect(process.memoryUsage().heapUsed - begin).toBeLessThan(200 * 1024 * 1024);
});

test.each<[string, Partial<ReportRequest>, string]>([
  ['a failed test', { tests: [{ name: 't', state: 'failed' }] }, 'failed'],
  ['an error of a script', { errors: ['Error: x'] }, 'error'],
  ['a request without a response', { failure: { message: 'refused', remedy: '' } }, 'error'],
  ['a request that was stopped', { stopped: true }, 'stopped'],
])('a part with %s has not passed, whatever its report says', (_name, change, outcome) => {
  const passed = JSON.stringify({ ...head, outcome: 'passed' });
  const outcomeOf = (part: Partial<ReportRequest>) => {
    const text = JSON.stringify({ ...request, ...part });
    const files = [save(`${text}\n${passed}\n`), save(passed.replace(/\}$/, `,"requests":[${text}]}`), 'report.json')];
    const outcomes = files.map((file) => mergeReports([{ name: file, report: openReport(file) }]).head.outcome);
    return outcomes.join();
  };
  expect(outcomeOf({})).toBe('passed,passed');
  expect(outcomeOf(change)).toBe(`${outcome},${outcome}`);
  // What a script has run, and has stopped by its own end, is no failure of the run.
  expect(outcomeOf({ ...change, stopped: true, caller: 0 })).toBe('passed,passed');
});

test('values that are nested deeply are refused before they are parsed', () => {
  const deep = `${'['.repeat(300)}${']'.repeat(300)}`;
  expect(() => openReport(save(whole.replace('"Shop"', deep)))).toThrow('nested more than 200 levels deep');
  expect(() => openReport(save(lines.replace('"a"', deep)))).toThrow('nested more than 200 levels deep');
});

test.each([
  ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16, as PowerShell saves the output of a command', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
])('%s is read', (_name, encode) => {
  for (const text of [whole, lines]) {
    const report = openReport(save(encode(text)));
    expect(report.head).toEqual(head);
    expect([...report.requests()]).toEqual([request]);
  }
});

test('a line that is longer than any text is refused with the reason', () => {
  const file = save(whole);
  const decode = vi.spyOn(StringDecoder.prototype, 'write').mockImplementation(() => {
    throw new RangeError('Invalid string length');
  });
  expect(() => openReport(file)).toThrow(expect.objectContaining({ code: 'FileTooLarge' }));
  decode.mockRestore();
});

test('a report is not written into a file that it is read from', () => {
  const input = save(lines, 'part');
  const link = path.join(folder, 'same');
  linkSync(input, link);
  for (const file of [input, path.relative(process.cwd(), input), link]) {
    expect(() => requireOtherFile(file, [save(whole), input])).toThrow('is one of the reports that are merged');
  }
  expect(() => requireOtherFile(save('', 'other'), [input])).not.toThrow();
  expect(() => requireOtherFile(path.join(folder, 'new'), [input])).not.toThrow();
});
