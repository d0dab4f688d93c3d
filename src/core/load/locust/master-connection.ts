/** The connection of a worker to a master of Locust: ZeroMQ, which connects again by itself after the master was gone. */
import { codedError } from '../../../contract/errors.ts';
import { loadLocustPackages } from './load-packages.ts';
import { decodeMessage, encodeMessage, packrOptions, type MasterMessage } from './locust-messages.ts';

const MAX_MESSAGE_BYTES = 1024 * 1024;
const MAX_RECONNECT_MS = 2000;
/** A master that answers no ping of ZeroMQ for so long is gone, although its connection is open. */
const SILENT_MS = 15_000;
/** What was sent before the connection is closed has so long to leave. */
const LINGER_MS = 1000;

export interface MasterConnection {
  /** Without a master that is connected, the message is dropped. Never rejects. */
  send(type: string, data?: unknown): Promise<void>;
  /** Connects anew, as a master asks that could not read what it got. */
  reconnect(): void;
  close(): void;
}

export interface MasterConnectionOptions {
  /** tcp://host:port */
  url: string;
  /** Identity of this worker, which no other has. */
  worker: string;
  onMessage: (message: MasterMessage) => void;
  onConnected: () => void;
  onLost: () => void;
  /** For what came from the master and is none of its messages. */
  onUnreadable: (error: Error) => void;
}

/** @throws InvalidParams, Unsupported */
export async function connectToMaster(options: MasterConnectionOptions): Promise<MasterConnection> {
  const { url, worker, onMessage, onConnected, onLost, onUnreadable } = options;
  if (!/^tcp:\/\/[^\s/:]+:\d{1,5}$|^tcp:\/\/\[[\da-f:.]+\]:\d{1,5}$/i.test(url)) {
    throw codedError('InvalidParams', `${url} is no address of a Locust master.`, 'Write tcp://host:5557.');
  }
  const { zeromq, msgpackr } = await loadLocustPackages();
  const packr = new msgpackr.Packr(packrOptions);
  const socket = new zeromq.Dealer({
    routingId: worker,
    linger: LINGER_MS,
    immediate: true,
    sendTimeout: 0,
    maxMessageSize: MAX_MESSAGE_BYTES,
    reconnectInterval: 100,
    reconnectMaxInterval: MAX_RECONNECT_MS,
    heartbeatInterval: SILENT_MS / 3,
    heartbeatTimeout: SILENT_MS,
    ipv6: url.includes('['),
  });
  const { events } = socket;
  events.on('handshake', onConnected);
  events.on('disconnect', onLost);

  async function receive(): Promise<void> {
    for await (const [bytes] of socket) {
      let message: MasterMessage;
      try {
        message = decodeMessage(packr, bytes ?? new Uint8Array());
      } catch (error) {
        onUnreadable(error as Error);
        continue;
      }
      onMessage(message);
    }
  }
  /** A socket sends one message after the other. */
  let sending: Promise<void> = Promise.resolve();
  socket.connect(url);
  void receive().catch(() => undefined);

  return {
    send(type, data = null) {
      const bytes = encodeMessage(packr, type, data, worker);
      return (sending = sending.then(() => socket.send(bytes)).catch(() => undefined));
    },
    reconnect() {
      socket.disconnect(url);
      socket.connect(url);
    },
    close: () => socket.close(),
  };
}
