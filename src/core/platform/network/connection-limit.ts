/** Bounds the connections of a server, so that those who send no requests do not keep those out who do. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimit {
  /** The connection has a request that waits for its response, or has become something else than HTTP. */
  begin(connection: Socket): void;
  /** The connection waits for a request again. */
  wait(connection: Socket): void;
  /** Ends every connection, also those with TLS that have not agreed on their encryption, which Node does not know. */
  close(): void;
}

/**
 * A connection beyond the number ends the one that has been waiting for a complete request head for the longest time. If
 * all of them are busy, it is closed itself.
 */
export function limitConnections(server: Server, maxConnections: number): ConnectionLimit {
  const connections = new Map<string, Socket>();
  /** Those without a request, in the order in which they began to wait. */
  const waiting = new Map<string, Socket>();

  function forget(key: string): void {
    connections.delete(key);
    waiting.delete(key);
  }
  server.on('connection', (socket: Socket) => {
    const key = keyOf(socket);
    connections.set(key, socket);
    waiting.set(key, socket);
    socket.once('close', () => {
      if (connections.get(key) === socket) forget(key);
    });
    if (connections.size <= maxConnections) return;
    const [longest] = waiting;
    if (!longest) return;
    forget(longest[0]);
    longest[1].destroy();
  });
  return {
    begin: (connection) => void waiting.delete(keyOf(connection)),
    wait(connection) {
      const key = keyOf(connection);
      const socket = connections.get(key);
      if (socket) waiting.set(key, socket);
    },
    close() {
      for (const socket of connections.values()) socket.destroy();
    },
  };
}

/** With TLS, the socket of a request is another object than that of its connection. */
const keyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
