/** Notifications for the scripts of one run: those that have arrived since their request began, or since another time. */
import { codedError } from '../../contract/errors.ts';
import type { GuestParams } from '../../contract/scripts/guest-contract.ts';
import type { ArrivedNotification } from '../../contract/webhooks/notification.ts';
import type { SignatureResult, VerifyOptions } from '../../contract/webhooks/webhook-signature.ts';
import type { Notifications } from './notifications.ts';

const PAGE = 500;
/** How many bytes the bodies of a page may have; a page has at least one notification. */
const PAGE_BYTES = 4 * 1024 * 1024;
/** Timers take no more than this; who waits longer asks again. */
const MAX_WAIT_MS = 2 ** 31 - 1;

type Start = Pick<GuestParams<'webhooks.next'>, 'after' | 'since'>;

export interface WebhookPage {
  /** The oldest first. */
  items: ArrivedNotification[];
  /** The number after which the next page begins. */
  last: number;
  /** With an empty page: requests that the listener has refused since the request began, by reason. */
  refused?: string[];
}

export interface RunWebhooks {
  /** The view of a request that begins now: it sees what arrives from now on. */
  forRequest(): RunWebhooks;
  list(start: Start): Promise<WebhookPage>;
  /** As `list`; where nothing is there, waits for something, but not longer than `waitMs`. */
  next(start: Start & { waitMs: number }, signal: AbortSignal): Promise<WebhookPage>;
  url(): Promise<string>;
  /** Checks the signature of a notification, on its bytes as they came. @throws NotificationNotFound, InvalidParams */
  verify(id: number, options: VerifyOptions): Promise<SignatureResult>;
}

/** When something began, and what there was at that time. */
interface Mark {
  time: number;
  /** The last notification; unknown where nothing could arrive yet. */
  id: Promise<number> | undefined;
  /** How many requests the listener had refused. */
  refused: number;
}

/**
 * To be created when the run begins.
 * @param begin makes sure that somebody listens, or throws NotListening
 * @param isReceiving whether notifications can come now. Default: while the listener is on
 */
export function createRunWebhooks(
  notifications: Notifications,
  begin: () => Promise<void>,
  isReceiving = () => notifications.status().listening,
): RunWebhooks {
  // Where nothing can arrive, the store of a workspace without notifications is not opened.
  const mark = (): Mark => {
    const id = isReceiving() ? notifications.lastId() : undefined;
    // Asked for only by scripts that use notifications.
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
      // Parsers of bodies take several milliseconds to load, and most runs receive nothing.
      const { toArrived } = await import('./arrived-notification.ts');
      const items = stored.map(toArrived);
      return { items, last: items.at(-1)?.id ?? from };
    };

    return {
      forRequest: () => webhooksOf(mark()),
      list: async (start) => page(await firstOf(start)),
      async next({ waitMs, ...start }, signal) {
        const from = await firstOf(start);
        const limit = AbortSignal.timeout(Math.min(waitMs, MAX_WAIT_MS));
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
 * The number of the last notification before a time. The newest are looked at first, because they are meant nearly
 * always; imported ones do not stand in the order of their times.
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
