/**
 * One listener for all processes that have the same workspace open. The first process listens and the others follow.
 * When it ends, even killed, the connections end, and one of the followers replaces it at the same address. Changes of
 * one process in the common database are passed to all others.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { codedError, toFailure, type CodedError } from '../../../contract/errors.ts';
import type { Listener } from '../listener/listener.ts';
import { join, type JoinContext, type JoinOptions, type Role } from './join.ts';
import { readLease, removeLease, type Lease } from './lease.ts';
import type { RulesMessage, StoreNews } from './messages.ts';

/** Milliseconds for which followers try to replace a listener that has ended. */
const TAKE_OVER_MS = 10_000;
const RETRY_MS = 50;
/** Milliseconds for which followers wait for a listener that has announced its restart. */
const RESTART_MS = 5000;

export interface SharedListener extends Pick<Listener, 'setRules'> {
  readonly address: Pick<Listener, 'host' | 'port' | 'url'>;
  readonly hasToken: boolean;
  readonly allowBrowsers: boolean;
  /** A sentence about the address if it differs from the wanted one, or null. */
  readonly notice: string | null;
  /** Passes the changes of this process in its database on to the processes that have the same one. */
  announce(news: StoreNews): void;
  /** Whether another process listens. */
  readonly isFollowing: boolean;
  /** Passes the rules of this process to the listener, or to its followers. */
  announceRules(rules: RulesMessage): void;
  /** @param options.isRestarting whether this process listens again at once, with other settings */
  close(options?: { isRestarting?: boolean }): Promise<void>;
}

export interface SharedListenerOptions extends JoinOptions {
  /** This process has replaced another one as listener (`isListening`), or follows another one than before. */
  onChanged: (isListening: boolean) => void;
  /** Neither this process nor another one is listening now. */
  onLost: (error: CodedError) => void;
}

/** @throws PortInUse, InvalidParams */
export async function startSharedListener(options: SharedListenerOptions): Promise<SharedListener> {
  const { token, allowBrowsers, port, exact } = options.listener;
  let isClosed = false;
  let takingOver: Promise<void> | undefined;
  const context: JoinContext = {
    ...options,
    predecessor: null,
    onListenerLost: (lease, isRestarting) => void (takingOver = takeOver(lease, isRestarting)),
  };
  let role = await begin(context, port, exact === true);

  /** Retries until this process listens at the address, or follows the one that does. */
  async function takeOver(lease: Lease, isRestarting: boolean): Promise<void> {
    const next = isRestarting ? await awaitNextLease(options.leaseFile, lease, () => isClosed) : lease;
    for (const until = performance.now() + TAKE_OVER_MS; !isClosed; await sleep(RETRY_MS * (1 + Math.random()))) {
      try {
        role = await begin(context, next.port, true);
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

/** Joins, and remembers which listener this process may have to replace. */
async function begin(context: JoinContext, ...[port, isExact]: [number | undefined, boolean]): Promise<Role> {
  const role = await join(context, port, isExact);
  if ('lease' in role) context.predecessor = role.lease.secret;
  return role;
}

/** The lease of a restarted listener; the former lease when there is no new one in time. */
async function awaitNextLease(
  leaseFile: string | undefined,
  previousLease: Lease,
  isCancelled: () => boolean,
): Promise<Lease> {
  for (
    const until = performance.now() + RESTART_MS;
    performance.now() < until && !isCancelled();
    await sleep(RETRY_MS)
  ) {
    const lease = leaseFile === undefined ? undefined : await readLease(leaseFile);
    if (lease && lease.secret !== previousLease.secret) return lease;
  }
  return previousLease;
}

/** A process that follows the same listener again was disconnected because it could not keep up. */
function noteMissed(role: Role, previousLease: Lease): void {
  if ('lease' in role && role.lease.secret === previousLease.secret) {
    role.notice += ' It received notifications faster than this process could store them: some may be missing here.';
  }
}

async function end(role: Role, leaseFile: string | undefined, closing?: { isRestarting?: boolean }): Promise<void> {
  if ('following' in role) return role.following.close();
  await role.listener.close();
  if (!role.share) return;
  // Removed before the followers are disconnected, because one of them then writes its own lease.
  if (leaseFile !== undefined) await removeLease(leaseFile, role.share.secret);
  await role.share.close(closing);
}

function endedError(error: unknown): CodedError {
  const { code, message, remedy } = toFailure(error);
  return codedError(code, `The listener has ended, and cannot be continued here: ${message}`, remedy);
}
