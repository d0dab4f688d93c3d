/** The parts of a split run put together again. */
import { codedError } from '../../../contract/errors.ts';
import type { RunReport } from '../../../contract/report.ts';
import { worse } from '../run-request.ts';
import type { ReportSource } from './report-source.ts';

/** @throws InvalidData when a part is missing, there twice, or of another run */
export function mergeReports(parts: readonly { name: string; report: ReportSource }[]): ReportSource {
  const [first] = parts;
  if (!first)
    throw codedError('InvalidData', 'There is no report to merge.', 'Name the JSON or NDJSON reports of the parts.');
  const { head } = first.report;
  const total = head.shard?.total ?? parts.length;
  const seen = new Map<number, string>();
  for (const [at, part] of parts.entries()) {
    const { name } = part;
    const report = part.report.head;
    if ((report.shard === null) !== (head.shard === null) || (report.shard && report.shard.total !== total)) {
      throw codedError(
        'InvalidData',
        `${name} is a part of another split than ${first.name}.`,
        'Merge the parts of one run.',
      );
    }
    if (report.name !== head.name) {
      throw codedError(
        'InvalidData',
        `${name} is a report of "${report.name}", ${first.name} one of "${head.name}".`,
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
  const sorted = parts
    .map(({ report }) => report)
    .sort((a, b) => (a.head.shard?.index ?? 0) - (b.head.shard?.index ?? 0));
  const heads = sorted.map((report) => report.head);
  const largest = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), 0);
  return {
    head: {
      ...head,
      startedAt: heads.map(({ startedAt }) => startedAt).sort()[0] ?? '',
      // The parts ran side by side.
      durationMs: largest(heads.map(({ durationMs }) => durationMs)),
      outcome: heads.reduce<RunReport['outcome']>(
        (worst, { outcome }) => (outcome === 'running' || worst === 'running' ? 'running' : worse(worst, outcome)),
        'passed',
      ),
      iterations: largest(heads.map(({ iterations }) => iterations)),
      shard: null,
    },
    *requests() {
      let index = 0;
      for (const { requests } of sorted) {
        const before = index;
        for (const request of requests()) {
          const caller = request.caller === undefined ? {} : { caller: before + request.caller };
          yield { ...request, index: index++, ...caller };
        }
      }
    },
  };
}
