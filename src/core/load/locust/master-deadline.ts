/** How long a worker waits for a master, and how long a master that has answered may be silent. */
import { codedError } from '../../../contract/errors.ts';

/** The same time as in Locust's own workers: a master that is very busy answers late. */
const SILENT_MS = 60_000;

export interface MasterDeadline {
  /** Rejects when no master has answered in time. */
  missed: Promise<never>;
  begin(): void;
  clear(): void;
}

/** @param missingMs counted from `begin`; the error is QueueUnreachable */
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
  /**
   * Records an answered heartbeat. The first one starts the supervision, because masters of Locust 2.12 never answer.
   */
  beat(): void;
  /** Ends the supervision: the master is gone, and the next one may never answer heartbeats. */
  forget(): void;
}

/** Detects a master whose connection is open but which no longer answers: it hangs, or has forgotten this worker. */
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
