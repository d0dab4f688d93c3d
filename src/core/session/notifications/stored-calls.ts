/** Calls about stored notifications: lists, changes, exports and imports. */
import { codedError } from '../../../contract/errors.ts';
import type { HostApi } from '../../../contract/host-contract.ts';
import type { Arrival } from '../../notifications/listener/arrival.ts';
import type { Notifications } from '../../notifications/notifications.ts';
import type { StoredNotification } from '../../notifications/store/store.ts';
import { createTurns } from '../../platform/turns.ts';
import type { Mask } from '../../platform/secrets/mask.ts';

/** Of one piece of an export or an import: the notifications, and the bytes of their bodies before the last of them. */
const PIECE_COUNT = 500;
const PIECE_BYTES = 8 * 1024 * 1024;

type Name = 'list' | 'count' | 'change' | 'remove' | 'removeAll' | 'restore' | 'export' | 'import';
export type StoredCalls = Pick<HostApi, `notifications.${Name}`>;

export interface StoredCallsOptions {
  notifications: Notifications;
  /** The application's version, which an HTTP archive names. */
  version: string;
  mask: () => Promise<Mask>;
}

export function createStoredCalls(options: StoredCallsOptions): StoredCalls {
  const { notifications } = options;
  return {
    'notifications.list': async ({ filter, before, limit }) => ({
      items: await notifications.list(filter, { before, limit }),
    }),
    'notifications.count': async ({ filter }) => ({ total: await notifications.count(filter) }),
    'notifications.change': ({ id, ...change }) => notifications.change(id, change),
    async 'notifications.remove'({ ids }) {
      await notifications.remove(ids);
      return {};
    },
    'notifications.removeAll': async ({ filter }) => ({ ids: await notifications.removeAll(filter) }),
    async 'notifications.restore'({ ids }) {
      await notifications.restore(ids);
      return {};
    },
    'notifications.export': async (params) => exportPiece(notifications, params, options),
    'notifications.import': async ({ text }, signal) => ({ count: await importText(notifications, text, signal) }),
  };
}

/**
 * Stores the notifications of a file in pieces, after the whole file was checked: one with a wrong line stores nothing.
 * @returns how many were stored
 * @throws InvalidParams, naming the line; StorageFailed; Cancelled, with how many were stored
 */
async function importText(
  notifications: Pick<Notifications, 'add'>,
  text: string,
  signal: AbortSignal,
): Promise<number> {
  const { arrivalsIn } = await import('../../notifications/export-formats.ts');
  let count = 0;
  const turns = createTurns();
  const nextTurn = async () => {
    await turns();
    if (!signal.aborted) return;
    const stored = count === 0 ? '' : ` after ${count.toLocaleString('en')} notifications, which are stored`;
    throw codedError('Cancelled', `The import was stopped${stored}.`);
  };
  for (const _checked of arrivalsIn(text)) await nextTurn();
  let piece: Arrival[] = [];
  let bytes = 0;
  const store = async () => {
    await notifications.add(piece);
    count += piece.length;
    [piece, bytes] = [[], 0];
  };
  for (const arrival of arrivalsIn(text)) {
    await nextTurn();
    piece.push(arrival);
    bytes += arrival.body.length;
    if (piece.length >= PIECE_COUNT || bytes >= PIECE_BYTES) await store();
  }
  if (piece.length > 0) await store();
  return count;
}

type Export = Parameters<StoredCalls['notifications.export']>[0];

/**
 * One piece of an export, so that neither many notifications nor large ones have to be in memory together. The latest
 * piece is the first, as in the list; its notifications are in the order of arrival: an import numbers them in the
 * order of the file, and other tools expect that order of an HTTP archive.
 */
async function exportPiece(
  notifications: Pick<Notifications, 'page' | 'stored'>,
  { filter, ids, format, from }: Export,
  { version, mask: readMask }: Pick<StoredCallsOptions, 'version' | 'mask'>,
): Promise<{ text: string; next: number | null }> {
  const { HAR_END, harStart, toHarEntries, toNdjson } = await import('../../notifications/export-formats.ts');
  const { newestFirst, next } = ids
    ? await readIds(notifications, ids, from ?? 0)
    : await readMatching(notifications, filter, from);
  const exported = newestFirst.toReversed();
  const mask = await readMask();
  if (format === 'ndjson') return { text: toNdjson(exported, mask), next };
  const start = next === null ? harStart(version) : '';
  const end = from === undefined ? HAR_END : exported.length > 0 ? ',' : '';
  return { text: `${start}${toHarEntries(exported, mask)}${end}`, next };
}

interface Piece {
  newestFirst: StoredNotification[];
  next: number | null;
}

/** @param from the last id of the piece before */
async function readMatching(
  notifications: Pick<Notifications, 'page'>,
  filter: Export['filter'],
  from: number | undefined,
): Promise<Piece> {
  const newestFirst = await notifications.page(filter, { before: from, limit: PIECE_COUNT, maxBytes: PIECE_BYTES });
  const isLast = newestFirst.length < PIECE_COUNT && bytesOf(newestFirst) < PIECE_BYTES;
  return { newestFirst, next: isLast ? null : (newestFirst.at(-1)?.summary.id ?? null) };
}

/** @param from how many of the ids, from the newest, were in the pieces before */
async function readIds(
  notifications: Pick<Notifications, 'stored'>,
  ids: readonly number[],
  from: number,
): Promise<Piece> {
  const newestFirst: StoredNotification[] = [];
  for (const id of ids.toSorted((one, other) => other - one).slice(from)) {
    newestFirst.push(await notifications.stored(id));
    if (bytesOf(newestFirst) >= PIECE_BYTES) break;
  }
  const next = from + newestFirst.length;
  return { newestFirst, next: next < ids.length ? next : null };
}

const bytesOf = (notifications: readonly StoredNotification[]) =>
  notifications.reduce((bytes, { body }) => bytes + body.length, 0);
