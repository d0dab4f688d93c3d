import type { Message, Port } from './rpc.ts';

/** Two connected ports in one process; messages are copied as JSON and arrive in a later microtask, as over a wire. */
export function memoryPorts(): { client: Port; server: Port; close: () => void } {
  const closers: (() => void)[] = [];
  const side = () => ({ listeners: [] as ((message: Message) => void)[] });
  const [left, right] = [side(), side()];
  const port = (ownSide: typeof left, other: typeof left): Port => ({
    send(message) {
      const copy = JSON.parse(JSON.stringify(message)) as Message;
      queueMicrotask(() => other.listeners.forEach((listener) => listener(copy)));
    },
    onMessage: (listener) => void ownSide.listeners.push(listener),
    onClose: (listener) => void closers.push(listener),
  });
  return { client: port(left, right), server: port(right, left), close: () => closers.forEach((run) => run()) };
}
