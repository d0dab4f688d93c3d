/**
 * Notifications for the scripts of one run: those that have arrived since their request began, or since another time.
 */
import { codedError } from '../../contract/errors.ts';
import { MAX_TIMER_MS } from '../../contract/runs/timer-limit.ts';
import type { GuestParams } from '../../contract/scripts/guest-contract.ts';
import type { ArrivedNotification } from '../../contract/webhooks/notification.ts';
import type { SignatureResult, VerifyOptions } from '../../contract/webhooks/webhook-signature.ts';
import type { Notifications } from './notifications.ts';

const PAGE = 500;
/** Limit for the bodies of a page, in bytes; a page has at least one notification. */
const PAGE_BYTES = 4 * 1024 * 1024;

type Start = Pick<GuestParams<'webhooks.next'>, 'after' | 'since'>;

export interface WebhookPage {
  /** The oldest first. */
  items: ArrivedNotification[];
  /** The id after which the next page begins. */
  last: number;
  /** For an empty page: the requests that the listener has refused since the request began, by reason. */
  refused?: string[];
  /** For an empty page: why the queue of the account, from which notifications come, is not received now. */
  problem?: string;
}

export interface RunWebhooks {
  /** The view of a request that begins now: it shows notifications from now on. */
  forRequest(): RunWebhooks;
  list(start: Start): Promise<WebhookPage>;
  /** Like `list`; where nothing is there, waits for a notification, but not longer than `waitMs`. */
  next(start: Start & { waitMs: number }, signal: AbortSignal): Promise<WebhookPage>;
  url(): Promise<string>;
  /** Checks the signature of a notification on its original bytes. @throws NotificationNotFound, InvalidParams */
  verify(id: number, options: VerifyOptions): Promise<SignatureResult>;
}

/** The start of a request, with the state of the notifications at that time. */
interface Mark {
  time: number;
  /** The id of the last notification; undefined where no notification could arrive yet. */
  id: Promise<number> | undefined;
  /** The number of requests that the listener had refused. */
  refused: number;
}

/**
 * To be created when the run begins.
 * @param begin starts the listener if necessary, or throws NotListening
 * @param isReceiving whether notifications can arrive now. Default: while the listener is on
 */
export function createRunWebhooks(
  notifications: Notifications,
  begin: () => Promise<void>,
  isReceiving = () => notifications.status().listening,
): RunWebhooks {
  // Where nothing can arrive, the store is not opened: a workspace without notifications has none.
  const mark = (): Mark => {
    const id = isReceiving() ? notifications.lastId() : undefined;
    // Only scripts that use notifications await it, so a rejection must not count as unhandled.
    id?.catch(() => undefined);
    return { time: Date.now(), id, refused: notifications.refusals.count() };
  };
  const run = mark();

  function webhooksOf(request: Mark): RunWebhooks {
    async function firstOf({ after, since }: Start): Promise<number> {
      await begin();
      if (since === undefined) return after;
      if (typeof since === 'number') return lastBefore(notifications, since);
      const { id, time } = since === 'run' ? run : request;
      return id ?? lastBefore(notifications, time);
    }
    const page = async (from: number): Promise<WebhookPage> => {
      const stored = await notifications.after(from, PAGE, PAGE_BYTES);
      // Lazy, because body parsers take several milliseconds to load and most runs receive nothing.
      const { toArrived } = await import('./arrived-notification.ts');
      const items = stored.map(toArrived);
      return { items, last: items.at(-1)?.id ?? from };
    };

    return {
      forRequest: () => webhooksOf(mark()),
      list: async (start) => page(await firstOf(start)),
      async next({ waitMs, ...start }, signal) {
        const from = await firstOf(start);
        // The script repeats a longer wait.
        const limit = AbortSignal.timeout(Math.min(waitMs, MAX_TIMER_MS));
        try {
          await notifications.arrived(from, AbortSignal.any([signal, limit]));
        } catch (error) {
          if (signal.aborted) throw codedError('Cancelled', 'The wait for a notification was stopped.');
          if (!limit.aborted) throw error;
        }
        const next = await page(from);
        return next.items.length > 0 ? next : { ...next, refused: notifications.refusals.since(request.refused) };
      },
      async url() {
        await begin();
        return notifications.status().url;
      },
      verify: (id, options) => notifications.verify(id, options),
    };
  }
  return webhooksOf(run);
}

/**
 * The id of the last notification before a time. The newest are searched first, because nearly all calls ask for them;
 * imported notifications are not ordered by time.
 */
async function lastBefore(notifications: Notifications, time: number): Promise<number> {
  for (let before: number | undefined; ;) {
    const page = await notifications.list({}, { before, limit: PAGE });
    const older = page.find(({ receivedAt, source }) => source !== 'import' && Date.parse(receivedAt) < time);
    if (older) return older.id;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return 0;
    before = last.id;
  }
}
