/** The options of `outrigger run`. */
import type { Shard } from '../../../core/runs/collection/run-part.ts';
import type { SessionChoices } from '../run-session.ts';
import type { ExportChoices } from '../variables/export-variables.ts';

export interface RunOptions extends SessionChoices, ExportChoices {
  timeoutScript?: number;
  bail?: boolean;
  timeoutRequest?: number;
  reporter?: string[];
  out?: string[];
  iterationCount?: number;
  iterationData?: string;
  delayRequest?: number;
  concurrency?: number;
  shard?: Shard;
  /** The queue whose workers execute the run. */
  engine?: string;
  /** The id of the run to continue collecting. */
  attach?: string;
  /** `--no-retry`. */
  retry?: boolean;
  /** The number of requests in a part. */
  partSize?: number;
  /** Requests per second of all workers together. */
  rateLimit?: number;
  color?: boolean;
  inspectBrk?: boolean;
}
