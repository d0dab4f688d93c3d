/** The connection to the host: the preload's port in a desktop window, a WebSocket in a browser. */
import type { Message, Port } from '../../contract/rpc/rpc.ts';

const KEY = 'outrigger-session';

/**
 * The key of this browser's session. It is in the address once, and is then stored in the storage of this origin, which
 * no server on another port can read; see src/web/session.ts.
 */
function sessionKey(): string {
  const keyInAddress = location.hash.slice(1);
  if (keyInAddress !== '') {
    localStorage.setItem(KEY, keyInAddress);
    history.replaceState(null, '', location.pathname);
  }
  return localStorage.getItem(KEY) ?? 'none';
}

/** @throws when the host cannot be reached */
export async function openHostPort(): Promise<Port> {
  if (window.pm) {
    const { send, onMessage } = window.pm;
    // A desktop window and its host end together.
    return { send, onMessage, onClose: () => undefined };
  }
  const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/host`, [
    'outrigger',
    sessionKey(),
  ]);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true });
    socket.addEventListener('error', () => reject(new Error('Outrigger does not respond.')), { once: true });
  });
  return {
    send: (message: Message) => socket.send(JSON.stringify(message)),
    onMessage: (listener) => socket.addEventListener('message', (event) => listener(JSON.parse(String(event.data)))),
    onClose: (listener) => socket.addEventListener('close', listener),
  };
}
