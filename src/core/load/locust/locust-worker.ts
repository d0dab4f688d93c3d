/** A worker of a Locust master: runs as many users as the master says, and reports what their requests have taken. */
import type { RequestSample } from '../request-statistics.ts';
import type { MasterMessage } from './locust-messages.ts';
import { createLocustStatistics, type LocustStatistics } from './locust-statistics.ts';
import { connectToMaster, type MasterConnection } from './master-connection.ts';
import { createMasterDeadline, createMasterPulse } from './master-deadline.ts';
import { createProcessUse } from './process-use.ts';
import { createWorkerCommands, type WorkerCommands } from './worker-commands.ts';
import { createWorkerUsers, type WorkerUsers } from './worker-users.ts';

const HEARTBEAT_MS = 1000;
const REPORT_MS = 3000;
/** Sentences of which each is shown once. */
const MAX_NOTICES = 100;
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
  /** After which a master that has answered heartbeats is taken for gone; default: one minute. */
  masterSilentMs?: number;
}

export interface LocustWorker {
  /** Called for each request that has ended. */
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
  const statistics = createLocustStatistics();
  let isLeaving = false;
  return {
    onSample: statistics.add,
    hasEnded: () => isLeaving,
    serve: (signal) => serveMaster({ ...options, statistics, onLeaving: () => (isLeaving = true) }, signal),
  };
}

interface ServeOptions extends LocustWorkerOptions {
  statistics: LocustStatistics;
  onLeaving: () => void;
}

async function serveMaster(options: ServeOptions, signal: AbortSignal): Promise<void> {
  const { url, onNotice, statistics, onLeaving, masterMissingMs = MASTER_MISSING_MS } = options;
  const users = createWorkerUsers(options.iterate, options.thinkMs);
  const deadline = createMasterDeadline(url, masterMissingMs);
  const noticeOnce = createNoticeOnce(onNotice);
  const ended = Promise.withResolvers<void>();
  /** What is said of the master when its connection ends. */
  let loss: keyof typeof lossTexts = 'gone';
  const reconnect = (why: typeof loss) => {
    loss = why;
    master.reconnect();
  };
  const pulse = createMasterPulse(() => reconnect('silent'), options.masterSilentMs);

  async function leave(): Promise<void> {
    onLeaving();
    await commands.leave();
    ended.resolve();
  }
  const obeying = { url, onNotice, noticeOnce, leave, reconnect: () => reconnect('asked'), onPulse: pulse.beat };
  const master = await connectToMaster({
    url,
    onMessage(message) {
      loss = 'gone';
      deadline.clear();
      commands.heard();
      obey(message, { ...obeying, commands });
    },
    onConnected() {
      // After a silence, a connection alone does not say that the master is back.
      if (loss !== 'silent') deadline.clear();
      commands.offer();
    },
    onLost() {
      onNotice(lostText(url, loss, masterMissingMs));
      deadline.begin();
      pulse.forget();
      commands.lose();
    },
    onUnreadable: (error) => noticeOnce(`The master at ${url} has sent what is no message of Locust: ${error.message}`),
  });
  const commands = createWorkerCommands({ users, statistics, send: master.send, noticeOnce });
  deadline.begin();
  onNotice(`Waiting for the Locust master at ${url}. Ctrl+C ends this worker.`);
  const stopReports = reportRegularly({ send: master.send, users, report: commands.report });
  const onAbort = () => void leave();
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    await Promise.race([ended.promise, deadline.missed]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    deadline.clear();
    pulse.forget();
    stopReports();
    commands.lose();
    await users.end(0);
    master.close();
  }
}

const lossTexts = {
  gone: 'is gone',
  silent: 'does not answer any more',
  asked: 'asks for a new connection',
} as const;
const lostText = (url: string, loss: keyof typeof lossTexts, missingMs: number): string =>
  `The master at ${url} ${lossTexts[loss]}: users are stopped. Trying again for ${missingMs / 1000} s.`;

interface Obeying extends Pick<ServeOptions, 'url' | 'onNotice'> {
  noticeOnce: (text: string) => void;
  commands: WorkerCommands;
  leave: () => Promise<void>;
  reconnect: () => void;
  /** Called for each heartbeat that the master has answered. */
  onPulse: () => void;
}

function obey(message: MasterMessage, obeying: Obeying): void {
  const { url, onNotice, noticeOnce, commands, leave, reconnect, onPulse } = obeying;
  switch (message.type) {
    case 'ack':
      return onNotice(`The master at ${url} has taken this worker.`);
    case 'spawn':
      return commands.spawn(message.data);
    case 'stop':
      return void commands.stop();
    case 'quit':
      onNotice(`The master at ${url} has ended the run.`);
      return void leave();
    case 'reconnect':
      return reconnect();
    case 'heartbeat':
      return onPulse();
    case 'spawning_complete':
      return;
    case 'other':
      return noticeOnce(`The master has sent the message ${message.name}, for which this worker does nothing.`);
  }
}

/** Sends heartbeats and reports. @returns what ends both */
function reportRegularly(options: {
  send: MasterConnection['send'];
  users: WorkerUsers;
  report: () => Promise<void>;
}): () => void {
  const { send, users, report } = options;
  const use = createProcessUse();
  const sendHeartbeat = () =>
    void send('heartbeat', {
      state: users.areRunning() ? 'running' : 'ready',
      current_cpu_usage: use.cpuPercent(),
      current_memory_usage: use.memoryBytes(),
    });
  const heartbeats = setInterval(sendHeartbeat, HEARTBEAT_MS);
  const reports = setInterval(() => void report(), REPORT_MS);
  return () => {
    clearInterval(heartbeats);
    clearInterval(reports);
  };
}

function createNoticeOnce(onNotice: (text: string) => void): (text: string) => void {
  const shown = new Set<string>();
  return (text) => {
    if (!shown.has(text) && shown.size < MAX_NOTICES) onNotice(text);
    shown.add(text);
  };
}
