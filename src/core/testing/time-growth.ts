/**
 * For tests that some work is not disproportionately slow: compares two sizes with each other, not one with the clock.
 */

const ROUNDS = 3;
/**
 * Milliseconds. Shorter work counts as this long, because its time is mostly that of the compiler and the garbage
 * collector.
 */
const SHORTEST_MS = 20;

/**
 * The ratio of the times that `work` takes for `large` and for `small`, in processor time of this process, the shortest
 * of three rounds each. Linear growth gives `large / small`, quadratic growth the square of that.
 */
export async function timeGrowth(
  work: (size: number) => unknown,
  { small, large }: { small: number; large: number },
): Promise<number> {
  const timeOf = async (size: number) => {
    let shortest = Infinity;
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = process.cpuUsage();
      await work(size);
      const { user, system } = process.cpuUsage(before);
      shortest = Math.min(shortest, (user + system) / 1000);
    }
    return Math.max(shortest, SHORTEST_MS);
  };
  return (await timeOf(large)) / (await timeOf(small));
}
