/** What a worker does when its master says so, and what it answers. */
import { MAX_TIMER_MS } from '../../platform/time-limit.ts';
import { MAX_MISSING_STARTS } from '../run-load.ts';
import { ANY_VERSION, type SpawnData } from './locust-messages.ts';
import type { LocustStatistics } from './locust-statistics.ts';
import type { MasterConnection } from './master-connection.ts';
import type { WorkerUsers } from './worker-users.ts';

/** As long as Locust's own workers wait for an answer. */
const OFFER_AGAIN_MS = 5000;
/** A master that quits waits half a second for the last figures. */
const QUIT_GRACE_MS = 300;

export interface WorkerCommands {
  /** Offers this worker to a master that has just been connected, again and again until it says something. */
  offer(): void;
  /** The master has said something: it has this worker. */
  heard(): void;
  /** Runs as many users as the master says. */
  spawn(data: SpawnData): void;
  /** Sends what has been measured since the last report. */
  report(): Promise<void>;
  /** Ends the users, and waits for the next run. */
  stop(): Promise<void>;
  /** Ends the users, and leaves the master. */
  leave(): Promise<void>;
  /** The master is gone: ends the users, and forgets what it has said. */
  lose(): void;
}

interface CommandsOptions {
  users: WorkerUsers;
  statistics: LocustStatistics;
  send: MasterConnection['send'];
  /** Shows a sentence once, however often it is called with it. */
  noticeOnce: (text: string) => void;
}

export function createWorkerCommands(options: CommandsOptions): WorkerCommands {
  const { users, statistics, send, noticeOnce } = options;
  const { offer, accept } = createOffer(send);
  /** When the master has sent the last command that was obeyed: older ones that arrive after it do not count. */
  let lastSpawn = -Infinity;
  let stopGraceMs = 0;
  /** A master that does not wait for its workers to stop gives the next command before. */
  let stopping: Promise<void> | undefined;
  let lostMasters = 0;

  const report = () => reportOnce(options);
  function spawn({ timestamp, stop_timeout: stopSeconds, user_classes_count: requested, host }: SpawnData): void {
    if (timestamp <= lastSpawn) return;
    lastSpawn = timestamp;
    stopGraceMs = Math.min((stopSeconds ?? 0) * 1000, MAX_TIMER_MS);
    void send('spawning');
    // What was measured before belongs to no run.
    if (users.begin()) statistics.take();
    const counts = users.set(requested);
    if (host) noticeOnce(`The master has the host ${host}: requests go where the collection says, and not there.`);
    for (const text of missingUsers(requested, counts)) noticeOnce(text);
    void send('spawning_complete', { user_classes_count: counts, user_count: sum(counts) });
  }
  async function spawnAfter(stopped: Promise<void>, data: SpawnData): Promise<void> {
    const master = lostMasters;
    await stopped;
    if (master === lostMasters) spawn(data);
  }
  async function stop(): Promise<void> {
    await users.end(stopGraceMs);
    await report();
    await send('client_stopped');
    await offer();
    lastSpawn = -Infinity;
    stopping = undefined;
  }
  return {
    offer() {
      lastSpawn = -Infinity;
      void offer();
    },
    heard: accept,
    spawn: (data) => (stopping ? void spawnAfter(stopping, data) : spawn(data)),
    report,
    stop: () => (stopping ??= stop()),
    async leave() {
      accept();
      await users.end(QUIT_GRACE_MS);
      await report();
      await send('quit');
    },
    lose() {
      accept();
      lostMasters += 1;
      void users.end(0);
    },
  };
}

/** A sentence for each class of which this worker has not as many users as the master wants. */
const missingUsers = (requested: Counts, counts: Counts): string[] =>
  Object.entries(requested)
    .filter(([name, count]) => counts[name] !== count)
    .map(([name]) =>
      counts[name] === 0
        ? `The master has the user class ${name}, which this worker does not know: start it with resources/outrigger.py.`
        : `This worker has ${counts[name] ?? 0} users of the class ${name}, and no more: start more workers.`,
    );

/** What is sent in the moment in which a connection begins may be lost: no message of a worker is confirmed but this one. */
function createOffer(send: MasterConnection['send']): { offer: () => Promise<void>; accept: () => void } {
  let again: NodeJS.Timeout | undefined;
  return {
    offer() {
      clearInterval(again);
      again = setInterval(() => void send('client_ready', ANY_VERSION), OFFER_AGAIN_MS);
      return send('client_ready', ANY_VERSION);
    },
    accept: () => clearInterval(again),
  };
}

function reportOnce({ users, statistics, send, noticeOnce }: CommandsOptions): Promise<void> {
  const counts = users.counts();
  const { offered, started } = users.takeArrivals();
  if (offered - started > Math.max(1, offered * MAX_MISSING_STARTS)) {
    const msg =
      'Arrivals could not start in time: response times leave out what the missing requests would have waited.';
    void send('exception', { msg, traceback: '' });
    noticeOnce(`${msg} Start more workers.`);
  }
  return send('stats', { ...statistics.take(), user_classes_count: counts, user_count: sum(counts) });
}

type Counts = Readonly<Record<string, number>>;

const sum = (counts: Counts): number => Object.values(counts).reduce((all, one) => all + one, 0);
