/**
 * One listener for all processes that have the same workspace open. The first one listens; the others follow it, and one
 * of them takes its place at the same address when it ends, killed or not: its connections end with it. Whatever one of
 * them changes in the database that they have in common, all the others hear of.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { codedError, toFailure, type CodedError } from '../../../contract/errors.ts';
import type { Listener } from '../listener/listener.ts';
import { join, type Joining, type JoinOptions, type Role } from './join.ts';
import { readLease, removeLease, type Lease } from './lease.ts';
import type { RulesMessage, StoreNews } from './messages.ts';

/** How long the followers try to take the place of a listener that has ended. */
const TAKE_OVER_MS = 10_000;
const RETRY_MS = 50;
/** How long the followers wait for a listener that has said that it begins again. */
const RESTART_MS = 5000;

export interface SharedListener extends Pick<Listener, 'setRules'> {
  readonly address: Pick<Listener, 'host' | 'port' | 'url'>;
  readonly hasToken: boolean;
  readonly allowBrowsers: boolean;
  /** What the person has to know of the address; null when it is as wanted. */
  readonly notice: string | null;
  /** Passes what this process has changed in its database on to the processes that have the same. */
  announce(news: StoreNews): void;
  /** Whether another process listens. */
  readonly isFollowing: boolean;
  /** Passes the rules of this process on: to the listener, or to those who follow it. */
  announceRules(rules: RulesMessage): void;
  /** @param options.isRestarting whether this process listens again at once, with other settings */
  close(options?: { isRestarting?: boolean }): Promise<void>;
}

export interface SharedListenerOptions extends JoinOptions {
  /** This process has taken the place of another one (`isListening`), or follows another one than before. */
  onChanged: (isListening: boolean) => void;
  /** Neither this process nor another one listens any more. */
  onLost: (error: CodedError) => void;
}

/** @throws PortInUse, InvalidParams */
export async function startSharedListener(options: SharedListenerOptions): Promise<SharedListener> {
  const { token, allowBrowsers, port, exact } = options.listener;
  let isClosed = false;
  let takingOver: Promise<void> | undefined;
  const joining: Joining = {
    ...options,
    predecessor: null,
    onListenerLost: (lease, isRestarting) => void (takingOver = takeOver(lease, isRestarting)),
  };
  let role = await begin(joining, port, exact === true);

  /** Tries until this process listens where the other one did, or follows the one that does. */
  async function takeOver(lease: Lease, isRestarting: boolean): Promise<void> {
    const next = isRestarting ? await awaitNextLease(options.leaseFile, lease, () => isClosed) : lease;
    for (const until = performance.now() + TAKE_OVER_MS; !isClosed; await sleep(RETRY_MS * (1 + Math.random()))) {
      try {
        role = await begin(joining, next.port, true);
        if (isClosed) return;
        noteMissed(role, lease);
        return options.onChanged('listener' in role);
      } catch (error) {
        if (performance.now() < until) continue;
        return options.onLost(endedError(error));
      }
    }
  }

  return {
    get address() {
      return 'lease' in role ? role.lease : role.listener;
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
    setRules: (counted) => void ('listener' in role && role.listener.setRules(counted)),
    get isFollowing() {
      return 'following' in role;
    },
    announceRules: (rules) => ('following' in role ? role.following : role.share)?.announceRules(rules),
    announce: (news) => ('following' in role ? role.following : role.share)?.announce(news),
    async close(closing) {
      isClosed = true;
      await takingOver;
      await end(role, options.leaseFile, closing);
    },
  };
}

/** Joins; a process that follows another one remembers whose place it is to take. */
async function begin(joining: Joining, ...[port, isExact]: [number | undefined, boolean]): Promise<Role> {
  const begun = await join(joining, port, isExact);
  if ('lease' in begun) joining.predecessor = begun.lease.secret;
  return begun;
}

/** The lease that a restarted listener has written; the former one when it has not in time. */
async function awaitNextLease(
  leaseFile: string | undefined,
  former: Lease,
  isCancelled: () => boolean,
): Promise<Lease> {
  for (
    const until = performance.now() + RESTART_MS;
    performance.now() < until && !isCancelled();
    await sleep(RETRY_MS)
  ) {
    const lease = leaseFile === undefined ? undefined : await readLease(leaseFile);
    if (lease && lease.secret !== former.secret) return lease;
  }
  return former;
}

/** A process that follows the same listener again was cut off by it, because it could not keep up. */
function noteMissed(role: Role, former: Lease): void {
  if ('lease' in role && role.lease.secret === former.secret) {
    role.notice += ' It has received faster than this one could store: some notifications may be missing here.';
  }
}

async function end(role: Role, leaseFile: string | undefined, closing?: { isRestarting?: boolean }): Promise<void> {
  if ('following' in role) return role.following.close();
  await role.listener.close();
  if (!role.share) return;
  // Before the followers learn of the end: one of them writes its own lease then.
  if (leaseFile !== undefined) await removeLease(leaseFile, role.share.secret);
  await role.share.close(closing);
}

function endedError(error: unknown): CodedError {
  const { code, message, remedy } = toFailure(error);
  return codedError(code, `The listener has ended, and cannot go on here: ${message}`, remedy);
}
