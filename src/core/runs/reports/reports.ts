/** Writes a report in each of the formats. */
import type { RunReport } from '../../../contract/runs/report.ts';
import type { ReportFormat } from '../../../contract/runs/report-formats.ts';
import { visibleJson } from '../../../contract/visible-text.ts';
import { toHtml } from './html.ts';
import { toJunit } from './junit.ts';
import { sourceOf, type ReportSource } from './report-source.ts';

const writers: Record<ReportFormat, (source: ReportSource) => Generator<string>> = {
  json: toJson,
  ndjson: toNdjson,
  junit: toJunit,
  html: toHtml,
};

/** A report in pieces, because a large one exceeds the longest string. */
export const reportText = (source: ReportSource, format: ReportFormat): Iterable<string> => writers[format](source);

export const formatReport = (report: RunReport, format: ReportFormat): string =>
  [...reportText(sourceOf(report), format)].join('');

/** A request in each line, and the outcome of the run in the last one. */
function* toNdjson({ head, requests }: ReportSource): Generator<string> {
  for (const request of requests()) yield `${visibleJson(request)}\n`;
  yield `${visibleJson(head)}\n`;
}

/** The JSON of a report, indented like `JSON.stringify` does. */
function* toJson({ head, requests }: ReportSource): Generator<string> {
  const empty = '[]\n}';
  yield visibleJson({ ...head, requests: [] }, 2).slice(0, -empty.length);
  let before = '[';
  for (const request of requests()) {
    yield `${before}\n    ${visibleJson(request, 2).replaceAll('\n', '\n    ')}`;
    before = ',';
  }
  yield before === '[' ? `${empty}\n` : '\n  ]\n}\n';
}
