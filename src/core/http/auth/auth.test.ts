/** Every kind of auth with a server that verifies it. */
import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AuthOAuth2 } from '@opencollection/types/common/auth';
import aws4 from 'aws4';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { HttpRequest } from '../../../contract/http/http.ts';
import { listen } from '../../testing/listen.ts';
import { authorize, createHopAuth, withAuth } from './add-auth.ts';
import { createHttpClient } from '../http-client.ts';
import { secretTexts } from '../../platform/secrets/secret-texts.ts';
import { accessToken, noTokens, tokenKey, type OAuthDependencies } from '../oauth2/oauth2.ts';

const client = createHttpClient();
let server: http.Server;
let base = '';
const receivedRequests: { url: string; headers: http.IncomingHttpHeaders; body: string; socket: unknown }[] = [];
let answer: (request: http.IncomingMessage, body: string) => { status: number; challenge?: string[] };

beforeAll(async () => {
  server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      receivedRequests.push({ url: request.url ?? '', headers: request.headers, body, socket: request.socket });
      const { status, challenge } = answer(request, body);
      if (challenge) response.setHeader('WWW-Authenticate', challenge);
      response.writeHead(status).end(status === 200 ? 'in' : 'out');
    });
  });
  base = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
});

async function send(
  auth: Parameters<typeof createHopAuth>[0],
  request: Partial<HttpRequest> = {},
  memory?: Parameters<typeof createHopAuth>[1],
) {
  receivedRequests.length = 0;
  const sent: HttpRequest = { method: 'GET', url: `${base}/a?b=c`, headers: [], ...request };
  return client.send(sent, { auth: createHopAuth(auth, memory), signal: new AbortController().signal });
}

describe('digest', () => {
  test('requests that inherit one auth answer the challenge before they are asked, at its origin only', async () => {
    const auth = { type: 'digest' as const, username: 'u', password: 'p' };
    let nonce = 'first';
    answer = ({ headers: { authorization = '' } }) =>
      authorization.includes(`nonce="${nonce}"`)
        ? { status: 200 }
        : { status: 401, challenge: [`Digest realm="r", nonce="${nonce}", qop="auth"`] };
    const memory = new Map();
    const authorizations = () => receivedRequests.map(({ headers }) => /nc=\d+/.exec(headers.authorization ?? '')?.[0]);
    await send(auth, {}, memory);
    expect(authorizations()).toEqual([undefined, 'nc=00000001']);
    await send(auth, { url: `${base}/other`, headers: [{ name: 'Authorization', value: 'own' }] }, memory);
    expect(authorizations()).toEqual(['nc=00000002']);
    expect(receivedRequests[0]?.headers.authorization).toContain('uri="/other"');
    nonce = 'second';
    expect((await send(auth, {}, memory)).hops).toHaveLength(2);
    expect(authorizations()).toEqual(['nc=00000003', 'nc=00000001']);
    await send(auth, { url: base.replace('127.0.0.1', 'localhost') }, memory);
    expect(authorizations()).toEqual([undefined, 'nc=00000001']);
    await send(auth);
    expect(authorizations()).toEqual([undefined, 'nc=00000001']);
  });
  test('an answer to a remembered challenge is not repeated when the server refuses it', async () => {
    answer = () => ({ status: 401, challenge: ['Digest realm="r", nonce="n", qop="auth"'] });
    const auth = { type: 'digest' as const, username: 'u', password: 'wrong' };
    const memory = new Map();
    expect((await send(auth, {}, memory)).hops).toHaveLength(2);
    expect((await send(auth, {}, memory)).hops).toHaveLength(1);
  });
  /** Verifies as RFC 7616 defines for a server. */
  const check =
    (algorithm: 'MD5' | 'SHA-256' | 'MD5-sess', qop: string | undefined, password = 'open sesame') =>
    (request: http.IncomingMessage, body: string) => {
      const hash = (text: string) =>
        createHash(algorithm.startsWith('MD5') ? 'md5' : 'sha256')
          .update(text)
          .digest('hex');
      const authorization = request.headers.authorization ?? '';
      const part = (name: string) => new RegExp(`\\b${name}="?([^",]*)"?`).exec(authorization)?.[1] ?? '';
      const plain = hash(`ali:cave:${password}`);
      const ha1 = algorithm.endsWith('sess') ? hash(`${plain}:n1:${part('cnonce')}`) : plain;
      const used = part('qop');
      const ha2 = hash(`${request.method}:${request.url}${used === 'auth-int' ? `:${hash(body)}` : ''}`);
      const expected = used
        ? hash(`${ha1}:n1:${part('nc')}:${part('cnonce')}:${used}:${ha2}`)
        : hash(`${ha1}:n1:${ha2}`);
      if (part('response') === expected && part('opaque') === 'o') return { status: 200 };
      const words = `realm="cave", nonce="n1", opaque="o", algorithm=${algorithm}${qop ? `, qop="${qop}"` : ''}`;
      return { status: 401, challenge: ['Basic realm="x"', `Digest ${words}`] };
    };
  const auth = { type: 'digest' as const, username: 'ali', password: 'open sesame' };
  test.each([
    ['MD5', 'auth'],
    ['MD5', undefined],
    ['MD5-sess', 'auth'],
    ['SHA-256', 'auth,auth-int'],
    ['SHA-256', 'auth-int'],
  ] as const)('%s with qop %s', async (algorithm, qop) => {
    answer = check(algorithm, qop);
    const { hops, body } = await send(auth, { method: 'POST', body: { mode: 'raw', text: 'content' } });
    expect({ text: body.toString(), statuses: hops.map(({ status }) => status) }).toEqual({
      text: 'in',
      statuses: [401, 200],
    });
    expect(receivedRequests[1]?.body).toBe('content');
  });
  test('a wrong password ends with the 401, not in a loop', async () => {
    answer = check('MD5', 'auth');
    const { hops } = await send({ ...auth, password: 'wrong' });
    expect(hops.map(({ status }) => status)).toEqual([401, 401]);
  });
});

