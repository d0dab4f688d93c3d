/**
 * How the store keeps what is not recognised yet. Notifications that came together are one row, so that keeping one of
 * many costs little more than writing its bytes.
 */
import { noMask } from '../../platform/secrets/mask.ts';
import { headerPairs, type Arrival, type ReceivedNotification } from './arrival.ts';
import { maskArrival } from '../mask-notification.ts';

/** Few enough that recognising a row holds up nothing noticeably. */
const MAX_TOGETHER = 64;
/** Far below what SQLite takes as one value. */
const MAX_BYTES_TOGETHER = 16 * 1024 * 1024;

export interface InboxRow {
  /** How many they are. */
  count: number;
  /** JSON of `About[]`. */
  about: string;
  /** The bodies, one after the other, in memory of their own. */
  bodies: Uint8Array<ArrayBuffer>;
  /** The unmasked form of notifications that contain secrets: in memory only (see live-notifications.ts). */
  originals: Original[];
}
export interface Original extends Pick<ReceivedNotification, 'path' | 'headers' | 'body'> {
  /** Its place in the row. */
  index: number;
}
/** With the number that the notification has in the store. */
export interface NumberedOriginal {
  id: number;
  original: Original;
}
type About = [
  ...[receivedAt: number, bytes: number, source: Arrival['source'], method: string, path: string, peer: string],
  ...rawHeaders: string[],
];

/** The notifications of rows whose secrets are masked, as they came, with the numbers that they have. */
export function originalsOf(rows: readonly InboxRow[], first: number): NumberedOriginal[] {
  let id = first;
  return rows.flatMap(({ count, originals }) => {
    const numbered = originals.map((original) => ({ id: id + original.index, original }));
    id += count;
    return numbered;
  });
}

export const countOf = (rows: readonly { count: number }[]): number => rows.reduce((sum, { count }) => sum + count, 0);

/** Cuts what came together into rows, in which secrets are masked. */
export function inboxRows(received: readonly Arrival[], mask = noMask): InboxRow[] {
  const rows: InboxRow[] = [];
  const arrivals = received.map((arrival) => maskArrival(arrival, mask));
  for (let from = 0; from < arrivals.length;) {
    let [to, bytes] = [from, 0];
    do bytes += arrivals[to++]?.body.length ?? 0;
    while (to < arrivals.length && to - from < MAX_TOGETHER && bytes < MAX_BYTES_TOGETHER);
    const together = arrivals.slice(from, to);
    const about = together.map(({ receivedAt, body, source, method, path, peer, rawHeaders }): About => {
      return [receivedAt.getTime(), body.length, source, method, path, peer, ...rawHeaders];
    });
    const bodies = new Uint8Array(bytes);
    let at = 0;
    for (const { body } of together) {
      bodies.set(body, at);
      at += body.length;
    }
    const originals = together.flatMap((masked, index): Original[] => {
      const original = received[from + index];
      if (!original || original === masked) return [];
      return [{ index, path: original.path, headers: headerPairs(original.rawHeaders), body: original.body }];
    });
    rows.push({ count: together.length, about: JSON.stringify(about), bodies, originals });
    from = to;
  }
  return rows;
}

export function unpacked({ about, bodies }: Pick<InboxRow, 'about' | 'bodies'>): ReceivedNotification[] {
  let at = 0;
  return (JSON.parse(about) as About[]).map(([receivedAt, bytes, source, method, path, peer, ...rawHeaders]) => {
    const body = asBuffer(bodies.subarray(at, at + bytes));
    at += bytes;
    return { receivedAt: new Date(receivedAt), source, method, path, peer, headers: headerPairs(rawHeaders), body };
  });
}

/** A Buffer on the same memory: nothing is copied. */
export const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
