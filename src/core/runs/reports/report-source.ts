/** The source from which a report is written in one of its formats: memory, or a file for a large run. */
import { appendFileSync, closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import type { ReportHead, ReportRequest, RunReport } from '../../../contract/runs/report.ts';
import { foldReport, newReport } from '../../../contract/runs/fold-report.ts';
import type { RunEvent } from '../../../contract/runs/run-event.ts';
import { writeFailure } from '../../platform/files/write-errors.ts';

export interface ReportSource {
  head: ReportHead;
  /**
   * Every request in order, starting anew with each call. A caller comes before the requests that it has run, within
   * the same sequence.
   */
  requests(): Iterable<ReportRequest>;
}

export function sourceOf({ requests, ...head }: RunReport): ReportSource {
  return { head, requests: () => requests };
}

/** Each request with the one whose script has run it. */
export function* withCallers(
  requests: Iterable<ReportRequest>,
): Generator<{ request: ReportRequest; caller: ReportRequest | undefined }> {
  /** The requests since the last one that no script has started: they include the callers of nested requests. */
  let open = new Map<number, ReportRequest>();
  for (const request of requests) {
    if (request.caller === undefined) open = new Map();
    yield { request, caller: request.caller === undefined ? undefined : open.get(request.caller) };
    open.set(request.index, request);
  }
}

/** Characters of finished requests in memory: reading them from a file takes a multiple of the time. */
const MAX_IN_MEMORY = 4 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

/** A report of a run of any length: the finished requests of a long one are in a file, one line of JSON each. */
export interface ReportFile extends ReportSource {
  fold(event: RunEvent): void;
  /** @throws WriteFailed when not all of them could be written */
  requests(): Iterable<ReportRequest>;
}

/**
 * @param file is created when the requests need it, private to the user
 * @param start the members of the report that are known before the run
 * @param finish changes each request before it is stored, to mask secrets
 */
export function createReportFile(
  file: string,
  start: Partial<ReportHead>,
  finish: (request: ReportRequest) => ReportRequest,
): ReportFile {
  const { requests: open, ...empty } = newReport();
  const report: RunReport = { ...empty, ...start, requests: open };
  let ended = 0;
  let finished: ReportRequest[] = [];
  let size = 0;
  let hasFile = false;
  let failure: Error | undefined;

  function endRequests(): void {
    for (const request of report.requests) {
      const finishedRequest = finish(request);
      finished.push(finishedRequest);
      size += sizeOf(finishedRequest);
    }
    ended += report.requests.length;
    report.requests.length = 0;
    if (size > MAX_IN_MEMORY) moveToFile();
  }
  function moveToFile(): void {
    hasFile = true;
    try {
      const lines = finished.map((request) => `${JSON.stringify(request)}\n`);
      appendFileSync(file, lines.join(''), { mode: 0o600 });
    } catch (error) {
      failure ??= writeFailure(`The report ${file}`, error);
    }
    finished = [];
    size = 0;
  }
  return {
    get head() {
      const { requests: _open, ...head } = report;
      return head;
    },
    fold(event) {
      // When the next request of the collection's own order starts, the earlier ones and all requests that they have
      // run have ended.
      if (event.type === 'run.finished' || (event.type === 'request.started' && event.caller === undefined)) {
        endRequests();
      }
      foldReport(report, event, ended);
    },
    *requests() {
      if (failure) throw failure;
      if (hasFile) for (const line of linesOf(file)) yield JSON.parse(line) as ReportRequest;
      yield* finished;
      yield* report.requests;
    },
  };
}

/** About the characters of its JSON. */
function sizeOf({ url, tests, errors, failure }: ReportRequest): number {
  let size = 400 + url.length + (failure?.message.length ?? 0);
  for (const { name, error = '' } of tests) size += 50 + name.length + error.length;
  for (const error of errors) size += error.length;
  return size;
}

/** The lines of a file; one of them is in memory at a time. */
export function* linesOf(file: string): Generator<string> {
  const handle = openSync(file, 'r');
  try {
    const decoder = new StringDecoder('utf8');
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    // Only what was read last is searched: the time for a long line would grow with its square.
    let unfinishedLine: string[] = [];
    for (let size = readSync(handle, chunk); size > 0; size = readSync(handle, chunk)) {
      const lines = decoder.write(chunk.subarray(0, size)).split('\n');
      const last = lines.pop() ?? '';
      for (const line of lines) {
        yield unfinishedLine.length === 0 ? line : unfinishedLine.join('') + line;
        unfinishedLine = [];
      }
      unfinishedLine.push(last);
    }
    const lastLine = unfinishedLine.join('') + decoder.end();
    if (lastLine !== '') yield lastLine;
  } finally {
    closeSync(handle);
  }
}
