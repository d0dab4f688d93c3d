/**
 * Examples: responses that are stored in the file of their request, in the form of OpenCollection. A file from a
 * stranger may hold any value there: an example of another form is shown by its number only, and the request can still
 * be read.
 */
import * as z from 'zod';
import type { HttpRequestExample, HttpRequestExampleResponseBody } from '@opencollection/types/requests/http';
import { isSeq, type Document } from 'yaml';
import type { EditedRequest, TreeItem } from '../../../contract/collection/collection.ts';
import { describeProblems } from '../../../contract/describe-problems.ts';
import { codedError } from '../../../contract/errors.ts';
import { isBinaryType, mediaType } from '../../../contract/http/media-type.ts';
import { headerValueOf } from '../../../contract/http/header-value.ts';
import { applyEdit } from './edit-request.ts';
import { toEdited } from './to-edited.ts';
import { parseEditable } from './edit-yaml.ts';
import { collectionLimits, MIB, sizeText } from '../files/limits.ts';
import { detailsOf, parseRequest, type OpenRequest } from '../format/open-collection.ts';
import { parseYaml, toPlain } from '../format/parse-yaml.ts';

export const MAX_EXAMPLES = 100;
/** Characters of a body, which is base64 when it is binary. */
export const MAX_EXAMPLE_BODY = MIB;

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String).nullish();
const pair = z.looseObject({ name: text, value: text });
const example = z.looseObject({
  name: text,
  description: z.union([z.string(), z.looseObject({ content: text }), z.null()]).optional(),
  request: z.looseObject({}).nullish(),
  response: z
    .looseObject({
      status: z.number().int().nullish(),
      statusText: text,
      headers: z.array(pair).nullish(),
      body: z.looseObject({ type: text, data: text }).nullish(),
    })
    .nullish(),
});

/** An example in the form that the interface shows; `body` has the bytes. */
export interface ReadExample {
  name: string;
  description: string;
  request: EditedRequest | null;
  status: number;
  statusText: string;
  headers: { name: string; value: string }[];
  contentType: string;
  body: Buffer;
}

/** The unvalidated examples of a request. */
const listOf = (request: object): unknown[] => {
  const { examples } = request as { examples?: unknown };
  return Array.isArray(examples) ? examples : [];
};
const nameOf = (name: string | null | undefined, index: number) => name?.trim() || `Example ${index + 1}`;

/** Names and states for the tree, at most 100. */
export function summariesOf(request: OpenRequest): NonNullable<TreeItem['examples']> {
  return listOf(request)
    .slice(0, MAX_EXAMPLES)
    .map((item, index) => {
      const { data } = example.safeParse(item);
      return { name: nameOf(data?.name, index).slice(0, 200), status: data?.response?.status ?? null };
    });
}

/** @throws FileNotFound where the request has no such example; InvalidData where the example has another form */
export function readExample(request: OpenRequest, index: number): ReadExample {
  const source = listOf(request)[index];
  if (source === undefined) {
    throw codedError('FileNotFound', 'This example no longer exists.', 'Reload the list.');
  }
  const { data, error } = example.safeParse(source);
  if (!data) {
    throw codedError('InvalidData', `This example does not have the form of one: ${describeProblems(error)}.`);
  }
  const { response } = data;
  const headers = (response?.headers ?? []).map(({ name, value }) => ({ name: name ?? '', value: value ?? '' }));
  const contentType = headerValueOf(headers, 'content-type');
  const type = response?.body?.type ?? 'text';
  const content = response?.body?.data ?? '';
  return {
    name: nameOf(data.name, index),
    description: (typeof data.description === 'object' ? data.description?.content : data.description) ?? '',
    request: data.request ? requestOf(data.request) : null,
    status: response?.status ?? 0,
    statusText: response?.statusText ?? '',
    headers,
    contentType: contentType ?? contentTypes[type] ?? 'text/plain',
    body: Buffer.from(content, type === 'binary' ? 'base64' : 'utf8'),
  };
}
const contentTypes: Record<string, string> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  binary: 'application/octet-stream',
};

/** Absent members of the stored request get the values of an empty request. */
function requestOf(http: object): EditedRequest | null {
  try {
    return toEdited(parseRequest(JSON.stringify({ http }), 'The example'));
  } catch {
    return null;
  }
}

