/**
 * Requests of newman and of Outrigger for the same collection, compared as a server receives them: target, headers,
 * body.
 */
import { generateKeyPairSync } from 'node:crypto';
import http from 'node:http';
import newman from 'newman';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyScopes } from '../../../contract/scripts/script-context.ts';
import { importText } from '../../interchange/import.ts';
import { toLoaded } from '../../interchange/imported/to-loaded.ts';
import type { Json } from '../../platform/json/is-record.ts';
import { listen } from '../../testing/listen.ts';
import { createRunner } from '../../testing/run.ts';
import { runCollection } from '../../runs/collection/run-collection.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

interface Arrived {
  method: string | undefined;
  target: string | undefined;
  headers: Record<string, unknown>;
  body: string;
}
interface Case extends Json {
  request: Json;
  protocolProfileBehavior?: Json;
  event?: object[];
}

/** Headers that identify the client. */
const ofTheClient = /^(host|user-agent|accept|accept-encoding|connection|cache-control|postman-token|x-case)$/;
const receivedRequests = new Map<string, Arrived[]>();
let server: http.Server;
let runner: ReturnType<typeof createRunner>;
let port = '';
const servers: Record<'newman' | 'outrigger', Map<string, Arrived[]>> = { newman: new Map(), outrigger: new Map() };

beforeAll(async () => {
  runner = createRunner();
  server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const name = String(request.headers['x-case']);
      const headers = Object.fromEntries(Object.entries(request.headers).filter(([key]) => !ofTheClient.test(key)));
      // Clients differ in whether they declare an empty body.
      if (headers['content-length'] === '0') delete headers['content-length'];
      const sent = { method: request.method, target: request.url, headers, body };
      receivedRequests.set(name, [...(receivedRequests.get(name) ?? []), withoutBoundary(sent)]);
      const [, status] = /^\/redirect\/(\d+)/.exec(request.url ?? '') ?? [];
      response.writeHead(Number(status ?? 200), status ? { location: '/end' } : {}).end('{}');
    });
  });
  port = String(await listen(server));
  const collection = collectionOf(cases());
  await new Promise<void>((resolve, reject) => {
    newman.run({ collection, reporters: [] }, (error) => (error ? reject(error) : resolve()));
  });
  servers.newman = new Map(receivedRequests);
  receivedRequests.clear();
  const loaded = toLoaded(await importText(JSON.stringify(collection), 'collection.json'), temporaryFolder('sent'));
  await runCollection(
    { runId: 'r', name: 'c', requests: loaded.requests, scopes: emptyScopes() },
    { ...runner.dependencies({}), onEvent: () => undefined },
    new AbortController().signal,
  );
  servers.outrigger = new Map(receivedRequests);
}, 120_000);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await runner.sandboxes.close();
});

/** Boundaries are random. */
function withoutBoundary({ headers, body, ...rest }: Arrived): Arrived {
  const [, boundary] = /boundary=(.*)$/.exec(String(headers['content-type'])) ?? [];
  if (!boundary) return { headers, body, ...rest };
  const { 'content-length': _unused, ...others } = headers;
  return {
    ...rest,
    headers: { ...others, 'content-type': 'multipart/form-data' },
    body: body.replaceAll(boundary, 'B'),
  };
}

