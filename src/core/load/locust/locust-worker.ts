/** A worker of a Locust master: runs as many users as the master says, and reports what their requests have taken. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { codedError } from '../../../contract/errors.ts';
import { MAX_TIMER_MS } from '../../platform/time-limit.ts';
import { MAX_MISSING_STARTS } from '../run-load.ts';
import type { RequestSample } from '../request-statistics.ts';
import { createLoadUsers, type LoadUsers } from './load-users.ts';
import { ANY_VERSION, type MasterMessage, type SpawnData } from './locust-messages.ts';
import { createLocustStatistics } from './locust-statistics.ts';
import { connectToMaster } from './master-connection.ts';
import { createProcessUse } from './process-use.ts';

const HEARTBEAT_MS = 1000;
const REPORT_MS = 3000;
/** A master that quits waits half a second for the last figures. */
const QUIT_GRACE_MS = 300;
/** A master may start later than its workers. */
const MASTER_MISSING_MS = 5 * 60_000;

export interface LocustWorkerOptions {
  /** tcp://host:port of the master. */
  url: string;
  /** Pause of a user between two iterations. */
  thinkMs: number;
  /** Does one iteration. Never rejects; aborting ends it, and what it sent then is not counted. */
  iterate: (signal: AbortSignal) => Promise<void>;
  onNotice: (text: string) => void;
  /** Default: five minutes. */
  masterMissingMs?: number;
}

export interface LocustWorker {
  /** Of each request that has ended. */
  onSample(sample: RequestSample): void;
  /** Whether no further request is to start. */
  hasEnded(): boolean;
  /**
   * Settles when the master has ended the worker, or the signal has; no iteration runs any more then.
   * @throws QueueUnreachable when there is no master, InvalidParams, Unsupported
   */
  serve(signal: AbortSignal): Promise<void>;
}

/** @param options.iterate is called after `serve` only, so that it may report to `onSample` of the result */
export function createLocustWorker(options: LocustWorkerOptions): LocustWorker {
  const { url, thinkMs, iterate, onNotice, masterMissingMs = MASTER_MISSING_MS } = options;
  const statistics = createLocustStatistics();
  const use = createProcessUse();
  let isLeaving = false;

  async function serve(signal: AbortSignal): Promise<void> {
    const ended = Promise.withResolvers<void>();
    let state: 'ready' | 'spawning' | 'running' = 'ready';
    let users: LoadUsers | undefined;
    let ending: Promise<unknown> = Promise.resolve();
    let lastSpawn = -Infinity;
    let graceMs = 0;
    let isConnected = false;
    let missing: NodeJS.Timeout | undefined;
    const said = new Set<string>();
    /** Said once, however often it happens. */
    const noticeOnce = (text: string) => {
      if (!said.has(text) && said.size < 100) onNotice(text);
      said.add(text);
    };
    const waitForMaster = () => {
      missing ??= setTimeout(() => {
        const message = `No Locust master answers at ${url}.`;
        ended.reject(
          codedError('QueueUnreachable', message, 'Check the address with --load, and whether the master runs.'),
        );
      }, masterMissingMs);
    };

    /** Settles when no iteration runs any more, also of users that were ended before. */
    async function endUsers(): Promise<void> {
      const former = users;
      users = undefined;
      state = 'ready';
      await (ending = Promise.all([ending, former?.end(graceMs)]));
    }
    function spawn(data: SpawnData): void {
      if (data.timestamp <= lastSpawn) return;
      lastSpawn = data.timestamp;
      graceMs = Math.min((data.stop_timeout ?? 0) * 1000, MAX_TIMER_MS);
      void master.send('spawning');
      if (!users) {
        statistics.take();
        users = createLoadUsers(iterate, thinkMs);
      }
      state = 'spawning';
      const counts = users.set(data.user_classes_count);
      for (const [name, count] of Object.entries(data.user_classes_count)) {
        if (counts[name] === count) continue;
        noticeOnce(
          counts[name] === 0
            ? `The master has the user class ${name}, which this worker does not know: start it with resources/outrigger.py.`
            : `This worker has ${counts[name] ?? 0} users of the class ${name}, and no more: start more workers.`,
        );
      }
      void master.send('spawning_complete', { user_classes_count: counts, user_count: sum(counts) });
      state = 'running';
    }
    function report(): Promise<void> {
      const counts = users?.counts() ?? {};
      const { offered, started } = users?.takeArrivals() ?? { offered: 0, started: 0 };
      if (offered - started > Math.max(1, offered * MAX_MISSING_STARTS)) {
        const msg =
          'Arrivals could not start in time: response times leave out what the missing requests would have waited.';
        void master.send('exception', { msg, traceback: '' });
        noticeOnce(`${msg} Start more workers.`);
      }
      return master.send('stats', { ...statistics.take(), user_classes_count: counts, user_count: sum(counts) });
    }
    async function stop(): Promise<void> {
      await endUsers();
      await report();
      await master.send('client_stopped');
      await master.send('client_ready', ANY_VERSION);
      lastSpawn = -Infinity;
    }
    async function leave(): Promise<void> {
      isLeaving = true;
      graceMs = QUIT_GRACE_MS;
      await endUsers();
      await report();
      await master.send('quit');
      ended.resolve();
    }
    function onMessage(message: MasterMessage): void {
      switch (message.type) {
        case 'ack':
          return onNotice(`The master at ${url} has taken this worker.`);
        case 'spawn':
          return spawn(message.data);
        case 'stop':
          return void stop();
        case 'quit':
          onNotice(`The master at ${url} has ended the run.`);
          return void leave();
        case 'reconnect':
          master.reconnect();
          return;
        case 'other':
      }
    }

    const master = await connectToMaster({
      url,
      worker: `${hostname()}_${randomBytes(16).toString('hex')}`,
      onMessage,
      onConnected() {
        isConnected = true;
        clearTimeout(missing);
        missing = undefined;
        lastSpawn = -Infinity;
        void master.send('client_ready', ANY_VERSION);
      },
      onLost() {
        if (!isConnected) return;
        isConnected = false;
        graceMs = 0;
        onNotice(`The master at ${url} is gone: users are stopped. Trying again for ${masterMissingMs / 1000} s.`);
        waitForMaster();
        void endUsers();
      },
      onUnreadable: (error) =>
        noticeOnce(`The master at ${url} has sent what is no message of Locust: ${error.message}`),
    });
    waitForMaster();
    onNotice(`Waiting for the Locust master at ${url}. Ctrl+C ends this worker.`);
    const heartbeats = setInterval(
      () =>
        void master.send('heartbeat', {
          state,
          current_cpu_usage: use.cpuPercent(),
          current_memory_usage: use.memoryBytes(),
        }),
      HEARTBEAT_MS,
    );
    const reports = setInterval(() => void report(), REPORT_MS);
    const onAbort = () => void leave();
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    try {
      await ended.promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
      clearTimeout(missing);
      clearInterval(heartbeats);
      clearInterval(reports);
      await endUsers();
      master.close();
    }
  }
  return { onSample: statistics.add, hasEnded: () => isLeaving, serve };
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, one) => all + one, 0);
