/** The receivers of a run's events on the command line: the terminal, a stream of events, report files. */
import { codedError } from '../../contract/errors.ts';
import type { ReportHead } from '../../contract/runs/report.ts';
import { reportFormats, type ReportFormat } from '../../contract/runs/report-formats.ts';
import type { RunEvent } from '../../contract/runs/run-event.ts';
import { visibleJson } from '../../contract/visible-text.ts';
import type { Mask } from '../../core/platform/secrets/mask.ts';
import { maskContent } from '../../core/platform/secrets/mask-content.ts';
import { createEventMask, maskRequest } from '../../core/runs/reports/mask-report.ts';
import { createReportFile } from '../../core/runs/reports/report-source.ts';
import { reportText } from '../../core/runs/reports/reports.ts';
import { cliReporter } from '../console/cli-reporter.ts';
import type { FindExchange } from '../console/exchange-lines.ts';
import type { reporterNames } from './options/reporter-names.ts';
import { joinWrites } from './joined-writes.ts';
import { notify } from '../console/terminal-text.ts';
import { createWaitNotices } from '../console/wait-notices.ts';
import { requireWritable, writeReport } from '../output-file.ts';

type Name = (typeof reporterNames)[number];

export interface Reporters {
  onEvent(event: RunEvent): void;
  /** Writes the report files, once. @throws WriteFailed */
  finish: () => Promise<void>;
}

const isReport = (name: string): name is ReportFormat => (reportFormats as readonly string[]).includes(name);

interface ReportFile {
  format: ReportFormat;
  /** Absent: the report is written to stdout. */
  file: string | undefined;
}

/** @throws InvalidParams when a file belongs to no report, or when several would be written to stdout */
function reportFiles(names: readonly Name[], outs: readonly string[] = []): ReportFile[] {
  const reports = names.filter(isReport).map((format, index) => ({ format, file: outs[index] }));
  if (outs.length > reports.length) {
    const message = `--out ${outs[reports.length] ?? ''} belongs to no report.`;
    throw codedError('InvalidParams', message, 'Add --reporter json, ndjson, junit or html.');
  }
  const [first, second] = reports.filter(({ file }) => file === undefined);
  const toStdout = first && second ? `${first.format} and ${second.format}` : undefined;
  if (toStdout || (first && names.includes('events'))) {
    throw codedError(
      'InvalidParams',
      `${toStdout ?? 'Events and a report'} cannot both go to the terminal.`,
      'Name a file for each report with --out.',
    );
  }
  return reports;
}

/**
 * @param names values of --reporter
 * @param outs values of --out: the files of the report formats, in order
 * @param mask masks the secrets that no report may show
 * @throws WriteFailed when a file cannot be written, before anything runs
 */
export function createReporters(options: {
  names: readonly string[] | undefined;
  outs: readonly string[] | undefined;
  color: boolean | undefined;
  /** For the text of the reporter `cli`. */
  findExchange: FindExchange | undefined;
  mask: Mask;
  environment: string | null;
  shard: ReportHead['shard'];
  /** Stores the requests of the run until the reports are written; only the user can read it. */
  temporaryFile: string;
}): Reporters {
  const { color, mask, environment, shard, temporaryFile } = options;
  const names = [...new Set(options.names ?? ['cli'])] as Name[];
  const reports = reportFiles(names, options.outs);
  for (const { file } of reports) if (file !== undefined) requireWritable(file);

  const printers: ((event: RunEvent) => void)[] = [createWaitNotices(notify)];
  // If a program reads stdout (events, or a report without a file), text for people goes to stderr.
  const isRead = names.includes('events') || reports.some(({ file }) => file === undefined);
  const textTo = isRead ? process.stderr : process.stdout;
  if (names.includes('cli')) {
    const stream = { write: joinWrites((text) => textTo.write(text)), isTTY: textTo.isTTY };
    printers.push(cliReporter({ stream, color, findExchange: options.findExchange }));
  }
  if (names.includes('events')) {
    const write = joinWrites((text) => process.stdout.write(text));
    printers.push((event) => write(`${visibleJson(event)}\n`));
  }
  const report =
    reports.length === 0
      ? undefined
      : createReportFile(temporaryFile, { environment, shard }, (request) => maskRequest(request, mask));
  let finished: Promise<void> | undefined;
  async function writeAll(): Promise<void> {
    if (!report) return;
    const maskedReport = { head: maskContent(report.head, mask), requests: report.requests };
    for (const { format, file } of reports) await writeReport(file, reportText(maskedReport, format));
  }
  const print = createEventMask(mask, (event) => {
    for (const printer of printers) printer(event);
  });
  return {
    onEvent(event) {
      print(event);
      report?.fold(event);
    },
    finish: () => (finished ??= writeAll()),
  };
}
