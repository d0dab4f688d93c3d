/**
 * Sends notifications to a server of the user as they arrive, one after the other. Receiving never waits for it: only
 * the ids of notifications wait in memory. While the server cannot be reached, the first notification is tried again.
 */
import { codedError, toFailure } from '../../contract/errors.ts';
import type { Delivery, ForwardingStatus } from '../../contract/webhooks/forwarding-calls.ts';
import type { NotificationSummary } from '../../contract/webhooks/notification.ts';
import { createForwarding, type ForwardingOptions } from './forward-notification.ts';
import type { ForwardingLedger } from './forwarding-ledger.ts';
import type { ForwardedNotification } from './waiting-entries.ts';
import { parseTarget } from './outgoing-webhook.ts';

/** The number of notifications that may wait; further ones are dropped and counted. */
const MAX_WAITING = 10_000;
export interface Forwarder {
  status(): ForwardingStatus;
  /**
   * Waiting notifications are sent to a changed address; switching off discards them.
   * @throws InvalidParams when the address cannot be forwarded to
   */
  set(forwarding: { on: boolean; url: string }): void;
  /** Queues notifications that have arrived. Returns at once. */
  take(received: readonly NotificationSummary[]): void;
  close(): Promise<void>;
}
export interface ForwarderOptions extends Omit<ForwardingOptions, 'onAttempt'> {
  /** The address that was used last. */
  url: string;
  /** Whether the address is that of the listener itself. */
  isListener: (url: URL) => boolean;
  onStatus: (status: ForwardingStatus) => void;
  maxWaiting?: number;
}

interface ForwardingState {
  /** The server; undefined while forwarding is switched off. */
  target: URL | undefined;
  url: string;
  waiting: ForwardedNotification[];
  answered: number;
  dropped: number;
  problem: string | null;
  switchedOff: AbortController;
}

export function createForwarder(options: ForwarderOptions): Forwarder {
  const { isListener, onStatus, maxWaiting = MAX_WAITING } = options;
  const state: ForwardingState = {
    target: undefined,
    url: options.url,
    waiting: [],
    answered: 0,
    dropped: 0,
    problem: null,
    switchedOff: new AbortController(),
  };
  const announce = () => onStatus(statusOf(state));
  const work = createWork(state, options, announce);
  function stop(): void {
    state.switchedOff.abort();
    if (state.target) record(state, (target) => options.ledger.forget(target, state.waiting));
    state.target = undefined;
    state.waiting = [];
  }

  return {
    status: () => statusOf(state),
    set({ on, url }) {
      const target = on || url !== '' ? parseTarget(url) : undefined;
      if (target && isListener(target)) {
        const message = `${url} is the listener of this workspace: it would send notifications to itself.`;
        throw codedError('InvalidParams', message, 'Name the address of your own server.');
      }
      const waiting = on ? state.waiting : [];
      stop();
      Object.assign(state, { url, problem: null });
      if (on) Object.assign(state, { target, waiting, answered: 0, dropped: 0, switchedOff: new AbortController() });
      record(state, (server) => options.ledger.wait(server, waiting));
      announce();
      if (on) work.start();
    },
    take(received) {
      if (!state.target) return;
      const arrivals = received.filter(({ source }) => source !== 'import');
      const free = Math.max(0, maxWaiting - state.waiting.length);
      const accepted = arrivals.slice(0, free).map(({ id, receivedAt }) => ({ id, receivedAt }));
      state.waiting.push(...accepted);
      record(state, (target) => options.ledger.wait(target, accepted));
      if (arrivals.length > free) {
        state.dropped += arrivals.length - free;
        state.problem = `More than ${maxWaiting} notifications are waiting to be forwarded; further ones are dropped.`;
      }
      announce();
      work.begin();
    },
    async close() {
      stop();
      await work.whenDone();
    },
  };
}

function statusOf({ target, url, waiting, answered, dropped, problem }: ForwardingState): ForwardingStatus {
  return { on: target !== undefined, url, waiting: waiting.length, answered, dropped, problem };
}

/**
 * Records the waiting notifications. A failure to write does not stop forwarding: they are then lost only if the
 * process is killed.
 */
function record(state: ForwardingState, write: (target: URL) => void): void {
  try {
    if (state.target) write(state.target);
  } catch (error) {
    state.problem = `The waiting notifications cannot be recorded: ${(error as Error).message}`;
  }
}

/** Adds the unfinished notifications of killed processes to those that wait here, in their order. */
function takeOver(state: ForwardingState, unfinished: ForwardingState['waiting']): void {
  const waiting = new Set(state.waiting.map(({ id }) => id));
  state.waiting.push(...unfinished.filter(({ id }) => !waiting.has(id)));
  state.waiting.sort((a, b) => a.id - b.id);
}

/** Removes the notifications that another process sent while it had the turn. */
function removeSent({ target, waiting }: ForwardingState, ledger: ForwardingLedger, announce: () => void): void {
  const { length } = waiting;
  while (target && waiting[0] && ledger.isSent(target, waiting[0])) waiting.shift();
  if (waiting.length < length) announce();
}

/** What a server says that has not accepted a notification; null where it has. */
const refusal = ({ status, notification }: Pick<Delivery, 'status' | 'notification'>): string | null =>
  status !== null && status >= 400 ? `The server has responded to notification ${notification} with ${status}.` : null;

/**
 * Forwards the waiting notifications, one after the other. A turn that cannot begin is tried again with the next
 * notification, and not at once: it would fail again, without a pause.
 */
function createWork(state: ForwardingState, options: ForwarderOptions, announce: () => void) {
  let working: Promise<void> | undefined;
  let isTakeOverDue = false;
  const forward = createForwarding({
    ...options,
    onAttempt(delivery, isUnreached) {
      state.problem = delivery.failure ?? refusal(delivery);
      if (isUnreached) announce();
      else if (delivery.status !== null) state.answered += 1;
    },
  });
  async function forwardAll(to: URL, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    takeOver(state, options.ledger.unfinished(to));
    for (let first = state.waiting[0]; first !== undefined && !signal.aborted; first = state.waiting[0]) {
      try {
        await forward(first, to, signal);
      } catch (error) {
        if (signal.aborted) return;
        options.ledger.finish(to, first);
        state.dropped += 1;
        state.problem = toFailure(error).message;
      }
      if (signal.aborted) return;
      state.waiting.shift();
      announce();
    }
  }
  function giveUp(problem: string): void {
    state.dropped += state.waiting.length;
    record(state, (target) => options.ledger.forget(target, state.waiting));
    state.waiting = [];
    state.problem = problem;
    announce();
  }
  /** Has no effect while notifications are being forwarded. */
  function begin(): void {
    const { target, waiting, switchedOff } = state;
    if (working || !target || (waiting.length === 0 && !isTakeOverDue)) return;
    const { signal } = switchedOff;
    isTakeOverDue = false;
    working = options.ledger
      .inTurn(target, { signal, onWait: () => removeSent(state, options.ledger, announce) }, () =>
        forwardAll(target, signal),
      )
      .catch((error: unknown) => {
        if (!signal.aborted) giveUp(toFailure(error).message);
      })
      .finally(() => {
        working = undefined;
        begin();
      });
  }
  /** Called when forwarding is switched on. */
  function start(): void {
    isTakeOverDue = true;
    begin();
  }
  return { begin, start, whenDone: () => working };
}
