/**
 * One listener for all processes that have the same workspace open. The first one listens; the others follow it, and one
 * of them takes its place at the same address when it ends, killed or not: its connections end with it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { codedError, toFailure, type CodedError } from '../../../contract/errors.ts';
import { DEFAULT_LISTENER_PORT, type NotificationSummary } from '../../../contract/notification.ts';
import { startListener, type Listener, type ListenerOptions } from '../listener.ts';
import { followListener, type Following, type SharedMessage } from './follow.ts';
import { readLease, removeLease, writeLease, type Lease } from './lease.ts';
import { startShare, tokenDigest, type Share } from './share.ts';

/** A process that has just begun to listen writes its lease within this time. */
const LEASE_MS = 500;
const LEASE_POLL_MS = 25;
/** How long the followers try to take the place of a listener that has ended. */
const TAKE_OVER_MS = 10_000;
const RETRY_MS = 50;

export interface SharedListener extends Pick<Listener, 'setRules' | 'close'> {
  readonly host: string;
  readonly port: number;
  readonly url: string;
  readonly hasToken: boolean;
  readonly allowBrowsers: boolean;
  /** What the person has to know of the address; null when it is as wanted. */
  readonly notice: string | null;
  /** Notifications can be listed now, or have changed: passed on to processes with the same database. */
  settled(summaries: NotificationSummary[]): void;
  changed(summaries: NotificationSummary[]): void;
}

export interface SharedListenerOptions {
  listener: ListenerOptions;
  /** Where the processes of the workspace find its listener; left out: it is not shared. */
  leaseFile: string | undefined;
  /** The database of this process. */
  store: string;
  /** What arrives at the listener of another process. */
  onMessage: (message: SharedMessage, sameStore: boolean) => void;
  /** This process has taken the place of another one (`isListening`), or follows another one than before. */
  onChanged: (isListening: boolean) => void;
  /** Neither this process nor another one listens any more. */
  onLost: (error: CodedError) => void;
}

type Role =
  | { listener: Listener; share: Share | undefined; notice: string | null }
  | { following: Following; lease: Lease; notice: string };

/** @throws PortInUse, InvalidParams */
export async function startSharedListener(options: SharedListenerOptions): Promise<SharedListener> {
  const { leaseFile, store, onMessage } = options;
  const { token, allowBrowsers, host = '127.0.0.1' } = options.listener;
  let isClosed = false;
  let takingOver: Promise<void> | undefined;
  /** The secret of the listener that this process has followed last. */
  let predecessor: string | null = null;
  let role = await begin(options.listener.port, options.listener.exact === true);

  /** Follows the listener of another process where there is one that serves this port. */
  async function follow(port: number | undefined): Promise<Role | { isAlive: boolean; declined: string }> {
    const lease = leaseFile === undefined ? undefined : await readLease(leaseFile);
    if (!lease) return { isAlive: false, declined: '' };
    const fits = lease.host === host && port !== 0 && [lease.port, lease.wantedPort, undefined].includes(port);
    const result = await followListener({
      ...{ lease, store, token: tokenDigest(token), previous: predecessor, follow: fits },
      onMessage,
      onLost: () => void (takingOver = takeOver(lease)),
    });
    if (result === 'gone') return { isAlive: false, declined: '' };
    if ('declined' in result) {
      const why = `the listener of this workspace is process ${lease.pid}, and ${result.declined}`;
      return { isAlive: true, declined: ` (${why})` };
    }
    if (!fits) return { isAlive: true, declined: '' };
    const { following } = result;
    predecessor = lease.secret;
    const notice = `Shares the listener of another Outrigger that has this workspace open (process ${lease.pid}).`;
    return { following, lease, notice };
  }

  async function listen(port: number, exact: boolean, isShared: boolean, declined = ''): Promise<Role> {
    let share: Share | undefined;
    const { take, onRefused } = options.listener;
    const listener = await startListener({
      ...options.listener,
      port,
      exact,
      take: (arrivals) => (share ? share.take(arrivals, () => take(arrivals)) : take(arrivals)),
      onRefused(refused, complete) {
        onRefused(refused);
        void share?.refused(refused, complete);
      },
    });
    if (isShared && leaseFile !== undefined) {
      share = await startShare({ store, token, allowBrowsers, predecessor });
      const { port: sharePort, secret } = share;
      const { url } = listener;
      const lease = { pid: process.pid, host, url, port: listener.port, wantedPort: port, sharePort, secret };
      if (!(await writeLease(leaseFile, lease))) {
        await share.close();
        share = undefined;
      }
    }
    const moved = listener.movedFrom;
    const notice =
      moved === undefined ? null : `Port ${moved} is in use${declined}; listening on ${listener.port} instead.`;
    return { listener, share, notice };
  }

  async function begin(wanted: number | undefined, exact: boolean): Promise<Role> {
    const port = wanted ?? DEFAULT_LISTENER_PORT;
    let other = await follow(wanted);
    if (!('isAlive' in other)) return other;
    try {
      return await listen(port, true, !other.isAlive);
    } catch (error) {
      if (toFailure(error).code !== 'PortInUse') throw error;
    }
    // The port may belong to a process of this workspace that has begun to listen just now and has no lease yet.
    for (const until = performance.now() + LEASE_MS; performance.now() < until; await sleep(LEASE_POLL_MS)) {
      if (leaseFile === undefined || other.isAlive) break;
      other = await follow(wanted);
      if (!('isAlive' in other)) return other;
    }
    if (!exact) return listen(port, false, !other.isAlive, other.declined);
    throw codedError(
      'PortInUse',
      `Port ${port} is in use${other.declined}.`,
      'Choose another port, or 0 for any free one, or end the program that has it.',
    );
  }

  /** Tries until this process listens where the other one did, or follows the one that does. */
  async function takeOver({ pid, port }: Lease): Promise<void> {
    for (const until = performance.now() + TAKE_OVER_MS; !isClosed; await sleep(RETRY_MS * (1 + Math.random()))) {
      try {
        role = await begin(port, true);
        if (isClosed) return;
        if ('lease' in role && role.lease.pid === pid) {
          role.notice += ' It has received faster than this one could store: some notifications may be missing here.';
        }
        options.onChanged('listener' in role);
        return;
      } catch (error) {
        if (performance.now() < until) continue;
        const { code, message, remedy } = toFailure(error);
        return options.onLost(codedError(code, `The listener has ended, and cannot go on here: ${message}`, remedy));
      }
    }
  }

  async function end(ending: Role): Promise<void> {
    if ('following' in ending) return ending.following.close();
    await ending.listener.close();
    if (!ending.share) return;
    // Before the followers learn of the end: one of them writes its own lease then.
    if (leaseFile !== undefined) await removeLease(leaseFile, ending.share.secret);
    await ending.share.close();
  }
  const place = () => ('lease' in role ? role.lease : role.listener);

  return {
    get host() {
      return place().host;
    },
    get port() {
      return place().port;
    },
    get url() {
      return place().url;
    },
    get hasToken() {
      return 'following' in role ? role.following.hasToken : Boolean(token);
    },
    get allowBrowsers() {
      return 'following' in role ? role.following.allowBrowsers : allowBrowsers;
    },
    get notice() {
      return role.notice;
    },
    setRules(rules) {
      if ('listener' in role) role.listener.setRules(rules);
    },
    settled(summaries) {
      if ('share' in role) role.share?.settled(summaries);
    },
    changed(summaries) {
      if ('share' in role) role.share?.changed(summaries);
    },
    async close() {
      isClosed = true;
      await takingOver;
      await end(role);
    },
  };
}
