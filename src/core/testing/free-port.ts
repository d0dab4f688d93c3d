import { createServer } from 'node:net';
import { listen } from './listen.ts';

/** A port of loopback on which nothing listens: for a server that is started later, or for one that is missing. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
