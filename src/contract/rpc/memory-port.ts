import type { Message, Port } from './rpc.ts';

/** Two connected ports in one process; messages are copied as JSON and arrive in a later microtask, as over a wire. */
export function memoryPorts(): { client: Port; server: Port; close: () => void } {
  const closers: (() => void)[] = [];
  const side = () => ({ listeners: [] as ((message: Message) => void)[] });
  const [clientSide, serverSide] = [side(), side()];
  const port = (ownSide: typeof clientSide, other: typeof clientSide): Port => ({
    send(message) {
      const copy = JSON.parse(JSON.stringify(message)) as Message;
      queueMicrotask(() => other.listeners.forEach((listener) => listener(copy)));
    },
    onMessage: (listener) => void ownSide.listeners.push(listener),
    onClose: (listener) => void closers.push(listener),
  });
  return {
    client: port(clientSide, serverSide),
    server: port(serverSide, clientSide),
    close: () => closers.forEach((run) => run()),
  };
}
