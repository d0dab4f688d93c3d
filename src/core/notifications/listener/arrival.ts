/** A notification as it arrives, before it is stored. */
import type { NotificationSummary } from '../../../contract/webhooks/notification.ts';

export interface Arrival {
  receivedAt: Date;
  source: NotificationSummary['source'];
  method: string;
  path: string;
  peer: string;
  /** Names and values alternate, as in `rawHeaders` of `node:http`. */
  rawHeaders: readonly string[];
  body: Buffer;
}
export interface ReceivedNotification extends Omit<Arrival, 'rawHeaders'> {
  headers: { name: string; value: string }[];
}

export function headerPairs(raw: readonly string[]): { name: string; value: string }[] {
  const pairs = [];
  for (let index = 0; index < raw.length; index += 2)
    pairs.push({ name: raw[index] ?? '', value: raw[index + 1] ?? '' });
  return pairs;
}
