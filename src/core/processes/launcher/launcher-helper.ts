/**
 * Starts the launcher process, which starts programs, and serves the socket to which the streams of these programs
 * connect.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import type { SandboxRuntime } from '../find-runtime.ts';
import { HEADER_BYTES, launcherProcess, type LaunchReport } from './launcher-process.ts';
import { createLaunches, type Launches } from './launches.ts';
import { lineSplitter } from '../output/line-splitter.ts';
import type { StartProgram } from '../start-program.ts';
import { createPrivateTemporaryFolder } from '../../platform/files/private-temporary-folder.ts';

export interface LauncherHelper {
  /** Whether the process accepts orders. */
  ready(): boolean;
  launch: StartProgram;
  close(): void;
}

/**
 * @param onGone called when the process has ended, or could not be started (`wasReady` is false)
 * @throws where the folder of the socket cannot be created
 */
export function startHelper(runtime: SandboxRuntime, onGone: (wasReady: boolean) => void): LauncherHelper {
  // The folder is accessible for this user only.
  const folder = createPrivateTemporaryFolder('launcher');
  const address = path.join(folder, 'programs');
  let child: ChildProcess | undefined;
  let isReady = false;
  let isGone = false;

  /** The launcher process keeps this process alive only while a program runs. */
  function keepAlive(): void {
    const streams = [child?.stdin, child?.stdout] as (net.Socket | undefined)[];
    for (const handle of [child, ...streams]) {
      if (launches.isEmpty()) handle?.unref();
      else handle?.ref();
    }
  }
  function endHelper(): void {
    if (isGone) return;
    isGone = true;
    onGone(isReady);
    isReady = false;
    close();
    launches.abandon();
  }
  function close(): void {
    child?.stdin?.end();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const launches = createLaunches(keepAlive);
  const server = streamServer(launches);
  server.on('error', endHelper);
  server.unref();
  server.listen(address, () => {
    child = spawnHelper(runtime, address, (report) => {
      if ('ready' in report) isReady = true;
      else launches.report(report);
    });
    child.on('error', endHelper);
    child.on('exit', endHelper);
    keepAlive();
  });

  return {
    ready: () => isReady,
    launch(options) {
      const { order, begun } = launches.add(options);
      child?.stdin?.write(`${JSON.stringify(order)}\n`);
      return begun;
    },
    close,
  };
}

/** Each connection begins with the id of its launch and the number of its stream. */
function streamServer(launches: Pick<Launches, 'connect'>): net.Server {
  return net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('readable', function identify() {
      const header = socket.read(HEADER_BYTES) as Buffer | null;
      // The header is written at once, so it never arrives in pieces; it is missing when the launcher process was
      // ended.
      const [id = '', stream = ''] = header?.toString('latin1').split(' ') ?? [];
      if (!launches.connect({ id, stream: Number(stream), socket })) socket.destroy();
    });
  });
}

function spawnHelper(runtime: SandboxRuntime, address: string, onReport: (report: LaunchReport) => void): ChildProcess {
  const source = `(${launcherProcess.toString()})(${JSON.stringify(address)})`;
  // Detached, so that it does not get the signals that a terminal sends to the whole group.
  const options = { cwd: '/', detached: true, env: runtime.env };
  const child = spawn(runtime.executable, ['-e', source], { ...options, stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.on('error', () => undefined);
  const lines = lineSplitter((text) => {
    for (const line of text.split('\n')) if (line) onReport(JSON.parse(line) as LaunchReport);
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => lines.push(text));
  return child;
}
