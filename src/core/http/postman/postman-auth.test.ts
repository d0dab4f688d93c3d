/** Every kind of auth is converted from Postman's format and back without a loss. */
import { expect, test } from 'vitest';
import { authKinds } from '../../../contract/collection/auth-kinds.ts';
import { fromPostmanAuth, toPostmanAuth } from './postman-auth.ts';
import type { RequestAuth } from '../auth/auth-types.ts';

/** A value for each parameter; a choice gets its last option, which is not the default. */
function parametersOf(kind: string): { key: string; value: string | boolean; type: string }[] {
  return (authKinds[kind]?.fields ?? []).map(({ name, postman, options, flag }) => {
    const last = options?.findLast(
      (option, at) => options.findIndex((other) => other.postman === option.postman) === at,
    );
    const text = options ? ((last ?? options[0])?.postman ?? options.at(-1)?.value ?? '') : `{{${name}}}`;
    const value = flag ? true : text === 'true' || text === 'false' ? text === 'true' : text;
    return { key: postman ?? name, value, type: typeof value === 'boolean' ? 'boolean' : 'string' };
  });
}

const inPostman = Object.keys(authKinds).filter((kind) => kind !== 'oauth2' && !authKinds[kind]?.unknownToPostman);
test.each(inPostman)('%s', (kind) => {
  const postman = { type: kind, [kind]: parametersOf(kind) };
  const auth = fromPostmanAuth(postman);
  expect(auth === 'none' ? auth : toPostmanAuth(auth)).toEqual(postman);
  const asObject = Object.fromEntries(parametersOf(kind).map(({ key, value }) => [key, value]));
  expect(fromPostmanAuth({ type: kind, [kind]: asObject })).toEqual(auth);
});

test('OAuth 1 without parameters is sent as in Postman: in the body or the query, without a version', () => {
  const auth = fromPostmanAuth({ type: 'oauth1', oauth1: [{ key: 'consumerKey', value: 'c' }] });
  expect(auth).toEqual({ type: 'oauth1', consumerKey: 'c', placement: 'body', version: '' });
});
test('OAuth 1 without a placement is sent in the header, as in Postman', () => {
  expect(toPostmanAuth({ type: 'oauth1' })['oauth1']).toContainEqual({
    key: 'addParamsToHeader',
    value: true,
    type: 'boolean',
  });
});
test.each(['constructor', '__proto__', 'passport'])('Postman has no auth of the kind %j', (type) => {
  expect(toPostmanAuth({ type } as unknown as RequestAuth)).toEqual({ type: 'noauth' });
});
test('an unknown kind keeps its name; no auth stays no auth', () => {
  expect(fromPostmanAuth({ type: 'passport', passport: [{ key: 'a', value: 'b' }] })).toEqual({
    type: 'passport',
    a: 'b',
  });
  expect([fromPostmanAuth({ type: 'noauth' }), fromPostmanAuth(null), fromPostmanAuth('x')]).toEqual([
    'none',
    'none',
    'none',
  ]);
});

const row = (key: string, more: object = {}) => ({ key, value: '1', enabled: true, ...more });
const oauth2 = (parameters: Record<string, unknown>) => ({
  type: 'oauth2',
  oauth2: Object.entries(parameters).map(([key, value]) => ({
    key,
    value,
    type: typeof value === 'string' ? 'string' : 'any',
  })),
});
const client = { accessTokenUrl: 'http://x/token', clientId: 'c', clientSecret: 's', scope: 'a b' };
test.each<[string, Record<string, unknown>]>([
  ['the prefix of the token', { ...client, headerPrefix: 'Token', grant_type: 'client_credentials' }],
  ['the token in the query', { ...client, addTokenTo: 'queryParams', grant_type: 'client_credentials' }],
  [
    'further parameters of the requests for a token',
    {
      ...client,
      tokenRequestParams: ['body', 'url', 'header'].map((place) => row(place, { send_as: `request_${place}` })),
      refreshRequestParams: [row('r', { send_as: 'request_body' })],
      grant_type: 'authorization_code',
      authUrl: 'http://x/auth',
      redirect_uri: 'http://x/back',
      state: 's',
      authRequestParams: [row('prompt', { send_as: 'request_url' })],
    },
  ],
  [
    'a plain challenge',
    {
      ...client,
      grant_type: 'authorization_code_with_pkce',
      challengeAlgorithm: 'plain',
      authUrl: 'http://x/auth',
      redirect_uri: 'http://x/back',
    },
  ],
  [
    'the implicit flow',
    { grant_type: 'implicit', authUrl: 'http://x/auth', redirect_uri: 'http://x/back', clientId: 'c', scope: 'a' },
  ],
])('OAuth 2 is converted and back: %s', (_subject, parameters) => {
  const auth = fromPostmanAuth(oauth2(parameters));
  expect(auth === 'none' ? auth : toPostmanAuth(auth)).toEqual(oauth2(parameters));
});

