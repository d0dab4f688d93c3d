/**
 * Notifications on disk: SQLite in WAL mode. `keep` takes them, `durable` says when they are on disk, and `settle` then
 * recognises them and makes them searchable, which takes several times as long. But for secrets, which are masked before
 * they come here, the bytes are kept as they came; nothing in them is ever interpolated (decisions page, "stored" and "{{SWE002}}").
 */
import { statSync } from 'node:fs';
import { codedError } from '../../contract/errors.ts';
import type {
  ListenerResponse,
  NotificationAnswer,
  NotificationFilter,
  NotificationSummary,
} from '../../contract/notification.ts';
import { createWebhookReader, type WebhookReader } from '../providers/webhook-reader.ts';
import type { ReceivedNotification } from './arrival.ts';
import { countOf, unpacked, type InboxRow } from './inbox.ts';
import { createLiveNotifications } from './live-notifications.ts';
import { openStoreFile } from './store-file.ts';
import type { NotificationStore } from './store-api.ts';
import { prepareFacets } from './store-facets.ts';
import { preparePurging } from './store-purge.ts';
import { prepareRecognizing } from './store-recognize.ts';
import { EVERYTHING, queryOf } from './store-query.ts';
import { prepareStatements } from './store-statements.ts';
import {
  insertedValues,
  newRow,
  storedOf,
  summaryColumns,
  summaryOf,
  type Row,
  type StoredNotification,
  type SummaryRow,
} from './store-row.ts';

export type { AnsweredGroup, NotificationStore, Page, StoredChange } from './store-api.ts';
export type { StoredNotification } from './store-row.ts';

export const MAX_COUNTED = 10_000;

/** A row of the inbox: the number of its first notification, and how many they are. */
interface Kept {
  first: number;
  count: number;
}

