import type { WebSocket } from 'ws';
import type { Port } from '../contract/rpc.ts';

/** The host's end of a WebSocket as a port; a text that is no JSON arrives as `undefined`, which is no message. */
export function webSocketPort(socket: WebSocket): Port {
  socket.on('error', () => socket.terminate());
  return {
    send: (message) => void (socket.readyState === socket.OPEN && socket.send(JSON.stringify(message))),
    onMessage: (listener) =>
      void socket.on('message', (data, isBinary) => listener(isBinary ? undefined : parse(data))),
    onClose: (listener) => void socket.on('close', listener),
  };
}

function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}
