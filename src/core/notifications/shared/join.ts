/**
 * Connects a process with the listener of its workspace: it follows the listener of another process, or listens itself
 * and lets the others follow.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { codedError, toFailure } from '../../../contract/errors.ts';
import { DEFAULT_LISTENER_PORT } from '../../../contract/webhooks/listener-settings.ts';
import { startListener, type Listener, type ListenerOptions } from '../listener/listener.ts';
import { acceptsConnections, followListener, type FollowedListener, type SharedMessage } from './follow.ts';
import { readLease, readOtherLease, writeLease, type Lease } from './lease.ts';
import { startShare, tokenDigest, type Share } from './share.ts';

/** Milliseconds in which a process that has just begun to listen writes its lease. */
const LEASE_MS = 500;
const LEASE_POLL_MS = 25;
const DEFAULT_HOST = '127.0.0.1';

export type Role =
  | { listener: Listener; share: Share | undefined; notice: string | null }
  | { following: FollowedListener; lease: Lease; notice: string };

export interface JoinOptions {
  listener: ListenerOptions;
  /** The file by which the processes of the workspace find its listener; absent: it is not shared. */
  leaseFile: string | undefined;
  /** The database of this process. */
  store: string;
  /** Receives messages of the other processes. */
  onMessage: (message: SharedMessage, sameStore: boolean) => void;
}
export interface JoinContext extends JoinOptions {
  /** The secret of the listener that this process has followed last; null at first. */
  predecessor: string | null;
  /** The listener that this process follows has ended. */
  onListenerLost: (lease: Lease, isRestarting: boolean) => void;
}

/**
 * @param requestedPort undefined: the default, or the port of the workspace's listener
 * @param exact true: a port that is taken is an error
 * @throws PortInUse, InvalidParams
 */
export async function join(context: JoinContext, requestedPort: number | undefined, exact: boolean): Promise<Role> {
  const port = requestedPort ?? DEFAULT_LISTENER_PORT;
  let other = await follow(context, requestedPort);
  if (!('isAlive' in other)) return other;
  try {
    return await listen(context, {
      port,
      exact: true,
      isShared: !other.isAlive,
      declined: other.isOtherVersion ? other.declined : '',
    });
  } catch (error) {
    if (toFailure(error).code !== 'PortInUse') throw error;
  }
  // The port may belong to a process of this workspace that has just begun to listen and has not written its lease yet.
  for (const until = performance.now() + LEASE_MS; performance.now() < until; await sleep(LEASE_POLL_MS)) {
    if (context.leaseFile === undefined || other.isAlive) break;
    other = await follow(context, requestedPort);
    if (!('isAlive' in other)) return other;
  }
  if (!exact) return listen(context, { port, exact, isShared: !other.isAlive, declined: other.declined });
  throw codedError(
    'PortInUse',
    `Port ${port} is in use${other.declined}.`,
    'Choose another port, or 0 for any free one, or end the program that uses it.',
  );
}

/** No listener was followed: there is none, or it does not fit for the reason in `declined`. */
interface NotFollowed {
  isAlive: boolean;
  declined: string;
  isOtherVersion?: true;
}

/** Follows the listener of another process if there is one on this port. */
async function follow(
  { listener, leaseFile, store, predecessor, onMessage, onListenerLost }: JoinContext,
  port: number | undefined,
): Promise<Role | NotFollowed> {
  const lease = leaseFile === undefined ? undefined : await readLease(leaseFile);
  if (!lease) return otherVersion(leaseFile);
  const { token, host = DEFAULT_HOST } = listener;
  const fits = lease.host === host && port !== 0 && [lease.port, lease.wantedPort, undefined].includes(port);
  const result = await followListener({
    lease,
    store,
    token: tokenDigest(token),
    previous: predecessor,
    follow: fits,
    onMessage,
    onLost: (isRestarting) => onListenerLost(lease, isRestarting),
  });
  if (result === 'gone') return { isAlive: false, declined: '' };
  if ('declined' in result) {
    const reason = `the listener of this workspace is process ${lease.pid}, and ${result.declined}`;
    return { isAlive: true, declined: ` (${reason})` };
  }
  if (!fits) return { isAlive: true, declined: '' };
  const shares = `Shares the listener of another Outrigger that has this workspace open (process ${lease.pid}).`;
  const notice = [shares, ...otherSettings(listener, lease, result.following)].join(' ');
  return { following: result.following, lease, notice };
}

/** The listener of this workspace may be a process of another version, which stays the one that others find. */
async function otherVersion(leaseFile: string | undefined): Promise<NotFollowed> {
  const other = leaseFile === undefined ? undefined : await readOtherLease(leaseFile);
  if (!other || !(await acceptsConnections(other.sharePort))) return { isAlive: false, declined: '' };
  const why = `the listener of this workspace is process ${other.pid}, which is another version of Outrigger`;
  return { isAlive: true, declined: ` (${why})`, isOtherVersion: true };
}

/** A sentence about the settings in which the listener differs from those of this process, or undefined. */
function otherSettings(options: ListenerOptions, { url }: Lease, { allowBrowsers }: FollowedListener): string[] {
  const differences: string[] = [];
  if (options.allowBrowsers !== allowBrowsers) {
    differences.push(allowBrowsers ? 'accepts requests of web pages' : 'refuses requests of web pages');
  }
  const isTls = url.startsWith('https:');
  if ((options.certificate !== undefined) !== isTls) differences.push(isTls ? 'serves by TLS' : 'serves without TLS');
  return differences.length === 0 ? [] : [`It ${differences.join(', and ')}, as is set there.`];
}

async function listen(
  { listener: options, leaseFile, store, predecessor, onMessage }: JoinContext,
  { port, exact, isShared, declined }: { port: number; exact: boolean; isShared: boolean; declined: string },
): Promise<Role> {
  let share: Share | undefined;
  const { take, onRefused, token, allowBrowsers, host = DEFAULT_HOST } = options;
  const listener = await startListener({
    ...options,
    port,
    exact,
    take: (arrivals) => (share ? share.take(arrivals, () => take(arrivals)) : take(arrivals)),
    onRefused(refused, complete) {
      onRefused(refused);
      void share?.refused(refused, complete);
    },
  });
  if (isShared && leaseFile !== undefined) {
    const onNews = (news: SharedMessage) => onMessage(news, true);
    share = await startShare({ store, token, allowBrowsers, predecessor, onNews });
    const { port: sharePort, secret } = share;
    const { url } = listener;
    const lease = { pid: process.pid, host, url, port: listener.port, wantedPort: port, sharePort, secret };
    if (!(await writeLease(leaseFile, lease))) {
      await share.close();
      share = undefined;
    }
  }
  const moved = listener.movedFrom;
  const alone = declined === '' ? null : `Listens by itself on port ${listener.port}${declined}.`;
  const notice =
    moved === undefined ? alone : `Port ${moved} is in use${declined}; listening on ${listener.port} instead.`;
  return { listener, share, notice };
}
