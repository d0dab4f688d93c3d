/** Redirects to another origin: what is sent there, what is not, and the message in the console. */
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../contract/http/http.ts';
import { defaultConnection } from '../../contract/collection/connection.ts';
import { listen } from '../testing/listen.ts';
import { createHopAuth, withAuth, withToken } from './auth/add-auth.ts';
import type { RequestAuth } from './auth/auth-types.ts';
import { parseAddress } from './address.ts';
import { createAgents, type Agents } from './connections/agents.ts';
import { createFollowHops } from './follow-hops.ts';
import { createHttpClient, type SendOptions } from './http-client.ts';
import { isCredential } from './redirect.ts';

const client = createHttpClient();
const servers: http.Server[] = [];
let first = '';
let other = '';
async function serve(): Promise<string> {
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      if (pathname !== '/go') {
        return response.end(
          JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }),
        );
      }
      return response
        .writeHead(Number(searchParams.get('status') ?? 302), { location: searchParams.get('to') ?? '/' })
        .end();
    });
  });
  servers.push(server);
  return `http://127.0.0.1:${await listen(server)}`;
}
beforeAll(async () => {
  [first, other] = [await serve(), await serve()];
});
afterAll(async () => {
  await client.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

interface Arrived {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}
async function arrives(
  request: Partial<HttpRequest>,
  auth?: RequestAuth,
  to = other,
  options: Partial<SendOptions> = {},
) {
  const warnings: string[] = [];
  const url = `${first}/go?to=${encodeURIComponent(`${to}/end`)}&status=${request.body ? 307 : 302}`;
  const whole = await withAuth({ method: 'GET', headers: [], url, ...request }, auth);
  const { body } = await client.send(whole, {
    signal: new AbortController().signal,
    auth: createHopAuth(auth),
    onWarning: (text) => warnings.push(text),
    ...options,
  });
  return { ...(JSON.parse(body.toString()) as Arrived), warnings };
}

const headers = [
  { name: 'Authorization', value: 'Bearer a' },
  { name: 'X-API-Key', value: 'b' },
  { name: 'Cookie', value: 'session=c' },
  { name: 'X-Request-Id', value: 'harmless' },
];

test('another port is another origin: credentials are removed, everything else is sent, and the console reports it', async () => {
  const { headers: sent, warnings } = await arrives({ headers });
  expect(sent).toMatchObject({ 'x-request-id': 'harmless' });
  expect(Object.keys(sent).filter((name) => /authorization|api-key|cookie/.test(name))).toEqual([]);
  expect(warnings).toEqual([
    `The redirect leads to another origin, ${other}. These headers were not sent there: Authorization, X-API-Key, Cookie.`,
  ]);
});
test('the same origin gets everything, and nothing is reported', async () => {
  const { headers: sent, warnings } = await arrives({ headers }, undefined, first);
  expect(sent).toMatchObject({ authorization: 'Bearer a', 'x-api-key': 'b', cookie: 'session=c' });
  expect(warnings).toEqual([]);
});
test('the header of an API key is removed, whatever its name', async () => {
  const auth = { type: 'apikey', key: 'X-Customer', value: 'k', placement: 'header' } as RequestAuth;
  expect((await arrives({}, auth, first)).headers['x-customer']).toBe('k');
  const { headers: sent, warnings } = await arrives({}, auth);
  expect(sent['x-customer']).toBeUndefined();
  expect(warnings.join()).toContain('X-Customer');
  const ownHeader = await arrives({ headers: [{ name: 'x-customer', value: 'mine' }] }, auth);
  expect(ownHeader.headers['x-customer']).toBeUndefined();
});
test('the token of OAuth 2 and a signature are removed as well', async () => {
  const url = `${first}/go?to=${encodeURIComponent(other)}`;
  const request = withToken({ method: 'GET', url, headers: [] }, { type: 'oauth2' } as never, 'token');
  const { body } = await client.send(request, { signal: new AbortController().signal });
  expect((JSON.parse(body.toString()) as Arrived).headers['authorization']).toBeUndefined();
  const aws = { type: 'awsv4', accessKeyId: 'id', secretAccessKey: 'key', service: 's3', region: 'r' } as RequestAuth;
  const signed = await arrives({}, aws);
  expect(Object.keys(signed.headers).filter((name) => /amz|authorization/.test(name))).toEqual([]);
  expect(signed.warnings.join()).toMatch(/Authorization/);
});
test('a body is sent again after 307, as the standard requires', async () => {
  const { method, body } = await arrives({ method: 'POST', body: { mode: 'raw', text: 'again' } });
  expect({ method, body }).toEqual({ method: 'POST', body: 'again' });
});
test.each([300, 304, 305])(
  'a response with status %d and a location is a redirect, as in Postman and curl',
  async (status) => {
    const url = `${first}/go?to=/end&status=${status}`;
    const request: HttpRequest = { method: 'POST', url, headers: [], body: { mode: 'raw', text: 'once' } };
    const { body } = await client.send(request, { signal: new AbortController().signal });
    expect(JSON.parse(body.toString())).toMatchObject({ method: 'GET', url: '/end', body: '' });
  },
);
describe('settings of the request', () => {
  test('the Referer is the full address for the same server, and the origin for another one', async () => {
    const url = (to: string) => `${first}/go?to=${encodeURIComponent(`${to}/end`)}&status=302`;
    expect((await arrives({}, undefined, first)).headers['referer']).toBe(url(first));
    expect((await arrives({}, undefined, other)).headers['referer']).toBe(`${first}/`);
    const settings = { removeReferer: true };
    expect((await arrives({}, undefined, first, { settings })).headers['referer']).toBeUndefined();
  });
  test.each([
    ['/end?q={("*")}', '/end?q={("*")}'],
    ['{first}/end?q={("*")}#a', '/end?q={("*")}'],
    ['end?q=("*")', '/end?q=("*")'],
    ['./end?q=("*")', '/end?q=(%22*%22)'],
    ['/end?q=(" ")', '/end?q=(%22%20%22)'],
  ])('the address of a redirect, %s, is not encoded either, if it need not be', async (to, path) => {
    const request = { url: `${first}/go?to=${encodeURIComponent(to.replace('{first}', first))}&status=302` };
    const sent = await arrives(request, undefined, first, { settings: { encodeUrl: false } });
    expect(sent.url).toBe(path);
    expect((await arrives(request, undefined, first)).url).toMatch(/%22/);
  });
  test('the method and the body are kept', async () => {
    const request: Partial<HttpRequest> = {
      method: 'POST',
      body: { mode: 'raw', text: 'x' },
      url: `${first}/go?to=/end&status=303`,
    };
    const sameMethod = await arrives(request, undefined, first, { settings: { followOriginalMethod: true } });
    expect([sameMethod.method, sameMethod.body]).toEqual(['POST', 'x']);
    const withDefaults = await arrives(request, undefined, first);
    expect([withDefaults.method, withDefaults.body]).toEqual(['GET', '']);
  });
  test('the Authorization header is sent to another origin only if the request says so; other credentials never', async () => {
    const settings = { forwardAuthorizationHeader: true };
    const { headers: sent, warnings } = await arrives({ headers }, undefined, other, { settings });
    expect(sent).toMatchObject({ authorization: 'Bearer a', 'x-request-id': 'harmless' });
    expect(Object.keys(sent).filter((name) => /api-key|cookie/.test(name))).toEqual([]);
    expect(warnings.join()).not.toContain('Authorization');
  });
  test('default headers that are switched off, and HTTP/1.1', async () => {
    const settings = { omitHeaders: ['user-agent', 'Accept'], httpVersion: '1.1' as const };
    const { headers: sent } = await arrives({}, undefined, first, { settings });
    expect(Object.keys(sent).filter((name) => /^(user-agent|accept)$/.test(name))).toEqual([]);
    expect(sent['accept-encoding']).toBeDefined();
  });
});
describe('names of headers', () => {
  test.each([
    'authorization',
    'Proxy-Authorization',
    'COOKIE',
    'Host',
    'X-Api-Key',
    'apikey',
    'api_key',
    'Ocp-Apim-Subscription-Key',
    'X-Auth-Token',
    'X-Auth-User',
    'PRIVATE-TOKEN',
    'X-Amz-Security-Token',
    'Client-Secret',
    'X-Hub-Signature',
    'X-Session-Id',
  ])('%s is a credential', (name) => {
    expect(isCredential({ name, value: '' })).toBe(true);
  });
  test.each(['Accept', 'Content-Type', 'X-Request-Id', 'Idempotency-Key', 'X-Author', 'X-Keyboard', 'User-Agent'])(
    '%s is not a credential',
    (name) => {
      expect(isCredential({ name, value: '' })).toBe(false);
    },
  );
});

test('a client certificate for every server is not shown to another origin, one for a server is', async () => {
  const agents = createAgents();
  const certificatesByOrigin: [string, string[]][] = [];
  const recordingAgents: Pick<Agents, 'use'> = {
    use(url, needs, send) {
      certificatesByOrigin.push([url.origin, needs.connection.clientCertificates.map(({ domain }) => domain)]);
      return agents.use(url, { ...needs, connection: defaultConnection }, send);
    },
  };
  const follow = createFollowHops({ agents: recordingAgents, userAgent: 'test' });
  const certificate = (domain: string) => ({ domain, cert: 'a.pem', key: '', pfx: '', passphrase: '' });
  const domains = ['*', ' *:443', 'https://*/', 'First Server', 'other.example', '*.example'];
  const connection = { ...defaultConnection, clientCertificates: domains.map(certificate) };
  const address = `${first}/go?to=${encodeURIComponent(`${other}/end`)}`;
  const target = { method: 'GET', ...parseAddress(address), headers: [], body: undefined };
  const { signal } = new AbortController();
  // A connection that is not shared, as for NTLM, belongs to the first origin.
  const agent = await agents.unshared(new URL(first), { connection: defaultConnection, folder: '/' });
  await follow(target, { connection, signal });
  await follow(target, { connection, signal, agent });
  await Promise.all([agent.destroy(), agents.close()]);
  expect(certificatesByOrigin).toEqual([
    [first, domains],
    [other, ['other.example', '*.example']],
    [other, ['other.example', '*.example']],
  ]);
});
