/** What `outrigger run` was given. */
import type { Shard } from '../../core/runs/collection/run-part.ts';
import type { SessionChoices } from './run-session.ts';

export interface RunOptions extends SessionChoices {
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
  /** The queue whose workers do the run. */
  engine?: string;
  /** Collect this run again. */
  attach?: string;
  /** `--no-retry`. */
  retry?: boolean;
  /** Requests of a part. */
  partSize?: number;
  /** Requests in a second, of all workers of a run together. */
  rateLimit?: number;
  color?: boolean;
  inspectBrk?: boolean;
}
