/** Adds authentication to a request before it is sent, and defines its part in the exchange with the server. */
import { createHash, randomBytes } from 'node:crypto';
import type { AuthOAuth2 } from '@opencollection/types/common/auth';
import { authKindOf } from '../../../contract/collection/auth-kinds.ts';
import { hasName } from '../../../contract/http/header-value.ts';
import { codedError, toFailure } from '../../../contract/errors.ts';
import type { HttpField, HttpRequest } from '../../../contract/http/http.ts';
import { queryName, queryValue } from '../postman/postman-request.ts';
import { accessToken, type OAuthDependencies } from '../oauth2/oauth2.ts';
import type { RequestAuth } from './auth-types.ts';
import { createAws } from './aws.ts';
import { createDigest, type DigestMemory } from './digest.ts';
import { createEdgeGrid } from './edgegrid.ts';
import { createHawk } from './hawk.ts';
import type { HopAuth } from './hop-auth.ts';
import { createAsapToken, createJwt } from './jwt.ts';
import { createNtlm } from './ntlm.ts';
import { createOAuth1 } from './oauth1.ts';

export interface AuthorizeOptions {
  /** Dependencies for fetching OAuth 2 access tokens. */
  oauth2: OAuthDependencies;
  /** Receives a sentence for the console when the auth lacks a credential and the request is sent without it. */
  onWarning: (text: string) => void;
  signal: AbortSignal;
  /** Sends the request without auth that fails, with a warning, instead of throwing. */
  omitFailedAuth?: boolean | null | undefined;
  /** The object of the auth that the request inherits: the same one for all requests that do. */
  inherited?: object | undefined;
  /** Receives the members of the response that gave the access token. */
  onToken?: ((members: [name: string, value: unknown][], auth: AuthOAuth2) => void) | undefined;
  /** Writes a credential into the query of an address in another form than Postman's. */
  setQuery?: SetQuery | undefined;
}
export type SetQuery = (url: string, name: string, value: string | undefined) => string;
export interface AuthorizedRequest {
  request: HttpRequest;
  /** To be passed as `SendOptions.auth`. */
  hopAuth: HopAuth | undefined;
}

/**
 * The request with its auth, whose variables have been filled in. Like Postman and Bruno, it sends a request without
 * auth, with a warning, when the auth has no credentials at all.
 * @throws InvalidRequest for an unknown kind of auth or an invalid field; AuthFailed, Cancelled
 */
export async function authorize(
  request: HttpRequest,
  auth: RequestAuth | undefined,
  options: AuthorizeOptions,
): Promise<AuthorizedRequest> {
  if (!options.omitFailedAuth) return withAuthOfKind(request, auth, options);
  const orElse = async <T>(instead: T, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (options.signal.aborted) throw error;
      options.onWarning(`The request is sent without its auth: ${toFailure(error).message}`);
      return instead;
    }
  };
  const without: AuthorizedRequest = { request, hopAuth: undefined };
  const authorized = await orElse(without, () => withAuthOfKind(request, auth, options));
  const { hopAuth } = authorized;
  if (!hopAuth) return authorized;
  const safeAuth: HopAuth = {
    ...hopAuth,
    sign: (target) => orElse(target, async () => (await hopAuth.sign?.(target)) ?? target),
    answer: (hop, target) => orElse(undefined, async () => hopAuth.answer?.(hop, target)),
  };
  return { request: authorized.request, hopAuth: safeAuth };
}

async function withAuthOfKind(
  request: HttpRequest,
  auth: RequestAuth | undefined,
  { oauth2, onWarning, signal, inherited, setQuery, onToken }: AuthorizeOptions,
): Promise<AuthorizedRequest> {
  if (!auth) return { request, hopAuth: undefined };
  const missing = missingCredentials(auth);
  if (missing) {
    onWarning(`${authKindOf(auth.type)?.label} needs ${missing}: the request is sent without it.`);
    return { request, hopAuth: undefined };
  }
  if (auth.type === 'oauth2') {
    const result = await accessToken(auth, oauth2, signal);
    if ('token' in result) {
      if (result.members) onToken?.(result.members, auth);
      return { request: withToken(request, auth, result.token, setQuery), hopAuth: undefined };
    }
    onWarning(`OAuth 2 has no token: ${result.missing}. The request is sent without it.`);
    return { request, hopAuth: undefined };
  }
  return {
    request: await withAuth(request, auth, setQuery),
    hopAuth: createHopAuth(auth, inherited && memoryOf(inherited)),
  };
}

/** Kept as long as the collection is loaded, such as for a run. */
const memories = new WeakMap<object, DigestMemory>();
function memoryOf(inherited: object): DigestMemory {
  const memory: DigestMemory = memories.get(inherited) ?? new Map();
  memories.set(inherited, memory);
  return memory;
}

