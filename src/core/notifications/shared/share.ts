/**
 * The server side of a shared listener: passes notifications, and the changes of any process in the common database, to
 * the other processes of the workspace.
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
import { createIndexedOrder } from './indexed-order.ts';

const HELLO_MS = 5000;
const MAX_FOLLOWERS = 100;
/** Milliseconds for written messages to reach the followers when the listener ends. */
const CLOSING_MS = 1000;

export interface Share {
  readonly port: number;
  readonly secret: string;
  /**
   * Stores notifications and passes them on before their senders are answered, so that answered notifications reach the
   * followers even when this process is killed.
   */
  take(arrivals: readonly Arrival[], store: () => Promise<number>): Promise<number>;
  /** Passes on the changes of this process in the database. */
  announce(news: StoreNews): void;
  announceRules(rules: RulesMessage): void;
  /** Passes on a refused request once it has `complete`ly arrived, so that followers can show its body. */
  refused(request: RefusedRequest, complete?: Promise<unknown>): Promise<void>;
  /** @param options.isRestarting whether this process will listen again, so that the followers wait for it */
  close(options?: { isRestarting?: boolean }): Promise<void>;
}

/** The digest by which tokens are compared. */
export const tokenDigest = (token: string | undefined): string | null => (token ? hashText(token) : null);

export interface ShareOptions {
  /** The path of the database. */
  store: string;
  token: string | undefined;
  allowBrowsers: boolean;
  /** The secret of the listener that this one has replaced; null at first. */
  predecessor: string | null;
  /**
   * Receives a follower's change in the common database, of which the other followers have been informed, or its rules.
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
  const order = createIndexedOrder((summaries) =>
    followers.send(newsMessages({ t: 'indexed', summaries }), { onlySameStore: true }),
  );
  return {
    port: (server.address() as AddressInfo).port,
    secret,
    take: (arrivals, store) =>
      order.take(arrivals.length, store, (first) => {
        if (followers.hasAudience()) followers.send(takenMessages(first, arrivals));
      }),
    announce(news) {
      if (news.t === 'indexed') order.indexed(news.summaries);
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
      // Messages that were written still reach the followers.
      for (const socket of sockets) socket.destroySoon();
      const timer = setTimeout(() => sockets.forEach((socket) => socket.destroy()), CLOSING_MS);
      await closed;
      clearTimeout(timer);
    },
  };
}

/** Accepts connections that send the secret; one that sends nothing in time is closed. */
function acceptFollowers(
  { store, token, allowBrowsers, onNews }: ShareOptions,
  secret: string,
  followers: Followers,
): { server: Server; sockets: Set<Socket> } {
  const sockets = new Set<Socket>();

  function answerHello(socket: Socket, greeting: Hello): void {
    if (!isEqual(greeting.secret, secret)) return void socket.destroy();
    if (greeting.token !== null && greeting.token !== tokenDigest(token)) {
      return void socket.end(frameOf({ t: 'declined', why: 'it requires another token of senders' }));
    }
    const sameStore = greeting.store === store;
    const answer = frameOf({ t: 'accepted', sameStore, hasToken: Boolean(token), allowBrowsers });
    if (!greeting.follow) return void socket.end(answer);
    socket.setTimeout(0);
    socket.write(answer);
    followers.add(socket, { sameStore, previous: greeting.previous });
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
    const stop = readMessages(socket, hello, false, (greeting) => {
      stop();
      answerHello(socket, greeting);
    });
  });
  server.maxConnections = MAX_FOLLOWERS;
  return { server, sockets };
}

function isEqual(a: string, b: string): boolean {
  const [leftHash, rightHash] = [a, b].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(leftHash, rightHash);
}
