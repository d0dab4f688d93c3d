import type { WebSocket } from 'ws';
import type { Port } from '../contract/rpc/rpc.ts';
import { jsonOrUndefined } from '../core/platform/json/json-or-undefined.ts';

/** The connection of a page that does not read is closed at this number of unsent bytes. */
const MAX_UNSENT_BYTES = 512 * 1024 * 1024;

/**
 * The host's side of a WebSocket as a port; invalid JSON is passed on as `undefined`, which the receiver treats as an
 * invalid message.
 */
export function webSocketPort(socket: WebSocket): Port {
  // `ws` closes the socket itself, with the status of the error: 1002 for wrong frames, 1009 for a message too large.
  socket.on('error', () => undefined);
  return {
    send(message) {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > MAX_UNSENT_BYTES) return socket.terminate();
      socket.send(JSON.stringify(message));
    },
    onMessage: (listener) =>
      void socket.on('message', (data, isBinary) =>
        listener(isBinary ? undefined : jsonOrUndefined((data as Buffer).toString())),
      ),
    onClose: (listener) => void socket.on('close', listener),
  };
}
