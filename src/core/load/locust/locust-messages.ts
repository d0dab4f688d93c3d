/** The messages between a master of Locust and its workers: [type, data, id of the worker] as MessagePack. */
import type { Packr } from 'msgpackr';
import * as z from 'zod';

/** What a worker of any version other than the master's gives as its version. */
export const ANY_VERSION = -1;

const userCount = z.number().int().nonnegative();
const timestamp = z.number();
const spawnData = z.object({
  timestamp,
  user_classes_count: z.record(z.string().max(200), userCount),
  /** Seconds that iterations have to end. Locust up to 2.15 sends null where none is set, newer ones 0. */
  stop_timeout: z.number().nonnegative().nullish(),
  /** What `--host` or the page of the master names. */
  host: z.string().max(2000).nullish(),
});
export type SpawnData = z.output<typeof spawnData>;

/**
 * `heartbeat`: the answer to one of the worker, which masters newer than Locust 2.12 give. `spawning_complete`: the users
 * of all workers are there. `other`: a message for which a worker does nothing, as those that a file of Locust defines.
 */
export type MasterMessage =
  | { type: 'ack' | 'stop' | 'quit' | 'reconnect' | 'heartbeat' | 'spawning_complete' }
  | { type: 'spawn'; data: SpawnData }
  | { type: 'other'; name: string };

const envelope = z.tuple([z.string().max(200), z.unknown(), z.unknown()]);

/** @throws when it is no message of a master */
export function decodeMessage(packr: Packr, bytes: Uint8Array): MasterMessage {
  const [type, data] = envelope.parse(packr.decode(bytes));
  switch (type) {
    case 'ack':
    case 'stop':
    case 'quit':
    case 'reconnect':
    case 'heartbeat':
    case 'spawning_complete':
      return { type };
    case 'spawn':
      return { type, data: spawnData.parse(data) };
    default:
      return { type: 'other', name: type };
  }
}

export const encodeMessage = (packr: Packr, type: string, data: unknown, worker: string): Buffer =>
  packr.encode([type, data, worker]);

/** Without records, an extension of the format that only msgpackr reads. Maps of the master have names as keys. */
export const packrOptions = { useRecords: false, mapsAsObjects: true, variableMapSize: true };
