/** The server to which the browser returns, and other clients that can reach it on this machine. */
import { once } from 'node:events';
import net from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { listenForCallback } from './oauth2-callback.ts';

type Callback = Awaited<ReturnType<typeof listenForCallback>>;
const callbacks: Callback[] = [];
async function listen(preferredUrl?: string): Promise<Callback & { port: number; host: string }> {
  const callback = await listenForCallback({ preferredUrl, state: 'right' });
  callbacks.push(callback);
  const { port, host } = new URL(callback.url);
  return { ...callback, port: Number(port), host };
}
afterEach(() => {
  for (const callback of callbacks.splice(0)) callback.close();
});

/** The server's response to these bytes until it closes the connection, or until `enough` was received. */
function raw(port: number, bytes: string, lastBytes = /\r\n\r\n/): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    const end = () => (socket.destroy(), resolve(text));
    socket.setEncoding('latin1').on('data', (chunk: string) => lastBytes.test((text += chunk)) && end());
    socket.on('error', end).on('close', end);
  });
}
const get = (target: string, host: string, more = '') => `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);

test('the right path, Host and state end the wait', async () => {
  const { port, host, arrived } = await listen();
  expect(statusOf(await raw(port, get('/callback?code=abc&state=right', host)))).toBe(200);
  expect((await arrived).searchParams.get('code')).toBe('abc');
});

test.each([
  ['code=abc', 'Outrigger continues.'],
  ['error=access_denied', 'The sign-in has failed.'],
])('the page after %s says: %s', async (query, text) => {
  const { port, host } = await listen();
  expect(await raw(port, get(`/callback?${query}&state=right`, host), /<\/html>/)).toContain(text);
});

test.each<[string, (host: string) => string, number]>([
  ['two slashes', (host) => get('//', host), 404],
  ['a target that is not an address', (host) => get('//[', host), 404],
  ['an absolute target', () => get('http://evil.example/callback?state=right', 'evil.example'), 404],
  ['an absolute target with our Host', (host) => get(`http://evil.example/callback?state=right`, host), 404],
  ['a target of another host by slashes', (host) => get('//evil.example/callback?state=right', host), 404],
  ['an asterisk', (host) => `OPTIONS * HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 404],
  ['another method', (host) => get('/callback?state=right', host).replace('GET', 'POST'), 404],
  ['another Host', () => get('/callback?code=a&state=right', 'evil.example'), 404],
  ['the Host of another port', () => get('/callback?code=a&state=right', '127.0.0.1:1'), 404],
  ['no Host', (host) => get('/callback?state=right', host).replace(/Host:.*\r\n/, ''), 400],
  ['no state', (host) => get('/callback?code=a', host), 400],
  ['a wrong state', (host) => get('/callback?code=a&state=wrong', host), 400],
  ['an upgrade', (host) => get('/x', host, 'Connection: Upgrade\r\nUpgrade: websocket\r\n'), 404],
  ['no HTTP', () => '\0\x01\xff\r\n\r\n', 400],
  ['a header without a name', (host) => get('/callback', host, ': x\r\n'), 400],
  ['too many headers', (host) => get('/callback', host, `X: ${'x'.repeat(100_000)}\r\n`), 431],
])('%s is refused, and the wait continues', async (_title, bytes, status) => {
  const { port, host, arrived } = await listen();
  expect(statusOf(await raw(port, bytes(host)))).toBe(status);
  expect(statusOf(await raw(port, get('/callback?code=abc&state=right', host)))).toBe(200);
  expect((await arrived).searchParams.get('code')).toBe('abc');
});

test('after 500 malformed requests, upgrades and tunnels it still responds', async () => {
  const { port, host, arrived } = await listen();
  const attacks = [
    get('//', host),
    get('/%%%', host),
    get('//[', host, 'Connection: Upgrade\r\nUpgrade: x\r\n'),
    `CONNECT x:1 HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    'GET / HTTP/9.9\r\n\r\n',
    '\xff\xfe\r\n\r\n',
    `POST / HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
  ];
  for (let sent = 0; sent < 500; sent += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, at) => raw(port, attacks[(sent + at) % attacks.length] ?? '')));
  }
  expect(statusOf(await raw(port, get('/callback?code=abc&state=right', host)))).toBe(200);
  expect((await arrived).searchParams.get('code')).toBe('abc');
});

test('connections that send nothing do not keep the browser out', async () => {
  const { port, host, arrived } = await listen();
  const silent = Array.from({ length: 300 }, () => net.connect(port, '127.0.0.1').on('error', () => undefined));
  await Promise.all(silent.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
  expect(statusOf(await raw(port, get('/callback?code=abc&state=right', host)))).toBe(200);
  expect((await arrived).searchParams.get('code')).toBe('abc');
  for (const socket of silent) socket.destroy();
});

test('an address of another machine is refused; one of this machine is used unchanged', async () => {
  await expect(listen('http://evil.example/cb')).rejects.toMatchObject({ code: 'InvalidRequest' });
  await expect(listen('https://127.0.0.1/cb')).rejects.toMatchObject({ code: 'InvalidRequest' });
  const free = await listen();
  callbacks.splice(0).forEach((callback) => callback.close());
  const { port, arrived, url } = await listen(`http://127.0.0.1:${free.port}/signed-in?x=1`);
  expect(url).toBe(`http://127.0.0.1:${free.port}/signed-in?x=1`);
  expect(statusOf(await raw(port, get('/signed-in?x=1&code=c&state=right', `127.0.0.1:${port}`)))).toBe(200);
  expect((await arrived).searchParams.get('code')).toBe('c');
});
