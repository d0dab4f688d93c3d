/**
 * The time limit of a script. A configured limit applies to the whole time. Without one, a script is ended when it has
 * neither called the host nor waited for the answer of a call for long: programs, requests and webhooks have time
 * limits of their own, and a script that waits for them must not be cut off.
 */
import { MAX_TIMER_MS } from '../../../contract/runs/timer-limit.ts';

export const DEFAULT_OWN_TIME_MS = 5 * 60_000;

export interface ScriptTime {
  /** To be called when the script has called the host. */
  onCall(): void;
  /** To be called when one of its calls was answered. */
  onAnswer(): void;
  stop(): void;
}

export interface ScriptTimeOptions {
  /** Limit for the whole script, in milliseconds; absent: as described above. */
  limitMs?: number | undefined;
  /** Milliseconds without a call of the host. Default: DEFAULT_OWN_TIME_MS. */
  ownTimeMs?: number | undefined;
  onExceeded: () => void;
}

export function startScriptTime({ limitMs, ownTimeMs, onExceeded }: ScriptTimeOptions): ScriptTime {
  const start = (ms: number) => setTimeout(onExceeded, Math.min(ms, MAX_TIMER_MS));
  if (limitMs !== undefined) {
    const timer = start(limitMs);
    return { onCall: () => undefined, onAnswer: () => undefined, stop: () => clearTimeout(timer) };
  }
  const restart = () => start(ownTimeMs ?? DEFAULT_OWN_TIME_MS);
  let timer: NodeJS.Timeout | undefined = restart();
  let open = 0;
  return {
    onCall() {
      open += 1;
      clearTimeout(timer);
    },
    onAnswer() {
      open -= 1;
      if (open === 0) timer = restart();
    },
    stop: () => clearTimeout(timer),
  };
}
