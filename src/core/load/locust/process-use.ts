/** The CPU use of this process, which a master shows for its workers; it warns above 90 %. */
export interface ProcessUse {
  /** Per cent of one processor since the last call. */
  cpuPercent(): number;
  memoryBytes(): number;
}

export function createProcessUse(): ProcessUse {
  let usedBefore = process.cpuUsage();
  let measuredAt = performance.now();
  return {
    cpuPercent() {
      const { user, system } = process.cpuUsage(usedBefore);
      const elapsedMs = performance.now() - measuredAt;
      usedBefore = process.cpuUsage();
      measuredAt = performance.now();
      return elapsedMs > 0 ? ((user + system) / 1000 / elapsedMs) * 100 : 0;
    },
    memoryBytes: () => process.memoryUsage.rss(),
  };
}
