import net, { type Socket } from 'node:net';
import { listen } from './listen.ts';

/** A server on loopback that accepts connections and never says anything. */
export async function startSilentServer() {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => sockets.add(socket));
  const port = await listen(server);
  return {
    server,
    port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
