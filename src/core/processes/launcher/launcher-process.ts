/**
 * The protocol between the launcher (launcher.ts) and its process: one JSON object on each line. The frames of
 * sandbox-process/frames.ts are not used, because the process is started from the source of one function without imports.
 */
import type { Socket } from 'node:net';
import type { ExitStatus } from '../start-program.ts';

export interface LaunchOrder {
  id: string;
  argv: readonly [string, ...string[]];
  executable?: string | undefined;
  cwd: string;
  env: NodeJS.ProcessEnv;
  hasInput: boolean;
}
export type LaunchReport =
  | { ready: true }
  | { id: string; pid: number }
  | ({ id: string } & ExitStatus)
  | { id: string; error: LaunchError };
/** The serialised form of an `ErrnoException`. */
export interface LaunchError {
  message: string;
  code: string | undefined;
  errno: number | undefined;
  syscall: string | undefined;
  path: string | undefined;
}

/** Length of the header of each connection: the launch id and the number of the stream. */
export const HEADER_BYTES = 18;

/**
 * The code of the launcher process, which is started with the source of this function: it cannot use anything outside
 * of the function. The process ends when its stdin is closed, and ends the running programs with it.
 * @param address of the socket to which the streams of the programs are connected; the only file in its folder
 */
export function launcherProcess(address: string): void {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const net = process.getBuiltinModule('node:net');
  const fs = process.getBuiltinModule('node:fs');
  const path = process.getBuiltinModule('node:path');
  const runningPids = new Set<number>();
  const send = (report: LaunchReport) => process.stdout.write(`${JSON.stringify(report)}\n`);

  const connect = (id: string, stream: number) =>
    new Promise<Socket>((resolve, reject) => {
      const socket = new net.Socket();
      // Incoming data is for the program.
      socket.pause();
      socket.on('error', reject);
      socket.connect(address, () => socket.write(`${id} ${stream}`, () => resolve(socket)));
    });
  const refuse = (id: string, { message, code, errno, syscall, path }: NodeJS.ErrnoException) =>
    send({ id, error: { message, code, errno, syscall, path } });
  const launch = async ({ id, argv: [argv0, ...args], executable, cwd, env, hasInput }: LaunchOrder) => {
    const sockets: Socket[] = [];
    try {
      for (const stream of hasInput ? [0, 1, 2] : [1, 2]) sockets.push(await connect(id, stream));
      const stdio = hasInput ? sockets : ['ignore' as const, ...sockets];
      const child = spawn(executable ?? argv0, args, { argv0, cwd, env, detached: true, stdio });
      const { pid } = child;
      child.on('error', (error) => pid === undefined && refuse(id, error));
      if (pid === undefined) return;
      runningPids.add(pid);
      send({ id, pid });
      child.once('exit', (exitCode, signal) => {
        runningPids.delete(pid);
        send({ id, exitCode, signal });
      });
    } catch (error) {
      refuse(id, error as NodeJS.ErrnoException);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  };

  let unfinishedLine = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk: string) => {
    const lines = (unfinishedLine + chunk).split('\n');
    unfinishedLine = lines.pop() ?? '';
    for (const line of lines) void launch(JSON.parse(line) as LaunchOrder);
  });
  process.stdin.on('end', () => {
    for (const pid of runningPids) {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // The program has just ended.
      }
    }
    fs.rmSync(path.dirname(address), { recursive: true, force: true });
  });
  process.stdout.on('error', () => undefined);
  send({ ready: true });
}
