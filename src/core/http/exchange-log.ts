/**
 * Requests and responses of recent runs, in memory, so that the console and the runner can show them on request.
 * Bounded: the oldest are removed.
 */
import { isBinaryType } from '../../contract/http/media-type.ts';
import {
  MAX_STORED_BODY,
  type FormPart,
  type HttpField,
  type HttpRequest,
  type StoredContent,
  type StoredExchange,
} from '../../contract/http/http.ts';
import { headerValueOf } from '../../contract/http/header-value.ts';
import { maskAddress, maskForm, maskHeaders } from '../platform/secrets/mask-credentials.ts';
import type { Mask } from '../platform/secrets/mask.ts';
import { bodyText } from './body/body-text.ts';
import { formText, graphqlText, rawText } from './body/encode-body.ts';
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

/** Limit for all stored requests and responses, in bytes. */
const MAX_SIZE = 24 * 1024 * 1024;
/** Bytes of memory that an entry takes besides its content. */
const ENTRY_BYTES = 400;
/** The number of parts of a multipart form that are shown. Files are shown by name and not read. */
const MAX_PARTS = 500;

export function createExchangeLog(maxSize = MAX_SIZE): ExchangeLog {
  /** In the order of insertion, so the oldest is first. */
  const packedExchanges = new Map<string, PackedExchange>();
  /** Continues at the oldest: a new iterator would first skip the places of thousands of removed ones. */
  const entries = packedExchanges.entries();
  let total = 0;
  const keyOf = ({ runId, of, number }: ExchangeKey) => `${of} ${number} ${runId}`;
  const add = (key: ExchangeKey, described: DescribedExchange) => {
    const packed = pack(described);
    // A request of a load run is sent many times under its number.
    total += sizeOf(packed) - sizeOf(packedExchanges.get(keyOf(key)));
    packedExchanges.set(keyOf(key), packed);
    while (total > maxSize) {
      const next = entries.next();
      if (next.done) break;
      const [oldest, entry] = next.value;
      packedExchanges.delete(oldest);
      total -= sizeOf(entry);
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
      const packed = packedExchanges.get(keyOf(key));
      if (!packed) return null;
      const exchange = unpack(packed);
      return mask === 'unmasked' ? exchange : mask(withoutCredentials(exchange));
    },
  };
}

/** A request and its response, whose body is not in `exchange`. */
interface DescribedExchange {
  exchange: StoredExchange;
  /** The shown part of the response's body. */
  body: Buffer;
}
/** The same in one piece outside of V8's heap: as objects, the thousands of entries take twice as much memory. */
interface PackedExchange {
  /** JSON of the exchange, followed by the body. */
  bytes: Buffer;
  jsonBytes: number;
}

function pack({ exchange, body }: DescribedExchange): PackedExchange {
  const json = JSON.stringify(exchange);
  const jsonBytes = Buffer.byteLength(json);
  // Not of Node's pool, because a small part of it would keep all of it in memory.
  const bytes = Buffer.allocUnsafeSlow(jsonBytes + body.length);
  bytes.write(json);
  bytes.set(body, jsonBytes);
  return { bytes, jsonBytes };
}

function unpack({ bytes, jsonBytes }: PackedExchange): StoredExchange {
  const exchange = JSON.parse(bytes.toString('utf8', 0, jsonBytes)) as StoredExchange;
  const { response } = exchange;
  if (response && bytes.length > jsonBytes)
    response.body = bodyText(bytes.subarray(jsonBytes), contentTypeOf(response));
  return exchange;
}

const sizeOf = (packed: PackedExchange | undefined): number => (packed ? packed.bytes.length + ENTRY_BYTES : 0);
const contentTypeOf = ({ headers }: Pick<StoredContent, 'headers'>): string =>
  headerValueOf(headers, 'content-type') ?? '';

function describe(sent: HttpRequest, exchange: HttpExchange | undefined): DescribedExchange {
  const last = exchange?.hops.at(-1);
  const request = {
    headers: last?.requestHeaders ?? sent.headers.filter(({ disabled }) => !disabled).map(nameAndValue),
    ...sentContent(sent),
  };
  const { method, url } = last ?? sent;
  if (!exchange || !last) {
    return { exchange: { method, url, status: null, statusText: '', request, response: null }, body: NO_BODY };
  }
  const { status, statusText, headers } = last;
  const size = exchange.body.length;
  const isBinary = isBinaryType(contentTypeOf(last));
  const missing = isBinary && size > 0 ? ('binary' as const) : size > MAX_STORED_BODY ? ('truncated' as const) : null;
  return {
    exchange: { method, url, status, statusText, request, response: { headers, body: '', size, missing } },
    body: isBinary ? NO_BODY : exchange.body.subarray(0, MAX_STORED_BODY),
  };
}
const NO_BODY = Buffer.alloc(0);

type SentContent = Pick<StoredContent, 'body' | 'size' | 'missing'>;

/** The body as text, with files as their paths. */
function sentContent({ body, headers }: HttpRequest): SentContent {
  switch (body?.mode) {
    case undefined:
      return beginningOf('');
    case 'raw': {
      if (body.isBase64) return { body: '', size: Buffer.byteLength(body.text, 'base64'), missing: 'binary' };
      const enabledHeaders = headers.filter(({ disabled }) => !disabled);
      return beginningOf(rawText(body, headerValueOf(enabledHeaders, 'content-type')));
    }
    case 'urlencoded':
      return beginningOfList(encodedFields(body.fields), '&');
    case 'graphql':
      return beginningOf(graphqlText(body));
    case 'file':
      return { ...beginningOf(`(file ${body.path})`), size: null };
    case 'formdata':
      return { ...beginningOfList(partTexts(body.parts), '\n'), size: null };
  }
}

const beginningOf = (text: string): SentContent => ({
  body: text.slice(0, MAX_STORED_BODY),
  size: Buffer.byteLength(text),
  missing: text.length > MAX_STORED_BODY ? 'truncated' : null,
});

/** Without joining all texts, which may be long. `size` is that of ASCII. */
function beginningOfList(texts: Iterable<string>, separator: string): SentContent {
  let body = '';
  let size = 0;
  for (const text of texts) {
    const piece = size === 0 ? text : separator + text;
    size += piece.length;
    if (body.length < MAX_STORED_BODY) body += piece.slice(0, MAX_STORED_BODY - body.length);
  }
  return { body, size, missing: size > MAX_STORED_BODY ? 'truncated' : null };
}

function* encodedFields(fields: readonly HttpField[]): Generator<string> {
  for (const field of fields) if (!field.disabled) yield formText([field]);
}

/** No value is longer than what is stored. */
function* partTexts(parts: readonly FormPart[]): Generator<string> {
  for (const { name, value = '', files } of parts.filter(({ disabled }) => !disabled).slice(0, MAX_PARTS)) {
    const content = files ? files.map((file) => `(file ${file})`).join(' ') : value;
    yield `${name}: ${content.slice(0, MAX_STORED_BODY + 1)}`;
  }
}

const nameAndValue = ({ name, value }: { name: string; value: string }) => ({ name, value });

function withoutCredentials(exchange: StoredExchange): StoredExchange {
  const masked = <T extends StoredExchange['request'] | null>(content: T): T => {
    if (!content) return content;
    const isForm = /^application\/x-www-form-urlencoded\b/i.test(contentTypeOf(content));
    const body = isForm ? maskForm(content.body) : content.body;
    return { ...content, headers: maskHeaders(content.headers), body };
  };
  return {
    ...exchange,
    url: maskAddress(exchange.url),
    request: masked(exchange.request),
    response: masked(exchange.response),
  };
}
