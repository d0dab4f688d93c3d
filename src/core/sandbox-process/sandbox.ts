/** The processes that run scripts, and the process that ends them if this one is killed. */
import type { AppFiles } from '../platform/files/app-files.ts';
import { findSandboxRuntime, type SandboxRuntime } from '../processes/find-runtime.ts';
import { createReaper, type Reaper } from '../processes/ending/reaper.ts';
import { createSandboxPool, type SandboxPool } from './pool/sandbox-pool.ts';
import { startSandboxProcess, type SandboxProcess } from './sandbox-process.ts';

export interface Sandbox {
  runtime: SandboxRuntime;
  reaper: Reaper;
  sandboxes: SandboxPool;
  /** Ends its processes. */
  close(): Promise<void>;
}

interface SandboxOptions {
  /** The number of scripts that run at the same time. */
  size: number;
  /** Warm processes beyond those in use. */
  spares: number;
  /** The first process, if it was already started. */
  first?: FirstProcess | undefined;
  /** Whether the first process is started with the first script, for callers that may run none. */
  startsLate?: boolean | undefined;
}
/** A process that was started before its pool, with the runtime that was found for it. */
export interface FirstProcess {
  runtime: SandboxRuntime;
  process: SandboxProcess;
}

/** Starts one process, for callers that know only later how many scripts will run at the same time. */
export function startFirstProcess(files: AppFiles): FirstProcess {
  const runtime = findSandboxRuntime(files.resources);
  return { runtime, process: startSandboxProcess({ runtime, entry: files.sandboxEntry }) };
}

/** Starts the first process at once, so that the caller can load other modules meanwhile, unless it starts late. */
export function startSandbox(files: AppFiles, { size, spares, first, startsLate }: SandboxOptions): Sandbox {
  const runtime = first?.runtime ?? findSandboxRuntime(files.resources);
  const reaper = createReaper();
  const sandboxes = createSandboxPool({
    runtime,
    entry: files.sandboxEntry,
    size,
    spares,
    reaper,
    first: first?.process,
    startsLate,
  });
  return {
    runtime,
    reaper,
    sandboxes,
    async close() {
      await sandboxes.close();
      reaper.close();
    },
  };
}
