/** Differences in sending the requests of a Bruno collection. */
import { withQuery, wsseToken } from '../../http/auth/add-auth.ts';
import type { RequestAuth } from '../../http/auth/auth-types.ts';
import { codedError } from '../../../contract/errors.ts';
import { hasName, nameLikeBruno } from '../../../contract/http/header-value.ts';
import type { HttpBody, HttpField, HttpHop, HttpRequest } from '../../../contract/http/http.ts';
import type { RequestSettings } from '../../../contract/collection/request-settings.ts';
import { TOKEN_VARIABLES } from '../../../contract/scripts/guest-operations.ts';
import type { ScopeStates } from '../../../contract/scripts/script-context.ts';
import { jsonText, withoutComments } from './json-like-bruno.ts';
import { sentHeaders, type SentHeader } from './sent-headers.ts';

const ACCEPT = 'application/json, text/plain, */*';
/** The number of redirects that Bruno follows; a further one is the response. */
export const BRUNO_REDIRECTS = 5;

/** Bruno's switch decides only whether the address is encoded beforehand; what no server takes is always encoded. */
export const settingsLikeBruno = (settings: RequestSettings): RequestSettings =>
  settings.encodeUrl === false ? { ...settings, encodeUrl: undefined } : settings;

/** Id and secret of a client that have no place are sent in the body. */
export const authLikeBruno = (auth: RequestAuth | undefined): RequestAuth | undefined =>
  auth?.type === 'oauth2' && auth.flow !== 'implicit' && auth.credentials && !auth.credentials.placement
    ? { ...auth, credentials: { ...auth.credentials, placement: 'body' } }
    : auth;

/** Keeps the members of a token response as variables of the run. @param id names the token */
export function keepTokenMembers(
  { local }: ScopeStates,
  members: readonly [name: string, value: unknown][],
  id = 'credentials',
): void {
  const named = members.map(([name, value]) => [`${TOKEN_VARIABLES}${id}.${name}`, value] as const);
  local.values = { ...local.values, ...Object.fromEntries(named) };
}

/** A credential in the query: the address is written anew, with spaces of the whole query as `+`. */
export function setQueryLikeBruno(url: string, name: string, value = ''): string {
  if (!URL.canParse(url)) return withQuery(url, name, value);
  const address = new URL(url);
  address.searchParams.set(name, value);
  return address.href;
}

/** The headers of this name, which is in lower case, that are not switched off. */
const enabledHeaders = (headers: readonly HttpField[], name: string): HttpField[] =>
  headers.filter((header) => !header.disabled && hasName(header, name));

/** A form that is written as one text: Bruno takes it for encoded, and leaves `{{name}}` in it. */
export function withFormText(filled: HttpRequest, { body }: HttpRequest): HttpRequest {
  const isForm = ({ value }: HttpField) => value === FORM_TYPE;
  return body?.mode === 'raw' && enabledHeaders(filled.headers, 'content-type').some(isForm)
    ? { ...filled, body }
    : filled;
}

/** Path parameters inside of parentheses, as in `Items(':id')` and `Items(Key=:key)` of OData. */
export function withODataParams(request: HttpRequest): HttpRequest {
  const values = new Map((request.pathParams ?? []).map(({ name, value }) => [name, value]));
  if (values.size === 0) return request;
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(request.url) ?? [];
  const segments = path
    .split('/')
    .map((segment) =>
      ODATA_SEGMENT.test(segment)
        ? segment.replace(/:([A-Za-z_]\w*)/g, (written, name: string) => values.get(name) || written)
        : segment,
    );
  return { ...request, url: segments.join('/') + rest };
}
const ODATA_SEGMENT = /^[A-Za-z0-9_.-]+\([^)]*\)$/;

/**
 * @param request with its variables filled in
 * @param onWarning receives a sentence about a body that is not the JSON that its type names
 * @throws InvalidRequest for GraphQL variables that are not JSON
 */
export function beforeAuth(
  request: HttpRequest,
  { encodeUrl, omitHeaders }: RequestSettings,
  onWarning: (text: string) => void,
): HttpRequest {
  const isOmitted = omitHeaders?.some((name) => name.toLowerCase() === 'accept') ?? false;
  const accept =
    isOmitted || enabledHeaders(request.headers, 'accept').length > 0 ? [] : [{ name: 'Accept', value: ACCEPT }];
  return {
    ...request,
    url: encodeUrl === true ? encodedAddress(request.url) : request.url,
    headers: [...withoutRepeated(request.headers).map(onOneLine), ...typeOfEmptyBody(request), ...accept],
    ...(request.body ? { body: bodyOf(request.body, request.headers, onWarning) } : {}),
  };
}

