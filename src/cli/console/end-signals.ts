/** Signals that ask a command to end: Ctrl+C, `kill`, and the end of its terminal. */
export const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const STOPPED = 130;

/** The first signal stops the run; a second Ctrl+C ends the process at once. */
export function stopOnSignals(): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const interrupt = (name: NodeJS.Signals) => {
    // Both a closing terminal and its shell send SIGHUP.
    if (controller.signal.aborted && name !== 'SIGHUP') process.exit(STOPPED);
    controller.abort();
  };
  for (const name of endSignals) process.on(name, interrupt);
  return { signal: controller.signal, release: () => endSignals.forEach((name) => process.off(name, interrupt)) };
}
