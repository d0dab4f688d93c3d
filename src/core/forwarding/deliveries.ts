/** Stores the responses of servers to forwarded notifications: SQLite in the folder of the workspace's state. */
import type { Delivery } from '../../contract/webhooks/forwarding-calls.ts';
import type { Mask } from '../platform/secrets/mask.ts';
import { maskHeaders, maskUrls } from '../platform/secrets/mask-credentials.ts';
import { maskContent } from '../platform/secrets/mask-content.ts';
import { openDatabase } from '../platform/files/open-database.ts';

/** Older deliveries beyond this number are deleted. */
const MAX_DELIVERIES = 5000;
/** The number of deliveries that are listed for one notification. */
const MAX_LISTED = 50;

export interface Deliveries {
  /**
   * @param mask hides the known secrets; credentials in known places (such as the header Authorization) are masked as
   * well
   */
  add(delivery: Omit<Delivery, 'id'>, mask: Mask): Delivery;
  /** The latest first. */
  of(notification: number): Delivery[];
  close(): void;
}

const schema = `
  CREATE TABLE IF NOT EXISTS deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    notification INTEGER NOT NULL,
    detail TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS by_notification ON deliveries (notification, id);
  PRAGMA user_version = 1;
`;

export function openDeliveries(file: string, onNotice: (text: string) => void): Deliveries {
  const database = openDatabase({ file, schema, content: 'The list of forwarded notifications', onNotice });
  const insert = database.prepare('INSERT INTO deliveries (notification, detail) VALUES (?, ?)');
  const prune = database.prepare('DELETE FROM deliveries WHERE id <= ?');
  const list = database.prepare('SELECT id, detail FROM deliveries WHERE notification = ? ORDER BY id DESC LIMIT ?');
  return {
    add(delivery, mask) {
      const { url, headers, ...outcome } = delivery;
      const maskedDelivery = maskContent({ ...outcome, url: maskUrls(url), headers: maskHeaders(headers) }, mask);
      try {
        const { lastInsertRowid } = insert.run(maskedDelivery.notification, JSON.stringify(maskedDelivery));
        prune.run(Number(lastInsertRowid) - MAX_DELIVERIES);
        return { ...maskedDelivery, id: Number(lastInsertRowid) };
      } catch (error) {
        onNotice(`The response to a forwarded notification could not be stored: ${(error as Error).message}`);
        return { ...maskedDelivery, id: 0 };
      }
    },
    of: (notification) =>
      (list.all(notification, MAX_LISTED) as { id: number; detail: string }[]).map(({ id, detail }) => ({
        ...(JSON.parse(detail) as Omit<Delivery, 'id'>),
        id,
      })),
    close: () => database.close(),
  };
}
