import { createServer } from 'node:net';
import { listen } from './listen.ts';

/** A loopback port on which nothing listens: for a server that is started later, or one that has to be missing. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
