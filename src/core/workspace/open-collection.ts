/**
 * Collections in the OpenCollection form, as it stands on disk: read with the position of every mistake, and turned
 * into requests. Types are those of the open specification.
 */
import type { OpenCollection } from '@opencollection/types';
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { HttpRequest as OpenRequest, HttpRequestBody } from '@opencollection/types/requests/http';
import { LineCounter, parseDocument } from 'yaml';
import { codedError } from '../../contract/errors.ts';
import type { HttpBody, HttpRequest } from '../../contract/http.ts';

export interface CollectionRequest {
  /** Names from the collection down to the request. */
  path: string[];
  request: OpenRequest;
  /** What the collection and the folders above add, from the outermost. */
  defaults: RequestDefaults[];
}

/** @throws CollectionDamaged, naming file, line and column */
export function parseYaml(text: string, file: string): unknown {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [problem] = document.errors;
  if (problem) {
    const { line, col } = lines.linePos(problem.pos[0]);
    throw codedError(
      'CollectionDamaged',
      `${file}, line ${line}, column ${col}: ${(problem.message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '')}`,
    );
  }
  return document.toJS();
}

/** @throws CollectionDamaged */
export function parseCollection(text: string, file: string): OpenCollection {
  const json = parseYaml(text, file);
  if (typeof json !== 'object' || json === null || !('opencollection' in json)) {
    throw codedError('CollectionDamaged', `${file} is no collection: it does not say "opencollection".`);
  }
  return json as OpenCollection;
}

/** Every HTTP request of a collection whose items stand in one file, in their order. */
export function requestsOf(collection: OpenCollection): CollectionRequest[] {
  const found: CollectionRequest[] = [];
  const visit = (items: OpenCollection['items'], path: string[], defaults: RequestDefaults[]) => {
    for (const item of items ?? []) {
      const name = ('info' in item ? item.info?.name : undefined) ?? '';
      if ('http' in item && item.http) found.push({ path: [...path, name], request: item, defaults });
      else if ('items' in item)
        visit(item.items, [...path, name], item.request ? [...defaults, item.request] : defaults);
    }
  };
  visit(collection.items, [collection.info?.name ?? ''], [collection.request ?? {}]);
  return found;
}

/** The request with its variables still in place; what is switched off is kept and marked. */
export function toHttpRequest({ http }: OpenRequest): HttpRequest {
  const body = http?.body;
  const chosen = Array.isArray(body) ? (body.find(({ selected }) => selected) ?? body[0])?.body : body;
  const made = chosen && bodyOf(chosen);
  return {
    method: http?.method ?? 'GET',
    url: http?.url ?? '',
    headers: (http?.headers ?? []).map(({ name, value, disabled }) => ({
      name,
      value,
      ...(disabled ? { disabled } : {}),
    })),
    ...(made ? { body: made } : {}),
  };
}

const rawTypes = {
  json: 'application/json',
  text: 'text/plain',
  xml: 'application/xml',
  sparql: 'application/sparql-query',
};

function bodyOf(body: HttpRequestBody): HttpBody | undefined {
  switch (body.type) {
    case 'form-urlencoded':
      return {
        mode: 'urlencoded',
        fields: body.data.map(({ name, value, disabled }) => ({ name, value, ...(disabled ? { disabled } : {}) })),
      };
    case 'multipart-form':
      return {
        mode: 'formdata',
        parts: body.data.map(({ name, type, value, contentType, disabled }) => ({
          name,
          ...(type === 'file' ? { files: [value].flat() } : { value: [value].flat().join('') }),
          ...(contentType ? { contentType } : {}),
          ...(disabled ? { disabled } : {}),
        })),
      };
    case 'file': {
      const file = body.data.find(({ selected }) => selected) ?? body.data[0];
      return file && { mode: 'file', path: file.filePath };
    }
    default:
      return body.data === '' ? undefined : { mode: 'raw', text: body.data, contentType: rawTypes[body.type] };
  }
}
