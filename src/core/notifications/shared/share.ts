/** The side of the process that has the listener: passes what arrives on to the other processes of the workspace. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { NotificationSummary } from '../../../contract/notification.ts';
import { hashText } from '../../platform/hash-text.ts';
import type { Arrival } from '../arrival.ts';
import type { RefusedRequest } from '../refused-requests.ts';
import { frameOf, hello, readMessages, takenMessages, wireArrival, type Hello, type WireMessage } from './messages.ts';

/** A follower that does not read for so long that this much waits for it is let go, and connects again. */
const MAX_BACKLOG_BYTES = 128 * 1024 * 1024;
const HELLO_MS = 5000;
const MAX_FOLLOWERS = 100;
/** What was written has this long to reach the followers when the listener ends. */
const CLOSING_MS = 1000;

export interface Share {
  readonly port: number;
  readonly secret: string;
  /**
   * Stores arrivals and passes them on, before their senders are answered: what is answered reaches the followers even when
   * this process is killed.
   */
  take(arrivals: readonly Arrival[], store: () => Promise<number>): Promise<number>;
  settled(summaries: NotificationSummary[]): void;
  changed(summaries: NotificationSummary[]): void;
  /** Passes a refused request on once it has `complete`ly arrived, so that the followers can show its body. */
  refused(request: RefusedRequest, complete?: Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

/** How long a listener that has taken the place of another one remembers, for those that are still on their way to it. */
const REMEMBERED_MS = 10_000;
const MAX_REMEMBERED_BYTES = 64 * 1024 * 1024;

/** What a token is compared by. */
export const tokenDigest = (token: string | undefined): string | null => (token ? hashText(token) : null);

export interface ShareOptions {
  /** The path of the database. */
  store: string;
  token: string | undefined;
  allowBrowsers: boolean;
  /** The secret of the listener whose place this one has taken; null at first. */
  predecessor: string | null;
}

export async function startShare({ store, token, allowBrowsers, predecessor }: ShareOptions): Promise<Share> {
  const secret = randomBytes(32).toString('hex');
  /** Whether each follower has the same database. */
  const followers = new Map<Socket, boolean>();
  const sockets = new Set<Socket>();
  let isRemembering = predecessor !== null;
  let remembered: { frame: Buffer; onlySameStore: boolean }[] = [];
  let rememberedBytes = 0;
  /** Calls of `take` under way, and the last number that one of them has returned. */
  let [takes, lastTaken] = [0, 0];
  let settledEarly: NotificationSummary[] = [];

  const answerHello = (socket: Socket, said: Hello) => {
    if (!isEqual(said.secret, secret)) return socket.destroy();
    if (said.token !== null && said.token !== tokenDigest(token)) {
      return socket.end(frameOf({ t: 'declined', why: 'it asks senders for another token' }));
    }
    const sameStore = said.store === store;
    const answer = frameOf({ t: 'accepted', sameStore, hasToken: Boolean(token), allowBrowsers });
    if (!said.follow) return socket.end(answer);
    socket.setTimeout(0);
    socket.write(answer);
    if (said.previous !== null && said.previous === predecessor) {
      for (const { frame, onlySameStore } of remembered) if (sameStore || !onlySameStore) socket.write(frame);
    }
    followers.set(socket, sameStore);
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setTimeout(HELLO_MS, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      followers.delete(socket);
    });
    let isFirst = true;
    readMessages(socket, hello, false, (said) => {
      if (!isFirst) return void socket.destroy();
      isFirst = false;
      answerHello(socket, said);
    });
  });
  server.maxConnections = MAX_FOLLOWERS;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();

  const forget = () => {
    isRemembering = false;
    remembered = [];
  };
  const forgetting = setTimeout(forget, REMEMBERED_MS).unref();
  const send = (messages: readonly WireMessage[], onlySameStore = false) => {
    if (followers.size === 0 && !isRemembering) return;
    for (const frame of messages.map(frameOf)) {
      if (isRemembering) {
        remembered.push({ frame, onlySameStore });
        rememberedBytes += frame.length;
        if (rememberedBytes > MAX_REMEMBERED_BYTES) forget();
      }
      for (const [socket, sameStore] of followers) if (sameStore || !onlySameStore) socket.write(frame);
    }
    for (const socket of followers.keys()) if (socket.writableLength > MAX_BACKLOG_BYTES) socket.destroy();
  };
  /** What is stored may be recognised before it is known to be durable; followers hear of it in the other order. */
  const sendSettled = (summaries: readonly NotificationSummary[]) => {
    const isKnown = ({ id, source }: NotificationSummary) => takes === 0 || id <= lastTaken || source !== 'http';
    const known = summaries.filter(isKnown);
    settledEarly = summaries.filter((summary) => !isKnown(summary));
    if (known.length > 0) send([{ t: 'settled', summaries: known }], true);
  };
  return {
    port: (server.address() as AddressInfo).port,
    secret,
    async take(arrivals, storeThem) {
      takes += 1;
      try {
        const first = await storeThem();
        lastTaken = Math.max(lastTaken, first + arrivals.length - 1);
        if (followers.size > 0 || isRemembering) send(takenMessages(first, arrivals));
        return first;
      } finally {
        takes -= 1;
        if (settledEarly.length > 0) sendSettled(settledEarly);
      }
    },
    settled: (summaries) => sendSettled([...settledEarly, ...summaries]),
    changed: (summaries) => send([{ t: 'changed', summaries }], true),
    async refused(request, complete) {
      await complete;
      send([{ t: 'refused', request: wireArrival(request) }]);
    },
    async close() {
      clearTimeout(forgetting);
      const closed = once(server, 'close');
      server.close();
      // What was written still reaches the followers.
      for (const socket of sockets) socket.destroySoon();
      const timer = setTimeout(() => sockets.forEach((socket) => socket.destroy()), CLOSING_MS);
      await closed;
      clearTimeout(timer);
    },
  };
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(left, right);
}
