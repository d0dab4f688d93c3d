/** Imports recordings of a browser or proxy: HTTP Archive 1.2. */
import type { HttpRequestBody } from '@opencollection/types/requests/http';
import {
  disabledIf,
  optional,
  isObject,
  list,
  prose,
  scalarText,
  text,
  type ImportedCollection,
  type ImportedItem,
  type Json,
  type ImportWarning,
} from './imported/imported.ts';
import { textBody } from './curl/body.ts';
import { beginItem, endItem, ignoreFields, trackReads, unreadFields, untrackAll } from './imported/unread-fields.ts';
import { examplesMember, type ExampleParts } from './imported/examples.ts';

export const isHar = (json: unknown): json is Json =>
  isObject(json) && isObject(json['log']) && Array.isArray(json['log']['entries']);

/** Headers that the client sets itself for each send. */
const ownHeaders = /^(host|content-length|connection|accept-encoding|cookie|transfer-encoding)$|^:/i;

/** Members with measurements of the recording. */
const measured = ['startedDateTime', 'time', 'timings', 'cache', 'connection', 'serverIPAddress', 'pageref'];
const measuredOfMessage = ['httpVersion', 'headersSize', 'bodySize', 'redirectURL'];

export function fromHar(source: Json): ImportedCollection {
  const json = trackReads(source);
  const log = isObject(json['log']) ? json['log'] : {};
  ignoreFields(log, 'version', 'browser', 'pages');
  const warnings: ImportWarning[] = [];
  const items = list(log['entries']).flatMap((entry): ImportedItem[] => {
    // In HAR, names with a leading underscore belong to the recording program and are not part of the request.
    const internal = Object.keys(entry).filter((name) => name.startsWith('_') && name !== '_webSocketMessages');
    ignoreFields(entry, ...measured, ...internal);
    const request = isObject(entry['request']) ? entry['request'] : {};
    const url = text(request['url']);
    const method = text(request['method']) || 'GET';
    const path = URL.canParse(url) ? new URL(url).pathname : url;
    const name = `${method} ${path}`;
    beginItem(entry, name);
    const [scheme = ''] = /^[a-z][a-z\d+.-]*:/i.exec(url) ?? [];
    if (!/^(https?:)?$/i.test(scheme)) {
      ignoreFields(entry, ...Object.keys(entry));
      warnings.push({
        where: `${method} ${url.slice(0, 60)}`,
        what: `an address of "${scheme}", which is not sent here`,
      });
      return [];
    }
    ignoreFields(request, ...measuredOfMessage, 'queryString');
    const sentHeaders = list(request['headers']).filter((header) => {
      const isOwn = ownHeaders.test(text(header['name']));
      if (isOwn) ignoreFields(header, 'value');
      return !isOwn;
    });
    const headers = sentHeaders.map((header) => ({ name: text(header['name']), value: text(header['value']) }));
    const body = bodyOf(isObject(request['postData']) ? request['postData'] : undefined);
    const response = isObject(entry['response']) ? entry['response'] : undefined;
    const item = {
      name,
      request: {
        info: { name, type: 'http' as const },
        http: { method, url, ...(headers.length > 0 ? { headers } : {}), ...(body ? { body } : {}) },
        ...examplesMember(response ? [exampleOf(response)] : [], name, warnings),
        ...optional('docs', prose(entry['comment'])),
      },
    };
    return [endItem(entry, item)];
  });
  const creator = isObject(log['creator']) ? text(log['creator']['name']) : '';
  ignoreFields(log['creator'], 'version');
  const name = creator ? `Recording of ${creator}` : 'Recording';
  const docs = optional('docs', prose(log['comment']));
  const imported = { kind: 'HAR recording', name, ...docs, items, environments: [], secrets: [], warnings };
  warnings.push(...unreadFields(json, name));
  return untrackAll(imported);
}

/** Cookies are left out, because they would give access to the recorded session. */
function exampleOf(response: Json): ExampleParts {
  const content = isObject(response['content']) ? response['content'] : {};
  ignoreFields(response, ...measuredOfMessage, 'cookies', ...Object.keys(response).filter((name) => /^_/.test(name)));
  ignoreFields(content, 'size', 'compression');
  const status = Number(scalarText(response['status']));
  const statusText = text(response['statusText']);
  return {
    name: `${status} ${statusText}`.trim(),
    status: Number.isInteger(status) && status > 0 ? status : undefined,
    statusText,
    headers: list(response['headers'])
      .map((item) => ({ name: text(item['name']), value: text(item['value']) }))
      .filter(({ name }) => !/^set-cookie$|^:/i.test(name)),
    body: text(content['text']),
    isBase64: content['encoding'] === 'base64',
    contentType: text(content['mimeType']),
  };
}

function bodyOf(data: Json | undefined): HttpRequestBody | undefined {
  if (!data) return undefined;
  const type = text(data['mimeType']);
  const params = list(data['params']);
  // Some recorders store both the fields and the encoded text.
  const content = text(data['text']);
  const isForm = /urlencoded/i.test(type);
  ignoreFields(data, params.length > 0 && !(isForm && content !== '') ? 'text' : 'params');
  // The text is what was sent; recorders do not agree whether the fields beside it are encoded.
  if (isForm && content !== '') {
    const form = textBody(content.replaceAll('+', '%20'), type);
    return form.type === 'form-urlencoded' ? form : { type: 'text', data: content };
  }
  const field = (item: Json) => ({
    name: text(item['name']),
    value: text(item['value']),
    ...disabledIf(item['disabled']),
  });
  if (isForm && params.length > 0) return { type: 'form-urlencoded', data: params.map(field) };
  if (/multipart/i.test(type) && params.length > 0) {
    return {
      type: 'multipart-form',
      data: params.map((param) => {
        const isFile = typeof param['fileName'] === 'string';
        return {
          ...field(param),
          type: isFile ? 'file' : 'text',
          value: isFile ? [text(param['fileName'])] : text(param['value']),
        };
      }),
    };
  }
  if (content === '') return undefined;
  return { type: /json/i.test(type) ? 'json' : /xml/i.test(type) ? 'xml' : 'text', data: content };
}
