import type { AddressInfo, Server } from 'node:net';

/** Starts a server on loopback. @returns its port: `port`, or a free one when that is 0 */
export async function listen(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}
