/** Recognises stored notifications again after the providers have changed: in small steps, the latest first. */
import type { DatabaseSync } from 'node:sqlite';
import type { NotificationSummary } from '../../../contract/webhooks/notification.ts';
import type { WebhookReader } from '../../providers/webhook-reader.ts';
import { checkSignature } from '../check-signature.ts';
import type { Facets } from './database/store-facets.ts';
import { prepareChange } from './database/store-file.ts';
import { newRow, type NewRow, type StoredNotification } from './database/store-row.ts';

/** Older notifications keep their recognised values. */
const MAX_NOTIFICATIONS = 10_000;
const MAX_BYTES = 256 * 1024 * 1024;
/** The number of notifications for each step. */
const AT_ONCE = 50;
const BYTES_AT_ONCE = 1024 * 1024;

/** Columns that a reader determines. Whether a notification repeats another one was decided when it arrived. */
const recognizedColumns = [
  ...(['provider', 'event', 'kind', 'title', 'sentence', 'code', 'verdict', 'chat', 'message', 'status'] as const),
  'signature' as const,
];

export interface StoreRecognition {
  /** Yields the changed notifications in their new state: some at each step. */
  recognizeAgain(): Generator<NotificationSummary[]>;
}

interface Candidate {
  id: number;
  size: number;
}

/**
 * @param options.read a notification in its stored form, and with its secrets where they are still in memory
 * @param options.inOneStep runs a database change as one transaction
 */
export function prepareRecognition(options: {
  database: DatabaseSync;
  reader: WebhookReader;
  facets: Pick<Facets, 'of'>;
  read: (id: number) => { received: StoredNotification; original: StoredNotification } | undefined;
  summary: (id: number) => NotificationSummary | undefined;
  inOneStep: <T>(work: () => T) => T;
}): StoreRecognition {
  const { database, reader, facets, read, summary, inOneStep } = options;
  const latest = database.prepare('SELECT id, size FROM notifications ORDER BY id DESC LIMIT ?');
  const assignments = recognizedColumns.map((name) => `${name} = ?`).join(', ');
  const change = prepareChange(database, `UPDATE notifications SET ${assignments}, facet = ? WHERE id = ?`);
  const removeWords = prepareChange(database, 'DELETE FROM words WHERE rowid = ?');
  const addWords = database.prepare('INSERT INTO words (rowid, indexed) VALUES (?, ?)');

  function recognizeOne(id: number): NotificationSummary | undefined {
    const stored = read(id);
    if (!stored) return undefined;
    const { received, original } = stored;
    const { row, words } = newRow({ id, received, original, answered: undefined }, reader);
    const before: NotificationSummary = received.summary;
    const signed = { ...original, summary: { ...before, provider: row.provider } };
    row.signature = checkSignature(reader, signed)?.state ?? null;
    const isSame = recognizedColumns.every((name) => row[name] === before[name === 'message' ? 'idMessage' : name]);
    if (isSame) return undefined;
    change.run(...recognizedColumns.map((name) => row[name satisfies keyof NewRow]), facets.of(row), id);
    removeWords.run(id);
    addWords.run(id, words);
    return summary(id);
  }

  return {
    *recognizeAgain() {
      const candidates = latest.all(MAX_NOTIFICATIONS) as unknown as Candidate[];
      for (const group of groupsOf(candidates)) {
        yield inOneStep(() => group.flatMap((id) => recognizeOne(id) ?? []));
      }
    },
  };
}

/** The ids of the notifications for each step. */
function* groupsOf(candidates: readonly Candidate[]): Generator<number[]> {
  let group: number[] = [];
  let [groupBytes, allBytes] = [0, 0];
  for (const { id, size } of candidates) {
    allBytes += size;
    if (allBytes > MAX_BYTES) break;
    group.push(id);
    groupBytes += size;
    if (group.length < AT_ONCE && groupBytes < BYTES_AT_ONCE) continue;
    yield group;
    [group, groupBytes] = [[], 0];
  }
  if (group.length > 0) yield group;
}
