/** The processes that run scripts, and the process that ends them should this one be killed. */
import type { AppFiles } from '../platform/files/app-files.ts';
import { findSandboxRuntime, type SandboxRuntime } from '../processes/find-runtime.ts';
import { createReaper, type Reaper } from '../processes/ending/reaper.ts';
import { createSandboxPool, type SandboxPool } from './sandbox-pool.ts';

export interface Sandbox {
  runtime: SandboxRuntime;
  reaper: Reaper;
  sandboxes: SandboxPool;
  /** Ends its processes. */
  close(): Promise<void>;
}

/**
 * Starts the first process at once, so that the caller can load the rest meanwhile.
 * @param size scripts that run at the same time
 * @param spares warm processes beyond those in use
 */
export function startSandbox(files: AppFiles, { size, spares }: { size: number; spares: number }): Sandbox {
  const runtime = findSandboxRuntime(files.resources);
  const reaper = createReaper();
  const sandboxes = createSandboxPool({ runtime, entry: files.sandboxEntry, size, spares, reaper });
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
