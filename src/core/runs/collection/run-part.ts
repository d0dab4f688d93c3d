/**
 * One part of a run that is split over machines. A part is a range of the run's order, computed arithmetically, so that
 * each machine selects the same requests. An iteration is not divided, and if it has to be, then between top-level
 * folders, whose requests may depend on each other.
 */
import type { LoadedRequest } from '../../collection/files/collection-files.ts';

export interface Shard {
  /** The one-based number of the part. */
  index: number;
  total: number;
}

/**
 * Zero-based positions in the run, `to` exclusive: with n requests in an iteration, position p is request p % n of
 * iteration p / n (rounded down).
 */
export interface RunPart {
  from: number;
  to: number;
}

export function partOfShard({ index, total }: Shard, requests: readonly LoadedRequest[], iterations: number): RunPart {
  const starts = requests.flatMap((request, index) => {
    const before = requests[index - 1];
    return before && groupOf(before) === groupOf(request) ? [] : [index];
  });
  const borders = [...starts, requests.length];
  /** The border between two groups that is nearest to an even split after part `number`. */
  const borderAfter = (number: number): number => {
    const even = (requests.length * iterations * number) / total;
    const iteration = Math.floor(even / requests.length);
    const inside = even - iteration * requests.length;
    const nearest = borders.reduce((best, border) =>
      distance(border, inside) < distance(best, inside) ? border : best,
    );
    return iteration * requests.length + nearest;
  };
  return { from: borderAfter(index - 1), to: borderAfter(index) };
}

const distance = (a: number, b: number) => Math.abs(a - b);

/** Requests of one top-level folder are one group; a request outside of folders is its own group. */
const groupOf = ({ path, id }: LoadedRequest) => (path.length > 2 ? `folder ${path[1] ?? ''}` : `request ${id}`);