test('OAuth 2: the audience is a parameter of the token request; disabled rows are ignored', () => {
  const rows = [row('off', { enabled: false }), row('elsewhere', { send_as: 'request_header' }), row('on')];
  expect(fromPostmanAuth(oauth2({ ...client, audience: 'api', tokenRequestParams: rows }))).toMatchObject({
    additionalParameters: {
      accessTokenRequest: [
        { name: 'audience', value: 'api', placement: 'body' },
        { name: 'elsewhere', value: '1', placement: 'header' },
        { name: 'on', value: '1', placement: 'body' },
      ],
    },
  });
});

test('OAuth 2: an empty word before the token leaves the token alone, an absent one is Bearer', () => {
  expect(fromPostmanAuth(oauth2({ accessToken: 't', headerPrefix: ' ' }))).toEqual({
    type: 'apikey',
    key: 'Authorization',
    value: 't',
    placement: 'header',
    replacesToken: true,
  });
  expect(fromPostmanAuth(oauth2({ accessToken: 't', headerPrefix: null }))).toMatchObject({
    type: 'bearer',
    token: 't',
  });
  const fetching = { ...client, headerPrefix: '', grant_type: 'client_credentials' };
  expect(fromPostmanAuth(oauth2(fetching))).toMatchObject({ tokenConfig: { placement: { header: '' } } });
});
test.each([
  { accessToken: 't', addTokenTo: 'header' },
  { accessToken: 't', addTokenTo: 'queryParams' },
  { accessToken: 't', addTokenTo: 'header', headerPrefix: 'Token of' },
  { accessToken: 't', addTokenTo: 'header', headerPrefix: '' },
])('OAuth 2: a token alone is one of OAuth 2 for scripts and in an export: %o', (parameters) => {
  const auth = fromPostmanAuth(oauth2(parameters));
  if (auth === 'none') throw new Error('The auth is left out.');
  const written = toPostmanAuth(auth);
  expect(written).toEqual({
    type: 'oauth2',
    oauth2: Object.entries(parameters).map(([key, value]) => ({ key, value, type: 'string' })),
  });
  expect(fromPostmanAuth(written)).toEqual(auth);
});
test('OAuth 2: the other parameters of a token are kept for scripts and exports', () => {
  const parameters = {
    accessToken: 't',
    addTokenTo: 'header',
    clientId: 'c',
    timestamp: 1700000000000,
    useBrowser: true,
  };
  const auth = fromPostmanAuth(oauth2({ ...parameters, tokenRequestParams: [row('a')], state: null }));
  const tokenDetails = { clientId: 'c', timestamp: 1700000000000, useBrowser: true };
  expect(auth).toEqual({ type: 'bearer', token: 't', replacesToken: true, tokenDetails });
  if (auth === 'none') throw new Error('The auth is left out.');
  expect(toPostmanAuth(auth)).toEqual({
    type: 'oauth2',
    oauth2: Object.entries(parameters).map(([key, value]) => ({
      key,
      value,
      type: typeof value,
    })),
  });
});
test('OAuth 2: a token that a variable holds or a script sets is sent, and no other one is fetched', () => {
  const parameters = { accessToken: '{{token}}', addTokenTo: 'header', ...client, grant_type: 'client_credentials' };
  const auth = fromPostmanAuth(oauth2(parameters), { isSaved: true });
  expect(auth).toMatchObject({ type: 'bearer', token: '{{token}}', tokenDetails: client });
  expect(auth === 'none' ? auth : toPostmanAuth(auth)).toEqual(oauth2(parameters));
  const literal = oauth2({ ...parameters, accessToken: 'of a script' });
  expect(fromPostmanAuth(literal)).toMatchObject({ type: 'bearer', token: 'of a script' });
  expect(fromPostmanAuth(literal, { isSaved: true })).toMatchObject({ type: 'oauth2', flow: 'client_credentials' });
});
test('OAuth 2: a MAC token is an unknown kind, so that it is never sent as a bearer token', () => {
  const auth = fromPostmanAuth(oauth2({ accessToken: 'secret', tokenType: 'MAC' }));
  expect(auth).toEqual({ type: 'OAuth 2 with a MAC token' });
});

test.each([
  [{ token: 0 }, ''],
  [{ token: 12 }, '12'],
  [{ token: { a: 1 } }, '[object Object]'],
  [{ token: ['a', 'b'] }, 'a,b'],
])('a bearer token %o is joined into the header as Postman does', (bearer, token) => {
  expect(fromPostmanAuth({ type: 'bearer', bearer })).toEqual({ type: 'bearer', token });
});
