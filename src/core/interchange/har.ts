/** A recording of a browser or proxy: HTTP Archive 1.2. */
import type { HttpRequestBody } from '@opencollection/types/requests/http';
import { disabledIf, isObject, list, text, type Imported, type ImportedItem, type Json } from './imported.ts';

export const isHar = (json: unknown): json is Json =>
  isObject(json) && isObject(json['log']) && Array.isArray(json['log']['entries']);

/** What the client itself adds to each send. */
const ownHeaders = /^(host|content-length|connection|accept-encoding|cookie|transfer-encoding)$|^:/i;

export function fromHar(json: Json): Imported {
  const log = isObject(json['log']) ? json['log'] : {};
  const items = list(log['entries']).map((entry): ImportedItem => {
    const request = isObject(entry['request']) ? entry['request'] : {};
    const url = text(request['url']);
    const method = text(request['method']) || 'GET';
    const path = URL.canParse(url) ? new URL(url).pathname : url;
    const name = `${method} ${path}`;
    const headers = list(request['headers'])
      .filter((header) => !ownHeaders.test(text(header['name'])))
      .map((header) => ({ name: text(header['name']), value: text(header['value']) }));
    const body = bodyOf(isObject(request['postData']) ? request['postData'] : undefined);
    return {
      name,
      request: {
        info: { name, type: 'http' },
        http: { method, url, ...(headers.length > 0 ? { headers } : {}), ...(body ? { body } : {}) },
      },
    };
  });
  const creator = isObject(log['creator']) ? text(log['creator']['name']) : '';
  return {
    kind: 'HAR recording',
    name: creator ? `Recording of ${creator}` : 'Recording',
    items,
    environments: [],
    secrets: [],
    lost: [],
  };
}

function bodyOf(data: Json | undefined): HttpRequestBody | undefined {
  if (!data) return undefined;
  const type = text(data['mimeType']);
  const params = list(data['params']);
  const field = (one: Json) => ({ name: text(one['name']), value: text(one['value']), ...disabledIf(one['disabled']) });
  if (/urlencoded/i.test(type) && params.length > 0) return { type: 'form-urlencoded', data: params.map(field) };
  if (/multipart/i.test(type) && params.length > 0) {
    return {
      type: 'multipart-form',
      data: params.map((one) => {
        const isFile = typeof one['fileName'] === 'string';
        return {
          ...field(one),
          type: isFile ? 'file' : 'text',
          value: isFile ? [text(one['fileName'])] : text(one['value']),
        };
      }),
    };
  }
  const content = text(data['text']);
  if (content === '') return undefined;
  return { type: /json/i.test(type) ? 'json' : /xml/i.test(type) ? 'xml' : 'text', data: content };
}
