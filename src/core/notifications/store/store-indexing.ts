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

export interface IndexingOptions {
  store: StoreDatabase;
  inbox: StoreInbox;
  answers: StoreAnswers;
  live: LiveNotifications;
  reader: WebhookReader;
}

/** Returns `indexWaiting` of NotificationStore. */
export function prepareIndexing({ store, inbox, answers, live, reader }: IndexingOptions) {
  const { statements, facets, total, transaction } = store;
  function insert(received: ReceivedNotification, id: number): NotificationSummary {
    const original = live.restored(id, received);
    const { row, words } = newRow({ id, received, original, answered: answers.of(id) }, reader);
    const first = statements.original.get(row.repeat_key) as { id: number } | undefined;
    row.repeat_of = first?.id ?? null;
    row.facet = facets.of(row);
    statements.insert.run(...insertedValues(row));
    statements.insertContent.run(id, JSON.stringify(received.headers), received.body);
    statements.index.run(id, words);
    answers.writeResponse(id);
    return summaryOf(row);
  }
  /** Recognises the oldest groups until the time is over. */
  function indexGroups(until: number) {
    const indexed: NotificationSummary[] = [];
    let [groups, added] = [0, 0];
    for (const group of inbox.groups()) {
      const { first, count } = group;
      const row = inbox.take(first);
      if (row) indexed.push(...unpacked(row).map((received, index) => insert(received, first + index)));
      else indexed.push(...answers.writeWaiting(group));
      groups += 1;
      if (row) added += count;
      if (performance.now() >= until) break;
    }
    return { indexed, groups, added };
  }

  return (ms = 0): NotificationSummary[] => {
    const until = performance.now() + ms;
    const { indexed, groups } = total.countAlong(
      () => transaction(() => indexGroups(until)),
      ({ indexed, added }) => (added === indexed.length ? added : undefined),
    );
    inbox.drop(groups);
    answers.dropBefore(inbox.firstWaiting());
    return indexed;
  };
}
