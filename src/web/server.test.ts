/** The protection of the web host, each refusal tested for real; and the contract over a real WebSocket. */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import net from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { HostApi } from '../contract/host-contract.ts';
import { testPort } from '../contract/rpc/testing/port-tests.ts';
import { startWebHost, type WebHost } from './server.ts';
import { CODE_MS, MAX_SESSIONS } from './session.ts';
import { openSockets } from '../core/testing/malformed-requests.ts';
import { webSocketPort } from './web-socket-port.ts';
import { temporaryFolder } from '../core/testing/temporary-folder.ts';

let host: WebHost;
const renderer = temporaryFolder('page');
mkdirSync(path.join(renderer, 'assets'));
writeFileSync(path.join(renderer, 'index.html'), '<title>page</title>');
writeFileSync(path.join(renderer, 'assets', 'a-1.js'), 'code');
writeFileSync(path.join(renderer, 'secret.txt'), 'secret');

const api = new Proxy({} as HostApi, { get: () => () => ({ theme: 'dark' }) });

beforeEach(async () => {
  host = await startWebHost({ api, subscribe: () => () => undefined, renderer, port: 0 });
});
afterEach(() => host.close());

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}
function get(target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port: host.port, path: target, method, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    request.on('error', reject);
    request.end();
  });
}
const openPath = () => new URL(host.newAddress()).pathname + new URL(host.newAddress()).search;
async function signIn(): Promise<string> {
  const { headers } = await get(openPath());
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}
/** With the key that the page of the session has. */
async function signInPage(): Promise<{ cookie: string; key: string }> {
  const { headers, body } = await get(openPath());
  return { cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '', key: /url=\/#([\w-]+)/.exec(body)?.[1] ?? '' };
}
/** The status with which a WebSocket is refused, or 101. */
function upgrade(headers: Record<string, string>, key: string, target = '/host'): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${host.port}${target}`, ['outrigger', key], { headers });
    socket.on('open', () => {
      resolve(101);
      socket.close();
    });
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => undefined);
  });
}

test('errors of the server after it has begun, such as too many open files, end nothing', async () => {
  const listening = vi.spyOn(net.Server.prototype, 'listen');
  const other = await startWebHost({ api, subscribe: () => () => undefined, renderer, port: 0 });
  const server = listening.mock.contexts.at(-1) as net.Server;
  listening.mockRestore();
  for (const count of [1, 2, 3]) server.emit('error', new Error(`accept EMFILE ${count}`));
  expect((await fetch(other.newAddress())).status).toBe(200);
  await other.close();
});

describe('the session', () => {
  test('a code opens one session, once', async () => {
    const target = openPath();
    const first = await get(target);
    expect(first).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(first.body).toMatch(/<meta http-equiv="refresh" content="0;url=\/#[\w-]{43}">/);
    expect(first.headers['set-cookie']?.[0]).toMatch(
      new RegExp(`^outrigger-${host.port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`),
    );
    const second = await get(target);
    expect(second.status).toBe(403);
    expect(second.body).toContain('Press Enter in the terminal');
    expect(second.headers['set-cookie']).toBeUndefined();
  });
  test('a new code invalidates the previous one', async () => {
    const old = openPath();
    host.newAddress();
    expect((await get(old)).status).toBe(403);
  });
  test.each(['/open', '/open?code=', '/open?code=wrong', '/open?code=%00'])('%s is refused', async (target) => {
    host.newAddress();
    expect((await get(target)).status).toBe(403);
  });
  test('a wrong code leaves the right one valid', async () => {
    const target = openPath();
    for (let tries = 0; tries < 100; tries += 1) expect((await get(`/open?code=${tries}`)).status).toBe(403);
    expect((await get(target)).status).toBe(200);
  });
  test('a code expires', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const [early, late] = [openPath(), openPath()];
      expect((await get(early)).status).toBe(403);
      vi.advanceTimersByTime(CODE_MS);
      expect((await get(late)).status).toBe(403);
      const inTime = openPath();
      vi.advanceTimersByTime(CODE_MS - 1);
      expect((await get(inTime)).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });
  test('the number of sessions is limited: the oldest ends', async () => {
    const first = await signIn();
    const others: string[] = [];
    for (let n = 0; n < MAX_SESSIONS; n += 1) others.push(await signIn());
    expect((await get('/', { cookie: first })).status).toBe(403);
    expect((await get('/', { cookie: others[0] ?? '' })).status).toBe(200);
  });
  test('without its cookie nothing is served, with it the page is', async () => {
    expect((await get('/')).status).toBe(403);
    expect((await get('/assets/a-1.js')).status).toBe(403);
    expect((await get('/', { cookie: `outrigger-${host.port}=guess` })).status).toBe(403);
    const cookie = await signIn();
    expect(await get('/', { cookie })).toMatchObject({ status: 200, body: '<title>page</title>' });
    expect((await get('/assets/a-1.js', { cookie })).headers['cache-control']).toContain('immutable');
  });
});

describe('other sites', () => {
  test.each(['evil.example', `evil.example:80`, '127.0.0.1', '127.0.0.1:1', 'localhost'])(
    'the Host %s is not served (DNS rebinding)',
    async (name) => {
      const cookie = await signIn();
      expect((await get('/', { cookie, host: name })).status).toBe(421);
    },
  );
  test('localhost with the port is served', async () => {
    const cookie = await signIn();
    expect((await get('/', { cookie, host: `localhost:${host.port}` })).status).toBe(200);
  });
  test.each([
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('a request with %o is refused', async (headers) => {
    const cookie = await signIn();
    expect((await get('/', { cookie, ...(headers as Record<string, string>) })).status).toBe(403);
  });
  test('a navigation from another site needs the code, and reaches no other page', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await get('/open?code=wrong', headers)).status).toBe(403);
    expect((await get(openPath(), { ...headers, 'sec-fetch-mode': 'no-cors' })).status).toBe(403);
    expect((await get('/', { ...headers, cookie: await signIn() })).status).toBe(403);
    expect((await get(openPath(), headers)).status).toBe(200);
  });
  test('only GET is answered', async () => {
    const cookie = await signIn();
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await get('/', { cookie }, method)).status).toBe(405);
  });
});

describe('files', () => {
  test.each([
    '/secret.txt',
    '/../package.json',
    '/assets/../secret.txt',
    '/%2e%2e/package.json',
    '/assets/',
    '/nothing.js',
    '/.env.js',
  ])('%s is not found', async (target) => {
    const cookie = await signIn();
    expect((await get(target, { cookie })).status).toBe(404);
  });
  test('every response has the headers that isolate the page', async () => {
    const cookie = await signIn();
    for (const target of ['/', '/assets/a-1.js', '/nothing']) {
      const { headers } = await get(target, { cookie });
      expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      });
    }
  });
});

describe('the WebSocket', () => {
  const ownOrigin = () => `http://127.0.0.1:${host.port}`;
  test('opens for the page of the session', async () => {
    const { cookie, key } = await signInPage();
    expect(await upgrade({ cookie, origin: ownOrigin() }, key)).toBe(101);
  });
  test('is refused without cookie, with a wrong cookie, with another origin, without origin, and at another path', async () => {
    const { cookie, key } = await signInPage();
    expect(await upgrade({ origin: ownOrigin() }, key)).toBe(403);
    expect(await upgrade({ origin: ownOrigin(), cookie: 'outrigger=1' }, key)).toBe(403);
    expect(await upgrade({ origin: 'http://evil.example', cookie }, key)).toBe(403);
    expect(await upgrade({ origin: 'null', cookie }, key)).toBe(403);
    expect(await upgrade({ cookie }, key)).toBe(403);
    expect(await upgrade({ origin: ownOrigin(), cookie, host: 'evil.example' }, key)).toBe(421);
    expect(await upgrade({ origin: ownOrigin(), cookie }, key, '/other')).toBe(404);
  });
  test('is refused with only the cookie, which a server on another port of this computer can get', async () => {
    const { cookie } = await signInPage();
    const other = await signInPage();
    for (const key of ['guess', other.key]) expect(await upgrade({ origin: ownOrigin(), cookie }, key)).toBe(403);
  });
});

