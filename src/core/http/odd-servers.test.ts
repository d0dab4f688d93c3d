/** Responses that few servers give, and requests that few people send: each has a clear result, and can be stopped. */
import { once } from 'node:events';
import net from 'node:net';
import zlib from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { toFailure } from '../../contract/errors.ts';
import type { HttpRequest } from '../../contract/http/http.ts';
import { listen } from '../testing/listen.ts';
import { createHopAuth } from './auth/add-auth.ts';
import { createCookieJar } from './cookies/cookie-jar.ts';
import { listCookies, removeCookies, setCookie } from './cookies/cookies.ts';
import { createHttpClient, type SendOptions } from './http-client.ts';

const client = createHttpClient();
const closing: (() => unknown)[] = [() => client.close()];
afterAll(() => Promise.all(closing.map((close) => close())));

/** Starts a server that writes what `respond` returns for the head of each request. @returns its address */
async function serve(respond: (head: string) => string | Buffer, { closes = false } = {}): Promise<string> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      socket.write(respond(bytes.toString('latin1')));
      if (closes) socket.end();
    });
    closing.push(() => socket.destroy());
  });
  closing.push(() => server.close());
  return `http://127.0.0.1:${await listen(server)}`;
}

const response = (head: string, body = ''): string =>
  `HTTP/1.1 ${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

const send = (url: string, options: Partial<SendOptions> = {}, request: Partial<HttpRequest> = {}) =>
  client.send({ method: 'GET', url, headers: [], ...request }, { signal: new AbortController().signal, ...options });
const failure = async (sending: Promise<unknown>) =>
  toFailure(
    await sending.then(
      () => 'it was answered',
      (error: unknown) => error,
    ),
  );

test.each([
  ['us%er:p%zz', 'us%er:p%zz'],
  ['us%C3%A9r:p%3A', 'usér:p:'],
])('the user and the password of an address, %s, need not be percent-encoded correctly', async (user, decoded) => {
  const url = await serve((head) => response('200 OK', head));
  const { body } = await send(url.replace('//', `//${user}@`));
  expect(body.toString()).toContain(`Authorization: Basic ${Buffer.from(decoded).toString('base64')}\r\n`);
});

describe('redirects', () => {
  test('one with an empty address is the response, as in Postman and browsers', async () => {
    const { hops } = await send(await serve(() => response('302 Found\r\nLocation: ')));
    expect(hops).toMatchObject([{ status: 302 }]);
  });
  test.each([
    ['http://[::bad', '"http://[::bad" is not a valid address. [::bad is not an IPv6 address.'],
    ['file:///etc/passwd', '"file://" addresses cannot be requested.'],
  ])('an address that cannot be requested, %s, is a mistake of the server', async (location, reason) => {
    const url = await serve(() => response(`302 Found\r\nLocation: ${location}`));
    expect(await failure(send(url))).toMatchObject({
      code: 'RequestFailed',
      message: `The redirect of ${new URL(url).host} cannot be followed: ${reason}`,
      remedy: 'Correct the server, or do not follow redirects in the settings of the request.',
    });
  });
});

describe('digest', () => {
  const digest = () => createHopAuth({ type: 'digest', username: 'u', password: 'p' });
  const challenge = (nonce: string) => `401 No\r\nWWW-Authenticate: Digest realm="r", nonce="${nonce}", qop="auth"`;

  test('the address behind a redirect is signed, too, also with another challenge of the server', async () => {
    let nonces = 0;
    const url = await serve((head) => {
      const [, path = ''] = head.split(' ');
      const [, signedPath] = /uri="([^"]*)"/.exec(head) ?? [];
      const [, nonce] = /nonce="([^"]*)"/.exec(head) ?? [];
      const isKnown = nonce === (path === '/first' ? 'one' : 'two');
      if (signedPath !== path || !isKnown) return response(challenge(path === '/first' ? 'one' : 'two'), `${nonces++}`);
      return path === '/first' ? response('302 Found\r\nLocation: /second') : response('200 OK', 'in');
    });
    const { hops, body } = await send(`${url}/first`, { auth: digest() });
    expect(hops.map(({ status }) => status)).toEqual([401, 302, 401, 200]);
    expect(body.toString()).toBe('in');
    expect(nonces).toBe(2);
  });
  test('a body of the challenge that cannot be decompressed does not matter', async () => {
    const url = await serve((head) =>
      head.includes('Authorization')
        ? response('200 OK', 'in')
        : response(`${challenge('n')}\r\nContent-Encoding: gzip`, 'text'),
    );
    expect((await send(url, { auth: digest() })).body.toString()).toBe('in');
  });
  test('an endless body of the challenge is not read to its end', async () => {
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        if (bytes.includes('Authorization')) return void socket.write(response('200 OK', 'in'));
        socket.write(`HTTP/1.1 ${challenge('n')}\r\n\r\n`);
        const writeMore = () => void (socket.destroyed || socket.write('x'.repeat(100_000), writeMore));
        writeMore();
      });
    });
    closing.push(() => server.close());
    const url = `http://127.0.0.1:${await listen(server)}`;
    expect((await send(url, { auth: digest() })).body.toString()).toBe('in');
  });
});

