/** The connection to the Redis or Valkey server that holds the parts of runs, and the keys of the stored values. */
import type { Socket } from 'node:net';
import type { Redis } from 'ioredis';
import { codedError, isErrorCode } from '../../contract/errors.ts';
import { abortable } from '../platform/abortable.ts';
import { hashText } from '../platform/files/hash-text.ts';
import { createMask, type Mask } from '../platform/secrets/mask.ts';
import { maskUrls } from '../platform/secrets/mask-credentials.ts';
import { percentDecode } from '../platform/percent-decode.ts';
import { boundedConnector } from './bounded-connector.ts';

const CONNECT_MS = 5000;
/** Milliseconds until a server must have answered; one that loads its data answers again and again until it is ready. */
const ANSWER_MS = 20_000;
const MAX_RETRY_MS = 2000;
/** Seconds after which the values of a run expire that nobody collects. */
export const EXPIRY_S = 7 * 24 * 3600;

/** Lazy, so that only runs over a queue pay for these packages. @throws Unsupported */
export async function loadQueuePackages(): Promise<{
  bullmq: typeof import('bullmq');
  ioredis: typeof import('ioredis');
}> {
  try {
    // Without this connection's own limit on retries, a worker of BullMQ would retry forever and fill its log.
    const ioredis = await import('ioredis');
    return { ioredis, bullmq: await import('bullmq') };
  } catch (error) {
    throw codedError(
      'Unsupported',
      `Runs over many machines need the packages bullmq and ioredis: ${(error as Error).message}`,
      'Install them: npm install bullmq ioredis',
    );
  }
}

/**
 * Receives a sentence about the queue for the person.
 *
 * @param kind absent for a sentence that holds until another one comes. `recovered`: what the one before says has ended.
 *   `no worker`: it holds until a worker is connected.
 */
export type OnQueueNotice = (text: string, kind?: 'recovered' | 'no worker') => void;

export interface ConnectOptions {
  /** Ends only the connecting. */
  signal?: AbortSignal | undefined;
  /** Milliseconds until the server must have answered. */
  answerMs?: number;
}

/**
 * Opens a connection that reconnects by itself after the server was gone.
 * @param url `redis://user:password@host:port/database`, or `rediss://` for TLS
 * @throws InvalidParams, QueueUnreachable, Unsupported, and the signal's reason
 */
export async function connectToQueue(
  url: string,
  onNotice: OnQueueNotice,
  { signal, answerMs = ANSWER_MS }: ConnectOptions = {},
): Promise<Redis> {
  const maskedUrl = maskUrls(url);
  const maskPassword = passwordMask(url);
  requireQueueAddress(url);
  const { ioredis } = await loadQueuePackages();
  let isReady = false;
  const sockets = new Set<Socket>();
  const redis = new ioredis.Redis(url, {
    Connector: boundedConnector(ioredis.AbstractConnector, sockets),
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (isReady ? Math.min(times * 100, MAX_RETRY_MS) : null),
  });
  let isLost = false;
  let problem: Error | undefined;
  redis.on('error', (error) => {
    problem = error;
    const reason = maskPassword(error.message);
    if (isReady && !isLost) onNotice(`The queue at ${maskedUrl} is not reachable: ${reason}. Trying again.`);
    isLost = true;
  });
  // BullMQ copies this connection, and waits for a reply before it ends the copy.
  redis.once('end', () => {
    isReady = false;
    for (const socket of sockets) socket.destroy();
  });
  redis.on('ready', () => {
    if (isReady && isLost) onNotice(`The queue at ${maskedUrl} is reachable again.`, 'recovered');
    isLost = false;
  });
  const tooLate = AbortSignal.timeout(answerMs);
  const connectSignal = signal ? AbortSignal.any([signal, tooLate]) : tooLate;
  try {
    await abortable(redis.connect(), connectSignal);
    isReady = true;
    await abortable(requireSafe(redis, maskedUrl, onNotice), connectSignal);
  } catch (error) {
    redis.disconnect();
    if (signal?.aborted || isErrorCode((error as { code?: unknown }).code)) throw error;
    if (tooLate.aborted) {
      const remedy = 'Check the address; a server with TLS needs rediss://.';
      throw unreachable(maskedUrl, `it has not answered within ${answerMs / 1000} s`, remedy);
    }
    // The error of the call only says that the connection is closed, so the earlier one is preferred.
    const { message } = problem ?? (error as Error);
    const isRefused = /^(?:NOAUTH|WRONGPASS|NOPERM)\b/.test(message);
    throw unreachable(maskedUrl, maskPassword(message), isRefused ? GIVE_PASSWORD : undefined);
  }
  return redis;
}