describe('limits', () => {
  const ownOrigin = () => `http://127.0.0.1:${host.port}`;
  test('headers that are too large are answered with 431', async () => {
    expect((await get('/', { a: 'a'.repeat(17_000) })).status).toBe(431);
  });
  test('a client that keeps its half of a refused upgrade open occupies no connection of the host', async () => {
    const clients = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const socket = net.connect({ port: host.port, host: '127.0.0.1', allowHalfOpen: true });
        socket.write(
          `GET /host HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
        );
        socket.resume();
        await new Promise((resolve) => socket.once('end', resolve));
        return socket;
      }),
    );
    // The clients' ends, and the listening server.
    await vi.waitFor(() => expect(openSockets()).toBeLessThanOrEqual(clients.length + 1));
    for (const socket of clients) socket.destroy();
  });
  test('a window beyond the limit is closed with a reason, the others stay open', async () => {
    const { cookie, key } = await signInPage();
    const headers = { cookie, origin: ownOrigin() };
    const open = () => new WebSocket(`ws://127.0.0.1:${host.port}/host`, ['outrigger', key], { headers });
    const windows = Array.from({ length: 32 }, open);
    await Promise.all(windows.map((socket) => new Promise((resolve) => socket.once('open', resolve))));
    const closed = await new Promise<[number, string]>((resolve) =>
      open().once('close', (code, reason) => resolve([code, String(reason)])),
    );
    expect(closed).toEqual([1013, 'Too many windows are open.']);
    expect(windows.every((socket) => socket.readyState === WebSocket.OPEN)).toBe(true);
    for (const socket of windows) socket.terminate();
  });
  test('connections that send nothing keep no page out, and end no window', async () => {
    const { cookie, key } = await signInPage();
    const headers = { cookie, origin: ownOrigin() };
    const window = new WebSocket(`ws://127.0.0.1:${host.port}/host`, ['outrigger', key], { headers });
    await new Promise((resolve) => window.once('open', resolve));
    const silent = Array.from({ length: 600 }, () => net.connect(host.port, '127.0.0.1').on('error', () => undefined));
    await Promise.all(silent.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
    expect((await get('/', { cookie })).status).toBe(200);
    for (const socket of silent) socket.destroy();
    window.ping();
    await once(window, 'pong');
    window.terminate();
  });
  test('a message that is too large closes the socket with 1009', async () => {
    const { cookie, key } = await signInPage();
    const headers = { cookie, origin: ownOrigin() };
    const socket = new WebSocket(`ws://127.0.0.1:${host.port}/host`, ['outrigger', key], { headers });
    await new Promise((resolve) => socket.once('open', resolve));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    // The header of a 1 GiB frame from the client.
    const raw = (socket as unknown as { _socket: net.Socket })._socket;
    raw.write(Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0]));
    expect(await closed).toBe(1009);
  });
});

test('the server listens on loopback only', () => {
  expect(new URL(host.newAddress()).hostname).toBe('127.0.0.1');
});

test('a port in use is reported with a next step', async () => {
  const secondHost = startWebHost({ api, subscribe: () => () => undefined, renderer, port: host.port });
  await expect(secondHost).rejects.toMatchObject({
    code: 'PortInUse',
    message: `Port ${host.port} is used by another program.`,
    remedy: expect.stringContaining('--port') as string,
  });
});

describe('the contract over a WebSocket', () => {
  testPort(async () => {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await new Promise((resolve) => server.once('listening', resolve));
    const accepted = new Promise<WebSocket>((resolve) => server.once('connection', resolve));
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as { port: number }).port}`);
    const serverSocket = await accepted;
    await new Promise((resolve) => (client.readyState === client.OPEN ? resolve(0) : client.once('open', resolve)));
    return {
      client: webSocketPort(client),
      server: webSocketPort(serverSocket),
      async close() {
        client.terminate();
        await new Promise((resolve) => server.close(resolve));
        await new Promise((resolve) => setImmediate(resolve));
      },
    };
  });
});
