/** For tests that something does not take disproportionately long: two sizes are compared, not one with the clock. */

const ROUNDS = 3;
/** Milliseconds. Shorter work counts as this long, because its time is mostly that of the compiler and the collector. */
const SHORTEST_MS = 20;

/**
 * How many times longer `work` takes for `large` than for `small`, by the processor time of this process, the shortest
 * of three rounds each. Growth in proportion gives `large / small`, quadratic growth the square of that.
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
