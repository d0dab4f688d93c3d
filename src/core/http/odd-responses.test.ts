/** Responses that a correct server does not send, and that other clients take all the same; written to the socket as they are. */
import net from 'node:net';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../testing/listen.ts';
import { createHttpClient } from './http-client.ts';

const client = createHttpClient();
let url = '';
/** The parts of the response, each of which is written when the part before it has been sent. */
let parts: Buffer[] = [];
const server = net.createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => undefined);
  socket.on('data', () => {
    const writeAll = ([first, ...rest]: Buffer[]): void => {
      if (first) socket.write(first, () => setImmediate(writeAll, rest));
    };
    writeAll(parts);
  });
});
beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(server)}/`;
});
afterAll(async () => {
  await client.close();
  server.close();
});

async function received(...texts: (string | Buffer)[]) {
  parts = texts.map((text) => Buffer.from(text));
  const { hops, body } = await client.send(
    { method: 'GET', url, headers: [] },
    { signal: new AbortController().signal, timeoutMs: 5_000 },
  );
  const [{ status, headers }] = hops;
  return { status, headers, text: body.toString() };
}

const encoded = (coding: string, body: Buffer) =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`),
    body,
  ]);

describe('a body with the coding deflate', () => {
  const text = 'some text, some text, some text';
  test('has the format zlib by the standard', async () => {
    expect((await received(encoded('deflate', deflateSync(text)))).text).toBe(text);
  });
  test('is plain deflate from some servers', async () => {
    expect((await received(encoded('deflate', deflateRawSync(text)))).text).toBe(text);
    expect((await received(encoded('gzip, deflate', deflateRawSync(gzipSync(text))))).text).toBe(text);
  });
  test('may arrive in parts, of which the first is the head alone', async () => {
    const whole = encoded('deflate', deflateRawSync(text));
    const at = whole.indexOf('\r\n\r\n') + 4;
    expect((await received(whole.subarray(0, at), whole.subarray(at, at + 1), whole.subarray(at + 1))).text).toBe(text);
  });
  test('is an error where it is neither', async () => {
    await expect(received(encoded('deflate', Buffer.from('plain text')))).rejects.toThrow(/not deflate/);
  });
});

test('blanks after the value of a header are no part of it', async () => {
  const { headers } = await received('HTTP/1.1 200 OK\r\nX-A:  a b \t \r\nX-B: \t \r\nContent-Length: 0 \r\n\r\n');
  expect(headers.map(({ value }) => value)).toEqual(['a b', '', '0']);
});

test('a redirect with an empty location is the response', async () => {
  const { status, text } = await received('HTTP/1.1 302 Found\r\nLocation: \r\nContent-Length: 4\r\n\r\nhere');
  expect({ status, text }).toEqual({ status: 302, text: 'here' });
});

describe('100 Continue before the response to a request that does not expect it', () => {
  const proceed = 'HTTP/1.1 100 Continue\r\nX-Server: one\r\n\r\n';
  const final = 'HTTP/1.1 201 Created\r\nContent-Length: 4\r\n\r\nbody';
  test.each([
    ['in one part with it', [proceed + final]],
    ['alone', [proceed, final]],
    ['several times', [proceed + proceed, proceed + final]],
    ['in parts', ['H', 'TTP/1.1 1', '00 Continue\r\n', '\r', '\n', final]],
    ['up to the middle of the status', [`${proceed}HTTP/1.1 `, '201 Created\r\nContent-Length: 4\r\n\r\nbody']],
  ])('%s', async (_, written) => {
    // Two requests, of which the second may use the connection of the first.
    for (let count = 0; count < 2; count += 1)
      expect(await received(...written)).toMatchObject({ status: 201, text: 'body' });
  });
  test('a body that begins like one stays', async () => {
    const whole = `HTTP/1.1 200 OK\r\nContent-Length: ${proceed.length}\r\n\r\n`;
    expect((await received(whole, proceed)).text).toBe(proceed);
  });
  test('nothing after it is an error', async () => {
    await expect(received(`HTTP/1.1 100 Continue\r\nX-Long: ${'x'.repeat(300_000)}`)).rejects.toThrow();
  });
});
