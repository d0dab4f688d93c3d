/**
 * Converts a request between the form of a Postman collection, which the host sends, and the one that Bruno's `req`
 * wraps.
 */
import type { Fields } from '../channel.ts';
import type { GuestContext } from '../../contract/scripts/to-guest.ts';
import type { RequestFileInfo, RequestSettingsOfScript } from '../../contract/scripts/script-context.ts';
import { toText } from '../primordials.ts';
import { asText, BrunoFormData, fieldsOf, fieldsText, formText, isArray } from './bruno-form-data.ts';

export interface BrunoRequestData extends Fields {
  url: string;
  method: string;
  /** Bruno gives a request without a body a `content-type` of null. */
  headers: Record<string, string | null>;
  disabledHeaders: { name: string; value: string }[];
  pathParams: { name: string; value: string; type: 'path' }[];
  tags: string[];
  data: unknown;
  timeout?: number | undefined;
  maxRedirects?: number | undefined;
  /** Set by Bruno's `disableParsingResponseJson`. */
  __brunoDisableParsingResponseJson?: boolean;
  /** Headers that Bruno's `deleteHeader` has removed. */
  __headersToDelete?: string[];
}
interface Row extends Fields {
  key: string;
  value: unknown;
  disabled?: boolean;
}

const rows = (value: unknown): Row[] => (isArray(value) ? (value as Row[]) : []);

const contentTypes: Record<string, string> = {
  json: 'application/json',
  xml: 'application/xml',
  sparql: 'application/sparql-query',
  text: 'text/plain',
  urlencoded: 'application/x-www-form-urlencoded',
  formdata: 'multipart/form-data',
  graphql: 'application/json',
};

/** The type that Bruno adds; undefined: none. */
function typeOf(body: Fields): string | undefined {
  if (body['isBase64']) return undefined;
  if (body['mode'] !== 'file') return contentTypes[kindOf(body)];
  const { contentType } = (body['file'] ?? {}) as Fields;
  return typeof contentType === 'string' ? contentType : undefined;
}

/** The language of a text, or the mode of another body. */
function kindOf(body: Fields): string {
  const options = body['options'] as { raw?: { language?: string } } | undefined;
  return body['mode'] === 'raw' ? (options?.raw?.language ?? 'text') : asText(body['mode']);
}

/** The request as Bruno's classes read and write it, and the fields of `done` for what they have changed in it. */
export function createRequestData(context: GuestContext, bytes: BytesOfBody) {
  const json = context.request ?? {};
  const source = {
    name: context.info.requestName,
    settings: context.requestSettings ?? {},
    file: context.requestFile,
    isSent: context.response !== undefined,
    bytes,
  };
  const request = toBruno(json, source);
  const before = toBruno(json, source);
  if ((json['body'] as Fields | undefined)?.['mode'] === 'file') readLate(request, bytes);
  return {
    request,
    changedFields(): Fields {
      const isChanged = JSON.stringify(request) !== JSON.stringify(before);
      const settings = changedSettings(before, request);
      return {
        ...(isChanged ? { request: fromBruno(json, { before, after: request, ...source }) } : {}),
        ...(settings ? { requestSettings: settings } : {}),
      };
    },
  };
}

/**
 * The bytes of a file are read when a script asks for them. Until a script sets another body, they are not among the
 * members that are compared to find its changes.
 */
function readLate(request: BrunoRequestData, bytes: BytesOfBody): void {
  let file: { bytes: object | undefined } | undefined;
  Object.defineProperty(request, 'data', {
    get: () => (file ??= { bytes: bytes.file() }).bytes,
    set: (value) => Object.defineProperty(request, 'data', { value, writable: true, enumerable: true }),
    configurable: true,
    enumerable: false,
  });
}

interface RequestSource {
  name: string;
  settings: RequestSettingsOfScript;
  file?: RequestFileInfo | undefined;
  /** True for a request that was already sent: a form is then the text that was sent. */
  isSent: boolean;
  bytes: BytesOfBody;
}

export interface BytesOfBody {
  /** The file that the request sends, as a Buffer; undefined where it cannot be read. */
  file(): object | undefined;
  /** @returns a Buffer */
  fromBase64(text: string): object;
  toBase64(bytes: ArrayBufferView): string;
}

/** A URL with path parameters is an object that has its text as `raw`. */
function addressOf(url: unknown): string {
  const raw = typeof url === 'object' && url !== null ? (url as Fields)['raw'] : url;
  return asText(raw);
}

