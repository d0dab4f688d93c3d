/** Permanently deletes notifications in small steps, so that senders and queries are not delayed. */
import type { DatabaseSync } from 'node:sqlite';
import type { Retention } from '../../../contract/webhooks/listener-settings.ts';
import { prepareChange } from './database/store-file.ts';

const AT_ONCE = 500;
const LOOKED_AT_ONCE = 2000;
const MEGABYTE = 1024 * 1024;

export interface StorePurge {
  /** Deletes the removed notifications among these, some at each step. @throws StorageFailed */
  emptyTrash(ids: readonly number[]): Generator<void>;
  /** The ids of all notifications that are removed but can be restored. */
  removed(): number[];
  /**
   * Deletes the notifications that exceed the age, number or size of the retention, except pinned ones: examines some
   * at each step. Yields the ids of deleted notifications that were not removed before.
   * @throws StorageFailed
   */
  purge(retention: Retention): Generator<number[]>;
}

interface SizeRow {
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  size: number;
  pinned: number;
  removed: number;
}

/** @param changing runs a database change as one transaction */
export function preparePurge(database: DatabaseSync, changing: (work: () => void) => void): StorePurge {
  const removed = database.prepare('SELECT id FROM notifications WHERE removed = 1');
  const sizes = database.prepare(
    'SELECT id, received_at AS at, size, pinned, removed FROM notifications WHERE id < ? ORDER BY id DESC LIMIT ?',
  );
  const row = prepareChange(database, 'DELETE FROM notifications WHERE id = ?');
  const content = prepareChange(database, 'DELETE FROM contents WHERE id = ?');
  const response = prepareChange(database, 'DELETE FROM responses WHERE id = ?');
  const words = prepareChange(database, 'DELETE FROM words WHERE rowid = ?');
  const forget = (ids: readonly number[]) =>
    changing(() => {
      for (const id of ids) {
        words.run(id);
        content.run(id);
        response.run(id);
        row.run(id);
      }
    });

  return {
    removed: () => (removed.all() as { id: number }[]).map(({ id }) => id),
    *emptyTrash(ids) {
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        forget(ids.slice(from, from + AT_ONCE));
        yield;
      }
    },
    *purge({ days, megabytes }) {
      const oldest = days === null ? -Infinity : Date.now() - days * 86_400_000;
      let room = megabytes === null ? Infinity : megabytes * MEGABYTE;
      for (let before = Number.MAX_SAFE_INTEGER; ;) {
        const rows = sizes.all(before, LOOKED_AT_ONCE) as unknown as SizeRow[];
        // The newest first, because they have priority.
        const old = rows.filter(({ at, size, pinned }) => pinned === 0 && (at < oldest || (room -= size) < 0));
        for (let from = 0; from < old.length; from += AT_ONCE) {
          const deleted = old.slice(from, from + AT_ONCE);
          forget(deleted.map(({ id }) => id));
          yield deleted.filter((row) => row.removed === 0).map(({ id }) => id);
        }
        if (rows.length < LOOKED_AT_ONCE) return;
        before = rows.at(-1)?.id ?? 0;
        yield [];
      }
    },
  };
}
