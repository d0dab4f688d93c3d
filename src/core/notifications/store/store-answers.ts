/**
 * Stores the responses to notifications. A response that is sent before its notification is recognised waits in memory.
 */
import type { NotificationAnswer, NotificationSummary } from '../../../contract/webhooks/notification.ts';
import type { AnsweredGroup } from './store-api.ts';
import type { StoreDatabase } from './database/store-database.ts';

/** By the ids of the notifications. Those that were answered together share their group: there are thousands in a burst. */
export type PendingAnswers = Map<number, AnsweredGroup>;

export interface StoreAnswers {
  of(id: number): NotificationAnswer | undefined;
  /** Writes the content of the response to a notification, if it is known. */
  writeResponse(id: number): void;
  /** Writes the responses to recognised notifications; returns their new state. */
  write(ids: readonly number[]): NotificationSummary[];
  /** Adds responses; returns the ids for which `isWaiting` is false. */
  add(groups: readonly AnsweredGroup[], isWaiting: (id: number) => boolean): number[];
  /** Discards responses that were written. */
  drop(ids: Iterable<number>): void;
}

/** @param pending responses in memory, which outlive the file when somebody deletes it */
export function prepareAnswers(
  { statements }: StoreDatabase,
  pending: PendingAnswers,
  summary: (id: number) => NotificationSummary | undefined,
): StoreAnswers {
  function answerOf(id: number): NotificationAnswer | undefined {
    const group = pending.get(id);
    if (!group) return undefined;
    return { status: group.status, rule: group.rule, afterMs: group.afterMs[id - group.first] ?? 0 };
  }
  function writeResponse(id: number): void {
    const response = pending.get(id)?.response;
    if (response) {
      const { headers, body, size } = response;
      statements.insertResponse.run(id, JSON.stringify(headers), body, size);
    }
  }
  return {
    of: answerOf,
    writeResponse,
    write: (ids) =>
      ids.flatMap((id) => {
        const answer = answerOf(id);
        if (answer) statements.answer.run(answer.status, answer.rule, answer.afterMs, id);
        writeResponse(id);
        return summary(id) ?? [];
      }),
    add(groups, isWaiting) {
      const recognized: number[] = [];
      for (const group of groups) {
        const { first, afterMs } = group;
        for (let index = 0; index < afterMs.length; index += 1) {
          if (afterMs[index] === null) continue;
          pending.set(first + index, group);
          if (!isWaiting(first + index)) recognized.push(first + index);
        }
      }
      return recognized;
    },
    drop(ids) {
      for (const id of ids) pending.delete(id);
    },
  };
}
