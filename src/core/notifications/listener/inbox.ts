/**
 * The form in which unrecognised notifications are stored. Notifications that arrived together are one row, so that
 * storing one of many costs little more than writing its bytes.
 */
import { noMask, type Mask } from '../../platform/secrets/mask.ts';
import { headerPairs, type Arrival, type ReceivedNotification } from './arrival.ts';
import { maskArrival, mayNeedMask } from '../mask-notification.ts';

/** Small enough that recognising one row causes no noticeable delay. */
const MAX_TOGETHER = 64;
/** Far below SQLite's limit for a value. */
const MAX_BYTES_TOGETHER = 16 * 1024 * 1024;

export interface InboxRow {
  /** The number of notifications in the row. */
  count: number;
  /** JSON of `About[]`. */
  about: string;
  /** The concatenated bodies, in a buffer that can be transferred. */
  bodies: Uint8Array<ArrayBuffer>;
  /** Notifications that contain secrets, unmasked: in memory only (see live-notifications.ts). */
  originals: Original[];
}
export interface Original extends Pick<ReceivedNotification, 'path' | 'headers' | 'body'> {
  /** The notification's index in the row. */
  index: number;
}
/** An unmasked notification with its id in the store. */
export interface NumberedOriginal {
  id: number;
  original: Original;
}
type About = [
  ...[receivedAt: number, bytes: number, source: Arrival['source'], method: string, path: string, peer: string],
  ...rawHeaders: string[],
];

/** The unmasked notifications of rows whose secrets are masked, with their ids. */
export function originalsOf(rows: readonly InboxRow[], first: number): NumberedOriginal[] {
  let id = first;
  return rows.flatMap(({ count, originals }) => {
    const numbered = originals.map((original) => ({ id: id + original.index, original }));
    id += count;
    return numbered;
  });
}

export const countOf = (rows: readonly { count: number }[]): number => rows.reduce((sum, { count }) => sum + count, 0);

/** Divides notifications that arrived together into rows, in which secrets are masked. */
export function inboxRows(received: readonly Arrival[], mask = noMask): InboxRow[] {
  const rows: InboxRow[] = [];
  for (let from = 0; from < received.length;) {
    let [to, bytes] = [from, 0];
    do bytes += received[to++]?.body.length ?? 0;
    while (to < received.length && to - from < MAX_TOGETHER && bytes < MAX_BYTES_TOGETHER);
    rows.push(inboxRow(received.slice(from, to), mask));
    from = to;
  }
  return rows;
}

function inboxRow(received: readonly Arrival[], mask: Mask): InboxRow {
  const about = aboutOf(received);
  // One test of all addresses and headers together: most notifications have nothing to be masked.
  if (mask === noMask && !mayNeedMask(about)) return rowOf(received, about, []);
  const masked = received.map((arrival) => maskArrival(arrival, mask));
  const originals: Original[] = [];
  for (const [index, original] of received.entries()) {
    if (original === masked[index]) continue;
    originals.push({ index, path: original.path, headers: headerPairs(original.rawHeaders), body: original.body });
  }
  return originals.length === 0 ? rowOf(received, about, []) : rowOf(masked, aboutOf(masked), originals);
}

const aboutOf = (arrivals: readonly Arrival[]): string =>
  JSON.stringify(
    arrivals.map(({ receivedAt, body, source, method, path, peer, rawHeaders }): About => {
      return [receivedAt.getTime(), body.length, source, method, path, peer, ...rawHeaders];
    }),
  );

function rowOf(arrivals: readonly Arrival[], about: string, originals: Original[]): InboxRow {
  const bodies = new Uint8Array(arrivals.reduce((bytes, { body }) => bytes + body.length, 0));
  let offset = 0;
  for (const { body } of arrivals) {
    bodies.set(body, offset);
    offset += body.length;
  }
  return { count: arrivals.length, about, bodies, originals };
}

export function unpacked({ about, bodies }: Pick<InboxRow, 'about' | 'bodies'>): ReceivedNotification[] {
  let offset = 0;
  const all = asBuffer(bodies);
  return (JSON.parse(about) as About[]).map(([receivedAt, bytes, source, method, path, peer, ...rawHeaders]) => {
    const body = all.subarray(offset, offset + bytes);
    offset += bytes;
    return { receivedAt: new Date(receivedAt), source, method, path, peer, headers: headerPairs(rawHeaders), body };
  });
}

/** A Buffer on the same memory, without copying. */
export const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
