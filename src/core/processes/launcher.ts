/**
 * Starts programs from a small process. To start one, a system like Linux copies the tables of all memory of whoever
 * starts it, while that stands still: 2 ms for a small process, 10 and more for an application with large answers in
 * memory. The program's streams are connections to us, so that nothing is handed on in between.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SandboxRuntime } from './find-runtime.ts';
import { killTree } from './kill-tree.ts';
import { HEADER_BYTES, launcherProcess, type LaunchOrder, type LaunchReport } from './launcher-process.ts';
import { lineSplitter } from './line-splitter.ts';
import { startDirectly, type ExitStatus, type StartedProgram, type StartProgram } from './start-program.ts';

export interface Launcher {
  start: StartProgram;
  close(): void;
}

/** The process takes a moment and memory, so it is for those who start more than one program. */
const DIRECTLY = 1;

/**
 * Until the process is there, and where it cannot be, programs are started directly. So they are on Windows, where no
 * memory is copied.
 */
export function createLauncher(runtime: SandboxRuntime, platform: NodeJS.Platform = process.platform): Launcher {
  let started = 0;
  let helper: Helper | undefined;
  /** It cannot be had here: no place for its socket, for one. */
  let isUseless = platform === 'win32';
  const onGone = (wasReady: boolean) => {
    helper = undefined;
    isUseless ||= !wasReady;
  };
  return {
    start(options) {
      if (helper?.ready()) return helper.launch(options);
      started += 1;
      if (started > DIRECTLY && !isUseless) {
        try {
          helper ??= startHelper(runtime, onGone);
        } catch {
          isUseless = true;
        }
      }
      return startDirectly(options);
    },
    close() {
      helper?.close();
      helper = undefined;
    },
  };
}

interface Helper {
  ready(): boolean;
  launch: StartProgram;
  close(): void;
}
interface Launch {
  /** stdin, stdout and stderr, as far as they are connected. */
  streams: (net.Socket | undefined)[];
  hasInput: boolean;
  pid: number | undefined;
  begun: PromiseWithResolvers<StartedProgram>;
  exited: PromiseWithResolvers<ExitStatus>;
  hasExited: boolean;
}

function startHelper(runtime: SandboxRuntime, onGone: (wasReady: boolean) => void): Helper {
  // Only this user may enter it.
  const folder = mkdtempSync(path.join(tmpdir(), 'outrigger-'));
  const address = path.join(folder, 'programs');
  const launches = new Map<string, Launch>();
  let child: ChildProcess | undefined;
  let ready = false;
  let isGone = false;

  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('readable', function identify() {
      const header = socket.read(HEADER_BYTES) as Buffer | null;
      // Written at once, so never in pieces; nothing at all when the helper was ended.
      const [id = '', stream = ''] = header?.toString('latin1').split(' ') ?? [];
      const launch = launches.get(id);
      if (!launch) return socket.destroy();
      launch.streams[Number(stream)] = socket;
      update(id, launch);
    });
  });
  server.on('error', gone);
  server.unref();
  server.listen(address, () => {
    const source = `(${launcherProcess.toString()})(${JSON.stringify(address)})`;
    // What a terminal sends to everybody is not for it.
    const options = { cwd: '/', detached: true, env: runtime.env };
    child = spawn(runtime.executable, ['-e', source], { ...options, stdio: ['pipe', 'pipe', 'ignore'] });
    child.on('error', gone);
    child.on('exit', gone);
    child.stdin?.on('error', () => undefined);
    const lines = lineSplitter((text) => {
      for (const line of text.split('\n')) if (line) hear(JSON.parse(line) as LaunchReport);
    });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => lines.push(text));
    keepAlive();
  });

  function hear(report: LaunchReport): void {
    if ('ready' in report) return void (ready = true);
    const { id } = report;
    const launch = launches.get(id);
    if (!launch) return;
    if ('error' in report) {
      const { message, ...rest } = report.error;
      refuse(launch, Object.assign(new Error(message), rest));
      return forget(id);
    }
    if ('pid' in report) launch.pid = report.pid;
    else {
      launch.hasExited = true;
      launch.exited.resolve({ exitCode: report.exitCode, signal: report.signal });
    }
    update(id, launch);
  }
  /** What is said and what is connected come in any order. */
  function update(id: string, { pid, hasInput, streams, begun, exited, hasExited }: Launch): void {
    const [stdin, stdout, stderr] = streams;
    if (pid === undefined || !stdout || !stderr || (hasInput && !stdin)) return;
    // Read to its end, which is when the program lets go of it.
    stdin?.resume();
    begun.resolve({ pid, stdin: stdin ?? null, stdout, stderr, exited: exited.promise });
    if (hasExited) forget(id);
  }
  /** Does nothing to one that has begun but to close its streams. */
  function refuse({ begun, streams }: Launch, error: Error): void {
    begun.reject(error);
    for (const stream of streams) stream?.destroy();
  }
  function forget(id: string): void {
    launches.delete(id);
    if (launches.size === 0) keepAlive();
  }
  /** It keeps us running only while a program does. */
  function keepAlive(): void {
    const streams = [child?.stdin, child?.stdout] as (net.Socket | undefined)[];
    for (const one of [child, ...streams]) {
      if (launches.size > 0) one?.ref();
      else one?.unref();
    }
  }
  function gone(): void {
    if (isGone) return;
    isGone = true;
    onGone(ready);
    ready = false;
    close();
    for (const launch of launches.values()) {
      const { pid, exited } = launch;
      // The launcher, which would report the exit of this program, has ended itself.
      if (pid !== undefined) void killTree(pid).then(() => exited.resolve({ exitCode: null, signal: 'SIGKILL' }));
      refuse(launch, Object.assign(new Error('The process that starts programs has ended.'), { code: 'EPIPE' }));
    }
    launches.clear();
  }
  function close(): void {
    child?.stdin?.end();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }

  return {
    ready: () => ready,
    launch({ argv, executable, cwd, env, hasInput }) {
      const id = randomBytes(8).toString('hex');
      const promises = { begun: Promise.withResolvers<StartedProgram>(), exited: Promise.withResolvers<ExitStatus>() };
      launches.set(id, { streams: [], hasInput, pid: undefined, hasExited: false, ...promises });
      if (launches.size === 1) keepAlive();
      const order: LaunchOrder = { id, argv, executable, cwd, env, hasInput };
      child?.stdin?.write(`${JSON.stringify(order)}\n`);
      return promises.begun.promise;
    },
    close,
  };
}
