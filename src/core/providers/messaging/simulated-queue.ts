/** The queue of the simulated account: handed out on request, or posted to its webhookUrl, one at a time. */
import { authorizationOf } from '../../../contract/authorization-token.ts';
import { Refusal } from './simulator-refusal.ts';

const WEBHOOK_WAIT_MS = 180_000;
const WEBHOOK_PAUSE_MS = 60_000;
const CLEAR_EVERY_MS = 60_000;
/** A notification handed out and not deleted comes again after this. */
const AGAIN_MS = 60_000;
/** The oldest are dropped when nobody takes them; the service keeps them for a day. */
const MAX_QUEUED = 10_000;

interface Queued {
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

export function createSimulatedQueue(options: {
  speed: number;
  address: () => { url: string; token: string };
  /** Does something after a time of the service. */
  after: (ms: number, work: () => void) => void;
  onEvent: ((text: string) => void) | undefined;
}): SimulatedQueue {
  const { speed, after, onEvent } = options;
  const queue: Queued[] = [];
  const waiters = new Set<() => void>();
  let [lastReceipt, clearedAt] = [1_000_000, -Infinity];
  let delivering = false;
  let closed = false;

  function notify(body: unknown): void {
    queue.push({ receiptId: ++lastReceipt, body, hiddenUntil: 0 });
    if (queue.length > MAX_QUEUED) queue.shift();
    for (const wake of waiters) wake();
    void deliver();
  }

  /** One at a time, the first of the queue until it is answered with 200: a bad one holds all others. */
  async function deliver(): Promise<void> {
    const { url, token } = options.address();
    const [first] = queue;
    if (delivering || closed || url === '' || !first) return;
    delivering = true;
    const status = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: authorizationOf(token) } : {}) },
      body: JSON.stringify(first.body),
      signal: AbortSignal.timeout(Math.max(1, WEBHOOK_WAIT_MS / speed)),
    }).then(
      (answer) => answer.status,
      (error: unknown) => (error as Error).name,
    );
    onEvent?.(`webhook to ${url}: ${status}`);
    delivering = false;
    if (status === 200) {
      const index = queue.indexOf(first);
      if (index >= 0) queue.splice(index, 1);
      void deliver();
    } else after(WEBHOOK_PAUSE_MS, () => void deliver());
  }

  async function receive(seconds: number): Promise<unknown> {
    if (options.address().url !== '')
      throw new Refusal(400, { message: 'The queue works only when webhookUrl is empty.' });
    const until = Date.now() + (seconds * 1000) / speed;
    for (;;) {
      const [first] = queue;
      if (first && first.hiddenUntil <= Date.now()) {
        first.hiddenUntil = Date.now() + AGAIN_MS / speed;
        return { receiptId: first.receiptId, body: first.body };
      }
      const left = until - Date.now();
      if (left <= 0 || closed) return null;
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          waiters.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, Math.min(left, 20));
        waiters.add(wake);
      });
    }
  }

  return {
    notify,
    deliver: () => void deliver(),
    receive,
    remove(receiptId) {
      const index = queue.findIndex((queued) => String(queued.receiptId) === receiptId);
      if (index >= 0) queue.splice(index, 1);
      return { result: index >= 0 };
    },
    clear() {
      const left = clearedAt + CLEAR_EVERY_MS / speed - Date.now();
      if (left > 0) return { isCleared: false, reason: 'Too many requests', leftTime: Math.ceil(left) };
      clearedAt = Date.now();
      queue.length = 0;
      return { isCleared: true };
    },
    count: () => queue.length,
    close() {
      closed = true;
      for (const wake of waiters) wake();
    },
  };
}