/** Adds the auth that needs no challenge of the server. @throws InvalidRequest */
export async function withAuth(
  original: HttpRequest,
  auth: RequestAuth | undefined,
  setQuery: SetQuery = withQuery,
): Promise<HttpRequest> {
  const replacesToken = (auth?.type === 'bearer' || auth?.type === 'apikey') && auth.replacesToken;
  const request = replacesToken ? withoutToken(original) : original;
  const authorization = (value: string) => withCredential(request, 'Authorization', value);
  switch (auth?.type) {
    case 'basic': {
      const pair = `${auth.username ?? ''}:${auth.password ?? ''}`;
      return authorization(`Basic ${Buffer.from(pair).toString('base64')}`);
    }
    case 'bearer':
      return auth.token ? authorization(`Bearer ${auth.token}`) : request;
    case 'apikey':
      return auth.placement === 'query'
        ? { ...request, url: setQuery(request.url, auth.key ?? '', auth.value) }
        : withCredential(request, auth.key ?? 'X-API-Key', auth.value ?? '');
    case 'wsse':
      return withCredential(request, 'X-WSSE', wsseToken(auth.username ?? '', auth.password ?? ''));
    case 'jwt': {
      const token = await createJwt(auth);
      return auth.placement === 'query'
        ? { ...request, url: setQuery(request.url, auth.queryParameter || 'token', token) }
        : authorization(`${auth.headerPrefix ?? 'Bearer'} ${token}`.trim());
    }
    case 'asap':
      return authorization(`Bearer ${await createAsapToken(auth)}`);
    default:
      return request;
  }
}

/** @returns undefined for kinds of auth without a part in the exchange. @throws InvalidRequest for an unknown kind */
export function createHopAuth(auth: RequestAuth | undefined, memory?: DigestMemory): HopAuth | undefined {
  switch (auth?.type) {
    case 'oauth1':
      return createOAuth1(auth);
    case 'hawk':
      return createHawk(auth);
    case 'edgegrid':
      return createEdgeGrid(auth);
    case 'awsv4':
      return createAws(auth);
    case 'digest':
      return createDigest(auth, memory);
    case 'ntlm':
      return createNtlm(auth);
    default:
      if (auth === undefined || authKindOf(auth.type)) return undefined;
      throw codedError(
        'InvalidRequest',
        `Outrigger has no auth of the kind "${String((auth as { type: unknown }).type)}".`,
        'Choose another kind on the Auth tab, or add its headers in the pre-request script.',
      );
  }
}

/** The missing credentials of the auth as a part of a sentence; undefined where none is missing. */
function missingCredentials(auth: RequestAuth): string | undefined {
  switch (auth.type) {
    case 'apikey':
      return auth.key === '' && auth.placement !== 'query' ? 'a name' : undefined;
    case 'awsv4':
      return auth.accessKeyId && auth.secretAccessKey ? undefined : 'an access key and a secret key';
    case 'oauth1': {
      const isRsa = auth.signatureMethod?.startsWith('RSA');
      if (auth.consumerKey && (isRsa ? auth.privateKey?.value : auth.consumerSecret)) return undefined;
      return `a consumer key and a ${isRsa ? 'private key' : 'consumer secret'}`;
    }
    case 'hawk':
      return auth.authId && auth.authKey ? undefined : 'an auth ID and an auth key';
    case 'edgegrid':
      if (auth.accessToken && auth.clientToken && auth.clientSecret) return undefined;
      return 'an access token, a client token and a client secret';
    default:
      return undefined;
  }
}

/** The request with a credential in a header, which replaces headers of the same name, as in Postman. */
function withCredential(request: HttpRequest, name: string, value: string): HttpRequest {
  const lowerName = name.toLowerCase();
  const isOther = (header: HttpField) => header.disabled || !hasName(header, lowerName);
  return { ...request, headers: [...request.headers.filter(isOther), { name, value, credential: true }] };
}

/**
 * The digest is the Base64 form of its hexadecimal text, as in Bruno and the services that follow PHP's `sha1()`; OASIS
 * specifies the Base64 form of the bytes.
 */
export function wsseToken(username: string, password: string): string {
  const nonce = randomBytes(16).toString('hex');
  const created = new Date().toISOString();
  const digest = createHash('sha1').update(`${nonce}${created}${password}`).digest('hex');
  return `UsernameToken Username="${username}", PasswordDigest="${Buffer.from(digest).toString('base64')}", Nonce="${nonce}", Created="${created}"`;
}

/** The request with an access token where its auth places it. */
export function withToken(
  request: HttpRequest,
  auth: AuthOAuth2,
  token: string,
  setQuery: SetQuery = withQuery,
): HttpRequest {
  const placement = auth.tokenConfig?.placement;
  const cleared = withoutToken(request);
  if (placement && 'query' in placement) {
    return { ...cleared, url: setQuery(cleared.url, placement.query || 'access_token', token) };
  }
  const prefix = placement && 'header' in placement ? placement.header : 'Bearer';
  return withCredential(cleared, 'Authorization', `${prefix} ${token}`.trim());
}

/** The request without a token that it has already, in its header or in its query, as in Postman. */
function withoutToken({ headers, url, ...request }: HttpRequest): HttpRequest {
  const isOther = (header: HttpField) => header.disabled || !hasName(header, 'authorization');
  const hasToken = /[?&]access_token(?:[=&#]|$)/.test(url);
  return { ...request, headers: headers.filter(isOther), url: hasToken ? withoutQuery(url, 'access_token') : url };
}

/** The address with a query parameter, which replaces those of the same name. */
export function withQuery(url: string, name: string, value: string | undefined): string {
  const pair = value === undefined ? queryName(name) : `${queryName(name)}=${queryValue(value)}`;
  return withoutQuery(url, name, pair);
}

/** The address without the parameters of this name. @param pairs are added at the end */
function withoutQuery(url: string, name: string, ...pairs: string[]): string {
  const [, before = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  const isOther = (pair: string) => pair !== '' && pair.split('=')[0] !== name;
  const all = [...query.split('&').filter(isOther), ...pairs].join('&');
  return `${before}${all && '?'}${all}${hash}`;
}
