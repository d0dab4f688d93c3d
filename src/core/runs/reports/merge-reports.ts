/** Merges the reports of a split run. */
import { codedError } from '../../../contract/errors.ts';
import type { RunReport } from '../../../contract/runs/report.ts';
import { worse } from '../request/run-request.ts';
import type { ReportSource } from './report-source.ts';

/** The number of missing parts that an error names. */
const MAX_LISTED = 20;

interface NamedReport {
  name: string;
  report: ReportSource;
}

/** @throws InvalidData when a part is missing, duplicated, or of another run */
export function mergeReports(parts: readonly NamedReport[]): ReportSource {
  const [first] = parts;
  if (!first)
    throw codedError('InvalidData', 'There is no report to merge.', 'Name the JSON or NDJSON reports of the parts.');
  requireAllParts(parts, first);
  const sorted = parts
    .map(({ report }) => report)
    .sort((a, b) => (a.head.shard?.index ?? 0) - (b.head.shard?.index ?? 0));
  return {
    head: mergeHeads(
      first.report.head,
      sorted.map(({ head }) => head),
    ),
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

/** @throws InvalidData unless the reports are all parts of one run, each once */
function requireAllParts(parts: readonly NamedReport[], first: NamedReport): void {
  const { head } = first.report;
  const total = head.shard?.total ?? parts.length;
  const names = new Map<number, string>();
  for (const [at, { name, report }] of parts.entries()) {
    requireSameRun({ name, head: report.head }, { name: first.name, head }, total);
    const index = report.head.shard?.index ?? at + 1;
    const before = names.get(index);
    if (before !== undefined)
      throw codedError('InvalidData', `${name} and ${before} are both part ${index}.`, 'Name each part once.');
    names.set(index, name);
  }
  const missingCount = total - [...names.keys()].filter((index) => index <= total).length;
  if (missingCount > 0) {
    const missing: number[] = [];
    for (let index = 1; index <= total && missing.length < MAX_LISTED; index += 1) {
      if (!names.has(index)) missing.push(index);
    }
    const more = missingCount > missing.length ? ` and ${missingCount - missing.length} more` : '';
    const message = `Part ${missing.join(', ')}${more} of ${total} is missing.`;
    throw codedError('InvalidData', message, 'Name the reports of all parts.');
  }
}

type NamedHead = Pick<NamedReport, 'name'> & Pick<ReportSource, 'head'>;

function requireSameRun(part: NamedHead, first: NamedHead, total: number): void {
  const { shard, name } = part.head;
  const remedy = 'Merge the parts of one run.';
  if ((shard === null) !== (first.head.shard === null) || (shard && shard.total !== total)) {
    throw codedError('InvalidData', `${part.name} is a part of another split than ${first.name}.`, remedy);
  }
  if (name !== first.head.name) {
    const message = `${part.name} is a report of "${name}", ${first.name} one of "${first.head.name}".`;
    throw codedError('InvalidData', message, remedy);
  }
}

function mergeHeads(first: ReportSource['head'], heads: readonly ReportSource['head'][]): ReportSource['head'] {
  const largest = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), 0);
  return {
    ...first,
    startedAt: heads.map(({ startedAt }) => startedAt).sort()[0] ?? '',
    // The parts ran concurrently.
    durationMs: largest(heads.map(({ durationMs }) => durationMs)),
    outcome: heads.reduce<RunReport['outcome']>(
      (worst, { outcome }) => (outcome === 'running' || worst === 'running' ? 'running' : worse(worst, outcome)),
      'passed',
    ),
    iterations: largest(heads.map(({ iterations }) => iterations)),
    shard: null,
  };
}
