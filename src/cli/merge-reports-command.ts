import { readFile } from 'node:fs/promises';
import { codedError } from '../contract/errors.ts';
import type { ReportFormat } from '../contract/report-formats.ts';
import { formatReport, mergeReports, parseReport } from '../core/runs/reports/reports.ts';
import { writeReport } from './run-reporters.ts';

export interface MergeOptions {
  reporter: ReportFormat;
  out?: string;
}

/** @returns the exit code that the whole run would have had */
export async function mergeReportsCommand(files: readonly string[], options: MergeOptions): Promise<number> {
  const parts = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(name, 'utf8').catch((error: unknown) => {
        throw codedError('FileNotFound', `The report ${name} cannot be read: ${(error as Error).message}`);
      });
      return { name, report: parseReport(text, name) };
    }),
  );
  const merged = mergeReports(parts);
  const text = formatReport(merged, options.reporter);
  if (options.out === undefined) process.stdout.write(text);
  else await writeReport(options.out, text);
  return merged.outcome === 'passed' ? 0 : merged.outcome === 'stopped' ? 130 : 1;
}
