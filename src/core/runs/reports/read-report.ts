/** Reads report files: JSON as a whole, NDJSON line by line. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { describeProblems } from '../../../contract/describe-problems.ts';
import { codedError } from '../../../contract/errors.ts';
import { reportRequest, runReport, type ReportHead, type ReportRequest } from '../../../contract/runs/report.ts';
import { linesOf, sourceOf, type ReportSource } from './report-source.ts';

const reportHead = runReport.omit({ requests: true });

/**
 * @param text the content of a file that can be read only once, such as a pipe; absent: the file is read
 * @throws FileNotFound, or InvalidData when it is not a report of Outrigger
 */
export function openReport(file: string, text?: string): ReportSource {
  const lines = () => (text === undefined ? linesOf(file) : text.split('\n'));
  try {
    const [first = ''] = lines();
    if (isNdjson(first)) return openNdjson(file, lines);
    return sourceOf(parse(runReport, text ?? readFileSync(file, 'utf8'), file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw codedError('FileNotFound', `The report ${file} cannot be read: ${(error as Error).message}`);
  }
}

/** A JSON report is an object over several lines, or one with a list of requests. */
function isNdjson(line: string): boolean {
  try {
    return !('requests' in (JSON.parse(line) as object));
  } catch {
    return false;
  }
}

function openNdjson(file: string, lines: () => Iterable<string>): ReportSource {
  let head: ReportHead | undefined;
  let number = 0;
  for (const line of lines()) {
    number += 1;
    if (line === '') continue;
    const name = `${file}, line ${number},`;
    if (head) throw codedError('InvalidData', `${name} stands after the end of the report.`);
    if (line.startsWith('{"version":')) head = parse(reportHead, line, name);
    else parse(reportRequest, line, name);
  }
  if (!head) {
    throw codedError(
      'InvalidData',
      `${file} is cut off: the line with the outcome of the run, its last one, is missing.`,
      'Run that part again.',
    );
  }
  return {
    head,
    *requests() {
      for (const line of lines()) {
        if (line !== '' && !line.startsWith('{"version":')) yield JSON.parse(line) as ReportRequest;
      }
    },
  };
}

function parse<T>(schema: z.ZodType<T>, text: string, name: string): T {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw codedError('InvalidData', `${name} is not JSON: ${(error as Error).message}`);
  }
  const { version } = (json ?? {}) as { version?: unknown };
  if (typeof version === 'number' && version > 1) {
    const message = `${name} is a report of a newer Outrigger (version ${version}).`;
    throw codedError('InvalidData', message, 'Update Outrigger here.');
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw codedError(
    'InvalidData',
    `${name} is not a report of a run: ${describeProblems(parsed.error)}.`,
    'Make it with --reporter json or --reporter ndjson.',
  );
}
