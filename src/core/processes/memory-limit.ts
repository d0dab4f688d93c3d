/** Notices a process that uses too much memory, also outside of the heap, which V8 limits itself. */
import { residentBytes } from './process-memory.ts';

const MAX_RESIDENT_BYTES = 1024 * 1024 * 1024;
const POLL_MS = 100;
/** Most processes end, or run their script, in less time and are never checked. */
const FIRST_POLL_MS = 200;

/** @param onExceeded receives the reason, as the end of a sentence about what the process does */
export function watchMemory(pid: number | undefined, onExceeded: (reason: string) => void): { stop(): void } {
  let stopped = false;
  const poll = async () => {
    const bytes = pid === undefined ? undefined : await residentBytes(pid);
    if (stopped) return;
    if (bytes !== undefined && bytes > MAX_RESIDENT_BYTES) onExceeded(tooMuchMemory(bytes));
    else timer = setTimeout(() => void poll(), POLL_MS);
  };
  let timer = setTimeout(() => void poll(), FIRST_POLL_MS);
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
const tooMuchMemory = (bytes: number): string =>
  `it used ${megabytes(bytes)} MB of memory, and ${megabytes(MAX_RESIDENT_BYTES)} MB are allowed`;