/** Bruno adds the Content-Type of the body before scripts run, and `req.getBody()` uses it to parse JSON. */
function toBruno(json: Fields, { name, settings, file, isSent, bytes }: RequestSource): BrunoRequestData {
  const header = rows(json['header']);
  const headers: BrunoRequestData['headers'] = Object.fromEntries(
    header.filter((header) => !header.disabled).map((row) => [nameInBruno(row), asText(row.value)]),
  );
  if (file?.authHeader) headers[file.authHeader.name] = file.authHeader.value;
  const body = json['body'] as Fields | undefined;
  const type = body ? typeOf(body) : null;
  const hasType = Object.keys(headers).some((key) => key.toLowerCase() === 'content-type');
  if (type !== undefined && !hasType) headers['content-type'] = type;
  if (isSent && body?.['mode'] === 'formdata') addTypeWithBoundary(headers);
  return {
    name,
    url: addressOf(json['url']),
    method: asText(json['method']),
    headers,
    disabledHeaders: header
      .filter((header) => header.disabled)
      .map((header) => ({ name: header.key, value: asText(header.value) })),
    data:
      body &&
      (isSent && body['mode'] === 'urlencoded' ? formText(enabledFields(body)) : dataOf(body, { isSent, bytes })),
    pathParams: (file?.pathParams ?? []).map((param) => ({ ...param, type: 'path' })),
    tags: file?.tags ?? [],
    __bruno__executionMode: 'cli',
    timeout: settings.timeoutMs,
    maxRedirects: settings.maxRedirects,
    ...(settings.parsesJson === false ? { __brunoDisableParsingResponseJson: true } : {}),
  };
}

/** The type of a form that was sent is a header beside the one that the request names in another spelling. */
function addTypeWithBoundary(headers: BrunoRequestData['headers']): void {
  const written = Object.keys(headers).find((key) => key.toLowerCase() === 'content-type');
  if (written === undefined || written === 'content-type') return;
  const sentType = asText(headers[written]);
  headers[written] = sentType.replace(/; boundary=-+outrigger\w+$/, '');
  headers['content-type'] = sentType;
}

/** Bruno writes the type that it adds itself in small letters. */
const nameInBruno = ({ key, system }: Row): string =>
  system === true && key === 'Content-Type' ? key.toLowerCase() : key;

const enabledFields = (body: Fields): Row[] => rows(body[asText(body['mode'])]).filter(({ disabled }) => !disabled);

function dataOf(body: Fields, { isSent, bytes }: Pick<RequestSource, 'isSent' | 'bytes'>): unknown {
  switch (body['mode']) {
    case 'raw':
      return body['isBase64'] ? bytes.fromBase64(asText(body['raw'])) : body['raw'];
    case 'urlencoded':
    case 'formdata':
      return enabledFields(body).map(({ key, value, src, type, contentType }) => ({
        name: key,
        value: type === 'file' ? [src].flat() : value,
        enabled: true,
        ...(type ? { type } : {}),
        ...(body['mode'] === 'formdata' ? { contentType: contentType || null } : {}),
      }));
    case 'graphql': {
      const { query, variables } = body['graphql'] as Fields;
      // As in Bruno, which has an empty object where a request has no variables.
      return { query, variables: isSent ? (JSON.parse(asText(variables)) as unknown) : variables || '{}' };
    }
    default:
      return undefined;
  }
}

/**
 * The request with the script's changes.
 * @param options.before the result of `toBruno`: unchanged parts keep the host's form
 * @param options.file with the header of the auth: a script that has changed or deleted it has taken the auth off
 */
function fromBruno(json: Fields, parts: { before: BrunoRequestData; after: BrunoRequestData } & RequestSource): Fields {
  const { before, after, file, bytes } = parts;
  const authHeader = file?.authHeader;
  const removedHeaders = (after.__headersToDelete ?? []).map((name) => name.toLowerCase());
  const disabled = rows(json['header']).filter((row) => row.disabled);
  const form = after.data instanceof BrunoFormData ? after.data : undefined;
  const typed = Object.entries(after.headers).filter(([name]) => !form || name.toLowerCase() !== 'content-type');
  const keepsAuth = authHeader === undefined || hasHeaderAsIs(after, authHeader, before);
  const header = [...typed, ...Object.entries(form?.getHeaders() ?? {})]
    .filter(([name]) => !removedHeaders.includes(name.toLowerCase()) || Object.hasOwn(after.headers, name))
    // As in Bruno, a header without a value is not sent; that of the auth is added again when the request is sent.
    .filter(([name, value]) => isSent(value) && !isSameHeader({ name, value }, authHeader))
    .map(([key, value]) => ({ key, value: headerText(key, value) }));
  const isUnread = !Object.keys(after).includes('data');
  const sameBody = isUnread || JSON.stringify(before.data) === JSON.stringify(after.data);
  const contentType = header.find(({ key }) => key.toLowerCase() === 'content-type')?.value ?? '';
  const ownBody = (json['body'] ?? {}) as Fields;
  const newBody = () => bytesOf(after.data, contentType, bytes) ?? bodyOf(after.data, ownBody, contentType);
  const body = sameBody ? json['body'] : newBody();
  const sameUrl = before.url === after.url;
  const hasParams = typeof json['url'] === 'object' && json['url'] !== null;
  const changedUrl = hasParams ? { ...(json['url'] as Fields), raw: asText(after.url) } : asText(after.url);
  return {
    ...json,
    method: asText(after.method),
    url: sameUrl ? json['url'] : changedUrl,
    header: [...header, ...disabled],
    ...(body === undefined ? { body: undefined } : { body }),
    ...(keepsAuth ? {} : { auth: { type: 'noauth' } }),
  };
}

