/**
 * One part of a run that is split over machines. A part is a range of the run's order, found by arithmetic, so that the
 * same part is the same requests on every machine. What belongs together stays together: an iteration, and in it a
 * top-level folder, whose requests may need what the ones before them have set.
 */
import type { LoadedRequest } from '../../collection/files/collection-files.ts';

export interface Shard {
  /** The place of the part, from 1. */
  index: number;
  total: number;
}

/** Positions in the run, from 0, without `to`: position p is request p % n of iteration p / n (rounded down), n requests each. */
export interface RunPart {
  from: number;
  to: number;
}

export function partOfShard({ index, total }: Shard, requests: readonly LoadedRequest[], iterations: number): RunPart {
  const starts = requests.flatMap((request, at) => {
    const before = requests[at - 1];
    return before && groupOf(before) === groupOf(request) ? [] : [at];
  });
  const borders = [...starts, requests.length];
  /** The border of two groups that is nearest to an even split before part `number + 1`. */
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

/** Requests of one top-level folder have the same group; a request outside of folders is a group of its own. */
const groupOf = ({ path, id }: LoadedRequest) => (path.length > 2 ? `folder ${path[1] ?? ''}` : `request ${id}`);
