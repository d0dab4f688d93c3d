/** The messages between a Locust master and its workers: [type, data, id of the worker] as MessagePack. */
import type { Packr } from 'msgpackr';
import * as z from 'zod';
import { describeProblems } from '../../../contract/describe-problems.ts';

/** The version that a worker reports if it works with any version of the master. */
export const ANY_VERSION = -1;

const userCount = z.number().int().nonnegative();
const timestamp = z.number();
const spawnData = z.object({
  timestamp,
  user_classes_count: z.record(z.string().max(200), userCount),
  /** Seconds that iterations have to end. Locust up to 2.15 sends null where none is set, newer versions send 0. */
  stop_timeout: z.number().nonnegative().nullish(),
  /** The host of `--host` or of the master's page. */
  host: z.string().max(2000).nullish(),
});
export type SpawnData = z.output<typeof spawnData>;

/**
 * `heartbeat`: the reply to a heartbeat of the worker, sent by masters newer than Locust 2.12. `spawning_complete`: the
 * users of all workers are running. `other`: a message that a worker ignores, such as those that a Locust file defines.
 */
export type MasterMessage =
  | { type: 'ack' | 'stop' | 'quit' | 'reconnect' | 'heartbeat' | 'spawning_complete' }
  | { type: 'spawn'; data: SpawnData }
  | { type: 'other'; name: string };

const envelope = z.tuple([z.string().max(200), z.unknown(), z.unknown()]);

/** @throws when the bytes are not a message of a master */
export function decodeMessage(packr: Packr, bytes: Uint8Array): MasterMessage {
  const read = envelope.safeParse(packr.decode(bytes));
  if (!read.success) throw new Error(describeProblems(read.error));
  const [type, data] = read.data;
  switch (type) {
    case 'ack':
    case 'stop':
    case 'quit':
    case 'reconnect':
    case 'heartbeat':
    case 'spawning_complete':
      return { type };
    case 'spawn':
      return { type, data: readSpawnData(data) };
    default:
      return { type: 'other', name: type };
  }
}

function readSpawnData(data: unknown): SpawnData {
  const read = spawnData.safeParse(data);
  if (read.success) return read.data;
  throw new Error(
    describeProblems(
      read.error,
      (place) => `the data of spawn${place.length > 0 ? `: ${z.core.toDotPath(place)}` : ''}`,
    ),
  );
}

export const encodeMessage = (packr: Packr, type: string, data: unknown, worker: string): Buffer =>
  packr.encode([type, data, worker]);

/**
 * `useRecords` is off, because records are an extension that only msgpackr reads. The keys of the master's maps are
 * names.
 */
export const packrOptions = { useRecords: false, mapsAsObjects: true, variableMapSize: true };
