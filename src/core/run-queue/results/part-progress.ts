/** The progress of a run's parts, computed from its events: counts, workers, and requests per second. */
import type { QueueProgress } from '../../../contract/runs/run-queue-calls.ts';
import type { RunEvent } from '../../../contract/runs/run-event.ts';

/** Milliseconds over which requests per second are averaged, because the results of a part arrive all at once. */
const RATE_MS = 10_000;
/** Requests that arrive within these milliseconds count as one arrival. */
const SAME_ARRIVAL_MS = 100;
const MAX_WORKERS = 100;

export interface PartProgress {
  /** @param total number of parts with requests */
  begin(total: number): void;
  add(event: RunEvent): void;
  /** @param present names of the available workers, including idle ones */
  state(present: readonly string[]): Pick<QueueProgress, 'parts' | 'requests' | 'perSecond' | 'workers'>;
}

export function createPartProgress(now: () => number = () => performance.now()): PartProgress {
  const rate = createArrivalRate(now);
  let total = 0;
  let [done, failed, retried, requests] = [0, 0, 0, 0];
  /** The worker of each running part. */
  const workersByPart = new Map<number, string>();
  const doneBy = new Map<string, number>();

  return {
    begin: (count) => void (total = count),
    add(event) {
      switch (event.type) {
        case 'part.started':
          workersByPart.set(event.part, event.worker);
          break;
        case 'part.retried':
          retried += 1;
          break;
        case 'part.finished':
          workersByPart.delete(event.part);
          done += 1;
          doneBy.set(event.worker, (doneBy.get(event.worker) ?? 0) + 1);
          break;
        case 'part.failed':
          workersByPart.delete(event.part);
          failed += 1;
          break;
        case 'request.answered':
          requests += 1;
          rate.count();
          break;
        default:
      }
    },
    state(present) {
      const waiting = Math.max(0, total - done - failed - workersByPart.size);
      return {
        parts: { total, waiting, running: workersByPart.size, done, retried, failed },
        requests,
        perSecond: rate.perSecond(),
        workers: describeWorkers(present, [...workersByPart.values()], doneBy),
      };
    },
  };
}

/** Requests per second over the last seconds. */
function createArrivalRate(now: () => number): { count(): void; perSecond(): number } {
  const startMs = now();
  /** Arrival times of results, with the numbers of their requests. */
  let arrived: { at: number; count: number }[] = [];
  return {
    count() {
      const last = arrived.at(-1);
      if (last && now() - last.at < SAME_ARRIVAL_MS) last.count += 1;
      else arrived.push({ at: now(), count: 1 });
    },
    perSecond() {
      const from = now() - RATE_MS;
      arrived = arrived.filter(({ at }) => at >= from);
      const recent = arrived.reduce((sum, { count }) => sum + count, 0);
      const seconds = Math.max(0.1, Math.min(RATE_MS, now() - startMs) / 1000);
      return Math.round((recent / seconds) * 10) / 10;
    },
  };
}

function describeWorkers(
  present: readonly string[],
  running: readonly string[],
  doneBy: ReadonlyMap<string, number>,
): QueueProgress['workers'] {
  const names = [...new Set([...present, ...running, ...doneBy.keys()])].sort().slice(0, MAX_WORKERS);
  return names.map((name) => ({
    name,
    running: running.filter((item) => item === name).length,
    done: doneBy.get(name) ?? 0,
    isPresent: present.includes(name),
  }));
}
