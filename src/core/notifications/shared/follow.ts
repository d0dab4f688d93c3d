/** The client side of a shared listener: receives the notifications of another process's listener. */
import { connect as connectTo } from 'node:net';
import type { Lease } from './lease.ts';
import {
  frameOf,
  fromListener,
  MAX_BACKLOG_BYTES,
  newsMessages,
  readMessages,
  type FromListener,
  type RulesMessage,
  type StoreNews,
} from './messages.ts';

/** Milliseconds. A process that does not answer in this time is suspended, or is not Outrigger. */
const ANSWER_MS = 3000;

type AcceptedMessage = Extract<FromListener, { t: 'accepted' }>;
export type SharedMessage = Exclude<FromListener, { t: 'accepted' | 'declined' | 'restarting' }>;

export interface FollowedListener extends Omit<AcceptedMessage, 't'> {
  /** Reports the changes of this process in its database, if the listener uses the same one. */
  announce(news: StoreNews): void;
  /** Proposes the rules of this process; the listener answers with those that apply. */
  announceRules(rules: RulesMessage): void;
  close(): void;
}
export type FollowResult = { following: FollowedListener } | { declined: string } | 'gone';

export interface FollowOptions {
  lease: Lease;
  /** Digest of the token that this process would require from senders; null without one. */
  token: string | null;
  store: string;
  /** The secret of the listener that this process followed before. */
  previous: string | null;
  /** False only checks whether the listener is alive. */
  follow: boolean;
  onMessage: (message: SharedMessage, sameStore: boolean) => void;
  /**
   * The listener has ended, or has disconnected this process; not called after `close`.
   * @param isRestarting whether its process is about to listen again
   */
  onLost: (isRestarting: boolean) => void;
}

export function followListener({
  lease,
  token,
  store,
  previous,
  follow,
  onMessage,
  onLost,
}: FollowOptions): Promise<FollowResult> {
  const { promise, resolve } = Promise.withResolvers<FollowResult>();
  const socket = connectTo({ host: '127.0.0.1', port: lease.sharePort });
  let isClosed = false;
  let isAccepted = false;
  let sameStore = false;
  let isRestarting = false;
  socket.setTimeout(ANSWER_MS, () => socket.destroy());
  socket.on('error', () => undefined);
  socket.on('connect', () => socket.write(frameOf({ secret: lease.secret, token, store, previous, follow })));
  socket.on('close', () => {
    resolve('gone');
    if (isAccepted && !isClosed) onLost(isRestarting);
  });
  readMessages(socket, fromListener, true, (message) => {
    if (message.t === 'declined') {
      resolve({ declined: message.why });
    } else if (message.t === 'accepted') {
      const { t: _t, ...about } = message;
      isAccepted = follow;
      sameStore = about.sameStore;
      socket.setTimeout(0);
      resolve({
        following: {
          ...about,
          announce(news) {
            if (!about.sameStore) return;
            for (const message of newsMessages(news)) socket.write(frameOf(message));
            if (socket.writableLength > MAX_BACKLOG_BYTES) socket.destroy();
          },
          announceRules: (rules) => void socket.write(frameOf(rules)),
          close() {
            isClosed = true;
            socket.destroy();
          },
        },
      });
    } else if (message.t === 'restarting') {
      isRestarting = true;
    } else if (isAccepted && !isClosed) onMessage(message, sameStore);
  });
  return promise;
}

/** Whether a process of this computer listens on the port. */
export function acceptsConnections(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connectTo({ host: '127.0.0.1', port });
  socket.setTimeout(ANSWER_MS, () => socket.destroy());
  socket.on('connect', () => {
    resolve(true);
    socket.destroy();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => resolve(false));
  return promise;
}
