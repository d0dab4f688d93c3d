/**
 * One part of a run that is split over machines. A part is a range of the run's order, computed arithmetically, so that
 * each machine selects the same requests. An iteration is not divided, and if it has to be, then between top-level
 * folders, whose requests may depend on each other.
 */
import type { LoadedRequest } from '../../collection/files/collection-files.ts';
import { hashText } from '../../platform/files/hash-text.ts';

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

export const partOfShard = ({ index, total }: Shard, requests: readonly LoadedRequest[], iterations: number): RunPart =>
  divideRun(total, requests, iterations)(index);

/**
 * Divides a run into parts. A run may have a million of them, so each is computed without looking at all requests.
 * @returns the range of the part with a one-based number
 */
export function divideRun(
  total: number,
  requests: readonly LoadedRequest[],
  iterations: number,
): (index: number) => RunPart {
  const borders = bordersOf(requests);
  /** The border between two groups that is nearest to an even split after part `number`. */
  const borderAfter = (number: number): number => {
    const even = (requests.length * iterations * number) / total;
    const iteration = Math.floor(even / requests.length);
    return iteration * requests.length + nearestOf(borders, even - iteration * requests.length);
  };
  return (index) => ({ from: borderAfter(index - 1), to: borderAfter(index) });
}

/** Positions in an iteration between which it is not divided, ascending. */
function bordersOf(requests: readonly LoadedRequest[]): number[] {
  const starts = requests.flatMap((request, index) => {
    const before = requests[index - 1];
    return before && groupOf(before) === groupOf(request) ? [] : [index];
  });
  return [...starts, requests.length];
}

/** The same text for all requests that are divided into the same parts. */
export const divisionOf = (requests: readonly LoadedRequest[]): string => hashText(bordersOf(requests).join());

/** @param borders ascending, not empty. @returns the lower one of two that are equally near */
function nearestOf(borders: readonly number[], position: number): number {
  let [low, high] = [0, borders.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((borders[middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  const above = borders[low] ?? 0;
  const below = borders[low - 1] ?? above;
  return distance(below, position) <= distance(above, position) ? below : above;
}

const distance = (a: number, b: number) => Math.abs(a - b);

/** Requests of one top-level folder are one group; a request outside of folders is its own group. */
const groupOf = ({ path, id }: LoadedRequest) => (path.length > 2 ? `folder ${path[1] ?? ''}` : `request ${id}`);
