/** Errors of proxies, with real ones that do not work. */
import http from 'node:http';
import type net from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultConnection } from '../../../contract/collection/connection.ts';
import { listen } from '../../testing/listen.ts';
import { createHttpClient, type HttpClient } from '../http-client.ts';
import { proxiesOfEnvironment, proxyFor } from './proxies.ts';

let client: HttpClient;
beforeEach(() => void (client = createHttpClient()));
afterEach(() => client.close());

const send = (url: string, proxyUrl: string) =>
  client.send(
    { method: 'GET', url, headers: [] },
    { signal: new AbortController().signal, connection: { ...defaultConnection, proxy: 'custom', proxyUrl } },
  );
const matching = (text: RegExp): string => expect.stringMatching(text) as string;

test.each(['http://127.0.0.1:2/', 'https://127.0.0.1:2/'])(
  'a proxy that nobody runs is named, not the server of %s',
  async (url) => {
    await expect(send(url, 'http://127.0.0.1:1')).rejects.toMatchObject({
      code: 'ProxyProblem',
      message: matching(/^Nothing accepts connections at 127\.0\.0\.1:1 .*That is the proxy/),
      remedy: matching(/HTTP_PROXY/),
    });
    await expect(send(url, 'http://no-such-proxy.invalid:8080')).rejects.toMatchObject({
      message: matching(/no-such-proxy\.invalid.*That is the proxy/),
    });
  },
);

test('a proxy that refuses: with its status, and what to do about a missing password', async () => {
  let status = 407;
  const proxy = http.createServer((_request, response) => response.writeHead(status).end());
  proxy.on('connect', (_request, socket: net.Socket) => socket.end(`HTTP/1.1 ${status} No\r\n\r\n`));
  const proxyUrl = `http://127.0.0.1:${await listen(proxy)}`;
  const asksForPassword = { message: matching(/user and a password/), remedy: matching(/user:password@host/) };
  await expect(send('https://localhost/', proxyUrl)).rejects.toMatchObject(asksForPassword);
  await expect(send('http://localhost/', proxyUrl)).rejects.toMatchObject(asksForPassword);
  status = 503;
  await expect(send('https://localhost/', proxyUrl)).rejects.toMatchObject({
    message: 'The proxy did not connect to localhost: it answered 503.',
  });
  proxy.close();
});

test('the proxies of the environment: by scheme, without a scheme, empty, and of a kind that is not supported', () => {
  expect(
    proxiesOfEnvironment({ HTTP_PROXY: 'localhost:3128', https_proxy: 'https://[::1]:1', HTTPS_PROXY: 'x' }),
  ).toEqual({
    http: 'http://localhost:3128',
    https: 'https://[::1]:1',
  });
  expect(proxiesOfEnvironment({ http_proxy: 'a' })).toEqual({ http: 'http://a', https: 'http://a' });
  const socks = proxiesOfEnvironment({ HTTPS_PROXY: 'socks5://localhost:1' });
  const of = (url: string, env = socks) => proxyFor(defaultConnection, new URL(url), env);
  expect(of('http://a/')).toBeUndefined();
  expect(of('https://a/', proxiesOfEnvironment({ HTTPS_PROXY: '' }))).toBeUndefined();
  expect(() => of('https://a/')).toThrow('"socks5://localhost:1" is not the address of a proxy.');
  const custom = (proxyUrl: string) => () =>
    proxyFor({ ...defaultConnection, proxy: 'custom', proxyUrl }, new URL('http://a/'), socks);
  expect(custom('')).toThrow(
    expect.objectContaining({ code: 'ProxyProblem', message: 'A proxy is chosen, and its address is empty.' }),
  );
  expect(custom('socks5://me:secret@localhost:1')).toThrow('"socks5://localhost:1" is not the address of a proxy.');
  // The password has to be encoded: as it is, the host ends at its "/".
  expect(custom('http://me:se/cr@et@localhost:1')).toThrow('"http://localhost:1" is not the address of a proxy.');
});

test.each([
  ['me:pass%word@', '/path?query#part', 'me:pass%word'],
  ['me:p%40ss@', '', 'me:p@ss'],
  ['', '/', undefined],
])('the address of a proxy, %s…%s, needs no encoding and may have a path', async (user, rest, credentials) => {
  const received: (string | undefined)[] = [];
  const proxy = http.createServer(({ headers }, response) => {
    received.push(headers['proxy-authorization']);
    response.end();
  });
  await send('http://a.test/', `http://${user}127.0.0.1:${await listen(proxy)}${rest}`);
  proxy.close();
  expect(received).toEqual([credentials && `Basic ${Buffer.from(credentials).toString('base64')}`]);
});

test('a header Proxy-Authorization of a request is for the proxy, and a tunnel does not show it to the server', async () => {
  const received: (string | undefined)[] = [];
  const proxy = http.createServer(({ headers }, response) => {
    received.push(headers['proxy-authorization']);
    response.end();
  });
  proxy.on('connect', (_request, socket: net.Socket) => socket.end('HTTP/1.1 407 No\r\n\r\n'));
  const proxyUrl = `http://127.0.0.1:${await listen(proxy)}`;
  const warnings: string[] = [];
  const sendOwn = (url: string) =>
    client.send(
      { method: 'GET', url, headers: [{ name: 'Proxy-Authorization', value: 'Basic abc' }] },
      {
        signal: new AbortController().signal,
        connection: { ...defaultConnection, proxy: 'custom', proxyUrl },
        onWarning: (text) => warnings.push(text),
      },
    );
  await sendOwn('http://a.test/');
  expect(received).toEqual(['Basic abc']);
  expect(warnings).toEqual([]);
  await expect(sendOwn('https://a.test/')).rejects.toMatchObject({ message: matching(/user and a password/) });
  expect(warnings).toEqual([matching(/Proxy-Authorization was left out.*http:\/\/user:password@host/)]);
  proxy.close();
});
