/** Reads report files: JSON as a whole, NDJSON line by line. */
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import * as z from 'zod';
import { describeProblems } from '../../../contract/describe-problems.ts';
import { codedError } from '../../../contract/errors.ts';
import {
  reportRequest,
  reportTest,
  runReport,
  type ReportHead,
  type ReportRequest,
  type RunReport,
} from '../../../contract/runs/report.ts';
import { hasFailed } from '../../../contract/runs/fold-report.ts';
import type { RunOutcome } from '../../../contract/runs/run-event.ts';
import { textOfFile, utf16Of } from '../../../contract/utf16-text.ts';
import { parseJson } from '../../collection/format/parse-json.ts';
import { linesOf, sourceOf, type ReportSource } from './report-source.ts';

/** A list that is checked up to its first wrong item: a stranger's may have millions, each with several problems. */
const listOf = <T>(schema: z.ZodType<T>) =>
  z.array(z.unknown()).transform((list, context) => {
    const items: T[] = [];
    for (const [index, item] of list.entries()) {
      const { data, error } = schema.safeParse(item);
      if (error) {
        for (const issue of error.issues) context.issues.push({ ...issue, path: [index, ...issue.path] } as never);
        return z.NEVER;
      }
      items.push(data);
    }
    return items;
  });

const anyRequest = reportRequest.extend({
  path: listOf(z.string()),
  tests: listOf(reportTest),
  errors: listOf(z.string()),
});
const anyReport = runReport.extend({ requests: listOf(anyRequest) });
const reportHead = runReport.omit({ requests: true });

/**
 * @param content of a file that can be read only once, such as a pipe; absent: the file is read
 * @throws FileNotFound, FileTooLarge, or InvalidData when it is not a report of Outrigger
 */
export function openReport(file: string, content?: string): ReportSource {
  try {
    const text = content?.replace(/^\uFEFF/, '') ?? markedText(file);
    const lines = () => (text === undefined ? linesOf(file) : text.split('\n'));
    const [first = ''] = lines();
    if (isNdjson(first)) return openNdjson(file, lines);
    const report = parse(anyReport, text ?? readFileSync(file, 'utf8'), file);
    return sourceOf({ ...report, outcome: report.requests.reduce(outcomeWith, report.outcome) });
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (error instanceof RangeError || code === 'ERR_STRING_TOO_LONG') {
      const remedy = 'Make it with --reporter ndjson, whose lines are read one by one.';
      throw codedError('FileTooLarge', `The report ${file} has more than 512 MB without a line end.`, remedy);
    }
    if (syscall === undefined) throw error;
    throw codedError('FileNotFound', `The report ${file} cannot be read: ${message}`);
  }
}

const MARK_BYTES = 3;

/** The whole text of a file that begins with a byte order mark, which programs of Windows write; otherwise undefined. */
function markedText(file: string): string | undefined {
  const start = Buffer.alloc(MARK_BYTES);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, start);
  } finally {
    closeSync(handle);
  }
  if (utf16Of(start) === undefined && start.toString() !== '\uFEFF') return undefined;
  return textOfFile(new Uint8Array(readFileSync(file)).buffer);
}

/**
 * A report is read while it is written, so it would be lost when both are one file.
 * @param out a file that need not exist
 * @throws InvalidParams when it is one of `files`, also under another name
 */
export function requireOtherFile(out: string, files: readonly string[]): void {
  const present = statSync(out, { throwIfNoEntry: false });
  if (!present?.isFile()) return;
  const isSame = (file: string) => {
    const { dev, ino } = statSync(file, { throwIfNoEntry: false }) ?? {};
    return dev === present.dev && ino === present.ino;
  };
  if (!files.some(isSame)) return;
  throw codedError('InvalidParams', `${out} is one of the reports that are merged.`, 'Name another file with --out.');
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
  let fromRequests: RunOutcome = 'passed';
  let number = 0;
  for (const line of lines()) {
    number += 1;
    if (line === '') continue;
    const name = `${file}, line ${number},`;
    if (head) throw codedError('InvalidData', `${name} stands after the end of the report.`);
    if (line.startsWith('{"version":')) head = parse(reportHead, line, name);
    else fromRequests = outcomeWith(fromRequests, parse(anyRequest, line, name));
  }
  if (!head) {
    throw codedError(
      'InvalidData',
      `${file} is cut off: the line with the outcome of the run, its last one, is missing.`,
      'Run that part again.',
    );
  }
  return {
    head: { ...head, outcome: head.outcome === 'passed' ? fromRequests : head.outcome },
    *requests() {
      for (const line of lines()) {
        if (line !== '' && !line.startsWith('{"version":')) yield JSON.parse(line) as ReportRequest;
      }
    },
  };
}

/**
 * The outcome of a run that counts as passed up to a request; any other outcome stays. A report that says `passed` may
 * contain failures.
 */
function outcomeWith<T extends RunReport['outcome']>(outcome: T, request: ReportRequest): T | RunOutcome {
  // What a script has run, and has stopped by its own end, does not count.
  if (outcome !== 'passed' || (request.stopped && request.caller !== undefined)) return outcome;
  if (request.failure !== null || request.errors.length > 0) return 'error';
  if (hasFailed(request)) return 'failed';
  return request.stopped ? 'stopped' : outcome;
}

function parse<T>(schema: z.ZodType<T>, text: string, name: string): T {
  const json = parseJson(text, name);
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