/** Bruno keeps headers in an object, so that the last one of a name is sent. */
function withoutRepeated(headers: readonly HttpField[]): HttpField[] {
  const last = new Map(headers.filter(({ disabled }) => !disabled).map((header) => [header.name, header]));
  return headers.filter((header) => header.disabled || last.get(header.name) === header);
}

/** Bruno leaves out the control characters of a header, such as the line ends of a certificate, instead of refusing it. */
const onOneLine = (header: HttpField): HttpField => ({
  ...header,
  name: header.name.trim(),
  value: header.value.replace(/[^\P{Cc}\t]/gu, '').trim(),
});

/**
 * A body without content is sent with its type. Without JSON there is no type, which the client library of Bruno's
 * command line replaces by that of a form.
 */
function typeOfEmptyBody({ method, headers, body }: HttpRequest): HttpField[] {
  const type = body && (isEmptyText(body) ? emptyTypeOf(body.contentType, method) : typeOfEmptyForm(body));
  return type === undefined || enabledHeaders(headers, 'content-type').length > 0
    ? []
    : [{ name: 'Content-Type', value: type }];
}

const FORM_TYPE = 'application/x-www-form-urlencoded';
const isEmptyText = (body: HttpBody): body is RawBody => body.mode === 'raw' && body.text === '' && !body.isBase64;

function emptyTypeOf(contentType = 'text/plain', method: string): string | undefined {
  if (contentType !== 'application/json') return contentType;
  return /^(POST|PUT|PATCH)$/i.test(method) ? FORM_TYPE : undefined;
}

function typeOfEmptyForm(body: HttpBody): string | undefined {
  // A file whose type is empty.
  if (body.mode === 'file' && body.contentType === '') return '';
  if (body.mode === 'urlencoded' && body.fields.every(({ disabled }) => disabled)) return FORM_TYPE;
  if (body.mode !== 'formdata' || !body.parts.every(({ disabled }) => disabled)) return undefined;
  return `multipart/form-data; boundary=----outrigger${crypto.randomUUID().replaceAll('-', '')}`;
}

/**
 * A file of a form that is not chosen is left out. A GraphQL body always has a query and variables: an empty text and an
 * empty object where there are none.
 */
function bodyOf(body: HttpBody, headers: HttpRequest['headers'], onWarning: (text: string) => void): HttpBody {
  if (body.mode === 'raw') return rawBodyOf(body, headers, onWarning);
  if (body.mode === 'formdata') return { ...body, parts: body.parts.filter(({ files }) => files?.length !== 0) };
  if (body.mode !== 'graphql') return body;
  try {
    const variables = withoutComments(body.variables).trim() || '{}';
    return { ...body, query: body.query ?? '', variables: JSON.stringify(JSON.parse(variables)) };
  } catch (error) {
    throw codedError('InvalidRequest', `The GraphQL variables are not JSON: ${(error as Error).message}`);
  }
}

type RawBody = Extract<HttpBody, { mode: 'raw' }>;

function rawBodyOf(body: RawBody, headers: HttpRequest['headers'], onWarning: (text: string) => void): RawBody {
  if (body.isBase64 || body.text.trim() === '') return body;
  const ownType = enabledHeaders(headers, 'content-type')[0]?.value;
  const written = body.contentType === 'application/json' ? withoutComments(body.text) : body.text;
  if (!(ownType ?? body.contentType)?.includes('application/json')) return { ...body, text: written };
  const warn = () =>
    onWarning('The body is not JSON, although its type says so: it is sent as one text in quotes, as by Bruno.');
  return { ...body, text: jsonText(written, warn) };
}

/** The header of an auth that scripts see before the request is sent. */
export function authHeaderOf(auth: RequestAuth | undefined): { name: string; value: string } | undefined {
  if (auth?.type === 'bearer') return { name: 'Authorization', value: `Bearer ${auth.token ?? ''}` };
  if (auth?.type === 'apikey' && auth.placement !== 'query' && auth.key)
    return { name: auth.key, value: auth.value ?? '' };
  // As it is signed anew when the request is sent, its nonce differs then.
  if (auth?.type === 'wsse') return { name: 'X-WSSE', value: wsseToken(auth.username ?? '', auth.password ?? '') };
  return undefined;
}

