import { statSync } from 'node:fs';
import type { ReportFormat } from '../../contract/runs/report-formats.ts';
import { mergeReports } from '../../core/runs/reports/merge-reports.ts';
import { openReport, requireOtherFile } from '../../core/runs/reports/read-report.ts';
import { reportText } from '../../core/runs/reports/reports.ts';
import { writeReport } from '../output-file.ts';
import { readInputFile } from '../read-input-file.ts';

export interface MergeOptions {
  reporter: ReportFormat;
  out?: string;
}

/** @returns the exit code of the whole run */
export async function mergeReportsCommand(files: readonly string[], options: MergeOptions): Promise<number> {
  if (options.out !== undefined) requireOtherFile(options.out, files);
  const reports = [];
  for (const name of files) {
    // A report that can be read several times need not be in memory as a whole.
    const text = statSync(name, { throwIfNoEntry: false })?.isFile() ? undefined : await readInputFile(name, 'report');
    reports.push({ name, report: openReport(name, text) });
  }
  const mergedReport = mergeReports(reports);
  await writeReport(options.out, reportText(mergedReport, options.reporter));
  const { outcome } = mergedReport.head;
  return outcome === 'passed' ? 0 : outcome === 'stopped' ? 130 : 1;
}
