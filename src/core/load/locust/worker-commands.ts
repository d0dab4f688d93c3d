/** Executes the commands of a Locust master, and answers them. */
import { MAX_TIMER_MS } from '../../../contract/runs/timer-limit.ts';
import { MAX_MISSING_STARTS } from '../run-load.ts';
import { ANY_VERSION, type SpawnData } from './locust-messages.ts';
import type { LocustStatistics } from './locust-statistics.ts';
import type { MasterConnection } from './master-connection.ts';
import type { WorkerUsers } from './worker-users.ts';

/** Milliseconds until the offer is repeated, as in Locust's own workers. */
const OFFER_AGAIN_MS = 5000;
/** A quitting master waits half a second for the last statistics; this leaves time to send them. */
const QUIT_GRACE_MS = 300;

export interface WorkerCommands {
  /** Offers this worker to a newly connected master, repeatedly until the master has sent a message. */
  offer(): void;
  /** To be called when the master has sent a message, which means that it knows this worker. */
  confirm(): void;
  /** Runs the number of users that the master assigns. */
  spawn(data: SpawnData): void;
  /** Sends the statistics since the last report. */
  report(): Promise<void>;
  /** Ends the users, and waits for the next run. */
  stop(): Promise<void>;
  /** Ends the users, and signs off from the master. */
  leave(): Promise<void>;
  /** To be called when the master is lost: ends the users, and discards its commands. */
  onMasterLost(): void;
}

interface CommandsOptions {
  users: WorkerUsers;
  statistics: LocustStatistics;
  send: MasterConnection['send'];
  /** Shows each sentence once, however often it is passed. */
  noticeOnce: (text: string) => void;
}

export function createWorkerCommands(options: CommandsOptions): WorkerCommands {
  const { users, statistics, send, noticeOnce } = options;
  const { offer, accept } = createOffer(send);
  /** The master's time of the last executed command: older commands that arrive later are ignored. */
  let lastSpawn = -Infinity;
  let stopGraceMs = 0;
  /** A master that does not wait for its workers to stop sends the next command while the users are still ending. */
  let stopping: Promise<void> | undefined;
  let lostMasters = 0;

  const report = () => reportOnce(options);
  function spawn({ timestamp, stop_timeout: stopSeconds, user_classes_count: requested, host }: SpawnData): void {
    if (timestamp <= lastSpawn) return;
    lastSpawn = timestamp;
    stopGraceMs = Math.min((stopSeconds ?? 0) * 1000, MAX_TIMER_MS);
    void send('spawning');
    // Statistics from before the run are discarded.
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
    confirm: accept,
    spawn: (data) => (stopping ? void spawnAfter(stopping, data) : spawn(data)),
    report,
    stop: () => (stopping ??= stop()),
    async leave() {
      accept();
      // At once, because a busy computer may send the last figures too late.
      void report();
      await users.end(QUIT_GRACE_MS);
      await report();
      await send('quit');
    },
    onMasterLost() {
      accept();
      lostMasters += 1;
      void users.end(0);
    },
  };
}

/** A sentence for each class of which this worker runs fewer users than assigned. */
const missingUsers = (requested: Counts, counts: Counts): string[] =>
  Object.entries(requested)
    .filter(([name, count]) => counts[name] !== count)
    .map(([name]) =>
      counts[name] === 0
        ? `The master has the user class ${name}, which this worker does not know: start it with resources/outrigger.py.`
        : `This worker has ${counts[name] ?? 0} users of the class ${name}, and no more: start more workers.`,
    );

/**
 * Repeats the offer, because a message that is sent while a connection is being set up may be lost, and the master
 * confirms no other message.
 */
function createOffer(send: MasterConnection['send']): { offer: () => Promise<void>; accept: () => void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    offer() {
      clearInterval(timer);
      timer = setInterval(() => void send('client_ready', ANY_VERSION), OFFER_AGAIN_MS);
      return send('client_ready', ANY_VERSION);
    },
    accept: () => clearInterval(timer),
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

const sum = (counts: Counts): number => Object.values(counts).reduce((all, count) => all + count, 0);
