/** The requests that the listener has refused recently, for a person who misses a notification. */
import * as z from 'zod';

export const refusalReason = z.enum(['token', 'web page', 'too large', 'busy', 'storage']);
export type RefusalReason = z.output<typeof refusalReason>;

const reasons: Record<RefusalReason, string> = {
  token: '401: the token was wrong or missing',
  'web page': '403: sent by a web page',
  'too large': '413: the body was larger than 10 MiB',
  busy: '503: too much was being received at once',
  storage: '503: it could not be stored',
};

export interface Refusals {
  add(reason: RefusalReason): void;
  /** The number of refusals so far; pass it to `since` to get later ones. */
  count(): number;
  /** A line for each reason, such as `2 with 401: the token was wrong or missing`. */
  since(count: number): string[];
}

const MAX_KEPT = 1000;

export function createRefusals(): Refusals {
  const latest: RefusalReason[] = [];
  let count = 0;
  return {
    add(reason) {
      count += 1;
      latest.push(reason);
      if (latest.length > MAX_KEPT) latest.shift();
    },
    count: () => count,
    since(before) {
      const counts = new Map<RefusalReason, number>();
      const recent = latest.slice(Math.max(0, latest.length - (count - before)));
      for (const reason of recent) counts.set(reason, (counts.get(reason) ?? 0) + 1);
      return [...counts].map(([reason, reasonCount]) => `${reasonCount} with ${reasons[reason]}`);
    },
  };
}
