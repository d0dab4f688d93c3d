/**
 * A worker of a Locust master: runs the users that the master assigns, and reports the statistics of their requests.
 */
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
/** The number of different sentences that are shown, each once. */
const MAX_NOTICES = 100;
/** Milliseconds to wait for a master, which may start later than its workers. */
const MASTER_MISSING_MS = 5 * 60_000;

export interface LocustWorkerOptions {
  /** Address of the master, tcp://host:port. */
  url: string;
  /** Milliseconds that a user pauses between two iterations. */
  thinkMs: number;
  /** Runs one iteration. Never rejects; aborting ends it, and its aborted requests are not counted. */
  iterate: (signal: AbortSignal) => Promise<void>;
  onNotice: (text: string) => void;
  /** Default: five minutes. */
  masterMissingMs?: number;
  /**
   * Milliseconds of silence after which a master that has answered heartbeats is considered lost; default: one minute.
   */
  masterSilentMs?: number;
}

export interface LocustWorker {
  /** To be called for each request that has ended. */
  onSample(sample: RequestSample): void;
  /** Whether the run has ended, so that no further request starts. */
  hasEnded(): boolean;
  /**
   * Settles when the master has ended the worker or the signal has aborted, and no iteration is running.
   * @throws QueueUnreachable when there is no master, InvalidParams, Unsupported
   */
  serve(signal: AbortSignal): Promise<void>;
}

/** @param options.iterate is called only after `serve` is, so it may use `onSample` of the result */
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
  const ending = Promise.withResolvers<void>();
  /** Why the master counts as lost when its connection ends. */
  let loss: keyof typeof lossTexts = 'gone';
  const reconnect = (reason: typeof loss) => {
    loss = reason;
    master.reconnect();
  };
  const pulse = createMasterPulse(() => reconnect('silent'), options.masterSilentMs);

  async function leave(): Promise<void> {
    onLeaving();
    await commands.leave();
    ending.resolve();
  }
  const actions = { url, onNotice, noticeOnce, leave, reconnect: () => reconnect('reconnecting'), onPulse: pulse.beat };
  const master = await connectToMaster({
    url,
    onMessage(message) {
      loss = 'gone';
      deadline.clear();
      commands.confirm();
      handleMessage(message, { ...actions, commands });
    },
    onConnected() {
      // After a silence, a connection alone does not prove that the master is back.
      if (loss !== 'silent') deadline.clear();
      commands.offer();
    },
    onLost() {
      onNotice(lostText(url, loss, masterMissingMs));
      deadline.begin();
      pulse.forget();
      commands.onMasterLost();
    },
    onUnreadable: (error) => noticeOnce(`The master at ${url} has sent an unreadable message: ${error.message}`),
  });
  const commands = createWorkerCommands({ users, statistics, send: master.send, noticeOnce });
  deadline.begin();
  onNotice(`Waiting for the Locust master at ${url}. Ctrl+C ends this worker.`);
  const stopReports = reportRegularly({ send: master.send, users, report: commands.report });
  const onAbort = () => void leave();
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    await Promise.race([ending.promise, deadline.missed]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    deadline.clear();
    pulse.forget();
    stopReports();
    commands.onMasterLost();
    await users.end(0);
    master.close();
  }
}

const lossTexts = {
  gone: 'is gone',
  silent: 'no longer answers',
  reconnecting: 'asks for a new connection',
} as const;
const lostText = (url: string, loss: keyof typeof lossTexts, missingMs: number): string =>
  `The master at ${url} ${lossTexts[loss]}: users are stopped. Trying again for ${missingMs / 1000} s.`;

interface MessageActions extends Pick<ServeOptions, 'url' | 'onNotice'> {
  noticeOnce: (text: string) => void;
  commands: WorkerCommands;
  leave: () => Promise<void>;
  reconnect: () => void;
  /** Called for each heartbeat that the master has answered. */
  onPulse: () => void;
}

function handleMessage(message: MasterMessage, actions: MessageActions): void {
  const { url, onNotice, noticeOnce, commands, leave, reconnect, onPulse } = actions;
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

/** Sends heartbeats and reports. @returns a function that stops both */
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
  const notices = new Set<string>();
  return (text) => {
    if (notices.has(text) || notices.size >= MAX_NOTICES) return;
    notices.add(text);
    onNotice(text);
  };
}