/** @param body the whole body; @throws FileTooLarge when the example does not fit into a request's file */
export function newExample(parts: {
  name: string;
  description?: string;
  request?: EditedRequest;
  response: Pick<ReadExample, 'status' | 'statusText' | 'headers' | 'contentType'>;
  body: Buffer;
  /** The body decoded by its charset; UTF-8 when absent. */
  text?: string;
}): HttpRequestExample {
  const { name, description, request, body } = parts;
  const { status, statusText, headers, contentType } = parts.response;
  const type = bodyType(contentType);
  const data = type === 'binary' ? body.toString('base64') : (parts.text ?? body.toString('utf8'));
  if (data.length > MAX_EXAMPLE_BODY) {
    throw codedError(
      'FileTooLarge',
      `An example holds at most ${sizeText(MAX_EXAMPLE_BODY)}; this body has ${sizeText(data.length)}.`,
      'Save the body to a file.',
    );
  }
  return {
    name,
    ...(description ? { description } : {}),
    ...(request ? { request: exampleRequest(request) } : {}),
    response: {
      status,
      ...(statusText ? { statusText } : {}),
      headers: headers.map((header) => ({ ...header })),
      ...(data === '' ? {} : { body: { type, data } }),
    },
  };
}

/** OpenCollection's name for the type of a body. */
export function bodyType(contentType: string): HttpRequestExampleResponseBody['type'] {
  const type = mediaType(contentType);
  if (/json$/.test(type)) return 'json';
  if (type === 'text/html') return 'html';
  if (/xml$/.test(type)) return 'xml';
  return isBinaryType(contentType) ? 'binary' : 'text';
}

/** Converts a request without authentication, scripts and settings: an example has no place for them. */
function exampleRequest(edited: EditedRequest): NonNullable<HttpRequestExample['request']> {
  const asHttp: EditedRequest =
    edited.body.type === 'graphql'
      ? { ...edited, body: { type: 'json', text: graphqlText(edited.body.query, edited.body.variables) } }
      : edited;
  const written = parseYaml(
    applyEdit('http: {}\n', { ...asHttp, auth: { type: 'none' } }),
    'The example',
  ) as OpenRequest;
  const { method = edited.method, url = edited.url, headers, params } = detailsOf(written);
  const body = written.http?.body;
  return {
    method,
    url,
    ...(headers ? { headers } : {}),
    ...(params ? { params } : {}),
    ...(body && !Array.isArray(body) ? { body } : {}),
  };
}
function graphqlText(query: string, variables: string): string {
  try {
    return JSON.stringify({ query, variables: JSON.parse(variables || '{}') as unknown }, null, 2);
  } catch {
    return JSON.stringify({ query, variables }, null, 2);
  }
}

/**
 * @param index inserts before this index; appends when absent. @throws InvalidData when there are too many examples;
 * FileTooLarge
 */
export function addExample(file: string, source: string, added: object, index = Infinity): string {
  const { document, examples } = open(file, source);
  if (examples.length >= MAX_EXAMPLES) {
    throw codedError('InvalidData', `${file} has ${examples.length} examples already.`, 'Delete some of them.');
  }
  const node = document.createNode(added, { aliasDuplicateObjects: false });
  const list = document.getIn(['examples']);
  if (isSeq(list)) list.items.splice(Math.min(index, list.items.length), 0, node);
  else document.setIn(['examples'], document.createNode([node]));
  const next = document.toString({ lineWidth: 0 });
  if (next.length > collectionLimits.fileBytes) {
    throw codedError(
      'FileTooLarge',
      `${file} would be larger than ${sizeText(collectionLimits.fileBytes)}.`,
      'Delete some of its examples.',
    );
  }
  return next;
}

/** @returns the new text of the file, and the removed example as JSON for `addExample`. @throws FileChangedOnDisk */
export function removeExample(
  file: string,
  source: string,
  { index, name }: { index: number; name: string },
): { text: string; removed: string } {
  const { document, examples } = open(file, source);
  const { data } = example.safeParse(examples[index]);
  if (index >= examples.length || nameOf(data?.name, index) !== name) {
    throw codedError('FileChangedOnDisk', `The examples of ${file} have changed.`, 'Reload the list.');
  }
  if (examples.length === 1) document.deleteIn(['examples']);
  else document.deleteIn(['examples', index]);
  return { text: document.toString({ lineWidth: 0 }), removed: JSON.stringify(examples[index]) };
}

function open(file: string, source: string): { document: Document; examples: unknown[] } {
  const document = parseEditable(source, file);
  return { document, examples: listOf(toPlain(document, file) ?? {}) };
}
