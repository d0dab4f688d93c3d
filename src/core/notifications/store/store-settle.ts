/** Recognises the notifications of the inbox and makes them searchable. */
import type { NotificationSummary } from '../../../contract/webhooks/notification.ts';
import type { WebhookReader } from '../../providers/webhook-reader.ts';
import type { ReceivedNotification } from '../listener/arrival.ts';
import { unpacked } from '../listener/inbox.ts';
import type { LiveNotifications } from '../live-notifications.ts';
import type { StoreAnswers } from './store-answers.ts';
import type { StoreDatabase } from './database/store-database.ts';
import type { StoreInbox } from './store-inbox.ts';
import { insertedValues, newRow, summaryOf } from './database/store-row.ts';

export interface SettlingOptions {
  store: StoreDatabase;
  inbox: StoreInbox;
  answers: StoreAnswers;
  live: LiveNotifications;
  reader: WebhookReader;
}

/** Returns `settle` of NotificationStore. */
export function prepareSettling({ store, inbox, answers, live, reader }: SettlingOptions) {
  const { statements, facets, total, transaction } = store;
  function insert(received: ReceivedNotification, id: number): NotificationSummary {
    const original = live.restored(id, received);
    const { row, words } = newRow({ id, received, original, answered: answers.of(id) }, reader);
    const first = row.repeat_key && (statements.original.get(row.repeat_key) as { id: number } | undefined);
    row.repeat_of = first?.id ?? null;
    row.facet = facets.of(row);
    statements.insert.run(...insertedValues(row));
    statements.insertContent.run(id, JSON.stringify(received.headers), received.body);
    statements.index.run(id, words);
    answers.writeResponse(id);
    return summaryOf(row);
  }
  /** Recognises the oldest groups until the time is over. */
  function settleGroups(until: number) {
    const settled: NotificationSummary[] = [];
    let [groups, added] = [0, 0];
    for (const { first, count } of inbox.groups()) {
      const row = inbox.take(first);
      if (row) settled.push(...unpacked(row).map((received, index) => insert(received, first + index)));
      else settled.push(...answers.write(Array.from({ length: count }, (_, index) => first + index)));
      groups += 1;
      if (row) added += count;
      if (performance.now() >= until) break;
    }
    return { settled, groups, added };
  }

  return (ms = 0): NotificationSummary[] => {
    const until = performance.now() + ms;
    const { settled, groups } = total.countAlong(
      () => transaction(() => settleGroups(until)),
      ({ settled, added }) => (added === settled.length ? added : undefined),
    );
    answers.drop(settled.map(({ id }) => id));
    inbox.drop(groups);
    return settled;
  };
}
