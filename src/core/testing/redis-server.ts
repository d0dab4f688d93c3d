/** A real server for the queue of runs over many machines, on a free loopback port, with its files in a folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { findExecutable } from '../processes/find-executable.ts';

export const redisServer = await findExecutable('redis-server', process.env);

export interface RedisServer {
  port: number;
  child: ChildProcess;
  stop(): Promise<void>;
}

/** @param options of the command `redis-server`; default: what it holds is written to disk */
export async function startRedis(
  folder: string,
  options: readonly string[] = ['--appendonly', 'yes'],
): Promise<RedisServer> {
  const port = await freePort();
  const child = spawn(
    redisServer ?? '',
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...options],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Ready to accept connections')) resolve();
    });
    void ended.then(() => reject(new Error(`redis-server has ended: ${output}`)));
  });
  return {
    port,
    child,
    stop() {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
