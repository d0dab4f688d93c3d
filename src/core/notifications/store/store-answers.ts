/**
 * Stores the responses to notifications. A response that is sent before its notification is recognised waits in memory.
 */
import type { NotificationAnswer, NotificationSummary } from '../../../contract/webhooks/notification.ts';
import type { AnsweredGroup } from './store-api.ts';
import type { StoreDatabase } from './database/store-database.ts';
import type { InboxGroup } from './store-inbox.ts';

export interface StoreAnswers {
  /** The response to a notification that is not recognised yet; undefined when it is not known, or was not sent. */
  of(id: number): NotificationAnswer | undefined;
  /** Writes the content of the response to such a notification, if it is known. */
  writeResponse(id: number): void;
  /**
   * Adds responses. Those to notifications from `firstWaiting` on wait until these are recognised; the others are
   * returned, to be written.
   */
  add(groups: readonly AnsweredGroup[], firstWaiting: number): AnsweredGroup[];
  /** Writes the responses to recognised notifications; returns their new state. */
  write(groups: readonly AnsweredGroup[]): NotificationSummary[];
  /** Writes the responses that wait for notifications which another process has recognised; returns all of these. */
  writeWaiting(group: InboxGroup): NotificationSummary[];
  /** Discards the responses to notifications before this one. */
  dropBefore(id: number): void;
}

export function prepareAnswers(
  { statements }: StoreDatabase,
  summary: (id: number) => NotificationSummary | undefined,
): StoreAnswers {
  /** Ordered. A burst is answered in groups of hundreds, and an entry for each id would cost as much as storing it. */
  const pending: AnsweredGroup[] = [];

  /** The number of groups that end before a notification, which is the index of its own group. */
  function groupsBefore(id: number): number {
    let [low, high] = [0, pending.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (endOf(pending[middle]) <= id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  const groupOf = (id: number): AnsweredGroup | undefined => pending[groupsBefore(id)];
  function writeResponse(id: number, group: AnsweredGroup | undefined): void {
    if (!group?.response || !answerIn(group, id)) return;
    const { headers, body, size } = group.response;
    statements.insertResponse.run(id, JSON.stringify(headers), body, size);
  }
  function write(id: number, group: AnsweredGroup | undefined): NotificationSummary | undefined {
    const answer = answerIn(group, id);
    if (answer) statements.answer.run(answer.status, answer.rule, answer.afterMs, id);
    writeResponse(id, group);
    return summary(id);
  }
  return {
    of: (id) => answerIn(groupOf(id), id),
    writeResponse: (id) => writeResponse(id, groupOf(id)),
    add: (groups, firstWaiting) =>
      groups.flatMap((group) => {
        const recognized = Math.min(Math.max(0, firstWaiting - group.first), group.afterMs.length);
        const waiting = partOf(group, recognized);
        if (waiting.afterMs.length > 0) pending.splice(groupsBefore(waiting.first), 0, waiting);
        return recognized > 0 ? [partOf(group, 0, recognized)] : [];
      }),
    write: (groups) =>
      groups.flatMap((group) =>
        group.afterMs.flatMap((afterMs, index) => (afterMs === null ? [] : (write(group.first + index, group) ?? []))),
      ),
    writeWaiting: ({ first, count }) =>
      Array.from({ length: count }, (_, index) => first + index).flatMap((id) => write(id, groupOf(id)) ?? []),
    dropBefore: (id) => void pending.splice(0, groupsBefore(id)),
  };
}

const endOf = (group: AnsweredGroup | undefined): number => (group ? group.first + group.afterMs.length : 0);

function answerIn(group: AnsweredGroup | undefined, id: number): NotificationAnswer | undefined {
  const afterMs = group?.afterMs[id - group.first] ?? null;
  return group && afterMs !== null ? { status: group.status, rule: group.rule, afterMs } : undefined;
}

function partOf(group: AnsweredGroup, from: number, to?: number): AnsweredGroup {
  return from === 0 && to === undefined
    ? group
    : { ...group, first: group.first + from, afterMs: group.afterMs.slice(from, to) };
}
