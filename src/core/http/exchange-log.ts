/**
 * Requests and responses of recent runs, in memory, so that the console and the runner can show them on request.
 * Bounded: the oldest are removed.
 */
import { isBinaryType } from '../../contract/http/media-type.ts';
import { MAX_STORED_BODY, type HttpBody, type HttpRequest, type StoredExchange } from '../../contract/http/http.ts';
import { headerValueOf } from '../../contract/http/header-value.ts';
import { maskForm, maskHeaders, maskUrls } from '../platform/secrets/mask-credentials.ts';
import type { Mask } from '../platform/secrets/mask.ts';
import { bodyText } from './body/body-text.ts';
import { formText } from './body/encode-body.ts';
import type { HttpExchange } from './http-client.ts';

/** The log as a run sees it. */
export interface RunExchanges {
  /** @param exchange absent: there was no response. @param number of the request in the events of the run */
  addRequest(number: number, sent: HttpRequest, exchange?: HttpExchange): void;
  /** Adds a request that a script has sent. @returns its number within the run */
  addScriptRequest(sent: HttpRequest, exchange?: HttpExchange): number;
}
export interface ExchangeKey {
  runId: string;
  of: 'request' | 'script';
  number: number;
}
export interface ExchangeLog {
  ofRun(runId: string): RunExchanges;
  /** Without credentials and known secrets, or as it was sent; null when it is no longer in memory. */
  get(key: ExchangeKey, mask: Mask | 'unmasked'): StoredExchange | null;
}

/** Limit for all stored requests and responses, in bytes. Each character counts as one. */
const MAX_SIZE = 24 * 1024 * 1024;
/** Bytes of memory for the objects of an entry, without its texts. */
const ENTRY_BYTES = 1_000;
/** The number of parts of a multipart form that are shown. Files are shown by name and not read. */
const MAX_PARTS = 500;

export function createExchangeLog(maxSize = MAX_SIZE): ExchangeLog {
  /** In the order of insertion, so the oldest is first. */
  const storedExchanges = new Map<string, { exchange: StoredExchange; size: number }>();
  let total = 0;
  const keyOf = ({ runId, of, number }: ExchangeKey) => `${of} ${number} ${runId}`;
  const add = (key: ExchangeKey, exchange: StoredExchange) => {
    const size = sizeOf(exchange);
    // A request of a load run is sent many times under its number.
    total += size - (storedExchanges.get(keyOf(key))?.size ?? 0);
    storedExchanges.set(keyOf(key), { exchange, size });
    for (const [oldest, entry] of storedExchanges) {
      if (total <= maxSize) break;
      storedExchanges.delete(oldest);
      total -= entry.size;
    }
  };
  return {
    ofRun(runId) {
      let scriptRequests = 0;
      return {
        addRequest: (number, sent, exchange) => add({ runId, of: 'request', number }, describe(sent, exchange)),
        addScriptRequest(sent, exchange) {
          const number = scriptRequests++;
          add({ runId, of: 'script', number }, describe(sent, exchange));
          return number;
        },
      };
    },
    get(key, mask) {
      const entry = storedExchanges.get(keyOf(key));
      if (!entry) return null;
      return mask === 'unmasked' ? entry.exchange : mask(withoutCredentials(entry.exchange));
    },
  };
}

function sizeOf({ url, request, response }: StoredExchange): number {
  return [request, response].reduce((sum, content) => {
    if (!content) return sum;
    const headers = content.headers.reduce((all, { name, value }) => all + name.length + value.length, 0);
    return sum + headers + content.body.length;
  }, url.length + ENTRY_BYTES);
}

function describe(sent: HttpRequest, exchange: HttpExchange | undefined): StoredExchange {
  const last = exchange?.hops.at(-1);
  const request = {
    headers: last?.requestHeaders ?? sent.headers.filter(({ disabled }) => !disabled).map(nameAndValue),
    ...sentContent(sent.body),
  };
  const { method, url } = last ?? sent;
  if (!exchange || !last) return { method, url, status: null, statusText: '', request, response: null };
  const { status, statusText, headers } = last;
  return { method, url, status, statusText, request, response: { headers, ...received(exchange.body, headers) } };
}

function sentContent(body: HttpBody | undefined) {
  if (body?.mode === 'raw' && body.isBase64) {
    return { body: '', size: Buffer.byteLength(body.text, 'base64'), missing: 'binary' as const };
  }
  const text = sentText(body);
  return {
    body: text.slice(0, MAX_STORED_BODY),
    size: body?.mode === 'file' || body?.mode === 'formdata' ? null : Buffer.byteLength(text),
    missing: text.length > MAX_STORED_BODY ? ('truncated' as const) : null,
  };
}

const nameAndValue = ({ name, value }: { name: string; value: string }) => ({ name, value });

function received(body: Buffer, headers: readonly { name: string; value: string }[]) {
  const contentType = headerValueOf(headers, 'content-type') ?? '';
  const size = body.length;
  if (isBinaryType(contentType)) return { body: '', size, missing: size > 0 ? ('binary' as const) : null };
  return {
    body: bodyText(body.subarray(0, MAX_STORED_BODY), contentType),
    size,
    missing: size > MAX_STORED_BODY ? ('truncated' as const) : null,
  };
}

/** The body as text, with files as their paths. */
function sentText(body: HttpBody | undefined): string {
  switch (body?.mode) {
    case undefined:
      return '';
    case 'raw':
      return body.text;
    case 'urlencoded':
      return formText(body.fields);
    case 'graphql': {
      const { query, operationName, variables } = body;
      return JSON.stringify({ query, operationName, variables });
    }
    case 'file':
      return `(file ${body.path})`;
    case 'formdata':
      return body.parts
        .filter(({ disabled }) => !disabled)
        .slice(0, MAX_PARTS)
        .map(({ name, value, files }) => `${name}: ${files ? files.map((file) => `(file ${file})`).join(' ') : value}`)
        .join('\n');
  }
}

function withoutCredentials(exchange: StoredExchange): StoredExchange {
  const masked = <T extends StoredExchange['request'] | null>(content: T): T => {
    if (!content) return content;
    const contentType = headerValueOf(content.headers, 'content-type') ?? '';
    const isForm = /^application\/x-www-form-urlencoded\b/i.test(contentType);
    const body = isForm ? maskForm(content.body) : content.body;
    return { ...content, headers: maskHeaders(content.headers), body };
  };
  return {
    ...exchange,
    url: maskUrls(exchange.url),
    request: masked(exchange.request),
    response: masked(exchange.response),
  };
}
