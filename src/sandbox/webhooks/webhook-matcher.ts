/** Applies a filter to notifications one after the other; a filter may be an async function of the script. */
import type { Channel } from '../channel.ts';
import { PlainPromise, toText, whenSettled } from '../primordials.ts';
import { startTimeLimit } from '../run-time-limit.ts';
import { positionIn } from '../script-position.ts';
import type { Timers } from '../timers.ts';
import { webhookError } from './webhook-error.ts';
import { mismatches, type Filter, type Mismatch, type Notification } from './webhook-filter.ts';

/** Milliseconds that an async filter may take for one notification. */
const FILTER_MS = 5000;

export interface MatchResult {
  matches: boolean;
  /** Empty for a function, which gives no reason. */
  differences: readonly Mismatch[];
}
export interface Matcher {
  /** Rejects with a WebhookError when an async filter takes too long. */
  match(filter: Filter, notification: Notification): Promise<MatchResult>;
  /** For callers that cannot wait. @throws WebhookError when the filter is async */
  matchNow(filter: Filter, notification: Notification): boolean;
}

/**
 * Created for each call of a function of pm.webhooks: a filter that throws counts as no match, and is reported once.
 * @param stack the stack of the script's call
 */
export function createMatcher({ channel, timers }: { channel: Channel; timers: Timers }, stack: string): Matcher {
  let isReported = false;
  const report = (thrown: unknown) => {
    if (isReported) return;
    isReported = true;
    const { line } = positionIn(stack);
    const text = `A filter of pm.webhooks threw, which counts as no match: ${toText(thrown).slice(0, 500)}`;
    channel.warn(text, line);
  };
  const call = (filter: Extract<Filter, (...values: never[]) => unknown>, notification: Notification): unknown => {
    try {
      return filter(notification.body, notification);
    } catch (thrown) {
      report(thrown);
      return false;
    }
  };
  const settled = (promise: Promise<unknown>): Promise<boolean> =>
    new PlainPromise((resolve, reject) => {
      const tooLate = () => {
        const message = `The async filter did not answer within ${FILTER_MS} ms.`;
        reject(webhookError({ code: 'WebhookTimeout', message }, stack));
      };
      const endLimit = startTimeLimit(timers.globals(), FILTER_MS, tooLate);
      const end = (value: boolean) => {
        endLimit();
        resolve(value);
      };
      whenSettled(
        promise,
        (value) => end(Boolean(value)),
        (thrown) => {
          report(thrown);
          end(false);
        },
      );
    });

  return {
    async match(filter, notification) {
      if (typeof filter === 'function') {
        const value = call(filter, notification);
        const matches = isThenable(value) ? await settled(PlainPromise.resolve(value)) : Boolean(value);
        return { matches, differences: [] };
      }
      const differences = mismatches(filter, notification);
      return { matches: differences.length === 0, differences };
    },
    matchNow(filter, notification) {
      if (typeof filter !== 'function') return mismatches(filter, notification).length === 0;
      const value = call(filter, notification);
      if (!isThenable(value)) return Boolean(value);
      const message = 'pm.webhooks.list cannot wait for an async filter: use a synchronous function.';
      throw webhookError({ code: 'InvalidCall', message }, stack);
    },
  };
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
