/** Records when a debugged script was stopped, so that timeouts can exclude that time. */
import type { StoppedTime } from '../sandbox-process/sandbox-process.ts';

/** The number of latest stops that are remembered. */
const MAX_STOPS = 10_000;

/** @param now the time in milliseconds that the script also reads */
export function createStoppedTime(now = Date.now): StoppedTime & { begin(): void; end(): void } {
  const stops: { from: number; to: number }[] = [];
  let current: { from: number; ended: PromiseWithResolvers<void> } | undefined;
  return {
    msSince(time) {
      const all = current ? [...stops, { from: current.from, to: now() }] : stops;
      return all.reduce((sum, { from, to }) => sum + Math.max(0, to - Math.max(from, time)), 0);
    },
    running: () => current?.ended.promise ?? Promise.resolve(),
    begin: () => void (current ??= { from: now(), ended: Promise.withResolvers<void>() }),
    end() {
      if (!current) return;
      stops.push({ from: current.from, to: now() });
      if (stops.length > MAX_STOPS) stops.shift();
      current.ended.resolve();
      current = undefined;
    },
  };
}
