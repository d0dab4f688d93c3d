/**
 * One part of a run that is split over machines. What belongs together stays together: an iteration, and in it a
 * top-level folder, whose requests may need what the ones before them have set. The parts are cut in the run's order,
 * each about the same number of requests, so that the same part is the same requests every time.
 */
import type { LoadedRequest } from '../collection/collection-files.ts';

export interface Shard {
  /** From 1. */
  index: number;
  total: number;
}

export function createShard(
  { index, total }: Shard,
  requests: readonly LoadedRequest[],
  iterations: number,
): (iteration: number, request: LoadedRequest) => boolean {
  const groupOf = (request: LoadedRequest) =>
    request.path.length > 2 ? `folder ${request.path[1] ?? ''}` : `request ${request.id}`;
  const groups = [...new Set(requests.map(groupOf))];
  const sizes = groups.map((group) => requests.filter((request) => groupOf(request) === group).length);
  const units = Array.from({ length: iterations }, (_, iteration) =>
    groups.map((group, at) => ({ iteration, group, size: sizes[at] ?? 0 })),
  ).flat();
  const whole = requests.length * iterations;
  const chosen = new Set<string>();
  let before = 0;
  for (const { iteration, group, size } of units) {
    // By its middle: a unit belongs to one part only, and no part is left out for a large one before it.
    const part = Math.min(total, Math.floor(((before + size / 2) / whole) * total) + 1);
    if (part === index) chosen.add(`${iteration} ${group}`);
    before += size;
  }
  return (iteration, request) => chosen.has(`${iteration} ${groupOf(request)}`);
}
