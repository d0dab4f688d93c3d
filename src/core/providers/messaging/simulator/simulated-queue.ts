/**
 * The queue of the simulated account: delivered on request, or posted to its webhookUrl, one notification at a time.
 */
import { authorizationOf } from '../../../../contract/webhooks/authorization-token.ts';
import type { ServiceClock } from './service-clock.ts';
import { Refusal } from './simulator-refusal.ts';

const WEBHOOK_WAIT_MS = 180_000;
const WEBHOOK_PAUSE_MS = 60_000;
const CLEAR_EVERY_MS = 60_000;
/** Milliseconds after which a notification that was not deleted is delivered again. */
const AGAIN_MS = 60_000;
/** Milliseconds between the checks of a waiting request, because a delivered notification may become due again. */
const POLL_MS = 20;
/** The limit of the queue; the oldest are dropped. The real service keeps notifications for a day. */
const MAX_QUEUED = 10_000;

interface QueuedNotification {
  receiptId: number;
  body: unknown;
  hiddenUntil: number;
}
export interface SimulatedQueue {
  notify(body: unknown): void;
  deliver(): void;
  receive(seconds: number): Promise<unknown>;
  remove(receiptId: string | undefined): { result: boolean };
  clear(): unknown;
  count(): number;
  close(): void;
}

export interface SimulatedQueueOptions {
  clock: ServiceClock;
  /** The address for posting notifications; an empty URL switches posting off. */
  address: () => { url: string; token: string };
  onEvent: ((text: string) => void) | undefined;
}

export function createSimulatedQueue(options: SimulatedQueueOptions): SimulatedQueue {
  const { clock, address } = options;
  const queue: QueuedNotification[] = [];
  const delivery = createDelivery(queue, options);
  const waiters = createWaiters();
  let [lastReceipt, clearableAt] = [1_000_000, 0];
  let isClosed = false;

  return {
    notify(body) {
      queue.push({ receiptId: ++lastReceipt, body, hiddenUntil: 0 });
      if (queue.length > MAX_QUEUED) queue.shift();
      waiters.wakeAll();
      delivery.deliver();
    },
    deliver: delivery.deliver,
    async receive(seconds) {
      if (address().url !== '') throw new Refusal(400, { message: 'The queue works only when webhookUrl is empty.' });
      const until = clock.in(seconds * 1000);
      for (;;) {
        const [first] = queue;
        if (first && first.hiddenUntil <= Date.now()) {
          first.hiddenUntil = clock.in(AGAIN_MS);
          return { receiptId: first.receiptId, body: first.body };
        }
        const remaining = until - Date.now();
        if (remaining <= 0 || isClosed) return null;
        await waiters.wait(Math.min(remaining, POLL_MS));
      }
    },
    remove(receiptId) {
      const index = queue.findIndex((queued) => String(queued.receiptId) === receiptId);
      if (index >= 0) queue.splice(index, 1);
      return { result: index >= 0 };
    },
    clear() {
      const waitMs = clearableAt - Date.now();
      if (waitMs > 0) return { isCleared: false, reason: 'Too many requests', leftTime: Math.ceil(waitMs) };
      clearableAt = clock.in(CLEAR_EVERY_MS);
      queue.length = 0;
      return { isCleared: true };
    },
    count: () => queue.length,
    close() {
      isClosed = true;
      delivery.close();
      waiters.wakeAll();
    },
  };
}

/**
 * Posts the first notification until it is answered with 200, so a refused one blocks all others, as in the service.
 */
function createDelivery(queue: QueuedNotification[], { clock, address, onEvent }: SimulatedQueueOptions) {
  let isDelivering = false;
  const closed = new AbortController();

  async function deliverFirst(): Promise<void> {
    const { url, token } = address();
    const [first] = queue;
    if (isDelivering || closed.signal.aborted || url === '' || !first) return;
    isDelivering = true;
    const status = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: authorizationOf(token) } : {}) },
      body: JSON.stringify(first.body),
      signal: AbortSignal.any([closed.signal, clock.timeout(WEBHOOK_WAIT_MS)]),
    }).then(
      async (response) => {
        // An unread body would keep its connection.
        await response.body?.cancel();
        return response.status;
      },
      (error: unknown) => (error as Error).name,
    );
    if (closed.signal.aborted) return;
    onEvent?.(`webhook to ${url}: ${status}`);
    isDelivering = false;
    if (status === 200) {
      const index = queue.indexOf(first);
      if (index >= 0) queue.splice(index, 1);
      void deliverFirst();
    } else clock.after(WEBHOOK_PAUSE_MS, deliver);
  }
  const deliver = () => void deliverFirst();
  return { deliver, close: () => closed.abort() };
}

/** The requests that wait for a notification. */
function createWaiters() {
  const waiters = new Set<() => void>();
  return {
    /** Resolves when it is woken, or after this time. */
    wait: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          waiters.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, ms);
        waiters.add(wake);
      }),
    wakeAll() {
      for (const wake of waiters) wake();
    },
  };
}
