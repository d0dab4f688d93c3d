/** Reads notifications from the host, page by page: existing ones, then those that arrive. */
import type { GuestParams } from '../../contract/scripts/guest-contract.ts';
import type { ArrivedNotification } from '../../contract/webhooks/notification.ts';
import type { Channel } from '../channel.ts';
import type { Libraries } from '../libraries/libraries.ts';
import { now, parseJson } from '../primordials.ts';
import { positionIn } from '../script-position.ts';
import { webhookError } from './webhook-error.ts';
import { notificationOf } from './webhook-notification.ts';
import type { Notification } from './webhook-filter.ts';
import type { Start, WaitOptions } from './webhook-options.ts';

interface Page {
  items: ArrivedNotification[];
  /** The id after which the next page begins. */
  last: number;
  /** Sentences about requests that the listener has refused since the start. */
  refused?: string[];
  /** Why the queue of the account is not received. */
  problem?: string;
  /** Whether the host shows this wait to the person. */
  isShown?: boolean;
  /** Milliseconds for which a debugger has stopped the script since the wait began; absent when it is not debugged. */
  stoppedMs?: number;
}
/** The description of a wait for the interface. */
export type WaitDescription = Pick<NonNullable<GuestParams<'webhooks.next'>['wait']>, 'wants' | 'arrived' | 'nearest'>;
export interface WaitEnd {
  isDone: boolean;
  /** Sentences about requests that the listener has refused meanwhile. */
  refused: readonly string[];
  problem?: string;
}

export interface Feed {
  /** Visits existing notifications, the oldest first; ends when `visit` returns true. @throws WebhookError */
  readAll(start: Start, visit: (notification: Notification, bytes: number) => boolean, stack: string): void;
  /**
   * Visits existing notifications, then arriving ones until the time is over; ends when `visit` resolves with true.
   * @param describe returns the description of the wait, called before each wait of the host
   */
  follow(
    options: WaitOptions,
    describe: () => WaitDescription,
    visit: (notification: Notification) => Promise<boolean>,
    stack: string,
  ): Promise<WaitEnd>;
  url(stack: string): string;
}

export function createFeed(channel: Channel, libraries: Libraries): Feed {
  let lastWait = 0;
  const valueOf = (reply: Awaited<ReturnType<Channel['call']>>, stack: string): string => {
    if (reply.ok) return reply.value;
    throw webhookError(reply.error, stack);
  };

  return {
    readAll(start, visit, stack) {
      const { line } = positionIn(stack);
      for (let from = start; ;) {
        const reply = channel.callSync('webhooks.list', line ? { ...from, line } : from);
        const { items, last } = parseJson(valueOf(reply, stack)) as Page;
        for (const item of items) if (visit(notificationOf(item, libraries), item.text.length)) return;
        if (items.length === 0) return;
        from = { after: last };
      }
    },
    async follow({ ms, start }, describe, visit, stack) {
      const id = ++lastWait;
      const { line } = positionIn(stack);
      const startMs = now();
      let from = start;
      let isShown = false;
      let stoppedMs = 0;
      const leftMs = () => Math.max(0, startMs + ms + stoppedMs - now());
      try {
        for (;;) {
          const waitMs = leftMs();
          const wait = { ...describe(), id, began: startMs, totalMs: ms, ...(line ? { line } : {}) };
          const reply = await channel.call('webhooks.next', { ...from, waitMs, wait });
          const page = parseJson(valueOf(reply, stack)) as Page;
          isShown ||= page.isShown === true;
          for (const item of page.items) {
            if (await visit(notificationOf(item, libraries))) return { isDone: true, refused: [] };
          }
          stoppedMs = page.stoppedMs ?? 0;
          // A debugged script may have been stopped since this was answered, so it asks once more.
          const isCertain = page.stoppedMs === undefined || waitMs === 0;
          if (page.items.length === 0 && leftMs() === 0 && isCertain)
            return { isDone: false, refused: page.refused ?? [], ...(page.problem ? { problem: page.problem } : {}) };
          from = { after: page.last };
        }
      } finally {
        if (isShown) void channel.call('webhooks.waited', { id });
      }
    },
    url: (stack) => valueOf(channel.callSync('webhooks.url', {}), stack),
  };
}
