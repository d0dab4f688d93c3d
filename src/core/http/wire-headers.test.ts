/** What is written on the wire where undici leaves headers out or refuses them, read from the socket. */
import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpField } from '../../contract/http/http.ts';
import { listen } from '../testing/listen.ts';
import { createHttpClient } from './http-client.ts';

const client = createHttpClient();
let received = '';
const server = net.createServer((socket) => {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    const isWhole = /transfer-encoding/i.test(text) ? text.endsWith('0\r\n\r\n') : text.includes('\r\n\r\n');
    if (!isWhole) return;
    received = text;
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
});
let url = '';
beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(server)}/`;
});
afterAll(async () => {
  await client.close();
  server.close();
});

async function sent(method: string, headers: Record<string, string> | HttpField[], text?: string): Promise<string[]> {
  const fields = Array.isArray(headers) ? headers : Object.entries(headers).map(([name, value]) => ({ name, value }));
  const body = text === undefined ? {} : { body: { mode: 'raw' as const, text } };
  await client.send({ method, url, headers: fields, ...body }, { signal: new AbortController().signal });
  const [head = '', content = ''] = received.split(/\r\n\r\n([^]*)/);
  const of = head.split('\r\n').filter((line) => /^(content-|transfer-|keep-alive|x-|cookie|upgrade)/i.test(line));
  return [...of.map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase())), content];
}

test('requests with a custom method have a length of zero, and those that never have a body have none', async () => {
  expect(await sent('PURGE', {})).toEqual(['content-length: 0', '']);
  expect(await sent('UNLOCK', {}, '')).toEqual(['content-length: 0', '']);
  expect(await sent('POST', {})).toEqual(['content-length: 0', '']);
  for (const method of ['GET', 'DELETE', 'OPTIONS']) expect(await sent(method, {})).toEqual(['']);
  expect(await sent('GET', { 'Content-Length': '0' })).toEqual(['content-length: 0', '']);
  expect(await sent('PURGE', { 'content-length': '0' })).toEqual(['content-length: 0', '']);
});

test('a chunked body has no length beside it, and a header never ends another', async () => {
  expect(await sent('POST', { 'Transfer-Encoding': 'chunked', 'Content-Length': '1' }, 'abc')).toEqual([
    'content-type: text/plain',
    'transfer-encoding: chunked',
    '3\r\nabc\r\n0\r\n\r\n',
  ]);
  expect(await sent('GET', { 'Keep-Alive': 'timeout=5' })).toEqual(['keep-alive: timeout=5', '']);
  await expect(sent('GET', { 'Keep-Alive': 'a\r\nX-Injected: b' })).rejects.toMatchObject({ code: 'InvalidRequest' });
});

test('a Content-Length that is not that of the body is replaced', async () => {
  for (const length of ['0', '99', 'calculated when sent']) {
    expect(await sent('POST', { 'Content-Length': length }, 'abc')).toEqual([
      'content-type: text/plain',
      'content-length: 3',
      'abc',
    ]);
  }
  expect(await sent('POST', { 'content-LENGTH': '3' }, 'abc')).toEqual([
    'content-type: text/plain',
    'content-length: 3',
    'abc',
  ]);
});

test('names of HTTP/2 that a request was copied with are not sent', async () => {
  expect(await sent('GET', { ':authority': 'example.com', ':path': '/', 'X-A': '1' })).toEqual(['x-a: 1', '']);
});

test('the body is sent at once beside the header Expect', async () => {
  await sent('POST', { expect: '100-continue' }, 'abc');
  expect(received).toMatch(/^expect: 100-continue\r$/im);
  expect(received).toMatch(/\r\n\r\nabc$/);
});

test('a Connection without a value is left out', async () => {
  await sent('GET', { Connection: ' ' });
  expect(received).toMatch(/^connection: keep-alive\r$/im);
});

test('the last of two spellings replaces the first; one spelling is sent as often as it is there', async () => {
  const field = (name: string, value: string) => ({ name, value });
  expect(await sent('GET', [field('X-A', '1'), field('X-A', '2'), field('X-B', '3'), field('x-b', '4')])).toEqual([
    'x-a: 1',
    'x-a: 2',
    'x-b: 4',
    '',
  ]);
  expect(await sent('GET', [field('Cookie', 'a=1'), field('Cookie', 'b=2')])).toEqual(['cookie: a=1; b=2', '']);
});

test('a form leaves the Content-Type of the request as it is, where that header is one that is not added', async () => {
  const body = { mode: 'urlencoded' as const, fields: [{ name: 'a', value: 'b' }] };
  const send = async (omitHeaders: string[]) => {
    const headers = [{ name: 'Content-Type', value: 'text/own' }];
    await client.send(
      { method: 'POST', url, headers, body },
      { settings: { omitHeaders }, signal: new AbortController().signal },
    );
    return /^content-type: .*$/im.exec(received)?.[0].toLowerCase();
  };
  expect(await send(['content-TYPE'])).toBe('content-type: text/own');
  expect(await send(['Accept'])).toBe('content-type: application/x-www-form-urlencoded');
});
