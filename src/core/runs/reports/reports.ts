/** Reports in every form, and the parts of a split run put together again. */
import { codedError } from '../../../contract/errors.ts';
import { runReport, type RunReport } from '../../../contract/report.ts';
import type { ReportFormat } from '../../../contract/report-formats.ts';
import { visibleJson } from '../../../contract/visible-text.ts';
import { worse } from '../run-request.ts';
import { toHtml } from './html.ts';
import { toJunit } from './junit.ts';

export function formatReport(report: RunReport, format: ReportFormat): string {
  switch (format) {
    case 'json':
      return `${visibleJson(report, 2)}\n`;
    case 'junit':
      return toJunit(report);
    case 'html':
      return toHtml(report);
  }
}

/** @throws InvalidData when it is no report of ours */
export function parseReport(text: string, name: string): RunReport {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw codedError('InvalidData', `${name} is no JSON: ${(error as Error).message}`);
  }
  const { version } = (json ?? {}) as { version?: unknown };
  if (typeof version === 'number' && version > 1) {
    throw codedError(
      'InvalidData',
      `${name} is a report of a newer Outrigger (version ${version}).`,
      'Update Outrigger here.',
    );
  }
  const parsed = runReport.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw codedError(
    'InvalidData',
    `${name} is no report of a run: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
    'Make it with --reporter json.',
  );
}

/** @throws InvalidData when a part is missing, there twice, or of another run */
export function mergeReports(parts: readonly { name: string; report: RunReport }[]): RunReport {
  const [first] = parts;
  if (!first) throw codedError('InvalidData', 'There is no report to merge.', 'Name the JSON reports of the parts.');
  const total = first.report.shard?.total ?? parts.length;
  const seen = new Map<number, string>();
  for (const [at, { name, report }] of parts.entries()) {
    if ((report.shard === null) !== (first.report.shard === null) || (report.shard && report.shard.total !== total)) {
      throw codedError(
        'InvalidData',
        `${name} is a part of another split than ${first.name}.`,
        'Merge the parts of one run.',
      );
    }
    if (report.name !== first.report.name) {
      throw codedError(
        'InvalidData',
        `${name} is a report of "${report.name}", ${first.name} one of "${first.report.name}".`,
        'Merge the parts of one run.',
      );
    }
    const index = report.shard?.index ?? at + 1;
    const before = seen.get(index);
    if (before !== undefined)
      throw codedError('InvalidData', `${name} and ${before} are both part ${index}.`, 'Name each part once.');
    seen.set(index, name);
  }
  const missing = Array.from({ length: total }, (_, at) => at + 1).filter((index) => !seen.has(index));
  if (missing.length > 0) {
    throw codedError(
      'InvalidData',
      `Part ${missing.join(', ')} of ${total} is missing.`,
      'Name the reports of all parts.',
    );
  }
  const sorted = parts.map(({ report }) => report).sort((a, b) => (a.shard?.index ?? 0) - (b.shard?.index ?? 0));
  const requests: RunReport['requests'] = [];
  for (const report of sorted) {
    const before = requests.length;
    for (const request of report.requests) {
      const caller = request.caller === undefined ? {} : { caller: before + request.caller };
      requests.push({ ...request, index: requests.length, ...caller });
    }
  }
  return {
    ...first.report,
    startedAt: sorted.map(({ startedAt }) => startedAt).sort()[0] ?? '',
    // The parts ran side by side.
    durationMs: Math.max(...sorted.map(({ durationMs }) => durationMs)),
    outcome: sorted.reduce<RunReport['outcome']>(
      (worst, { outcome }) => (outcome === 'running' || worst === 'running' ? 'running' : worse(worst, outcome)),
      'passed',
    ),
    iterations: Math.max(...sorted.map(({ iterations }) => iterations)),
    shard: null,
    requests,
  };
}
