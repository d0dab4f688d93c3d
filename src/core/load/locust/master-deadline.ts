/** How long a worker waits for a master, and how long one that has answered may be silent. */
import { codedError } from '../../../contract/errors.ts';

/** As long as Locust's own workers wait: a master that is very busy answers late. */
const SILENT_MS = 60_000;

export interface MasterDeadline {
  /** Rejects when no master has answered in time. */
  missed: Promise<never>;
  begin(): void;
  clear(): void;
}

/** @param missingMs from `begin` on; the error is QueueUnreachable */
export function createMasterDeadline(url: string, missingMs: number): MasterDeadline {
  const missed = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  return {
    missed: missed.promise,
    begin() {
      timer ??= setTimeout(() => {
        const message = `No Locust master answers at ${url}.`;
        const remedy = 'Check the address with --load, and whether the master runs.';
        missed.reject(codedError('QueueUnreachable', message, remedy));
      }, missingMs);
    },
    clear() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

export interface MasterPulse {
  /** The master has answered a heartbeat. From the first one on it has to go on: a master of Locust 2.12 never does. */
  beat(): void;
  /** The master is gone or ended: the next one may be one that never answers. */
  forget(): void;
}

/** Notices a master whose connection is open, but which answers no more: it hangs, or does not know this worker any more. */
export function createMasterPulse(onSilent: () => void, silentMs = SILENT_MS): MasterPulse {
  let timer: NodeJS.Timeout | undefined;
  return {
    beat() {
      clearTimeout(timer);
      timer = setTimeout(onSilent, silentMs);
    },
    forget: () => clearTimeout(timer),
  };
}