/** @throws InvalidParams */
function requireQueueAddress(url: string): void {
  if (/^rediss?:\/\/./.test(url)) return;
  const message = `${maskUrls(url)} is not the address of a queue.`;
  throw codedError('InvalidParams', message, 'Write redis://host:6379, or rediss:// for TLS.');
}

/** Servers repeat the arguments of a command that they do not know, such as AUTH with the password. */
function passwordMask(url: string): Mask {
  const { password = '' } = URL.canParse(url) ? new URL(url) : {};
  return createMask([password, percentDecode(password)]);
}

/** Larger values than the hashes of ten thousand files are not written by Outrigger. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024;

/** The text under a key, of which a larger one is cut off; null when there is none. */
export async function readText(redis: Redis, key: string): Promise<string | null> {
  const text = await redis.getrange(key, 0, MAX_TEXT_BYTES);
  return text === '' ? null : text;
}

const GIVE_PASSWORD = 'Give the password of that server, and the user where it has several.';

const unreachable = (maskedUrl: string, reason: string, remedy: string | undefined): Error =>
  codedError('QueueUnreachable', `The queue at ${maskedUrl} cannot be reached: ${reason}`, remedy);

/** A server that evicts keys loses parts silently; one without persistence loses them when it ends. */
async function requireSafe(redis: Redis, maskedUrl: string, onNotice: OnQueueNotice): Promise<void> {
  const info = await redis.info().catch((error: unknown) => {
    throw codedError(
      'QueueUnreachable',
      `The queue at ${maskedUrl} does not say how it is set up: ${(error as Error).message}`,
    );
  });
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? 'noeviction';
  if (policy !== 'noeviction') {
    throw codedError(
      'InvalidParams',
      `The queue at ${maskedUrl} removes keys when its memory is full (maxmemory-policy ${policy}): parts of a run would be lost.`,
      'Set maxmemory-policy noeviction on that server.',
    );
  }
  if (/^aof_enabled:0/m.test(info)) {
    onNotice(
      `The queue at ${maskedUrl} does not write what it holds to disk: if it ends, parts are done again. Set appendonly yes on that server.`,
    );
  }
}

/** Collections of the same name share a queue; a worker refuses the parts of another version of the collection. */
export function queueNameOf(collection: string): string {
  const readable = collection.replace(/[^\w-]+/g, '-').slice(0, 40);
  return `outrigger-${readable}-${hashText(collection).slice(0, 8)}`;
}

export const keysOf = (runId: string) => ({
  /** The description of the run as JSON, which `--attach` reads. */
  description: `outrigger:run:${runId}`,
  /** The hashes of the files that make up the run's digest, as JSON. */
  files: `outrigger:run:${runId}:files`,
  /** The ids of the requests as JSON, for a run of selected requests. */
  selection: `outrigger:run:${runId}:selection`,
  /** The token of the collector that began last. */
  collector: `outrigger:run:${runId}:collector`,
  /** A hash with the compressed result of each part; the first result of a part is kept. */
  results: `outrigger:run:${runId}:results`,
  /** The numbers of the parts in the order in which their results arrived. */
  order: `outrigger:run:${runId}:order`,
  /** Exists when the run is over, so that no worker goes on with a part of it. */
  stop: `outrigger:run:${runId}:stop`,
});

/** The set of ids of the runs whose parts are in a queue. */
export const runsKeyOf = (queue: string): string => `outrigger:runs:${queue}`;

export const jobIdOf = (runId: string, part: number): string => `${runId}.${part}`;
