/** How many requests of each operation the simulator answers in a second. */

/** @returns a function that returns whether an operation is within `rate` per second */
export function createRateLimit(rate: number): (operation: string) => boolean {
  /** The operation of the latest request is the last one. */
  const requests = new Map<string, number[]>();
  return (operation) => {
    const now = Date.now();
    // Names come from senders, so unused ones are removed.
    for (const [name, times] of requests) {
      if ((times.at(-1) ?? 0) > now - 1000) break;
      requests.delete(name);
    }
    const recent = (requests.get(operation) ?? []).filter((time) => time > now - 1000);
    if (recent.length >= rate) return false;
    requests.delete(operation);
    requests.set(operation, [...recent, now]);
    return true;
  };
}