const isSearchParams = (data: unknown) => Object.prototype.toString.call(data) === '[object URLSearchParams]';

const isSent = (value: unknown): boolean => (isArray(value) ? value.length > 0 : (value ?? false) !== false);

/** A value that a script has set, as Node writes it; a list is one line with the same meaning as one for each value. */
const headerText = (name: string, value: unknown): string =>
  isArray(value) ? value.map(toText).join(name.toLowerCase() === 'cookie' ? '; ' : ', ') : toText(value);

const isSameHeader = (header: { name: string; value: unknown }, other: RequestFileInfo['authHeader']): boolean =>
  header.name === other?.name && header.value === other.value;

/** Whether the scripts have left the header as it was, and added none of its name in another spelling. */
function hasHeaderAsIs(
  { headers }: BrunoRequestData,
  { name, value }: NonNullable<RequestFileInfo['authHeader']>,
  before: BrunoRequestData,
): boolean {
  const spellings = Object.keys(headers).filter((other) => other.toLowerCase() === name.toLowerCase());
  return headers[name] === value && spellings.every((other) => Object.hasOwn(before.headers, other));
}

/** As in Bruno, bytes are sent as they are, unless the type is JSON. */
function bytesOf(data: unknown, contentType: string, { toBase64 }: BytesOfBody): Fields | undefined {
  if (!ArrayBuffer.isView(data) || contentType.includes('json')) return undefined;
  return { mode: 'raw', raw: toBase64(data), isBase64: true };
}

function bodyOf(data: unknown, before: Fields, contentType: string): Fields | undefined {
  const { mode } = before;
  const isForm = contentType.includes('x-www-form-urlencoded');
  if (data instanceof BrunoFormData) return { mode: 'raw', raw: toText(data) };
  if (isArray(data) && isForm) return { mode: 'raw', raw: fieldsText(data) };
  if (data === null && (kindOf(before) === 'json' || contentType.includes('json'))) {
    return { mode: 'raw', raw: 'null', options: { raw: { language: 'json' } } };
  }
  if (data === undefined || data === null || data === '') return undefined;
  if (isArray(data) && mode === 'formdata') {
    const items = (data as { name: string; value: unknown; type?: string; contentType?: string | null }[]).map(
      (row) => ({
        key: row.name,
        ...(row.type === 'file' ? { type: 'file', src: [row.value].flat() } : { value: asText(row.value) }),
        ...(row.contentType ? { contentType: row.contentType } : {}),
      }),
    );
    return { mode, [mode]: items };
  }
  if (typeof data === 'object' && !isArray(data) && isForm) {
    return { mode: 'raw', raw: formText(fieldsOf(data)) };
  }
  if (mode === 'graphql' && typeof data === 'object') return { mode, graphql: data };
  const { isBase64: _isBase64, ...textBefore } = mode === 'raw' ? before : { mode: 'raw' };
  if (isSearchParams(data)) return { ...textBefore, raw: toText(data) };
  if (mode === 'raw') return { ...textBefore, raw: asText(data) };
  const language = typeof data === 'object' ? { options: { raw: { language: 'json' } } } : {};
  return { mode: 'raw', raw: asText(data), ...language };
}

/** The settings that the script has changed; undefined where there are none. */
function changedSettings(before: BrunoRequestData, after: BrunoRequestData): RequestSettingsOfScript | undefined {
  const { timeout, maxRedirects } = after;
  const isNew = (value: unknown, old: unknown): value is number => typeof value === 'number' && value !== old;
  const parsesJson = after.__brunoDisableParsingResponseJson !== true;
  const changed = {
    ...(parsesJson ? {} : { parsesJson }),
    ...(isNew(timeout, before.timeout) ? { timeoutMs: Math.max(0, timeout) } : {}),
    ...(isNew(maxRedirects, before.maxRedirects) ? { maxRedirects: Math.max(0, Math.trunc(maxRedirects)) } : {}),
  };
  return Object.keys(changed).length > 0 ? changed : undefined;
}
