/**
 * The side of the process that has the listener: passes what arrives, and what one of the processes changes in their
 * common database, on to the other processes of the workspace.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { hashText } from '../../platform/files/hash-text.ts';
import type { Arrival } from '../listener/arrival.ts';
import type { RefusedRequest } from '../listener/refused-requests.ts';
import { createFollowers, type Followers } from './followers.ts';
import {
  frameOf,
  fromFollower,
  hello,
  newsMessages,
  readMessages,
  takenMessages,
  wireArrival,
  type FromFollower,
  type Hello,
  type RulesMessage,
  type StoreNews,
} from './messages.ts';
import { createSettledOrder } from './settled-order.ts';

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
  /** Passes on what this process has changed in the database. */
  announce(news: StoreNews): void;
  announceRules(rules: RulesMessage): void;
  /** Passes a refused request on once it has `complete`ly arrived, so that the followers can show its body. */
  refused(request: RefusedRequest, complete?: Promise<unknown>): Promise<void>;
  /** @param options.isRestarting whether this process listens again: the followers then wait for it */
  close(options?: { isRestarting?: boolean }): Promise<void>;
}

/** What a token is compared by. */
export const tokenDigest = (token: string | undefined): string | null => (token ? hashText(token) : null);

export interface ShareOptions {
  /** The path of the database. */
  store: string;
  token: string | undefined;
  allowBrowsers: boolean;
  /** The secret of the listener whose place this one has taken; null at first. */
  predecessor: string | null;
  /**
   * What a follower has changed in the common database, which the other followers are informed of already, or the rules
   * that it has.
   */
  onNews: (news: FromFollower) => void;
}

export async function startShare(options: ShareOptions): Promise<Share> {
  const secret = randomBytes(32).toString('hex');
  const followers = createFollowers(options.predecessor);
  const { server, sockets } = acceptFollowers(options, secret, followers);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const order = createSettledOrder((summaries) =>
    followers.send(newsMessages({ t: 'settled', summaries }), { onlySameStore: true }),
  );
  return {
    port: (server.address() as AddressInfo).port,
    secret,
    take: (arrivals, store) =>
      order.take(arrivals.length, store, (first) => {
        if (followers.hasAudience()) followers.send(takenMessages(first, arrivals));
      }),
    announce(news) {
      if (news.t === 'settled') order.settled(news.summaries);
      else followers.send(newsMessages(news), { onlySameStore: true });
    },
    announceRules: (rules) => followers.send([rules]),
    async refused(request, complete) {
      await complete;
      followers.send([{ t: 'refused', request: wireArrival(request) }]);
    },
    async close({ isRestarting = false } = {}) {
      if (isRestarting) followers.send([{ t: 'restarting' }]);
      followers.close();
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

/** Lets those in who know the secret; a connection that says nothing in time ends. */
function acceptFollowers(
  { store, token, allowBrowsers, onNews }: ShareOptions,
  secret: string,
  followers: Followers,
): { server: Server; sockets: Set<Socket> } {
  const sockets = new Set<Socket>();

  function answerHello(socket: Socket, said: Hello): void {
    if (!isEqual(said.secret, secret)) return void socket.destroy();
    if (said.token !== null && said.token !== tokenDigest(token)) {
      return void socket.end(frameOf({ t: 'declined', why: 'it asks senders for another token' }));
    }
    const sameStore = said.store === store;
    const answer = frameOf({ t: 'accepted', sameStore, hasToken: Boolean(token), allowBrowsers });
    if (!said.follow) return void socket.end(answer);
    socket.setTimeout(0);
    socket.write(answer);
    followers.add(socket, { sameStore, previous: said.previous });
    readMessages(socket, fromFollower, true, (news) => {
      if (news.t !== 'rules') {
        if (!sameStore) return void socket.destroy();
        followers.send(newsMessages(news), { onlySameStore: true, except: socket });
      }
      onNews(news);
    });
  }
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setTimeout(HELLO_MS, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    const stop = readMessages(socket, hello, false, (said) => {
      stop();
      answerHello(socket, said);
    });
  });
  server.maxConnections = MAX_FOLLOWERS;
  return { server, sockets };
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(left, right);
}