describe('an Authorization header that the person has written', () => {
  const headers = [{ name: 'authorization', value: 'mine' }];
  test('is replaced by auth that is sent without a challenge', async () => {
    const { headers: sent } = await withAuth({ method: 'GET', url: base, headers }, { type: 'bearer', token: 't' });
    expect(sent).toEqual([{ name: 'Authorization', value: 'Bearer t', credential: true }]);
  });
  test('is replaced by auth that signs, and by auth that answers a challenge', async () => {
    answer = () => ({ status: 200 });
    await send({ type: 'awsv4', accessKeyId: 'A', secretAccessKey: 's', service: 's3', region: 'r' }, { headers });
    expect(receivedRequests[0]?.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 /);
    answer = ({ headers: { authorization = '' } }) =>
      authorization.startsWith('Digest ')
        ? { status: 200 }
        : { status: 401, challenge: ['Digest realm="r", nonce="n", qop="auth"'] };
    const { hops } = await send({ type: 'digest', username: 'u', password: 'p' }, { headers });
    expect(hops.map(({ status }) => status)).toEqual([401, 200]);
  });
});

test('AWS Signature 4 equals the one that the server computes', async () => {
  const keys = { accessKeyId: 'AKID', secretAccessKey: 'secret' };
  answer = ({ headers, url = '', method = '' }, body) => {
    const signed = aws4.sign(
      {
        method,
        path: url,
        service: 'execute-api',
        region: 'eu-west-1',
        host: headers.host ?? '',
        headers: {
          'Content-Type': headers['content-type'],
          'X-Amz-Date': headers['x-amz-date'],
          'X-Amz-Content-Sha256': createHash('sha256').update(body).digest('hex'),
        },
      },
      keys,
    );
    return { status: signed.headers?.['Authorization'] === headers.authorization ? 200 : 403 };
  };
  const auth = { type: 'awsv4' as const, ...keys, service: 'execute-api', region: 'eu-west-1' };
  const { body } = await send(auth, {
    method: 'POST',
    body: { mode: 'raw', text: '{"a":1}', contentType: 'application/json' },
  });
  expect(body.toString()).toBe('in');
});

