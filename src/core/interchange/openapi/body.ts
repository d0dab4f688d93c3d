/** The body of a request from the media types of an OpenAPI description: the first that is known is sampled. */
import type { HttpRequestBody, MultipartFormEntry } from '@opencollection/types/requests/http';
import { isObject, optional, prose, scalarText, text, type Json } from '../imported/imported.ts';
import { ignoreFields, untracked } from '../imported/unread-fields.ts';
import { fieldsOf } from './parameters.ts';
import type { RequestSampler } from './sample.ts';
import { propertiesOf, xmlSample } from './xml-sample.ts';

/** A schema describes allowed values and is not sent, so its unread fields are not reported. */
export const ignoreSampled = (node: unknown, ...more: string[]) =>
  ignoreFields(node, 'schema', 'example', 'examples', ...more);

/** Patterns of the media types of which a sample is made, the first that fits a type of the description. */
const preferences = [/json/i, /urlencoded/i, /multipart/i, /xml/i, /^/];

function contentOf(body: Json): { content: Json; type: string | undefined } {
  const content = isObject(body['content']) ? body['content'] : {};
  const types = Object.keys(content);
  const [type] = preferences.flatMap((pattern) => types.find((name) => pattern.test(name)) ?? []);
  return { content, type };
}

/** The bodies of the examples after the first, of the media type that `bodyOf` chooses, with their names. */
export function furtherBodies(body: Json, sample: RequestSampler) {
  const { content, type } = contentOf(body);
  const media = type === undefined ? undefined : content[type];
  if (type === undefined || !isObject(media) || !isObject(media['examples'])) return [];
  const { examples, ...rest } = media;
  return Object.entries(examples)
    .slice(1)
    .flatMap(([key, example]) =>
      isObject(example) && example['value'] !== undefined
        ? [
            {
              name: (scalarText(example['summary']) || key).slice(0, 200),
              description: prose(example['description']),
              body: bodyOf({ content: { [type]: { ...rest, example: example['value'] } } }, sample),
            },
          ]
        : [],
    );
}

export function bodyOf(body: Json, sample: RequestSampler): HttpRequestBody | undefined {
  ignoreFields(body, 'required', 'description');
  const { content, type } = contentOf(body);
  if (type === undefined) return undefined;
  ignoreSampled(content[type], 'encoding');
  const media = isObject(content[type]) ? untracked(content[type]) : {};
  const isOf = (pattern: RegExp) => pattern.test(type);
  if (isOf(/json/i)) {
    const value = sampleOf(media, sample);
    return { type: 'json', data: typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '') };
  }
  if (isOf(/urlencoded/i)) return { type: 'form-urlencoded', data: formFields(media, sample) };
  if (isOf(/multipart/i)) return { type: 'multipart-form', data: parts(media, sample) };
  if (isOf(/xml/i)) {
    const value = sampleOf(media, sample);
    return { type: 'xml', data: typeof value === 'string' ? value : xmlSample(media['schema'], value) };
  }
  const isText = isOf(/^text\//i) || (type === '*/*' && !isFile(media['schema']));
  if (isText) return { type: 'text', data: text(sampleOf(media, sample)) };
  if (isOf(/sparql-query/i)) return { type: 'sparql', data: text(sampleOf(media, sample)) };
  return { type: 'file', data: [{ filePath: '', contentType: type, selected: true }] };
}

function sampleOf(media: Json, sample: RequestSampler): unknown {
  const example = sample.parameter({ ...media, schema: undefined });
  return example === '' ? sample.schema(media['schema']) : example;
}

const encodingOf = (media: Json, name: string): Json => {
  const all = isObject(media['encoding']) ? media['encoding'] : {};
  return isObject(all[name]) ? all[name] : {};
};

const descriptionOf = (property: unknown) =>
  optional('description', isObject(property) ? prose(property['description']) : '');

function formFields(media: Json, sample: RequestSampler) {
  const value = sampleOf(media, sample);
  const properties = propertiesOf(media['schema']);
  return Object.entries(isObject(value) ? value : {}).flatMap(([name, member]) => {
    const encoding = encodingOf(media, name);
    // A description that says nothing about an object leaves its form open, and members are lost as fields of their own.
    const isPlainObject = isObject(member) && encoding['style'] === undefined;
    const fields = isPlainObject ? [{ name, value: text(member) }] : fieldsOf(name, member, encoding);
    return fields.map((field) => ({ ...field, ...descriptionOf(properties[name]) }));
  });
}

function parts(media: Json, sample: RequestSampler) {
  const example = sample.parameter({ ...media, schema: undefined });
  const properties = propertiesOf(media['schema']);
  return Object.entries(properties).flatMap(([name, property]): MultipartFormEntry[] => {
    const more = {
      ...optional('contentType', scalarText(encodingOf(media, name)['contentType']).split(',')[0]),
      ...descriptionOf(property),
    };
    const items = isObject(property) && property['type'] === 'array' ? property['items'] : undefined;
    if (isFile(property) || isFile(items)) return [{ name, type: 'file', value: [], ...more }];
    const value = isObject(example) && name in example ? example[name] : sample.schema(property);
    return [value].flat().map((entry) => ({ name, type: 'text', value: text(entry), ...more }));
  });
}

const isFile = (property: unknown): boolean =>
  isObject(property) && (property['format'] === 'binary' || 'contentMediaType' in property);
