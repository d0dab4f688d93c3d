/** Errors of servers that break the protocol: each says what is wrong, and what to do. */
import net from 'node:net';
import tls from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../testing/listen.ts';
import { createHttpClient } from './http-client.ts';

const client = createHttpClient();
const head = 'HTTP/1.1 200 OK\r\n';
/** What the server sends, before it closes the connection. */
const responses: Record<string, string> = {
  nothing: '',
  lengths: `${head}Content-Length: 2\r\nContent-Length: 5\r\n\r\nhello`,
  headers: `${head}X: ${'a'.repeat(300_000)}\r\n\r\n`,
  codings: `${head}Content-Encoding: ${'gzip,'.repeat(9)}gzip\r\n\r\n`,
  gzip: `${head}Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello`,
  greeting: 'SSH-2.0-OpenSSH\r\n',
  loop: 'HTTP/1.1 302 Found\r\nLocation: /loop\r\nContent-Length: 0\r\n\r\n',
  elsewhere: 'HTTP/1.1 302 Found\r\nLocation: http://elsewhere.invalid/there\r\nContent-Length: 0\r\n\r\n',
  closing: 'HTTP/1.1 302 Found\r\nLocation: /nothing\r\nContent-Length: 0\r\n\r\n',
};
const server = net.createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', (data) => {
    const name = /^GET \/(\w+)/.exec(data.toString())?.[1];
    // What is not HTTP is TLS.
    socket.end(name === undefined ? `HTTP/1.1 400 Bad Request\r\n\r\n` : (responses[name] ?? ''));
  });
});
let host = '';
/** Speaks only a TLS version that is not used by default. */
const oldServer = tls.createServer({ ciphers: 'ALL:@SECLEVEL=0', minVersion: 'TLSv1', maxVersion: 'TLSv1.1' });
beforeAll(async () => {
  host = `127.0.0.1:${await listen(server)}`;
});
afterAll(async () => {
  await client.close();
  server.close();
  oldServer.close();
});

async function errorOf(url: string) {
  const sending = client.send({ method: 'GET', url, headers: [] }, { signal: new AbortController().signal });
  return sending.then(
    () => undefined,
    (thrown: unknown) => thrown as { code: string; message: string; remedy: string },
  );
}

test.each([
  ['http', 'nothing', /^HOST closed the connection before/, /^Send it again/],
  ['http', 'lengths', /does not have the length that its Content-Length says/, /^Correct the server/],
  ['http', 'headers', /^The response headers of HOST are larger than 256 KB/, /^Correct the server/],
  ['http', 'codings', /encoded 10 times/, /Content-Encoding/],
  ['http', 'gzip', /not gzip/, /Content-Encoding/],
  ['http', 'greeting', /^The response of HOST is not HTTP/, /^Check the port/],
  ['http', 'loop', /more than 10 redirects/, /settings of the request/],
  ['http', 'elsewhere', /^The host elsewhere\.invalid \(after a redirect\) was not found/, /^Check the spelling/],
  ['http', 'closing', /^HOST \(after a redirect\) closed the connection/, /^Send it again/],
  ['https', 'lengths', /^HOST does not speak TLS/, /^Write http:\/\//],
])('%s, %s', async (scheme, name, message, remedy) => {
  const error = await errorOf(`${scheme}://${host}/${name}`);
  expect(error).toMatchObject({ code: 'RequestFailed' });
  expect(error?.message.replaceAll(host, 'HOST')).toMatch(message);
  expect(error?.remedy).toMatch(remedy);
});

test('a server without a common TLS version is not a problem of its certificate', async () => {
  const error = await errorOf(`https://127.0.0.1:${await listen(oldServer)}`);
  expect(error).toMatchObject({
    code: 'RequestFailed',
    remedy: expect.stringMatching(/^Check the TLS versions/) as string,
  });
  expect(error?.message).toMatch(/^No TLS connection to \S+ could be made: [\w ]+ \(ERR_SSL_\w+\)\.$/);
});
