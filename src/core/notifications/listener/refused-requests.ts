/**
 * The latest requests that the listener has refused, to find out why. They are held in memory only, because senders
 * without permission must not fill the disk.
 */
import type { NotificationFilter } from '../../../contract/webhooks/notification.ts';
import type { Mask } from '../../platform/secrets/mask.ts';
import { headerPairs, type Arrival } from './arrival.ts';
import { maskParts } from '../mask-notification.ts';
import type { RefusalReason } from './refusals.ts';
import type { Page, StoredNotification } from '../store/store.ts';

const MAX_COUNT = 200;
/** Bytes of a body that are shown. */
const MAX_REFUSED_BYTES = 4096;
/** The shown part of a body, copied, because a part of a buffer keeps all of it in memory. */
export const beginningOf = (body: Buffer): Buffer => Buffer.from(body.subarray(0, MAX_REFUSED_BYTES));
/** @param beginning the part that has been received so far */
export const withMore = (beginning: Buffer, chunk: Buffer): Buffer =>
  beginning.length >= MAX_REFUSED_BYTES ? beginning : beginningOf(Buffer.concat([beginning, chunk]));

/** `body` is the beginning of the body, which grows up to a limit while the request arrives. */
export interface RefusedRequest extends Omit<Arrival, 'source'> {
  reason: RefusalReason;
  /** Status of the response. */
  status: number;
}
const sentences: Record<RefusalReason, string> = {
  token: 'The token is wrong or missing.',
  'web page':
    'A web page has sent it. If yours has to send, switch on “Accept requests from web pages” of the listener.',
  'too large': 'The body is larger than 10 MiB.',
  busy: 'Too much was being received at once; the sender was asked to send it again.',
  storage: 'It could not be stored; the sender was asked to send it again.',
};

export interface RefusedRequests {
  add(request: RefusedRequest): void;
  /** The newest first, without secrets; their ids are negative. */
  page(filter: NotificationFilter, page: Page, mask: Mask): StoredNotification[];
  /** Without secrets; undefined when it is no longer held. */
  get(id: number, mask: Mask): StoredNotification | undefined;
}

export function createRefusedRequests(): RefusedRequests {
  /** Ordered from the oldest. */
  let heldRequests: { id: number; request: RefusedRequest }[] = [];
  let lastId = 0;
  return {
    add(request) {
      lastId -= 1;
      heldRequests = [...heldRequests, { id: lastId, request }].slice(-MAX_COUNT);
    },
    page: (filter, { before = -Infinity, limit }, mask) =>
      heldRequests
        .filter(({ id }) => id > before)
        .reverse()
        .map(({ id, request }) => refusedNotification(id, request, mask))
        .filter((item) => passes(filter, item))
        .slice(0, limit),
    get(id, mask) {
      const entry = heldRequests.find((entry) => entry.id === id);
      return entry && refusedNotification(id, entry.request, mask);
    },
  };
}

/**
 * Whether a refused request matches a filter. Refused requests are not recognised, so filters for recognised values
 * exclude them.
 */
function passes(filter: NotificationFilter, { method, path, headers, body, receivedAt }: StoredNotification): boolean {
  const { search = '', since, until, provider, event, kind, code, chat, idMessage, pinned, verdict } = filter;
  if ([provider, event, kind, code, chat, idMessage, pinned].some((condition) => condition !== undefined)) return false;
  if (verdict !== undefined && verdict !== 'unknown') return false;
  if (filter.method !== undefined && filter.method !== method) return false;
  if (filter.path !== undefined && filter.path !== path.split('?', 1)[0]) return false;
  if (since !== undefined && receivedAt < new Date(since)) return false;
  if (until !== undefined && receivedAt > new Date(until)) return false;
  const text = [path, ...headers.map(({ name, value }) => `${name}: ${value}`), String(body)].join('\n').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function refusedNotification(id: number, request: RefusedRequest, mask: Mask): StoredNotification {
  const { receivedAt, method, peer, rawHeaders, reason, status } = request;
  const { path, headers, body } = maskParts({ ...request, headers: headerPairs(rawHeaders) }, mask);
  return {
    receivedAt,
    source: 'http',
    method,
    path,
    peer,
    headers,
    body,
    summary: {
      id,
      receivedAt: receivedAt.toISOString(),
      source: 'http',
      method,
      path,
      size: body.length,
      title: `Refused: ${reason}`,
      sentence: sentences[reason],
      refused: reason,
      answered: { status, rule: null, afterMs: 0 },
      provider: null,
      event: null,
      kind: null,
      code: null,
      verdict: 'unknown',
      chat: null,
      idMessage: null,
      status: null,
      repeatOf: null,
      pinned: false,
      note: '',
      signature: null,
    },
  };
}
