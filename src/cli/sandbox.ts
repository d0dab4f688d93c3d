/** The sandbox of a run on the command line: its processes start while the rest is still being loaded. */
import type { AppFiles } from '../core/platform/app-files.ts';
import { createReaper, type Reaper } from '../core/processes/reaper.ts';
import { findSlotRuntime, type SlotRuntime } from '../core/processes/find-runtime.ts';
import { createSlotPool, type SlotPool } from '../core/sandbox-process/slot-pool.ts';

export interface Sandbox {
  runtime: SlotRuntime;
  reaper: Reaper;
  slots: SlotPool;
  /** Ends its processes. */
  close(): Promise<void>;
}

export function startSandbox(files: AppFiles): Sandbox {
  const runtime = findSlotRuntime(files.resources);
  const reaper = createReaper();
  const slots = createSlotPool({ runtime, entry: files.slotEntry, size: 1, spares: 0, reaper });
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

export const isScript = (target: string): boolean => /\.[cm]?js$/i.test(target);
