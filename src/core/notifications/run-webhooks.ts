/** Notifications for the scripts of one run: those that have arrived since it began. */
import { codedError } from '../../contract/errors.ts';
import type { ArrivedNotification } from '../../contract/notification.ts';
import type { Notifications } from './notifications.ts';
import { parseBody } from './parse-body.ts';
import type { StoredNotification } from './store.ts';

const MAX_AT_ONCE = 500;

export interface RunWebhooks {
  list(): Promise<ArrivedNotification[]>;
  /** Those after a number; where there is none, waits for one, but not longer than `waitMs`. */
  next(after: number, waitMs: number, signal: AbortSignal): Promise<{ items: ArrivedNotification[]; last: number }>;
  url(): Promise<string>;
}

/**
 * To be made when the run begins: what arrived before is not for it.
 * @param begin makes sure that somebody listens, or throws NotListening
 * @param from the number after which they are for this run
 */
export function createRunWebhooks(
  notifications: Notifications,
  begin: () => Promise<void>,
  // Where nobody listens nothing arrives, and the store of a workspace without notifications is not opened.
  from: number | Promise<number> | undefined = notifications.status().listening ? notifications.lastId() : undefined,
): RunWebhooks {
  let first = from;
  const ready = async (): Promise<number> => {
    await begin();
    return (first ??= notifications.lastId());
  };
  return {
    async list() {
      return (await notifications.after(await ready(), MAX_AT_ONCE)).map(arrived);
    },
    async next(after, waitMs, signal) {
      const from = Math.max(after, await ready());
      // Timers take no more than this; who waits longer asks again.
      const limit = AbortSignal.timeout(Math.min(waitMs, 2 ** 31 - 1));
      try {
        await notifications.arrived(from, AbortSignal.any([signal, limit]));
      } catch (error) {
        if (signal.aborted) throw codedError('Cancelled', 'The wait for a notification was stopped.');
        if (!limit.aborted) throw error;
      }
      const items = (await notifications.after(from, MAX_AT_ONCE)).map(arrived);
      return { items, last: items.at(-1)?.id ?? from };
    },
    async url() {
      await ready();
      return notifications.status().url;
    },
  };
}

function arrived({ summary, path, headers, body }: StoredNotification): ArrivedNotification {
  const { id, kind, title, code, receivedAt } = summary;
  const byName = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
  return { id, kind, title, code, receivedAt, path, headers: byName, text: parseBody(body, headers).text };
}
