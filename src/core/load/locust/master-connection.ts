/**
 * The connection of a worker to a Locust master over ZeroMQ, which retries until there is a master. After a lost
 * connection the worker connects under a new name, because a master that has not noticed the loss refuses a name that
 * it knows.
 */
import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { hostname } from 'node:os';
import type { Dealer } from 'zeromq';
import { codedError } from '../../../contract/errors.ts';
import { loadLocustPackages } from './load-packages.ts';
import { decodeMessage, encodeMessage, packrOptions, type MasterMessage } from './locust-messages.ts';

const MAX_PORT = 65_535;
const MAX_MESSAGE_BYTES = 1024 * 1024;
const RECONNECT_MS = 100;
const MAX_RECONNECT_MS = 2000;
/**
 * Milliseconds without an answer to ZeroMQ's pings after which the master is considered lost, although its connection
 * is open.
 */
const SILENT_MS = 15_000;
/** Milliseconds for sending queued messages when the connection is closed. */
const LINGER_MS = 1000;

export interface MasterConnection {
  /** The message is dropped while no master is connected. Never rejects. */
  send(type: string, data?: unknown): Promise<void>;
  /** Connects anew, which a master requests when it could not read a message. */
  reconnect(): void;
  close(): void;
}

export interface MasterConnectionOptions {
  /** tcp://host:port */
  url: string;
  onMessage: (message: MasterMessage) => void;
  onConnected: () => void;
  onLost: () => void;
  /** Receives an error for each message that cannot be decoded, or for which `onMessage` has thrown. */
  onUnreadable: (error: Error) => void;
}

/** @throws InvalidParams, Unsupported */
export async function connectToMaster(options: MasterConnectionOptions): Promise<MasterConnection> {
  const { url, onMessage, onConnected, onLost, onUnreadable } = options;
  const host = hostOf(url);
  const { zeromq, msgpackr } = await loadLocustPackages();
  const packr = new msgpackr.Packr(packrOptions);
  const ipv6 = await hasOnlyIpv6(host);
  let isClosed = false;
  let opening: NodeJS.Timeout | undefined;
  let link = open();

  function open(): { socket: Dealer; worker: string } {
    const worker = `${hostname()}_${randomBytes(16).toString('hex')}`;
    const socket = new zeromq.Dealer({ ...socketOptions, routingId: worker, ipv6 });
    const isCurrent = () => !isClosed && link.socket === socket;
    let isConnected = false;
    socket.events.on('handshake', () => {
      isConnected = true;
      if (isCurrent()) onConnected();
    });
    // Before the first connection ZeroMQ retries by itself.
    socket.events.on('disconnect', () => isConnected && isCurrent() && reconnect());
    socket.connect(url);
    void receive(socket, isCurrent).catch(() => undefined);
    return { socket, worker };
  }
  async function receive(socket: Dealer, isCurrent: () => boolean): Promise<void> {
    for await (const [bytes] of socket) {
      if (!isCurrent()) return;
      try {
        onMessage(decodeMessage(packr, bytes ?? new Uint8Array()));
      } catch (error) {
        onUnreadable(error as Error);
      }
    }
  }
  function reconnect(): void {
    if (isClosed || link.socket.closed) return;
    link.socket.close();
    opening = setTimeout(() => (link = open()), RECONNECT_MS);
    onLost();
  }
  /** Sends are chained, because a socket sends one message at a time. */
  let sending: Promise<void> = Promise.resolve();
  return {
    send(type, data = null) {
      const { socket, worker } = link;
      const bytes = encodeMessage(packr, type, data, worker);
      return (sending = sending.then(() => socket.send(bytes)).catch(() => undefined));
    },
    reconnect,
    close() {
      isClosed = true;
      clearTimeout(opening);
      link.socket.close();
    },
  };
}

const socketOptions = {
  linger: LINGER_MS,
  immediate: true,
  sendTimeout: 0,
  maxMessageSize: MAX_MESSAGE_BYTES,
  reconnectInterval: RECONNECT_MS,
  reconnectMaxInterval: MAX_RECONNECT_MS,
  heartbeatInterval: SILENT_MS / 3,
  heartbeatTimeout: SILENT_MS,
};

/** @returns the host of an address, without the brackets of IPv6. @throws InvalidParams */
export function hostOf(url: string): string {
  // ZeroMQ gives * and ; meanings of their own, and retries forever with a port that does not exist.
  const [, ipv6, name, port] = /^tcp:\/\/(?:\[([\da-f:.]+)\]|([^\s/:[\]*;]+)):(\d{1,5})$/i.exec(url) ?? [];
  const host = ipv6 ?? name;
  if (host !== undefined && Number(port) > 0 && Number(port) <= MAX_PORT) return host;
  throw codedError('InvalidParams', `${url} is not the address of a Locust master.`, 'Write tcp://host:5557.');
}

/**
 * ZeroMQ has to be told the address family. IPv4 is preferred: older masters support nothing else, and some networks
 * have no IPv6.
 */
async function hasOnlyIpv6(host: string): Promise<boolean> {
  // A name that cannot be resolved yet may be resolved when ZeroMQ retries.
  const addresses = await lookup(host, { all: true }).catch(() => []);
  return addresses.length > 0 && addresses.every(({ family }) => family === 6);
}