/** The headers of `req` in a script after the response: without what the client adds, except the type of the body. */
export function sentHeadersLikeBruno(sent: HttpRequest, hop: HttpHop): SentHeader[] {
  const headers = sent.headers.filter(({ name, value }) => name !== 'Accept' || value !== ACCEPT);
  const isShown = ({ name }: HttpField) => /^(content-type|cookie)$/i.test(name);
  // The client sends some names in another spelling than that of the request.
  const ofRequest = new Map(
    sent.headers.filter(({ disabled }) => !disabled).map(({ name }) => [name.toLowerCase(), name]),
  );
  const requestHeaders = hop.requestHeaders.map(({ name, value }) => ({
    name: ofRequest.get(name.toLowerCase()) ?? name,
    value,
  }));
  return sentHeaders({ ...sent, headers }, { ...hop, requestHeaders }, isShown);
}

/** @param request with its authentication */
export function afterAuth(request: HttpRequest, auth: RequestAuth | undefined): HttpRequest {
  const { body } = request;
  const headers = auth?.type === 'bearer' && !auth.token ? withEmptyToken(request.headers) : request.headers;
  return {
    ...request,
    // User and password of the URL have precedence over a token.
    headers: /^[a-z][a-z\d+.-]*:\/\/[^/?#]*@/i.test(request.url)
      ? headers.filter((header) => !hasName(header, 'authorization'))
      : headers,
    ...(body?.mode === 'urlencoded' && body.fields.some(({ disabled }) => !disabled)
      ? { body: { mode: 'raw', text: formText(body.fields), contentType: FORM_TYPE } }
      : {}),
  };
}

/** An empty token is sent, in the place of a header that is written by hand. */
const withEmptyToken = (headers: HttpRequest['headers']) => [
  ...headers.filter((header) => header.disabled || !hasName(header, 'authorization')),
  { name: 'Authorization', value: 'Bearer ' },
];

/** Encodes a form like a browser: a space becomes `+`. */
const formText = (fields: readonly { name: string; value: string; disabled?: boolean }[]): string =>
  new URLSearchParams(
    fields.filter(({ disabled }) => !disabled).map(({ name, value }): [string, string] => [name, value]),
  ).toString();

/** The headers as they go to the server: one of each name, in the spelling of the first with the value of the last. */
export function headersLikeBruno(headers: readonly HttpField[]): HttpField[] {
  const byName = new Map<string, HttpField>();
  for (const { name, value, disabled } of headers) {
    if (disabled) continue;
    const key = name.toLowerCase();
    byName.set(key, { name: byName.get(key)?.name ?? nameLikeBruno(name), value });
  }
  return [...byName.values()];
}

/**
 * The address as it goes to the server: as in browsers, segments of dots are resolved, line ends and a question mark
 * without a query are left out.
 */
export function addressLikeBruno(address: string): string {
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  return URL.canParse(withScheme) ? new URL(withScheme).href.replace(/\?(?=#|$)/, '') : address;
}

/** Encodes each part: those of the path after decoding them, those of the query as they are written. */
function encodedAddress(address: string): string {
  // The address may lack "http://".
  const [, origin = '', path = '', query] =
    /^((?:[a-z][a-z\d+.-]*:\/\/)?[^/?#]*)([^?]*)(?:\?(.*))?$/is.exec(address) ?? [];
  const encodedPath = path
    .split('/')
    .map((segment) => encodeURIComponent(decodedText(segment)))
    .join('/');
  if (query === undefined) return `${origin}${encodedPath}`;
  const parameters = query
    .split('&')
    .map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name, ...(part.includes('=') ? [value.join('=')] : [])].map(encodeURIComponent).join('=');
    })
    .filter((part) => part !== '' && !part.startsWith('='));
  return `${origin}${encodedPath}?${parameters.join('&')}`;
}

/** As in Bruno: where the text as a whole is not encoded correctly, each character of one byte that is. */
function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%[\da-f]{2}/gi, (byte) => {
      try {
        return decodeURIComponent(byte);
      } catch {
        return byte;
      }
    });
  }
}
