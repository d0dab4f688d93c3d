/** Converts one operation of an OpenAPI description into a request. */
import type { HttpRequestParam } from '@opencollection/types/requests/http';
import {
  disabledIf,
  optional,
  isObject,
  list,
  listMember,
  prose,
  scalarText,
  text,
  type ImportedItem,
  type Json,
  type ImportWarning,
} from '../imported/imported.ts';
import { examplesMember, type ExampleParts } from '../imported/examples.ts';
import { securityOf } from './auth.ts';
import { bodyOf, furtherBodies, ignoreSampled } from './body.ts';
import { inQuery } from '../imported/in-query.ts';
import { fieldsOf, requestPath, simpleText } from './parameters.ts';
import { serverUrl } from './server.ts';
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
  /** Names of the cookies with an API key that the description requires of operations without own requirements. */
  cookies: readonly string[];
}

export function requestOf(source: Operation, sampler: Sampler, warnings: ImportWarning[]): ImportedItem {
  const { path, method, entry, operation, schemes } = source;
  const sample = sampler.forRequest();
  const name =
    scalarText(operation['summary']) || scalarText(operation['operationId']) || `${method.toUpperCase()} ${path}`;
  beginItem(operation, name);
  ignoreFields(operation, 'operationId');
  const parameters = parametersOf(entry, operation);
  const of = (place: string) =>
    parameters.filter((parameter) => parameter['in'] === place && scalarText(parameter['name']).trim() !== '');
  const address = requestPath(path);
  const inPath = pathFields(of('path'), sample);
  const variables = inPath(address.inSegments);
  const pathParams = inPath(address.asSegments).map((field): HttpRequestParam => ({ ...field, type: 'path' }));
  // An optional query parameter is added as a disabled parameter.
  const queryParams = of('query').flatMap((parameter): HttpRequestParam[] =>
    fieldsOf(scalarText(parameter['name']), valueOf(parameter, sample), untracked(parameter)).map((field) => ({
      ...inQuery(field),
      ...described(parameter),
      type: 'query',
      ...disabledIf(parameter['required'] !== true),
    })),
  );
  const params = [...queryParams, ...pathParams];
  const query = queryParams.filter(({ disabled }) => !disabled).map(({ name: key, value }) => `${key}=${value}`);
  const { auth, cookies } = Array.isArray(operation['security'])
    ? securityOf(list(operation['security']), schemes, name, warnings)
    : { auth: 'inherit' as const, cookies: source.cookies };
  const headers = headersOf(of('header'), withKeys(cookies, of('cookie')), sample);
  const body = bodyOf(isObject(operation['requestBody']) ? operation['requestBody'] : {}, sample);
  const [server] = [...list(operation['servers']), ...list(entry['servers'])];
  const origin = server ? serverUrl(server) : '{{baseUrl}}';
  const url = `${origin}${address.url}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const examples = [
    ...examplesOf(operation['responses'], sample),
    ...requestExamplesOf({ method: method.toUpperCase(), url }, operation['requestBody'], sample),
  ];
  return {
    name,
    request: {
      info: { name, type: 'http', ...listMember('tags', tagsOf(operation)) },
      http: {
        method: method.toUpperCase(),
        url,
        ...(headers.length > 0 ? { headers } : {}),
        ...(params.length > 0 ? { params } : {}),
        ...(body ? { body } : {}),
        ...(auth ? { auth } : {}),
      },
      ...(variables.length > 0 ? { runtime: { variables } } : {}),
      ...examplesMember(examples, name, warnings),
      ...optional('docs', docsOf(operation)),
    },
  };
}

/** @returns the fields of parameters by their names. One without a definition is added, so that it can be filled in. */
function pathFields(parameters: readonly Json[], sample: RequestSampler) {
  // Of several definitions the first counts.
  const byName = new Map(parameters.toReversed().map((parameter) => [scalarText(parameter['name']), parameter]));
  return (names: readonly string[]) =>
    names.map((name) => {
      const parameter = byName.get(name) ?? {};
      return { name, value: simpleText(valueOf(parameter, sample), untracked(parameter)), ...described(parameter) };
    });
}

/** The tags of an operation, each once. The first is also the name of its folder. */
export const tagsOf = ({ tags }: Json): string[] => [
  ...new Set((Array.isArray(tags) ? tags.map(scalarText) : []).filter((tag) => tag.trim() !== '')),
];

/** The cookies, with those that have an API key, unless the operation defines a cookie of that name itself. */
function withKeys(names: readonly string[], defined: readonly Json[]): Json[] {
  const definedNames = new Set(defined.map((parameter) => parameter['name']));
  const keys = names.filter((name) => !definedNames.has(name)).map((name) => ({ name, example: '{{apiKey}}' }));
  return [...defined, ...keys];
}

/** The headers of an operation; its cookies are one of them. */
function headersOf(headers: readonly Json[], cookies: readonly Json[], sample: RequestSampler) {
  const fields = headers.map((parameter) => ({
    name: scalarText(parameter['name']),
    value: simpleText(valueOf(parameter, sample), untracked(parameter)),
    ...described(parameter),
    ...disabledIf(parameter['required'] !== true),
  }));
  const pairs = cookies.map(
    (parameter) => `${scalarText(parameter['name'])}=${simpleText(valueOf(parameter, sample), {})}`,
  );
  return pairs.length > 0 ? [...fields, { name: 'Cookie', value: pairs.join('; ') }] : fields;
}

const described = (parameter: Json) => optional('description', prose(parameter['description']));

function docsOf(operation: Json): string {
  const description = prose(operation['description']);
  return operation['deprecated'] === true ? `**Deprecated.** ${description}`.trim() : description;
}

/** The parameters of an operation, and those of its path that it does not define anew. */
function parametersOf(entry: Json, operation: Json): Json[] {
  const operationParameters = list(operation['parameters']);
  const keyOf = (parameter: Json) => `${scalarText(parameter['in'])} ${scalarText(parameter['name'])}`;
  const defined = new Set(operationParameters.map(keyOf));
  const inheritedParameters = list(entry['parameters']).filter((parameter) => !defined.has(keyOf(parameter)));
  const parameters = [...inheritedParameters, ...operationParameters];
  for (const parameter of parameters) {
    ignoreSampled(parameter, 'required', 'deprecated', 'allowEmptyValue', 'style', 'explode', 'content');
  }
  return parameters;
}

/** The example of a parameter, or a value of its schema where one is needed or would have several fields. */
function valueOf(parameter: Json, sample: RequestSampler): unknown {
  const { content, schema, ...plain } = untracked(parameter);
  const [media] = Object.values(isObject(content) ? content : {});
  if (isObject(media)) {
    const example = sample.parameter(media);
    return text(example === '' ? sample.schema(media['schema']) : example);
  }
  const value = sample.parameter({ ...plain, schema });
  if (value !== '' || !isObject(schema)) return value;
  const isNeeded = plain['required'] === true || schema['type'] === 'array' || schema['type'] === 'object';
  return isNeeded ? (sample.schema(schema) ?? '') : '';
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
    ignoreFields(response, 'headers');
    ignoreFields(response['content'], ...Object.keys(isObject(response['content']) ? response['content'] : {}));
    const part = (name: string, value: unknown): ExampleParts => ({
      name,
      description,
      status,
      ...(contentType ? { headers: [{ name: 'Content-Type', value: contentType }] } : {}),
      body: typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''),
    });
    if (!isObject(media)) return [part(title, '')];
    const { examples, example, schema } = untracked(media);
    const namedExamples = Object.entries(isObject(examples) ? examples : {});
    if (namedExamples.length > 0) {
      return namedExamples.map(([key, parameter]) => {
        const value = isObject(parameter) ? parameter['value'] : undefined;
        const summary = isObject(parameter) ? scalarText(parameter['summary']) : '';
        return part(`${code} ${summary || key}`.slice(0, 200), sample.parameter({ example: value ?? '' }));
      });
    }
    const value = example === undefined ? sample.schema(schema) : sample.parameter(untracked(media));
    return [part(title, value ?? '')];
  });
}

/** An example for each further body that the description names; the first one is the body of the request. */
function requestExamplesOf(
  address: { method: string; url: string },
  requestBody: unknown,
  sample: RequestSampler,
): ExampleParts[] {
  if (!isObject(requestBody)) return [];
  return furtherBodies(untracked(requestBody), sample).map(({ body, ...about }) => ({
    ...about,
    request: { ...address, ...(body ? { body } : {}) },
  }));
}
