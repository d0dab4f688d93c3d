/** Notices a process that uses too much memory, also outside of the heap, which V8 limits itself. */
import { residentBytes } from './process-memory.ts';

const MAX_RESIDENT_BYTES = 1024 * 1024 * 1024;
const POLL_MS = 100;
/** Polls after which a process is measured first: most end, or run their script, in less time. */
const FIRST_POLL = 3;

interface WatchedProcess {
  pid: number | undefined;
  onExceeded: (reason: string) => void;
  /** The number of polls since the beginning of the watch. */
  polls: number;
  isBeingMeasured: boolean;
}

/** They share one timer, because a run has hundreds of short scripts each second. */
const watched = new Set<WatchedProcess>();
let timer: NodeJS.Timeout | undefined;

/** @param onExceeded receives the reason, as the end of a sentence about what the process does */
export function watchMemory(pid: number | undefined, onExceeded: (reason: string) => void): { stop(): void } {
  const entry: WatchedProcess = { pid, onExceeded, polls: 0, isBeingMeasured: false };
  watched.add(entry);
  timer ??= setInterval(poll, POLL_MS).unref();
  return { stop: () => void watched.delete(entry) };
}

function poll(): void {
  if (watched.size === 0) {
    clearInterval(timer);
    timer = undefined;
  }
  for (const entry of watched) {
    entry.polls += 1;
    if (entry.polls >= FIRST_POLL && !entry.isBeingMeasured) void measure(entry);
  }
}

async function measure(entry: WatchedProcess): Promise<void> {
  if (entry.pid === undefined) return;
  entry.isBeingMeasured = true;
  const bytes = await residentBytes(entry.pid);
  entry.isBeingMeasured = false;
  if (bytes === undefined || bytes <= MAX_RESIDENT_BYTES) return;
  // The watch may have been stopped meanwhile.
  if (watched.delete(entry)) entry.onExceeded(tooMuchMemory(bytes));
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
const tooMuchMemory = (bytes: number): string =>
  `it used ${megabytes(bytes)} MB of memory, and ${megabytes(MAX_RESIDENT_BYTES)} MB are allowed`;
