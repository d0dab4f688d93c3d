/** A collection for Postman (format 2.1), and one request as code of another language. */
import type { Auth } from '@opencollection/types/common/auth';
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { Scripts } from '@opencollection/types/common/scripts';
import type { HttpRequest } from '../../contract/http.ts';
import { toPostman } from '../http/postman-request.ts';
import { valueOf } from '../collection/variable-value.ts';
import type { LoadedCollection, LoadedRequest } from '../collection/collection-files.ts';
import { detailsOf, toHttpRequest } from '../collection/open-collection.ts';
import type { Json } from './imported.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

export function toPostmanCollection(collection: LoadedCollection): Json {
  const root: Json & { item: Json[] } = {
    info: { name: collection.name, schema: SCHEMA },
    item: [],
    ...sharedOf(collection.requests[0]?.defaults[0]),
  };
  const folders = new Map<string, Json & { item: Json[] }>([['', root]]);
  for (const request of collection.requests) {
    const names = request.path.slice(1, -1);
    let parent = root;
    names.forEach((name, depth) => {
      const key = names.slice(0, depth + 1).join('\n');
      let folder = folders.get(key);
      if (!folder) {
        folder = { name, item: [], ...sharedOf(request.defaults[depth + 1]) };
        folders.set(key, folder);
        parent.item.push(folder);
      }
      parent = folder;
    });
    parent.item.push(itemOf(request));
  }
  return root;
}

function itemOf({ name, request }: LoadedRequest): Json {
  const details = detailsOf(request);
  // Postman fills in path parameters itself.
  const unfilled = { ...details, params: (details.params ?? []).filter(({ type }) => type !== 'path') };
  const { url, ...sent } = toPostman(
    toHttpRequest(
      request.graphql
        ? { ...request, graphql: { ...request.graphql, ...unfilled } }
        : { ...request, http: { ...request.http, ...unfilled } },
    ),
  );
  const param = ({ name: key, value, disabled }: { name: string; value: string; disabled?: boolean }) => ({
    key,
    value,
    ...(disabled ? { disabled } : {}),
  });
  const query = (details.params ?? []).filter(({ type }) => type === 'query').map(param);
  const variable = (details.params ?? []).filter(({ type }) => type === 'path').map(param);
  const auth = authOf(details.auth);
  const { followRedirects, maxRedirects } = request.settings ?? {};
  const behavior = {
    ...(typeof followRedirects === 'boolean' ? { followRedirects } : {}),
    ...(typeof maxRedirects === 'number' ? { maxRedirects } : {}),
  };
  return {
    name,
    ...eventsOf(request.runtime?.scripts),
    ...(Object.keys(behavior).length > 0 ? { protocolProfileBehavior: behavior } : {}),
    request: {
      ...sent,
      url: {
        raw: url,
        ...partsOf(String(url)),
        ...(query.length > 0 ? { query } : {}),
        ...(variable.length > 0 ? { variable } : {}),
      },
      ...(auth ? { auth } : {}),
      ...(typeof request.docs === 'string' ? { description: request.docs } : {}),
    },
    response: [],
  };
}

function partsOf(url: string): Json {
  const [, protocol, host = '', path = '', query] =
    /^(?:([a-z]+):\/\/)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?/i.exec(url) ?? [];
  const [, name = host, port] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  return {
    ...(protocol ? { protocol } : {}),
    host: name.startsWith('{{') ? [name] : name.split('.'),
    ...(port ? { port } : {}),
    ...(path ? { path: path.slice(1).split('/') } : {}),
    ...(query
      ? {
          query: query
            .split('&')
            .map((pair) => ({ key: pair.split('=')[0], value: pair.split('=').slice(1).join('=') })),
        }
      : {}),
  };
}

function sharedOf(defaults: RequestDefaults | undefined): Json {
  const auth = authOf(defaults?.auth);
  const variables = (defaults?.variables ?? []).map((variable) => {
    if ('secret' in variable) return { key: variable.name, value: '', type: 'secret' };
    const value = valueOf(variable);
    return { key: variable.name, value: typeof value === 'string' ? value : JSON.stringify(value) };
  });
  return {
    ...eventsOf(defaults?.scripts),
    ...(variables.length > 0 ? { variable: variables } : {}),
    ...(auth && defaults?.auth ? { auth } : {}),
  };
}

function eventsOf(scripts: Scripts | undefined): Json {
  const code = (types: string[]) =>
    (scripts ?? [])
      .filter(({ type }) => types.includes(type))
      .map((one) => one.code)
      .join('\n');
  const event = (listen: string, text: string) =>
    text === '' ? [] : [{ listen, script: { type: 'text/javascript', exec: text.split('\n') } }];
  const all = [...event('prerequest', code(['before-request'])), ...event('test', code(['after-response', 'tests']))];
  return all.length > 0 ? { event: all } : {};
}