test('NTLM: three steps over a separate connection', async () => {
  const user = 'ada';
  // A challenge in the form of a server: signature, type 2, target, flags, challenge, target information.
  const target = Buffer.from('DOM', 'utf16le');
  const info = Buffer.from('0200060044004f004d0000000000', 'hex');
  const challenge = Buffer.alloc(56 + target.length + info.length);
  challenge.write('NTLMSSP\0');
  challenge.writeUInt32LE(2, 8);
  challenge.writeUInt16LE(target.length, 12);
  challenge.writeUInt16LE(target.length, 14);
  challenge.writeUInt32LE(56, 16);
  challenge.writeUInt32LE(0xa2898205, 20);
  challenge.write('12345678', 24);
  challenge.writeUInt16LE(info.length, 40);
  challenge.writeUInt16LE(info.length, 42);
  challenge.writeUInt32LE(56 + target.length, 44);
  target.copy(challenge, 56);
  info.copy(challenge, 56 + target.length);
  answer = ({ headers }) => {
    const message = Buffer.from((headers.authorization ?? '').replace(/^NTLM /, ''), 'base64');
    const type = message.length > 12 ? message.readUInt32LE(8) : 0;
    if (type === 0) return { status: 401, challenge: ['NTLM'] };
    if (type === 1) return { status: 401, challenge: [`NTLM ${challenge.toString('base64')}`] };
    const length = message.readUInt16LE(36);
    const name = message.subarray(message.readUInt32LE(40), message.readUInt32LE(40) + length).toString('utf16le');
    return { status: name.toLowerCase() === user ? 200 : 401, challenge: ['NTLM'] };
  };
  const { hops, body } = await send({ type: 'ntlm', username: user, password: 'p', domain: 'DOM' });
  expect({ text: body.toString(), hops: hops.length }).toEqual({ text: 'in', hops: 3 });
  expect(new Set(receivedRequests.map(({ socket }) => socket)).size).toBe(1);
});

test('WSSE: the digest of nonce, time and password', async () => {
  const auth = { type: 'wsse', username: 'u', password: 'p' } as const;
  const request = await withAuth({ method: 'GET', url: base, headers: [] }, auth);
  const value = request.headers[0]?.value ?? '';
  const part = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(value)?.[1] ?? '';
  const digest = createHash('sha1')
    .update(`${part('Nonce')}${part('Created')}p`)
    .digest('hex');
  expect(Buffer.from(part('PasswordDigest'), 'base64').toString()).toBe(digest);
});

test.each([
  [{ type: 'bearer', token: 't' } as const, '/a?b=c', 'Bearer t'],
  [
    { type: 'apikey', key: 'access_token', value: 't', placement: 'query' } as const,
    '/a?b=c&access_token=t',
    undefined,
  ],
])(
  'a token of OAuth 2 (%o) replaces the one that the request has in its header or query',
  async (auth, path, header) => {
    const request = {
      method: 'GET',
      url: `${base}/a?access_token=old&b=c`,
      headers: [{ name: 'authorization', value: 'old' }],
    };
    const { url, headers } = await withAuth(request, { ...auth, replacesToken: true });
    expect(url).toBe(`${base}${path}`);
    expect(headers.map(({ value }) => value)).toEqual([header].filter(Boolean));
    const kept = await withAuth(request, { type: 'bearer', token: 't' });
    expect(kept.url, 'another auth leaves the parameter').toBe(request.url);
  },
);

