/**
 * Converts a request between the form of a Postman collection, which the host sends, and the one that Bruno's `req`
 * wraps.
 */
import type { RequestFileInfo, RequestSettingsOfScript } from '../../contract/scripts/script-context.ts';
import type { Fields } from '../pm/requests/sdk.ts';
import { BrunoFormData } from './bruno-form-data.ts';

export interface BrunoRequestData extends Fields {
  url: string;
  method: string;
  headers: Record<string, string>;
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

const isArray = (value: unknown): value is unknown[] => Array.isArray(value);
const rows = (value: unknown): Row[] => (isArray(value) ? (value as Row[]) : []);
const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const contentTypes: Record<string, string> = {
  json: 'application/json',
  xml: 'application/xml',
  text: 'text/plain',
  urlencoded: 'application/x-www-form-urlencoded',
  formdata: 'multipart/form-data',
  graphql: 'application/json',
};

/** The language of a text, or the mode of another body. */
function kindOf(body: Fields): string {
  const options = body['options'] as { raw?: { language?: string } } | undefined;
  return body['mode'] === 'raw' ? (options?.raw?.language ?? 'text') : asText(body['mode']);
}

export interface RequestSource {
  name: string;
  settings: RequestSettingsOfScript;
  file?: RequestFileInfo | undefined;
  /** True for a request that was already sent: a form is then the text that was sent. */
  isSent: boolean;
}

/** A URL with path parameters is an object that has its text as `raw`. */
function addressOf(url: unknown): string {
  const raw = typeof url === 'object' && url !== null ? (url as Fields)['raw'] : url;
  return asText(raw);
}

/** Bruno adds the Content-Type of the body before scripts run, and `req.getBody()` uses it to parse JSON. */
export function toBruno(json: Fields, { name, settings, file, isSent }: RequestSource): BrunoRequestData {
  const header = rows(json['header']);
  const headers = Object.fromEntries(
    header.filter((header) => !header.disabled).map((header) => [header.key, asText(header.value)]),
  );
  const body = json['body'] as Fields | undefined;
  const type = body && contentTypes[kindOf(body)];
  const hasType = Object.keys(headers).some((key) => key.toLowerCase() === 'content-type');
  if (type && !hasType) headers['content-type'] = type;
  return {
    name,
    url: addressOf(json['url']),
    method: asText(json['method']),
    headers,
    disabledHeaders: header
      .filter((header) => header.disabled)
      .map((header) => ({ name: header.key, value: asText(header.value) })),
    data: body && (isSent && body['mode'] === 'urlencoded' ? formText(enabledFields(body)) : dataOf(body)),
    pathParams: (file?.pathParams ?? []).map((param) => ({ ...param, type: 'path' })),
    tags: file?.tags ?? [],
    __bruno__executionMode: 'cli',
    timeout: settings.timeoutMs,
    maxRedirects: settings.maxRedirects,
    ...(settings.parsesJson === false ? { __brunoDisableParsingResponseJson: true } : {}),
  };
}

const enabledFields = (body: Fields): Row[] => rows(body[asText(body['mode'])]).filter(({ disabled }) => !disabled);

const formText = (fields: readonly { key: string; value: unknown }[]): string =>
  fields.map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(asText(value))}`).join('&');

/** The text of a form whose fields a script has set as a list, encoded like in a browser; an absent value is empty. */
const fieldsText = (list: readonly unknown[]): string =>
  formText(
    list
      .filter(
        (item): item is { name: unknown; value?: unknown } =>
          typeof item === 'object' && item !== null && 'name' in item,
      )
      .map(({ name, value }) => ({ key: asText(name), value: value ?? '' })),
  ).replaceAll('%20', '+');

/**
 * The fields of a form that a script has set as an object: a list becomes several fields of item name, and the members of
 * an object are named `object[member]`.
 */
const fieldsOf = (data: object): { key: string; value: unknown }[] =>
  Object.entries(data).flatMap(([key, value]: [string, unknown]) => fieldsNamed(key, value));

function fieldsNamed(key: string, value: unknown): { key: string; value: unknown }[] {
  if (value === undefined) return [];
  if (isArray(value)) return value.flatMap((item) => fieldsNamed(key, item));
  if (value instanceof Date) return [{ key, value: value.toISOString() }];
  if (typeof value !== 'object' || value === null) return [{ key, value: value ?? '' }];
  return Object.entries(value).flatMap(([name, item]: [string, unknown]) => fieldsNamed(`${key}[${name}]`, item));
}

function dataOf(body: Fields): unknown {
  switch (body['mode']) {
    case 'raw':
      return body['raw'];
    case 'urlencoded':
    case 'formdata':
      return enabledFields(body).map(({ key, value, src, type, contentType }) => ({
        ...{ name: key, value: type === 'file' ? src : value, enabled: true },
        ...(type ? { type } : {}),
        ...(contentType ? { contentType } : {}),
      }));
    case 'graphql': {
      const { query, variables } = body['graphql'] as Fields;
      return { query, variables };
    }
    default:
      return undefined;
  }
}

/**
 * The request with the script's changes.
 * @param before the result of `toBruno`: unchanged parts keep the host's form
 */
export function fromBruno(json: Fields, before: BrunoRequestData, after: BrunoRequestData): Fields {
  const removedHeaders = (after.__headersToDelete ?? []).map((name) => name.toLowerCase());
  const disabled = rows(json['header']).filter((row) => row.disabled);
  const form = after.data instanceof BrunoFormData ? after.data : undefined;
  const typed = Object.entries(after.headers).filter(([name]) => !form || name.toLowerCase() !== 'content-type');
  const header = [...typed, ...Object.entries(form?.getHeaders() ?? {})]
    .filter(([name]) => !removedHeaders.includes(name.toLowerCase()) || Object.hasOwn(after.headers, name))
    .map(([key, value]) => ({ key, value: asText(value) }));
  const sameBody = JSON.stringify(before.data) === JSON.stringify(after.data);
  const contentType = header.find(({ key }) => key.toLowerCase() === 'content-type')?.value ?? '';
  const body = sameBody ? json['body'] : bodyOf(after.data, (json['body'] ?? {}) as Fields, contentType);
  const sameUrl = before.url === after.url;
  const hasParams = typeof json['url'] === 'object' && json['url'] !== null;
  const changedUrl = hasParams ? { ...(json['url'] as Fields), raw: asText(after.url) } : asText(after.url);
  return {
    ...json,
    method: asText(after.method),
    url: sameUrl ? json['url'] : changedUrl,
    header: [...header, ...disabled],
    ...(body === undefined ? { body: undefined } : { body }),
  };
}

function bodyOf(data: unknown, before: Fields, contentType: string): Fields | undefined {
  const { mode } = before;
  const isForm = contentType.includes('x-www-form-urlencoded');
  if (data instanceof BrunoFormData) return { mode: 'raw', raw: data.toString() };
  if (isArray(data) && isForm) return { mode: 'raw', raw: fieldsText(data) };
  if (data === null && kindOf(before) === 'json') return { ...before, raw: 'null' };
  if (data === undefined || data === null || data === '') return undefined;
  if (isArray(data) && mode === 'formdata') {
    const items = (data as { name: string; value: unknown; type?: string; contentType?: string }[]).map((row) => ({
      key: row.name,
      ...(row.type === 'file' ? { type: 'file', src: [row.value].flat() } : { value: asText(row.value) }),
      ...(row.contentType ? { contentType: row.contentType } : {}),
    }));
    return { mode, [mode]: items };
  }
  if (typeof data === 'object' && !isArray(data) && isForm) {
    return { mode: 'raw', raw: formText(fieldsOf(data)) };
  }
  if (mode === 'graphql' && typeof data === 'object') return { mode, graphql: data };
  if (mode === 'raw') return { ...before, raw: asText(data) };
  const language = typeof data === 'object' ? { options: { raw: { language: 'json' } } } : {};
  return { mode: 'raw', raw: asText(data), ...language };
}

/** The settings that the script has changed; undefined where there are none. */
export function changedSettings(
  before: BrunoRequestData,
  after: BrunoRequestData,
): RequestSettingsOfScript | undefined {
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
