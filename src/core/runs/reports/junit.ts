/**
 * A report in JUnit's XML (the schema that Jenkins and similar tools read): a suite for each request, a case for each
 * test.
 */
import { addToCounts, noCounts } from '../../../contract/runs/fold-report.ts';
import type { ReportHead, ReportRequest } from '../../../contract/runs/report.ts';
import { markupText } from './markup-text.ts';
import { withCallers, type ReportSource } from './report-source.ts';

/** Line ends and tabs in an attribute would be read as spaces. */
const escape = (text: string): string => markupText(text).replace(/[\t\n]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const seconds = (ms: number): string => (ms / 1000).toFixed(3);

export function* toJunit({ head, requests }: ReportSource): Generator<string> {
  const counts = noCounts();
  let withoutTests = 0;
  for (const request of requests()) {
    addToCounts(counts, request);
    if (request.tests.length === 0 && problemsOf(request).length === 0) withoutTests += 1;
  }
  const { passed, failed, skipped, errors } = counts;
  // A request without tests is a case, too.
  const tests = passed + failed + skipped + errors + withoutTests;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites name="${escape(head.name)}" tests="${tests}" failures="${failed}" errors="${errors}" time="${seconds(head.durationMs)}">\n`;
  for (const { request, caller } of withCallers(requests())) yield suite(request, caller, head);
  yield '</testsuites>\n';
}

interface Case {
  name: string;
  inside: string;
  kind: 'passed' | 'failed' | 'error' | 'skipped';
}

const problemsOf = ({ failure, errors }: ReportRequest): string[] => [
  ...(failure ? [`${failure.message} ${failure.remedy}`] : []),
  ...errors,
];

function casesOf(request: ReportRequest): Case[] {
  const cases: Case[] = request.tests.map(({ name, state, error = '' }) => ({
    name,
    kind: state,
    inside:
      state === 'failed'
        ? `<failure type="AssertionFailure" message="${escape(error)}">${escape(error)}</failure>`
        : state === 'skipped'
          ? '<skipped/>'
          : '',
  }));
  for (const problem of problemsOf(request)) {
    const errorElement = `<error type="Error" message="${escape(problem)}">${escape(problem)}</error>`;
    cases.push({ name: request.name, kind: 'error', inside: errorElement });
  }
  // A request without tests has passed when it got a response.
  if (cases.length === 0) {
    cases.push({
      name: request.name,
      kind: request.skipped || request.stopped ? 'skipped' : 'passed',
      inside: request.skipped ? '<skipped/>' : request.stopped ? '<skipped message="stopped"/>' : '',
    });
  }
  return cases;
}

function suite(request: ReportRequest, caller: ReportRequest | undefined, head: ReportHead): string {
  const cases = casesOf(request);
  const of = (kind: Case['kind']) => cases.filter((testCase) => testCase.kind === kind).length;
  const name = [
    request.path.slice(1).join(' / '),
    ...(head.iterations > 1 ? [`[${request.iteration + 1}]`] : []),
    ...(caller ? [`(run by ${caller.name})`] : []),
  ].join(' ');
  const className = request.path.join('.');
  const each = seconds(request.durationMs / Math.max(1, cases.length));
  const lines = cases.map(
    (testCase) =>
      `    <testcase name="${escape(testCase.name)}" classname="${escape(className)}" time="${each}"${testCase.inside ? `>${testCase.inside}</testcase>` : '/>'}`,
  );
  return [
    `  <testsuite name="${escape(name)}" tests="${cases.length}" failures="${of('failed')}" errors="${of('error')}" skipped="${of('skipped')}" time="${seconds(request.durationMs)}" timestamp="${escape(head.startedAt.slice(0, 19))}" hostname="localhost" id="${request.index}" package="${escape(className)}">`,
    ...lines,
    '  </testsuite>',
    '',
  ].join('\n');
}