describe('cookies', () => {
  test('one with text beyond ASCII is sent back as it came', async () => {
    const heads: string[] = [];
    const url = await serve((head) => {
      heads.push(Buffer.from(head, 'latin1').toString());
      return Buffer.from('HTTP/1.1 200 OK\r\nSet-Cookie: city=東京\r\nContent-Length: 0\r\n\r\n');
    });
    const jar = createCookieJar();
    await send(url, { jar });
    await send(url, { jar });
    expect(heads[1]).toContain('Cookie: city=東京\r\n');
  });
  test.each([
    ['a name', { name: 'a\r\nX', value: 'b' }],
    ['a value', { name: 'a', value: 'b\u007F' }],
  ])('%s with a control character, with which every request would fail, is not stored', async (_part, cookie) => {
    const jar = createCookieJar();
    expect(await failure(setCookie(jar, 'http://a.test/', cookie))).toMatchObject({
      code: 'InvalidRequest',
      message: 'This cookie cannot be stored: it contains a control character.',
    });
    const stored = { cookies: [{ key: cookie.name, value: cookie.value, domain: 'a.test', path: '/' }] };
    expect(await listCookies(createCookieJar(stored), 'http://a.test/')).toEqual([]);
  });
  test('one for another server is a mistake of the call', async () => {
    const setting = setCookie(createCookieJar(), 'http://a.test/', 'a=b; Domain=other.test');
    expect(await failure(setting)).toMatchObject({ code: 'InvalidRequest' });
  });
  test.each([listCookies, removeCookies])(
    'an address that is none is reported, also without cookies: %o',
    async (ask) => {
      expect((await failure(ask(createCookieJar(), 'not an address'))).code).toBe('InvalidRequest');
    },
  );
});

describe('stopping', () => {
  test('ends decompression, although the whole body has arrived', async () => {
    // Millions of compressed texts without content, in a few kilobytes.
    const texts = Buffer.concat(Array.from({ length: 1000 }, () => Buffer.concat(Array(5000).fill(zlib.gzipSync('')))));
    const body = zlib.gzipSync(zlib.gzipSync(texts));
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip, gzip\r\nContent-Length: ${body.length}\r\n\r\n`;
    const url = await serve(() => Buffer.concat([Buffer.from(head), body]));
    const stop = new AbortController();
    const sending = send(url, { signal: stop.signal, onResponse: () => setImmediate(() => stop.abort()) });
    expect((await failure(sending)).code).toBe('Cancelled');
  });
  test('ends signing, which may read a large file', async () => {
    const stop = new AbortController();
    const sign = () => {
      stop.abort();
      return new Promise<never>(() => undefined);
    };
    expect((await failure(send('http://127.0.0.1:1', { signal: stop.signal, auth: { sign } }))).code).toBe('Cancelled');
  });
});

test('an upgrade that the request did not ask for is named', async () => {
  const head = '101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade';
  const url = await serve(() => `HTTP/1.1 ${head}\r\n\r\n`);
  expect(await failure(send(url))).toMatchObject({
    code: 'RequestFailed',
    message: `${new URL(url).host} answered with the status 101 (Switching Protocols), for which the request did not ask.`,
    remedy: 'Correct the server, or the proxy in front of it.',
  });
});

test.each<[string, string, Partial<SendOptions>]>([
  ['whose body has too many codings', `Content-Encoding: ${Array(6).fill('gzip').join(', ')}\r\n`, {}],
  ['whose challenge cannot be answered', '', { auth: { answer: () => Promise.reject(new Error('no key')) } }],
  ['that a listener refuses', '', { onResponse: () => expect.unreachable() }],
])('the connection of a response %s is closed', async (_what, header, options) => {
  const ended = Promise.withResolvers<void>();
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined).on('close', () => ended.resolve());
    socket.on('data', () => socket.write(`HTTP/1.1 200 OK\r\n${header}\r\n${'x'.repeat(200_000)}`));
  });
  closing.push(() => server.close());
  const url = `http://127.0.0.1:${await listen(server)}`;
  expect((await failure(send(url, options))).code).toBe('RequestFailed');
  await ended.promise;
});

test('a server that never completes the TLS handshake does not keep a client from closing', async () => {
  const accepted = Promise.withResolvers<net.Socket>();
  const server = net.createServer((socket) => accepted.resolve(socket.on('error', () => undefined).resume()));
  closing.push(() => server.close());
  const ownClient = createHttpClient();
  const stop = new AbortController();
  const url = `https://127.0.0.1:${await listen(server)}`;
  const sending = failure(ownClient.send({ method: 'GET', url, headers: [] }, { signal: stop.signal }));
  const connection = await accepted.promise;
  const closed = once(connection, 'close', { signal: AbortSignal.timeout(5000) });
  stop.abort();
  expect(await sending).toMatchObject({ code: 'Cancelled' });
  await ownClient.close();
  await closed;
});