const collectionOf = (items: Record<string, Case>) => ({
  info: { name: 'c', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: Object.entries(items).map(([name, { request, ...item }]) => ({
    name,
    ...item,
    request: {
      method: 'GET',
      ...request,
      header: [...((request['header'] as object[] | undefined) ?? []), { key: 'X-Case', value: name }],
    },
  })),
});
const pairs = (values: object) => Object.entries(values).map(([key, value]: [string, unknown]) => ({ key, value }));
const script = (listen: 'prerequest' | 'test', code: string) => ({ event: [{ listen, script: { exec: [code] } }] });

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const oauth1 = (more: object) => ({
  type: 'oauth1',
  oauth1: pairs({
    consumerKey: 'ck',
    consumerSecret: 'c s',
    token: 't',
    tokenSecret: 'ts',
    signatureMethod: 'HMAC-SHA1',
    timestamp: '1',
    nonce: 'n',
    version: '1.0',
    addParamsToHeader: true,
    realm: 'r',
    ...more,
  }),
});
const auth = (type: string, values: object) => ({ type, [type]: pairs(values) });

function cases(): Record<string, Case> {
  const base = `http://127.0.0.1:${port}`;
  const parts = { protocol: 'http', host: ['127', '0', '0', '1'], port };
  const url = (raw: string, more: object) => ({ raw: `${base}${raw}`, ...parts, ...more });
  const raw = { mode: 'raw', raw: 'x' };
  const form = (...fields: object[]) => ({ mode: 'urlencoded', urlencoded: fields });
  const field = (key: string, value: string, more: object = {}) => ({ key, value, ...more });
  const special = 'a b&d%20%zé|{}[]`"<>;=@:+,$!*()\'~';
  return {
    'an address as a text': { request: { url: `${base}/text/../x/./y//z/?a=1 2&b='<>{}|#h` } },
    'raw and parts disagree': { request: { url: url('/a?a=1&b=2', { path: ['a'], query: [field('a', '9')] }) } },
    'raw has a query, the parts none': { request: { url: url('/a?a=1', { path: ['a'] }) } },
    'a parameter that is switched off': {
      request: {
        url: url('/a?a=1&b=2', { path: ['a'], query: [field('a', '1'), field('b', '2', { disabled: true })] }),
      },
    },
    'all parameters switched off': {
      request: { url: url('/a?a=1', { path: ['a'], query: [field('a', '1', { disabled: true })] }) },
    },
    'characters of parameters': {
      request: { url: url('/q', { path: ['q'], query: [field(special, `${special}#?/`)] }) },
    },
    'parameters without value or name': {
      request: {
        url: url('/q', { path: ['q'], query: [{ key: 'n', value: null }, field('e', ''), { key: null, value: 'v' }] }),
      },
    },
    'characters of a path': { request: { url: url('/p', { path: ['p', special] }) } },
    'a path parameter of dots': {
      request: { url: url('/v/:id/x', { path: ['v', ':id', 'x'], variable: [field('id', '..')] }) },
    },
    'an empty path parameter': {
      request: { url: url('/v/:id/x', { path: ['v', ':id', 'x'], variable: [field('id', '')] }) },
    },
    'characters of a path parameter': {
      request: { url: url('/v/:id/x', { path: ['v', ':id', 'x'], variable: [field('id', `${special}/y?z`)] }) },
    },
    'an address that is not encoded': {
      request: { url: url('/p', { path: ['{p}"<>'], query: [field('a', '"<>')] }) },
      protocolProfileBehavior: { disableUrlEncoding: true },
    },
    'a GET with a body': { request: { url: `${base}/b`, body: raw } },
    'a GET whose body is sent': {
      request: { url: `${base}/b`, body: raw },
      protocolProfileBehavior: { disableBodyPruning: true },
    },
    'a GET with a form': { request: { url: `${base}/b`, body: form(field('a', 'b')) } },
    'a COPY with a body': { request: { method: 'COPY', url: `${base}/b`, body: raw } },
    'a DELETE with a body': { request: { method: 'DELETE', url: `${base}/b`, body: raw } },
    'a lower-case method': { request: { method: 'post', url: `${base}/b`, body: raw } },
    'an empty form': { request: { method: 'POST', url: `${base}/b`, body: form() } },
    'a form that is switched off': {
      request: { method: 'POST', url: `${base}/b`, body: form(field('a', 'b', { disabled: true })) },
    },
    'an empty multipart form': {
      request: { method: 'POST', url: `${base}/b`, body: { mode: 'formdata', formdata: [] } },
    },
    'characters of a form': { request: { method: 'POST', url: `${base}/b`, body: form(field('a=&', 'b=&%20é/?+')) } },
    'GraphQL without variables': {
      request: {
        method: 'POST',
        url: `${base}/b`,
        body: { mode: 'graphql', graphql: { query: '{a}', variables: '' } },
      },
    },
    'GraphQL with variables': {
      request: {
        method: 'POST',
        url: `${base}/b`,
        body: { mode: 'graphql', graphql: { query: '{a}', variables: '{ "a": 12345678901234567890 }' } },
      },
    },
    'a redirect of a POST': { request: { method: 'POST', url: `${base}/redirect/302`, body: raw } },
    'a redirect of a DELETE': { request: { method: 'DELETE', url: `${base}/redirect/301` } },
    'a redirect that keeps the method': {
      request: { method: 'POST', url: `${base}/redirect/302`, body: raw },
      protocolProfileBehavior: { followOriginalHttpMethod: true },
    },
    'a 303 that keeps the method': {
      request: { method: 'PUT', url: `${base}/redirect/303`, body: raw },
      protocolProfileBehavior: { followOriginalHttpMethod: true },
    },
    'a redirect without a referer': {
      request: { url: `${base}/redirect/302` },
      protocolProfileBehavior: { removeRefererHeaderOnRedirect: true },
    },
    'a referer of the person': { request: { url: `${base}/redirect/302`, header: [field('Referer', 'mine')] } },
    'a redirect that is not followed': {
      request: { url: `${base}/redirect/302` },
      protocolProfileBehavior: { followRedirects: false },
    },
    'OAuth 1 in the header': { request: { url: `${base}/o?b=2&a=1 &a='`, auth: oauth1({}) } },
    'OAuth 1 with HMAC-SHA256 and a body hash': {
      request: {
        method: 'POST',
        url: `${base}/o`,
        body: raw,
        auth: oauth1({ signatureMethod: 'HMAC-SHA256', includeBodyHash: true, callback: 'http://c/?d', verifier: 'v' }),
      },
    },
    'OAuth 1 with HMAC-SHA512, empty parameters and no encoding': {
      request: {
        url: `${base}/o`,
        auth: oauth1({
          signatureMethod: 'HMAC-SHA512',
          token: '',
          addEmptyParamsToSign: true,
          disableHeaderEncoding: true,
        }),
      },
    },
    'OAuth 1 with RSA': {
      request: { url: `${base}/o`, auth: oauth1({ signatureMethod: 'RSA-SHA256', privateKey: pem }) },
    },
    'OAuth 1 in plain text': { request: { url: `${base}/o`, auth: oauth1({ signatureMethod: 'PLAINTEXT' }) } },
    'OAuth 1 in the query': { request: { url: `${base}/o?a=1 2&c`, auth: oauth1({ addParamsToHeader: false }) } },
    'OAuth 1 in a form': {
      request: {
        method: 'POST',
        url: `${base}/o?a=1`,
        body: form(field('a b', 'c&d'), field('off', '1', { disabled: true })),
        auth: oauth1({ addParamsToHeader: false }),
      },
    },
    'OAuth 1 without keys': { request: { url: `${base}/o`, auth: auth('oauth1', { consumerKey: '' }) } },
    Hawk: {
      request: {
        method: 'POST',
        url: `${base}/h/../i?a=1 2`,
        body: raw,
        header: [field('Content-Type', 'Text/Plain; a=b')],
        auth: auth('hawk', {
          authId: 'i',
          authKey: 'k',
          algorithm: 'sha256',
          nonce: 'n',
          timestamp: '1',
          extraData: 'e"\\x',
          user: 'u',
          app: 'a',
          delegation: 'd',
          includePayloadHash: true,
        }),
      },
    },
    'Hawk without keys': { request: { url: `${base}/o`, auth: auth('hawk', { authId: '' }) } },
    EdgeGrid: {
      request: {
        method: 'POST',
        url: `${base}/e?a=1 2`,
        body: raw,
        header: [field('X-A', ' a  b ')],
        auth: auth('edgegrid', {
          accessToken: 'a',
          clientToken: 'c',
          clientSecret: 's',
          nonce: 'n',
          timestamp: '20140321T19:34:21+0000',
          headersToSign: 'x-a, X-B',
          baseURL: 'https://b.example/x',
        }),
      },
    },
    'JWT in the header': {
      request: {
        url: `${base}/j`,
        auth: auth('jwt', {
          algorithm: 'HS256',
          secret: 'c2VjcmV0',
          isSecretBase64Encoded: true,
          headerPrefix: 'JWT',
          payload: '{ "sub": "1", "n": 1.50 }',
          header: '{ "kid": "1" }',
          addTokenTo: 'header',
        }),
      },
    },
    'JWT in the query, signed with a key': {
      request: {
        url: `${base}/j?token=old&b=1`,
        auth: auth('jwt', { algorithm: 'RS256', privateKey: pem, payload: '{}', addTokenTo: 'queryParam' }),
      },
    },
    'an API key in the query': {
      request: { url: `${base}/o?k=old&b=1`, auth: auth('apikey', { key: 'k', value: 'a b&c', in: 'query' }) },
    },
    'a script changes path parameters': {
      request: { url: url('/v/:id/:other', { path: ['v', ':id', ':other'], variable: [field('id', '1')] }) },
      ...script(
        'prerequest',
        "pm.request.url.variables.get('id'); pm.request.url.variables.upsert({ key: 'id', value: '{{x}}' }); pm.request.url.variables.add({ key: 'other', value: '3' }); pm.variables.set('x', 2);",
      ),
    },
    'a script changes the query': {
      request: { url: url('/s?a=1', { path: ['s'], query: [field('a', '1')] }) },
      ...script(
        'prerequest',
        "pm.request.url.query.add({ key: 'b', value: '2 3' }); pm.request.url.query.remove('a');",
      ),
    },
    'a script changes a member of the auth': {
      request: { url: `${base}/s`, auth: auth('bearer', { token: 'old' }) },
      ...script(
        'prerequest',
        "pm.request.auth.update([{ key: 'token', value: '{{t}}' }], 'bearer'); pm.variables.set('t', 'new');",
      ),
    },
    'a script sets another auth': {
      request: { url: `${base}/s` },
      ...script(
        'prerequest',
        "pm.request.authorizeUsing('basic', [{ key: 'username', value: 'u' }, { key: 'password', value: 'p' }]);",
      ),
    },
    'a script removes the auth': {
      request: { url: `${base}/s`, auth: auth('bearer', { token: 'old' }) },
      ...script('prerequest', 'pm.request.authorizeUsing(null);'),
    },
    'pm.sendRequest with auth': {
      request: { url: `${base}/s` },
      ...script(
        'prerequest',
        `const send = (name, auth, more) => pm.sendRequest({ url: '${base}/sent', method: 'POST', header: { 'X-Case': name }, body: { mode: 'raw', raw: 'x' }, ...more, auth });
        const list = (o) => Object.entries(o).map(([key, value]) => ({ key, value }));
        send('sent basic', { type: 'basic', basic: list({ username: 'u', password: 'p' }) });
        send('sent apikey', { type: 'apikey', apikey: list({ key: 'k', value: 'v', in: 'query' }) });
        send('sent hawk', { type: 'hawk', hawk: list({ authId: 'i', authKey: 'k', algorithm: 'sha256', nonce: 'n', timestamp: '1' }) });
        send('sent oauth2', { type: 'oauth2', oauth2: list({ accessToken: 't', addTokenTo: 'header' }) });
        send('sent oauth1', ${JSON.stringify(oauth1({}))});
        send('sent jwt', { type: 'jwt', jwt: list({ algorithm: 'HS256', secret: 's', payload: '{}' }) });
        send('sent GET', undefined, { method: 'GET' });`,
      ),
    },
  };
}

const names = [
  ...Object.keys(cases()),
  ...['basic', 'apikey', 'hawk', 'oauth2', 'oauth1', 'jwt', 'GET'].map((name) => `sent ${name}`),
];
test.each(names)('%s', (name) => {
  const newmanRequest = servers.newman.get(name);
  expect(newmanRequest, 'newman sends it').toBeDefined();
  expect(servers.outrigger.get(name)).toEqual(newmanRequest);
});
