/** A real server for the queue of runs over many machines, on a loopback port, with its files in a folder. */
import { findExecutable } from '../processes/find-executable.ts';
import { freePort } from './free-port.ts';
import { startedProcesses } from './started-processes.ts';

/** Undefined where there is no Redis server to be tested with. */
export const redisServer = process.platform === 'win32' ? undefined : await findExecutable('redis-server', process.env);

export interface RedisServer {
  port: number;
  url: string;
  /** By force. What it has written stays in its folder: a server started there again, on the same port, has it. */
  stop(): Promise<void>;
}
export interface RedisOptions {
  /** Default: a free one. */
  port?: number;
  /** Options of the command `redis-server`; default: what it holds is written to disk. */
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
  // Only a server that ends before it is ready has failed.
  failed.catch(() => undefined);
  await Promise.race([isReady, failed]);
  return { port, url: `redis://127.0.0.1:${port}`, stop: processes.end };
}
