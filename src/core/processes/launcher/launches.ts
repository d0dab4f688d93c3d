/** The programs that the launcher process was asked to start and that have not ended. */
import { randomBytes } from 'node:crypto';
import type net from 'node:net';
import { killTree } from '../ending/kill-tree.ts';
import type { LaunchOrder, LaunchReport } from './launcher-process.ts';
import type { ExitStatus, StartedProgram, StartOptions } from '../start-program.ts';

interface Launch {
  /** stdin, stdout and stderr, if they are connected. */
  streams: (net.Socket | undefined)[];
  hasInput: boolean;
  pid: number | undefined;
  begun: PromiseWithResolvers<StartedProgram>;
  exited: PromiseWithResolvers<ExitStatus>;
  hasExited: boolean;
}

export interface Launches {
  /** The order to start a program; `begun` resolves when it runs and its streams are connected. */
  add(options: StartOptions): { order: LaunchOrder; begun: Promise<StartedProgram> };
  /** @returns false when no launch waits for this stream */
  connect(connection: { id: string; stream: number; socket: net.Socket }): boolean;
  report(report: Exclude<LaunchReport, { ready: true }>): void;
  isEmpty(): boolean;
  /** The launcher process has ended: ends every program. */
  abandon(): void;
}

/** @param onChanged called when the first launch has been added, and when the last one has ended */
export function createLaunches(onChanged: () => void): Launches {
  const launches = new Map<string, Launch>();
  function forget(id: string): void {
    launches.delete(id);
    if (launches.size === 0) onChanged();
  }
  /** Reports and connections may arrive in any order. */
  function update(id: string, { pid, hasInput, streams, begun, exited, hasExited }: Launch): void {
    const [stdin, stdout, stderr] = streams;
    if (pid === undefined || !stdout || !stderr || (hasInput && !stdin)) return;
    // Reading makes the stream end as soon as the program closes it.
    stdin?.resume();
    begun.resolve({ pid, stdin: stdin ?? null, stdout, stderr, exited: exited.promise });
    if (hasExited) forget(id);
  }

  return {
    add(options) {
      const { argv, executable, cwd, env, hasInput } = options;
      const id = randomBytes(8).toString('hex');
      const promises = { begun: Promise.withResolvers<StartedProgram>(), exited: Promise.withResolvers<ExitStatus>() };
      launches.set(id, { streams: [], hasInput, pid: undefined, hasExited: false, ...promises });
      if (launches.size === 1) onChanged();
      return { order: { id, argv, executable, cwd, env, hasInput }, begun: promises.begun.promise };
    },
    connect({ id, stream, socket }) {
      const launch = launches.get(id);
      if (!launch) return false;
      launch.streams[stream] = socket;
      update(id, launch);
      return true;
    },
    report(report) {
      const { id } = report;
      const launch = launches.get(id);
      if (!launch) return;
      if ('error' in report) {
        const { message, ...details } = report.error;
        refuse(launch, Object.assign(new Error(message), details));
        return forget(id);
      }
      if ('pid' in report) launch.pid = report.pid;
      else {
        launch.hasExited = true;
        launch.exited.resolve({ exitCode: report.exitCode, signal: report.signal });
      }
      update(id, launch);
    },
    isEmpty: () => launches.size === 0,
    abandon() {
      for (const launch of launches.values()) {
        const { pid, exited } = launch;
        // The launcher process, which reports exits, has ended.
        if (pid !== undefined) void killTree(pid).then(() => exited.resolve({ exitCode: null, signal: 'SIGKILL' }));
        refuse(launch, Object.assign(new Error('The process that starts programs has ended.'), { code: 'EPIPE' }));
      }
      launches.clear();
    },
  };
}

/** A program that has begun has already resolved its promise; only its streams are closed. */
function refuse({ begun, streams }: Launch, error: Error): void {
  begun.reject(error);
  for (const stream of streams) stream?.destroy();
}
