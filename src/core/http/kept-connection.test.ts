/** Servers that close a kept connection at the moment at which the next request is sent on it. */
import net from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HttpRequest } from '../../contract/http/http.ts';
import { listen } from '../testing/listen.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
let client: HttpClient;
/** The request lines of each connection. */
let connections: string[][];
/** What the server writes before it closes the connection at the second request. */
let lastWords: string;
const server = net.createServer((socket) => {
  const requests: string[] = [];
  connections.push(requests);
  socket.on('error', () => undefined);
  socket.on('data', (data) => {
    const line = data.toString().split('\r\n')[0] ?? '';
    requests.push(line);
    if (requests.length === 1 && !line.includes('/closed')) socket.write(OK);
    else socket.end(lastWords);
  });
});
let base = '';
beforeAll(async () => {
  base = `http://127.0.0.1:${await listen(server)}`;
});
beforeEach(() => {
  client = createHttpClient();
  connections = [];
  lastWords = '';
});
afterEach(() => client.close());
afterAll(() => server.close());

/** Sends a request, and another one on the connection that it leaves open. */
async function sendSecond(method: string, text?: string) {
  const warnings: string[] = [];
  const send = (request: Omit<HttpRequest, 'headers'>) =>
    client.send(
      { ...request, headers: [] },
      { signal: new AbortController().signal, onWarning: (warning) => warnings.push(warning) },
    );
  await send({ method: 'GET', url: `${base}/first` });
  // undici gives the connection back after the end of the response.
  await setImmediate();
  const body = text === undefined ? {} : { body: { mode: 'raw' as const, text } };
  const second = await send({ method, url: `${base}/second`, ...body }).catch((error: unknown) => error as Error);
  return { warnings, result: second instanceof Error ? second.message : second.body.toString() };
}

test.each(['GET', 'OPTIONS'])('%s is sent once more, on a new connection, and a warning says so', async (method) => {
  const { warnings, result } = await sendSecond(method);
  expect(result).toBe('ok');
  expect(connections).toEqual([['GET /first HTTP/1.1', `${method} /second HTTP/1.1`], [`${method} /second HTTP/1.1`]]);
  expect(warnings).toEqual([expect.stringContaining('sent once more')]);
});

test.each([
  ['POST', undefined, ''],
  ['GET', 'with a body', ''],
  ['GET', undefined, 'HTTP/1.1 200 OK\r\nContent-'],
])('%s is not sent again: body %j, begun response %j', async (method, body, words) => {
  lastWords = words;
  const { warnings, result } = await sendSecond(method, body);
  expect(result).toMatch(/closed the connection/);
  expect(connections.flat()).toHaveLength(2);
  expect(warnings).toEqual([]);
});

test('a new connection that is closed at once is an error at once', async () => {
  const sending = client.send(
    { method: 'GET', url: `${base}/closed`, headers: [] },
    { signal: new AbortController().signal },
  );
  await expect(sending).rejects.toMatchObject({ code: 'RequestFailed' });
  expect(connections).toEqual([['GET /closed HTTP/1.1']]);
});

test('a response says whether an earlier request had made its connection', async () => {
  lastWords = OK;
  const timings = async () => {
    const { hops } = await client.send(
      { method: 'GET', url: `${base}/`, headers: [] },
      { signal: new AbortController().signal },
    );
    await setImmediate();
    return hops[0].timings;
  };
  expect(await timings()).toMatchObject({ reused: false, tcp: expect.any(Number) as number });
  expect(await timings()).toMatchObject({ reused: true });
});
