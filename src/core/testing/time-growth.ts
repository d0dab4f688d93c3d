/**
 * For tests that some work is not disproportionately slow: compares two sizes with each other, not one with the clock.
 */

const ROUNDS = 3;
/**
 * Milliseconds. Shorter work counts as this long, because its time is mostly that of the compiler and the garbage
 * collector.
 */
const SHORTEST_MS = 20;

/** A growth up to this one is that of no test that fails: further rounds could only make it less. */
const SMALL_GROWTH = 4;

/**
 * The ratio of the times that `work` takes for `large` and for `small`, in processor time of this process, the shortest
 * of three rounds each, or of fewer for `large` if they show a small growth. Linear growth gives `large / small`,
 * quadratic growth the square of that.
 */
export async function timeGrowth(
  work: (size: number) => unknown,
  { small, large }: { small: number; large: number },
): Promise<number> {
  const timeOf = async (size: number, longEnough = 0) => {
    let shortest = Infinity;
    for (let round = 0; round < ROUNDS && shortest > longEnough; round += 1) {
      const before = process.cpuUsage();
      await work(size);
      const { user, system } = process.cpuUsage(before);
      shortest = Math.min(shortest, (user + system) / 1000);
    }
    return Math.max(shortest, SHORTEST_MS);
  };
  const smallMs = await timeOf(small);
  return (await timeOf(large, smallMs * Math.min(large / small, SMALL_GROWTH))) / smallMs;
}