/** @param onNotice hears of a damaged file that was set aside, and of one that was deleted */
export function openNotificationStore(
  file: string,
  onNotice: (text: string) => void,
  reader: WebhookReader = createWebhookReader(),
): NotificationStore {
  const open = () => openStoreFile(file, onNotice);
  const live = createLiveNotifications();
  /** Of notifications that are not settled yet. */
  const answers = new Map<number, NotificationAnswer & { response?: ListenerResponse | undefined }>();
  let { database, inode, wal } = open();
  let statements = prepare();
  let kept = statements.kept.all() as unknown as Kept[];
  let waiting = kept.reduce((total, { count }) => total + count, 0);

  function prepare() {
    const facets = prepareFacets(database);
    return {
      ...prepareStatements(database),
      purging: preparePurging(database, changing),
      facets,
      recognizing: prepareRecognizing({ database, reader, facets, read: readBoth, summary, inOneStep }),
    };
  }
  function close(): void {
    wal.close();
    database.close();
  }
  /** A file that somebody has deleted would take everything written from now on with it. */
  function checkFile(): void {
    if (statSync(file, { throwIfNoEntry: false })?.ino === inode) return;
    close();
    ({ database, inode, wal } = open());
    statements = prepare();
    [kept, waiting] = [[], 0];
    onNotice(`${file} was deleted while Outrigger was running. A new one was begun; what was in the old one is gone.`);
  }
  /** Counting a million takes a while: done again only after a change that was not counted along. */
  let known: { total: number; version: number } | undefined;
  const dataVersion = () => (statements.dataVersion.get() as { data_version: number }).data_version;
  function countAll(): number {
    const version = dataVersion();
    if (known?.version !== version) {
      // Each by an index of its own: to look whether a row was removed would be to read it, body and all.
      const all = 'SELECT count(*) FROM notifications';
      const { n } = database.prepare(`SELECT (${all}) - (${all} WHERE removed = 1) AS n`).get() as { n: number };
      known = { total: n, version };
    }
    return known.total;
  }
  function inOneStep<T>(work: () => T): T {
    try {
      database.exec('BEGIN IMMEDIATE');
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      statements.facets.forget();
      try {
        database.exec('ROLLBACK');
      } catch {
        // SQLite has rolled back by itself.
      }
      throw codedError('StorageFailed', `Notifications cannot be stored in ${file}: ${(error as Error).message}`);
    }
  }
  /** As `inOneStep`, and how many there are has to be counted again. */
  function changing<T>(work: () => T): T {
    known = undefined;
    return inOneStep(work);
  }
  function insert(received: ReceivedNotification, id: number): NotificationSummary {
    const original = live.restored(id, received);
    const { row, words } = newRow({ id, received, original, answered: answers.get(id) }, reader);
    const first = row.repeat_key && (statements.original.get(row.repeat_key) as { id: number } | undefined);
    row.repeat_of = first?.id ?? null;
    row.facet = statements.facets.of(row);
    statements.insert.run(...insertedValues(row));
    statements.insertContent.run(id, JSON.stringify(received.headers), received.body);
    statements.index.run(id, words);
    recordResponse(id);
    return summaryOf(row);
  }
  function recordResponse(id: number): void {
    const response = answers.get(id)?.response;
    if (response) {
      const { headers, body, size } = response;
      statements.insertResponse.run(id, JSON.stringify(headers), body, size);
    }
  }
  /** They are settled in the order in which they were kept. */
  const isWaiting = (id: number) => id >= (kept[0]?.first ?? Infinity);
  function summary(id: number): NotificationSummary | undefined {
    const row = statements.summary.get(id) as unknown as SummaryRow | undefined;
    return row && summaryOf(row);
  }
  function readBoth(id: number) {
    const row = statements.get.get(id) as unknown as Row | undefined;
    const received = row && storedOf(row);
    return received && { received, original: live.restored(id, received) };
  }
  function idsOf(filter: NotificationFilter): number[] {
    const { from, where, values } = queryOf(database, statements.facets, filter);
    const rows = database.prepare(`SELECT id FROM ${from} WHERE ${where}`).all(...values) as { id: number }[];
    return rows.map(({ id }) => id);
  }
  /** Writes the responses to notifications that are settled already; returns what they are now. */
  function recordAnswers(ids: readonly number[]): NotificationSummary[] {
    return ids.flatMap((id) => {
      const answer = answers.get(id);
      if (answer) statements.answer.run(answer.status, answer.rule, answer.afterMs, id);
      recordResponse(id);
      return summary(id) ?? [];
    });
  }

  return {
    keep(rows) {
      checkFile();
      const total = countOf(rows);
      const numbered: Kept[] = [];
      inOneStep(() => {
        const { seq } = statements.reserve.get(total) as { seq: number };
        let first = seq - total + 1;
        for (const { about, bodies, count, originals } of rows) {
          statements.keep.run(first, count, about, bodies);
          for (const original of originals) live.keep(first + original.index, original);
          numbered.push({ first, count });
          first += count;
        }
      });
      kept.push(...numbered);
      waiting += total;
      return numbered[0]?.first ?? 0;
    },
    async durable() {
      try {
        await wal.sync();
      } catch (error) {
        throw codedError('StorageFailed', `${file} cannot be written to disk: ${(error as Error).message}`);
      }
    },
    settle(ms = 0) {
      const until = performance.now() + ms;
      const before = known;
      let [rows, added] = [0, 0];
      const settled = changing(() => {
        const summaries: NotificationSummary[] = [];
        for (const { first, count } of kept) {
          const row = statements.take.get(first) as Pick<InboxRow, 'about' | 'bodies'> | undefined;
          // A row that is gone was settled by another process with the same file.
          if (row) summaries.push(...unpacked(row).map((one, index) => insert(one, first + index)));
          else summaries.push(...recordAnswers(Array.from({ length: count }, (_, index) => first + index)));
          rows += 1;
          if (row) added += count;
          if (performance.now() >= until) break;
        }
        return summaries;
      });
      for (const { id } of settled) answers.delete(id);
      waiting -= countOf(kept.splice(0, rows));
      if (before && added === settled.length) known = { ...before, total: before.total + added };
      return settled;
    },
    remember(originals) {
      for (const { id, original } of originals) live.keep(id, original);
    },
    resume() {
      kept = statements.kept.all() as unknown as Kept[];
      waiting = kept.reduce((total, { count }) => total + count, 0);
    },
    waiting: () => waiting,
    isWaiting,
    answered(groups) {
      const late: number[] = [];
      for (const { first, status, rule, afterMs, response } of groups) {
        for (const [index, ms] of afterMs.entries()) {
          if (ms === null) continue;
          answers.set(first + index, { status, rule, afterMs: ms, response });
          if (!isWaiting(first + index)) late.push(first + index);
        }
      }
      if (late.length === 0) return [];
      const changed = inOneStep(() => recordAnswers(late));
      for (const id of late) answers.delete(id);
      return changed;
    },
    change(id, { pinned, note, signature }) {
      return inOneStep(() => {
        statements.change.run(pinned === undefined ? null : Number(pinned), note ?? null, signature ?? null, id);
        return summary(id);
      });
    },
    list(filter, { before, limit }) {
      const ids = statements.facets.ids(filter, { before, limit });
      if (ids) return ids.flatMap((id) => summary(id) ?? []);
      const { from, where, values, order } = queryOf(database, statements.facets, filter, before);
      const rows = database
        .prepare(`SELECT ${summaryColumns} FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ?`)
        .all(...values, limit) as unknown as SummaryRow[];
      return rows.map(summaryOf);
    },
    count(filter) {
      const ofFacets = statements.facets.count(filter, MAX_COUNTED);
      if (ofFacets !== undefined) return ofFacets;
      const { from, where, values } = queryOf(database, statements.facets, filter);
      if (where === EVERYTHING) return countAll();
      const counted = `SELECT 1 FROM ${from} WHERE ${where} LIMIT ${MAX_COUNTED}`;
      return (database.prepare(`SELECT count(*) AS n FROM (${counted})`).get(...values) as { n: number }).n;
    },
    get: (id) => readBoth(id)?.original,
    after(id, limit, maxBytes = Infinity) {
      const page: StoredNotification[] = [];
      let bytes = 0;
      for (const row of statements.after.iterate(id, limit) as unknown as Iterable<Row>) {
        page.push(live.restored(row.id, storedOf(row)));
        bytes += row.size;
        if (bytes >= maxBytes) break;
      }
      return page;
    },
    lastId: () => (statements.lastId.get() as { seq: number } | undefined)?.seq ?? 0,
    remove: (ids) => void changing(() => ids.forEach((id) => statements.remove.run(1, id))),
    restore: (ids) => void changing(() => ids.forEach((id) => statements.remove.run(0, id))),
    removeAll(filter) {
      return changing(() => {
        const ids = statements.facets.ids(filter, { limit: Number.MAX_SAFE_INTEGER }) ?? idsOf(filter);
        for (const id of ids) statements.remove.run(1, id);
        return ids;
      });
    },
    emptyTrash: () => statements.purging.emptyTrash(),
    purge: (keep) => statements.purging.purge(keep),
    recognizeAgain: () => statements.recognizing.recognizeAgain(),
    close,
  };
}