/** Undefined where it is inherited. */
function authOf(auth: Auth | undefined): Json | undefined {
  if (auth === 'inherit') return undefined;
  if (auth === undefined) return { type: 'noauth' };
  const pairs = (values: Record<string, string | undefined>) =>
    Object.entries(values).map(([key, value]) => ({ key, value: value ?? '', type: 'string' }));
  switch (auth.type) {
    case 'basic':
    case 'digest':
      return { type: auth.type, [auth.type]: pairs({ username: auth.username, password: auth.password }) };
    case 'bearer':
      return { type: 'bearer', bearer: pairs({ token: auth.token }) };
    case 'apikey':
      return { type: 'apikey', apikey: pairs({ key: auth.key, value: auth.value, in: auth.placement ?? 'header' }) };
    case 'ntlm':
      return { type: 'ntlm', ntlm: pairs({ username: auth.username, password: auth.password, domain: auth.domain }) };
    case 'awsv4': {
      const { accessKeyId, secretAccessKey, sessionToken, service, region } = auth;
      return {
        type: 'awsv4',
        awsv4: pairs({ accessKey: accessKeyId, secretKey: secretAccessKey, sessionToken, service, region }),
      };
    }
    case 'oauth2': {
      if (auth.flow === 'implicit') return { type: 'oauth2', oauth2: pairs({ grant_type: 'implicit' }) };
      const { accessTokenUrl, credentials, scope } = auth;
      const common = {
        accessTokenUrl,
        clientId: credentials?.clientId,
        clientSecret: credentials?.clientSecret,
        scope,
      };
      const own =
        auth.flow === 'client_credentials'
          ? { grant_type: 'client_credentials' }
          : auth.flow === 'resource_owner_password_credentials'
            ? {
                grant_type: 'password_credentials',
                username: auth.resourceOwner?.username,
                password: auth.resourceOwner?.password,
              }
            : {
                grant_type: auth.pkce?.disabled ? 'authorization_code' : 'authorization_code_with_pkce',
                authUrl: auth.authorizationUrl,
                redirect_uri: auth.callbackUrl,
              };
      return { type: 'oauth2', oauth2: pairs({ ...common, ...own }) };
    }
    default:
      return { type: 'noauth' };
  }
}

export interface CodeTarget {
  /** `language/client`, as the library names them. */
  id: string;
  title: string;
}

export async function codeTargets(): Promise<CodeTarget[]> {
  const { snippetz } = await import('@scalar/snippetz');
  return snippetz()
    .clients()
    .flatMap(({ key, title, clients }) =>
      clients.map((client) => ({ id: `${key}/${client.client}`, title: `${title}: ${client.title}` })),
    );
}

/** @param request with its variables filled in, as far as they have a value */
export async function toCode(request: HttpRequest, target: string): Promise<string> {
  const { snippetz } = await import('@scalar/snippetz');
  const [language = 'shell', client = 'curl'] = target.split('/');
  const [, address = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(request.url) ?? [];
  const har = {
    method: request.method,
    url: address,
    headers: request.headers.filter(({ disabled }) => !disabled).map(({ name, value }) => ({ name, value })),
    queryString: query
      .split('&')
      .filter(Boolean)
      .map((pair) => ({ name: pair.split('=')[0] ?? '', value: decode(pair.split('=').slice(1).join('=')) })),
    ...postDataOf(request),
  };
  const type = (har as { postData?: { mimeType: string } }).postData?.mimeType;
  if (type && !har.headers.some(({ name }) => name.toLowerCase() === 'content-type')) {
    har.headers.push({ name: 'Content-Type', value: type });
  }
  return snippetz().print(language as 'shell', client as 'curl', har) ?? '';
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function postDataOf({ body }: HttpRequest): Json {
  switch (body?.mode) {
    case 'raw':
      return { postData: { mimeType: body.contentType ?? 'text/plain', text: body.text } };
    case 'urlencoded':
      return {
        postData: {
          mimeType: 'application/x-www-form-urlencoded',
          params: body.fields.filter(({ disabled }) => !disabled).map(({ name, value }) => ({ name, value })),
        },
      };
    case 'formdata':
      return {
        postData: {
          mimeType: 'multipart/form-data',
          params: body.parts
            .filter(({ disabled }) => !disabled)
            .flatMap(({ name, value, files }) =>
              files
                ? files.map((fileName) => ({ name, fileName, value: `@${fileName}` }))
                : [{ name, value: value ?? '' }],
            ),
        },
      };
    case 'graphql':
      return {
        postData: {
          mimeType: 'application/json',
          text: JSON.stringify({
            query: body.query,
            ...(body.variables ? { variables: parseOr(body.variables) } : {}),
          }),
        },
      };
    case 'file':
      return { postData: { mimeType: body.contentType ?? 'application/octet-stream', text: `@${body.path}` } };
    default:
      return {};
  }
}
function parseOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
