/** Converts one operation of an OpenAPI description into a request. */
import type { HttpRequestBody, HttpRequestParam } from '@opencollection/types/requests/http';
import {
  disabledIf,
  optional,
  isObject,
  list,
  prose,
  text,
  type ImportedItem,
  type Json,
  type ImportWarning,
} from '../imported/imported.ts';
import { examplesMember, type ExampleParts } from '../imported/examples.ts';
import { authOf } from './auth.ts';
import { beginItem, ignoreFields, untracked } from '../imported/unread-fields.ts';
import type { RequestSampler, Sampler } from './sample.ts';

export interface Operation {
  path: string;
  /** In lower case. */
  method: string;
  /** The path item, whose members apply to all of its operations. */
  entry: Json;
  operation: Json;
  schemes: Json;
}

export function requestOf(source: Operation, sampler: Sampler, warnings: ImportWarning[]): ImportedItem {
  const { path, method, entry, operation, schemes } = source;
  const sample = sampler.forRequest();
  const name = text(operation['summary']) || text(operation['operationId']) || `${method.toUpperCase()} ${path}`;
  beginItem(operation, name);
  ignoreFields(operation, 'operationId');
  const ofOperation = list(operation['parameters']);
  const inherited = list(entry['parameters']).filter(
    (one) => !ofOperation.some((other) => other['name'] === one['name'] && other['in'] === one['in']),
  );
  const parameters = [...inherited, ...ofOperation];
  for (const one of parameters) ignoreSampled(one, 'required', ...defaultStyleOf(one));
  const of = (place: string) => parameters.filter((one) => one['in'] === place);
  const param =
    (type: 'query' | 'path') =>
    (one: Json): HttpRequestParam => ({
      name: text(one['name']),
      value: text(sample.parameter(untracked(one))),
      ...optional('description', prose(one['description'])),
      type,
      // An optional query parameter is added as a disabled one.
      ...disabledIf(type === 'query' && one['required'] !== true),
    });
  const params = [...of('query').map(param('query')), ...of('path').map(param('path'))];
  const query = params
    .filter(({ type, disabled }) => type === 'query' && !disabled)
    .map((one) => `${one.name}=${one.value}`);
  const headers = of('header').map((one) => ({
    name: text(one['name']),
    value: text(sample.parameter(untracked(one))),
    ...optional('description', prose(one['description'])),
    ...disabledIf(one['required'] !== true),
  }));
  const cookies = of('cookie').map((one) => `${text(one['name'])}=${text(sample.parameter(untracked(one)))}`);
  if (cookies.length > 0) headers.push({ name: 'Cookie', value: cookies.join('; ') });
  const body = bodyOf(isObject(operation['requestBody']) ? operation['requestBody'] : {}, sample);
  const auth = Array.isArray(operation['security'])
    ? authOf(list(operation['security']), schemes, name, warnings)
    : 'inherit';
  return {
    name,
    request: {
      info: { name, type: 'http' },
      http: {
        method: method.toUpperCase(),
        url: `{{baseUrl}}${path.replace(/\{([^{}]+)\}/g, ':$1')}${query.length > 0 ? `?${query.join('&')}` : ''}`,
        ...(headers.length > 0 ? { headers } : {}),
        ...(params.length > 0 ? { params } : {}),
        ...(body ? { body } : {}),
        ...(auth ? { auth } : {}),
      },
      ...examplesMember(examplesOf(operation['responses'], sample), name, warnings),
      ...optional('docs', prose(operation['description'])),
    },
  };
}

/** A schema describes allowed values and is not sent, so its unread fields are not reported. */
const ignoreSampled = (one: unknown, ...more: string[]) => ignoreFields(one, 'schema', 'example', 'examples', ...more);

/** Fields of a parameter that only repeat the defaults. */
function defaultStyleOf(parameter: Json): string[] {
  const { in: place, style, explode } = untracked(parameter);
  const byDefault = place === 'query' || place === 'cookie' ? 'form' : 'simple';
  return [
    ...(style === byDefault ? ['style'] : []),
    ...(explode === ((style ?? byDefault) === 'form') ? ['explode'] : []),
  ];
}

/** An example for each example of a response; for a response without any, one from its schema or without a body. */
function examplesOf(responses: unknown, sample: RequestSampler): ExampleParts[] {
  return Object.entries(isObject(responses) ? responses : {}).flatMap(([code, response]) => {
    if (!isObject(response)) return [];
    const status = /^[1-5]\d\d$/.test(code) ? Number(code) : undefined;
    const description = prose(response['description']);
    const title = `${code} ${description}`.trim().slice(0, 200);
    const [contentType = '', media] = Object.entries(isObject(response['content']) ? response['content'] : {})[0] ?? [];
    ignoreSampled(media);
    const part = (name: string, value: unknown): ExampleParts => ({
      name,
      description,
      status,
      ...(contentType ? { headers: [{ name: 'Content-Type', value: contentType }] } : {}),
      body: typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''),
    });
    if (!isObject(media)) return [part(title, '')];
    const { examples, example, schema } = untracked(media);
    const named = Object.entries(isObject(examples) ? examples : {});
    if (named.length > 0) {
      return named.map(([key, one]) => {
        const value = isObject(one) ? one['value'] : undefined;
        return part(`${code} ${key}`, sample.parameter({ example: value ?? '' }));
      });
    }
    const value = example === undefined ? sample.schema(schema) : sample.parameter(untracked(media));
    return [part(title, value ?? '')];
  });
}

function bodyOf(body: Json, sample: RequestSampler): HttpRequestBody | undefined {
  ignoreFields(body, 'required');
  const content = isObject(body['content']) ? body['content'] : {};
  const types = Object.keys(content);
  const find = (pattern: RegExp) => types.find((type) => pattern.test(type));
  const mediaOf = (type: string): Json | undefined => {
    const media = content[type];
    ignoreSampled(media);
    return isObject(media) ? untracked(media) : undefined;
  };
  const sampleOf = (type: string): unknown => {
    const media = mediaOf(type);
    if (!media) return undefined;
    const example = sample.parameter({ ...media, schema: undefined });
    return example === '' ? sample.schema(media['schema']) : example;
  };
  const json = find(/json/i);
  if (json) {
    const value = sampleOf(json);
    return { type: 'json', data: typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '') };
  }
  const fields = (type: string) => {
    const value = sampleOf(type);
    return isObject(value) ? Object.entries(value) : [];
  };
  const form = find(/urlencoded/i);
  if (form)
    return { type: 'form-urlencoded', data: fields(form).map(([name, value]) => ({ name, value: text(value) })) };
  const multipart = find(/multipart/i);
  if (multipart) {
    const schema = mediaOf(multipart)?.['schema'];
    const properties = isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {};
    return {
      type: 'multipart-form',
      data: Object.entries(properties).map(([name, property]) => {
        const isFile = isObject(property) && (property['format'] === 'binary' || 'contentMediaType' in property);
        return { name, type: isFile ? 'file' : 'text', value: isFile ? [] : text(sample.schema(property)) };
      }),
    };
  }
  const xml = find(/xml/i);
  if (xml) return { type: 'xml', data: text(sample.parameter({ ...mediaOf(xml), schema: undefined })) };
  const [other] = types;
  if (other === undefined) return undefined;
  if (/^text\//i.test(other)) return { type: 'text', data: text(sampleOf(other)) };
  return { type: 'file', data: [{ filePath: '', contentType: other, selected: true }] };
}
