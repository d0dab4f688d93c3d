/**
 * The numbers (`seq`) by which files are ordered, changed in as few of them as possible, because each changed file is a
 * difference for version control.
 */

/** @returns whole numbers from 1 that increase, with as many of the present ones as possible */
export function increasingNumbers(present: readonly (number | undefined)[]): number[] {
  const kept = keptPositions(present);
  let last = 0;
  return present.map((value, position) => (last = kept.has(position) && value !== undefined ? value : last + 1));
}

/**
 * The largest set of positions whose numbers can stay: between two of them there is room for the positions between. That
 * holds where the number minus the position does not decrease, so it is the longest sequence of such differences.
 */
function keptPositions(present: readonly (number | undefined)[]): ReadonlySet<number> {
  /** For each length, the position at which the best sequence of that length ends: the one with the lowest difference. */
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  const room = (position: number) => (present[position] ?? 0) - position;
  for (const [position, value] of present.entries()) {
    if (!Number.isSafeInteger(value) || room(position) < 1) continue;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (room(ends[middle] ?? 0) <= room(position)) low = middle + 1;
      else high = middle;
    }
    previous.set(position, ends[low - 1]);
    ends[low] = position;
  }
  const kept = new Set<number>();
  for (let position = ends.at(-1); position !== undefined; position = previous.get(position)) kept.add(position);
  return kept;
}
