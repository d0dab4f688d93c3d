/** The processes that run scripts, and the process that ends them should this one be killed. */
import type { AppFiles } from '../platform/app-files.ts';
import { findSlotRuntime, type SlotRuntime } from '../processes/find-runtime.ts';
import { createReaper, type Reaper } from '../processes/reaper.ts';
import { createSlotPool, type SlotPool } from './slot-pool.ts';

export interface Sandbox {
  runtime: SlotRuntime;
  reaper: Reaper;
  slots: SlotPool;
  /** Ends its processes. */
  close(): Promise<void>;
}

/**
 * Starts the first process at once, so that the caller can load the rest meanwhile.
 * @param size scripts that run at the same time
 * @param spares warm processes beyond those in use
 */
export function startSandbox(files: AppFiles, { size, spares }: { size: number; spares: number }): Sandbox {
  const runtime = findSlotRuntime(files.resources);
  const reaper = createReaper();
  const slots = createSlotPool({ runtime, entry: files.slotEntry, size, spares, reaper });
  return {
    runtime,
    reaper,
    slots,
    async close() {
      await slots.close();
      reaper.close();
    },
  };
}