describe('OAuth 2', () => {
  const provider = new OAuth2Server();
  let issuer = '';
  const tokenRequests: Record<string, unknown>[] = [];
  beforeAll(async () => {
    await provider.issuer.keys.generate('RS256');
    await provider.start(0, '127.0.0.1');
    issuer = `http://127.0.0.1:${provider.address().port}`;
    provider.issuer.url = issuer;
    provider.service.on('beforeResponse', (_response: unknown, request: { body: Record<string, unknown> }) =>
      tokenRequests.push(request.body),
    );
  });
  afterAll(() => provider.stop());

  const needs = (more: Partial<OAuthDependencies> = {}): OAuthDependencies => ({
    http: client,
    send: {},
    tokens: noTokens(),
    ...more,
  });
  const { signal } = new AbortController();
  async function tokenOf(auth: AuthOAuth2, dependencies = needs()): Promise<string> {
    const result = await accessToken(auth, dependencies, signal);
    if ('token' in result) return result.token;
    throw new Error(`There is no token: ${result.missing}.`);
  }
  const common = () => ({
    type: 'oauth2' as const,
    accessTokenUrl: `${issuer}/token`,
    credentials: { clientId: 'me', clientSecret: 's' },
  });

  test('client credentials; the token is reused until it expires', async () => {
    const dependencies = needs();
    const auth: AuthOAuth2 = { ...common(), flow: 'client_credentials', scope: 'a b' };
    tokenRequests.length = 0;
    const token = await tokenOf(auth, dependencies);
    expect(token.split('.')).toHaveLength(3);
    expect(await tokenOf(auth, dependencies)).toBe(token);
    const stored = (await dependencies.tokens.get(tokenKey(auth))) ?? '';
    expect(stored).toContain('Bearer');
    expect(secretTexts(stored)).toEqual([token]);
    expect(tokenRequests).toEqual([expect.objectContaining({ grant_type: 'client_credentials', scope: 'a b' })]);
  });
  test('requests that need the same token at the same time fetch it once, and go on without one that was stopped', async () => {
    const arrived = Promise.withResolvers<void>();
    const answers: (() => void)[] = [];
    const slow = http.createServer((_request, response) => {
      answers.push(() => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(`{"access_token":"t${answers.length}","token_type":"Bearer","expires_in":5}`);
      });
      arrived.resolve();
    });
    const accessTokenUrl = `http://127.0.0.1:${await listen(slow)}/token`;
    const auth: AuthOAuth2 = { ...common(), accessTokenUrl, flow: 'client_credentials' };
    const dependencies = needs();
    const stop = new AbortController();
    const stopped = accessToken(auth, dependencies, stop.signal);
    await arrived.promise;
    const others = [1, 2, 3].map(() => tokenOf(auth, dependencies));
    const waiting = new AbortController();
    const impatient = accessToken(auth, dependencies, waiting.signal);
    waiting.abort();
    await expect(impatient).rejects.toMatchObject({ code: 'Cancelled' });
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ code: 'Cancelled' });
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.();
    expect(await Promise.all(others)).toEqual(['t2', 't2', 't2']);
    slow.closeAllConnections();
    slow.close();
  });
  test('a request that fetches no token uses a stored one, also an expired one', async () => {
    const dependencies = needs();
    const fetching: AuthOAuth2 = { ...common(), flow: 'client_credentials' };
    const auth: AuthOAuth2 = { ...fetching, settings: { autoFetchToken: false } };
    tokenRequests.length = 0;
    expect(await accessToken(auth, dependencies, signal)).toMatchObject({
      missing: expect.stringContaining('autoFetchToken') as string,
    });
    expect(tokenRequests).toEqual([]);
    const token = await tokenOf(fetching, dependencies);
    await dependencies.tokens.set(tokenKey(auth), JSON.stringify({ accessToken: token, expires: 1 }));
    expect(await tokenOf(auth, dependencies)).toBe(token);
    expect(tokenRequests).toHaveLength(1);
  });
  test('the client secret is not sent to a redirect target of the token URL', async () => {
    const redirecting = http.createServer((_request, response) => {
      response.writeHead(307, { location: `${issuer}/token` }).end();
    });
    const port = await listen(redirecting);
    const auth: AuthOAuth2 = {
      ...common(),
      accessTokenUrl: `http://127.0.0.1:${port}/token`,
      credentials: { clientId: 'me', clientSecret: 's', placement: 'body' },
      flow: 'client_credentials',
    };
    tokenRequests.length = 0;
    await expect(accessToken(auth, needs(), signal)).rejects.toMatchObject({ code: 'AuthFailed' });
    expect(tokenRequests).toEqual([]);
    redirecting.closeAllConnections();
    redirecting.close();
  });
  test('further parameters go where they are placed, and the secret is sent as it is', async () => {
    const requests: {
      url?: string | undefined;
      names: string[];
      header?: unknown;
      auth?: string | undefined;
      body: string;
    }[] = [];
    const tokenServer = http.createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { authorization: auth, 'x-tenant': header } = request.headers;
        const names = request.rawHeaders.filter((text) => /^(authorization|content-type)$/i.test(text)).sort();
        requests.push({ url: request.url, names, header, auth, body });
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('{"access_token":"t","token_type":"Bearer"}');
      });
    });
    const port = await listen(tokenServer);
    const accessTokenRequest = [
      { name: 'audience', value: 'api', placement: 'body' as const },
      { name: 'scope', value: 'other', placement: 'body' as const },
      { name: 'resource', value: 'a&b', placement: 'query' as const },
      { name: 'X-Tenant', value: 'me', placement: 'header' as const },
      { name: 'unplaced', value: '1' },
    ];
    const auth: AuthOAuth2 = {
      ...common(),
      accessTokenUrl: `http://127.0.0.1:${port}/token?v=2`,
      credentials: { clientId: 'me', clientSecret: 's+/%=:&ü' },
      flow: 'client_credentials',
      scope: 'replaced',
      additionalParameters: { accessTokenRequest },
    };
    expect(await tokenOf(auth)).toBe('t');
    expect(requests).toEqual([
      {
        url: '/token?v=2&resource=a%26b',
        names: ['Authorization', 'Content-Type'],
        header: 'me',
        auth: `Basic ${Buffer.from('me:s+/%=:&ü').toString('base64')}`,
        body: 'grant_type=client_credentials&scope=other&audience=api&unplaced=1',
      },
    ]);
    tokenServer.closeAllConnections();
    tokenServer.close();
  });
  test('an endless response of the token endpoint is not read to its end', async () => {
    const endless = http.createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => response.write('x'.repeat(65_536), (error) => error ?? more());
      more();
    });
    const accessTokenUrl = `http://127.0.0.1:${await listen(endless)}/token`;
    const getting = accessToken({ ...common(), accessTokenUrl, flow: 'client_credentials' }, needs(), signal);
    await expect(getting).rejects.toThrow(/larger than 1 MB/);
    endless.closeAllConnections();
    endless.close();
  });
  test('password', async () => {
    tokenRequests.length = 0;
    const resourceOwner = { username: 'ada', password: 'p' };
    await accessToken({ ...common(), flow: 'resource_owner_password_credentials', resourceOwner }, needs(), signal);
    expect(tokenRequests[0]).toMatchObject({ grant_type: 'password', username: 'ada' });
  });
  test('authorization code with PKCE: the browser returns to this machine; later the token is refreshed', async () => {
    const pages: string[] = [];
    const openBrowser = (url: string) => {
      pages.push(url);
      void fetch(url).then((response) => response.text());
    };
    const tokens = noTokens();
    const auth: AuthOAuth2 = {
      ...common(),
      flow: 'authorization_code',
      authorizationUrl: `${issuer}/authorize`,
      scope: 'openid',
    };
    tokenRequests.length = 0;
    const dependencies = needs({ openBrowser, tokens });
    const token = await tokenOf(auth, dependencies);
    expect(token.split('.')).toHaveLength(3);
    const page = new URL(pages[0] ?? '');
    expect(page.searchParams.get('code_challenge_method')).toBe('S256');
    expect(page.searchParams.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    const verifier = tokenRequests[0]?.['code_verifier'] as string;
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    expect(page.searchParams.get('code_challenge')).toBe(challenge);

    // An expired token is not used again: the refresh token gets the next one, without a browser.
    const expired: OAuthDependencies['tokens'] = {
      get: async (key) => JSON.stringify({ ...(JSON.parse((await tokens.get(key)) ?? '{}') as object), expires: 1 }),
      set: () => Promise.resolve(),
    };
    await accessToken(auth, needs({ tokens: expired, openBrowser }), signal);
    expect(tokenRequests[1]).toMatchObject({ grant_type: 'refresh_token' });
    expect(pages).toHaveLength(1);
  });
  test.each(['file:///etc/passwd', 'javascript:alert(1)', 'vscode://open', 'data:text/html,x'])(
    'a page to sign in that is not of the web is not opened: %s',
    async (authorizationUrl) => {
      const opened: string[] = [];
      const auth: AuthOAuth2 = { ...common(), flow: 'authorization_code', authorizationUrl };
      const getting = accessToken(
        auth,
        needs({ openBrowser: (url) => void opened.push(url) }),
        AbortSignal.timeout(2000),
      );
      await expect(getting).rejects.toMatchObject({ code: 'InvalidRequest' });
      expect(opened).toEqual([]);
    },
  );
  test("an error contains the server's explanation; Stop ends the wait for the browser", async () => {
    provider.service.once('beforeResponse', (response: { statusCode: number; body: unknown }) => {
      response.statusCode = 401;
      response.body = { error: 'invalid_client', error_description: 'never heard of' };
    });
    const auth: AuthOAuth2 = { ...common(), flow: 'client_credentials' };
    await expect(accessToken(auth, needs(), signal)).rejects.toMatchObject({ code: 'AuthFailed' });
    const code: AuthOAuth2 = { ...common(), flow: 'authorization_code', authorizationUrl: `${issuer}/authorize` };
    const stop = new AbortController();
    let [opened, closed] = [0, 0];
    const openBrowser = (_url: string, waiting: AbortSignal) => {
      opened += 1;
      waiting.addEventListener('abort', () => (closed += 1));
      stop.abort();
    };
    const getting = () => accessToken(code, needs({ openBrowser }), stop.signal);
    await expect(getting()).rejects.toMatchObject({ code: 'Cancelled' });
    expect([opened, closed]).toEqual([1, 1]);
    // A request that was stopped before opens no page.
    await expect(getting()).rejects.toMatchObject({ code: 'Cancelled' });
    expect(opened).toBe(1);
    await expect(accessToken({ ...auth, accessTokenUrl: 'x' }, needs(), signal)).rejects.toThrow(
      /"x" is not a valid URL/,
    );
  });
  test.each<[RegExp, Partial<AuthOAuth2>]>([
    [/implicit flow/, { flow: 'implicit' }],
    [/the token URL is missing/, { flow: 'client_credentials', accessTokenUrl: '' }],
    [/the client ID is missing/, { flow: 'client_credentials', credentials: { clientId: '' } }],
    [
      /a sign-in in a browser, which is not possible here/,
      { flow: 'authorization_code', authorizationUrl: 'https://x.example/authorize' },
    ],
  ])(
    'a request without a token, and where no token can be fetched, is sent without a token: %s',
    async (reason, more) => {
      const warnings: string[] = [];
      const onWarning = (text: string) => void warnings.push(text);
      const unsigned: HttpRequest = { method: 'GET', url: 'http://x.example/', headers: [] };
      const auth = { ...common(), ...more } as AuthOAuth2;
      const { request } = await authorize(unsigned, auth, { oauth2: needs(), onWarning, signal });
      expect(request).toEqual(unsigned);
      expect(warnings).toEqual([expect.stringMatching(reason)]);
    },
  );
});
