/** Encoded bodies: absent ones, large ones, and those of servers that close the connection. */
import { randomBytes } from 'node:crypto';
import net from 'node:net';
import zlib, { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../testing/listen.ts';
import { createHttpClient } from '../http-client.ts';

const client = createHttpClient();
let base = '';
/** Responds to `/<status>/<coding>` exactly as requested; an HTTP server of Node would correct some responses. */
const server = net.createServer((socket) => {
  socket.on('error', () => undefined);
  socket.on('data', (data) => {
    const [, method = '', status = '200', coding = ''] = /^(\w+) \/(\d+)\/(\S+)/.exec(data.toString()) ?? [];
    const length = status === '200' && method !== 'HEAD' ? 'Content-Length: 0\r\n' : '';
    socket.write(`HTTP/1.1 ${status} Test\r\nContent-Encoding: ${coding}\r\n${length}\r\n`);
    if (status === '205') socket.end();
  });
});
beforeAll(async () => {
  base = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(async () => {
  await client.close();
  server.close();
});

const codings = ['gzip', 'deflate', 'br', 'zstd'];
test.each(
  codings.flatMap((coding) => [
    ['GET', 204, coding] as const,
    ['GET', 205, coding] as const,
    ['GET', 304, coding] as const,
    ['GET', 200, coding] as const,
    ['HEAD', 200, coding] as const,
  ]),
)('%s %d with content-encoding %s and no body', async (method, status, coding) => {
  const { hops, body, downloadedBytes } = await client.send(
    { method, url: `${base}/${status}/${coding}`, headers: [] },
    { signal: new AbortController().signal, timeoutMs: 5_000 },
  );
  expect({ status: hops[0].status, body: body.length, downloadedBytes }).toEqual({
    status,
    body: 0,
    downloadedBytes: 0,
  });
});

test('the connection of a HEAD request is kept, and a body that the server sends all the same is no response', async () => {
  const received: string[] = [];
  const careless = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const [line = ''] = data.toString().split('\r\n');
      received.push(`${line} ${/connection: \S+/i.exec(data.toString())?.[0]}`);
      socket.write(`HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: ${line.length}\r\n\r\n${line}`);
    });
  });
  const origin = `http://127.0.0.1:${await listen(careless)}`;
  const freshClient = createHttpClient();
  const send = async (method: string, path: string) => {
    const request = { method, url: `${origin}${path}`, headers: [] };
    const { body } = await freshClient.send(request, { signal: new AbortController().signal, timeoutMs: 5_000 });
    return body.toString();
  };
  try {
    for (const path of ['/a', '/b', '/c', '/d']) {
      expect(await send('HEAD', path)).toBe('');
      expect(await send('GET', path)).toBe(`GET ${path} HTTP/1.1`);
    }
    expect(received[0]).toBe('HEAD /a HTTP/1.1 connection: keep-alive');
  } finally {
    await freshClient.close();
    careless.close();
  }
});

test('a body that is decoded while the server closes the connection is complete', async () => {
  const text = randomBytes(500_000).toString('hex');
  const bytes = gzipSync(text);
  // Without `Connection: close`, as simple servers do.
  const closing = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bytes.length}\r\n\r\n`);
      socket.end(bytes);
    });
  });
  const url = `http://127.0.0.1:${await listen(closing)}`;
  try {
    const sending = client.send({ method: 'GET', url, headers: [] }, { signal: new AbortController().signal });
    expect((await sending).body.equals(Buffer.from(text))).toBe(true);
  } finally {
    closing.close();
  }
});

test('a body that is encoded thousands of times by its header is not decoded', async () => {
  const url = `${base}/200/${'gzip,'.repeat(2000)}gzip`;
  const sending = client.send({ method: 'GET', url, headers: [] }, { signal: new AbortController().signal });
  await expect(sending).rejects.toMatchObject({
    code: 'RequestFailed',
    message: expect.stringContaining('2001 times') as string,
  });
  const ordinary = `${base}/200/gzip,br,gzip,br,gzip`;
  const { body } = await client.send(
    { method: 'GET', url: ordinary, headers: [] },
    { signal: new AbortController().signal },
  );
  expect(body).toHaveLength(0);
});

const compressed = (coding: string, text: Buffer): Buffer => {
  switch (coding) {
    case 'gzip':
      return gzipSync(text);
    case 'deflate':
      return zlib.deflateSync(text);
    case 'br':
      return zlib.brotliCompressSync(text);
    default:
      return zlib.zstdCompressSync(text);
  }
};
test.each(codings)('a body in %s that stops early is there as far as it reaches, and marked', async (coding) => {
  const text = Buffer.from(randomBytes(400_000).toString('hex'));
  const bytes = compressed(coding, text);
  const cutOff = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const isWhole = data.toString().startsWith('GET /whole');
      const sent = isWhole ? bytes : bytes.subarray(0, bytes.length - 1000);
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${sent.length}\r\n\r\n`);
      socket.write(sent);
    });
  });
  const origin = `http://127.0.0.1:${await listen(cutOff)}`;
  const freshClient = createHttpClient();
  const warnings: string[] = [];
  const options = { signal: new AbortController().signal, onWarning: (text: string) => void warnings.push(text) };
  try {
    const whole = await freshClient.send({ method: 'GET', url: `${origin}/whole`, headers: [] }, options);
    expect(whole.isIncomplete).toBe(false);
    expect(whole.body.equals(text)).toBe(true);
    expect(warnings).toEqual([]);
    const { body, isIncomplete } = await freshClient.send({ method: 'GET', url: `${origin}/`, headers: [] }, options);
    expect(isIncomplete).toBe(true);
    expect(body.length).toBeGreaterThan(text.length / 2);
    expect(text.subarray(0, body.length).equals(body)).toBe(true);
    expect(warnings).toEqual([expect.stringMatching(/body is incomplete/)]);
  } finally {
    await freshClient.close();
    cutOff.close();
  }
});

test('an announced length takes no memory before the body arrives, and a large body is whole', async () => {
  const content = randomBytes(20 * 1024 * 1024);
  const announcing = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const isWhole = data.toString().startsWith('GET /whole');
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${isWhole ? content.length : 500 * 1024 * 1024}\r\n\r\n`);
      socket.write(isWhole ? content : 'a');
    });
  });
  const url = `http://127.0.0.1:${await listen(announcing)}`;
  const stop = new AbortController();
  try {
    const { body } = await client.send({ method: 'GET', url: `${url}/whole`, headers: [] }, { signal: stop.signal });
    expect(body.equals(content)).toBe(true);
    const before = process.memoryUsage().arrayBuffers;
    const arrived = Promise.withResolvers<number>();
    const sending = client.send(
      { method: 'GET', url, headers: [] },
      { signal: stop.signal, onChunk: () => arrived.resolve(process.memoryUsage().arrayBuffers) },
    );
    expect(((await arrived.promise) - before) / 1024 / 1024).toBeLessThan(50);
    stop.abort();
    await expect(sending).rejects.toMatchObject({ code: 'Cancelled' });
  } finally {
    announcing.close();
  }
});
