/** A real Redis server for the queue of runs, on a loopback port, with its files in a folder. */
import { findExecutable } from '../processes/find-executable.ts';
import { freePort } from './free-port.ts';
import { startedProcesses } from './started-processes.ts';

/** Undefined where no Redis server is installed. */
export const redisServer = process.platform === 'win32' ? undefined : await findExecutable('redis-server', process.env);

export interface RedisServer {
  port: number;
  url: string;
  /**
   * Kills the server. Its files are kept: a server that is started in the same folder, on the same port, has the data.
   */
  stop(): Promise<void>;
}
export interface RedisOptions {
  /** Default: a free port. */
  port?: number;
  /** Arguments of `redis-server`; default: persistence to disk. */
  options?: readonly string[];
}

export async function startRedis(
  folder: string,
  { port, options = ['--appendonly', 'yes'] }: RedisOptions = {},
): Promise<RedisServer> {
  port ??= await freePort();
  const processes = startedProcesses();
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  const { child, printed, ended } = processes.start(redisServer ?? '', [...place, '--save', '', ...options]);
  const isReady = new Promise<void>((resolve) =>
    child.stdout.on('data', () => printed.stdout.includes('Ready to accept connections') && resolve()),
  );
  const failed = ended.then(({ output }) => Promise.reject(new Error(`redis-server has ended: ${output}`)));
  // The server has failed only if it ends before it is ready, so a later rejection must not count as unhandled.
  failed.catch(() => undefined);
  await Promise.race([isReady, failed]);
  return { port, url: `redis://127.0.0.1:${port}`, stop: processes.end };
}
