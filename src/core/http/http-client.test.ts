/** The HTTP client with servers of real behaviour: redirects, compression, TLS, HTTP/2, broken connections. */
import { symlinkSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import net from 'node:net';
import { TLSSocket } from 'node:tls';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultConnection } from '../../contract/collection/connection.ts';
import { toFailure } from '../../contract/errors.ts';
import type { HttpRequest } from '../../contract/http/http.ts';
import { makeCertificate, type TestCertificate } from '../testing/certificate.ts';
import { hasInterpreter } from '../testing/interpreters.ts';
import { listen } from '../testing/listen.ts';
import type { HttpBody } from '../../contract/http/http.ts';
import { createBodyFilePolicy } from './body/body-files.ts';
import { createCookieJar } from './cookies/cookie-jar.ts';
import { parseUrl } from './address.ts';
import { createHttpClient, type SendOptions } from './http-client.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const client = createHttpClient({ userAgent: 'Test/1' });
const closing: (() => unknown)[] = [() => client.close()];
let base = '';

beforeAll(async () => {
  const packed: Record<string, (text: string) => Buffer> = {
    gzip: (text) => zlib.gzipSync(text),
    deflate: (text) => zlib.deflateSync(text),
    br: (text) => zlib.brotliCompressSync(text),
    zstd: (text) => zlib.zstdCompressSync(text),
  };
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://x');
      const name = url.pathname.slice(1);
      const pack = packed[name];
      if (pack) return void response.writeHead(200, { 'content-encoding': name }).end(pack(`packed by ${name}`));
      switch (name) {
        case 'redirect':
          return void response
            .writeHead(Number(url.searchParams.get('status') ?? 302), {
              location: url.searchParams.get('to') ?? '/',
              'set-cookie': 'hop=1; Path=/',
            })
            .end();
        case 'loop':
          return void response.writeHead(302, { location: '/loop' }).end();
        case 'long':
          return void response.writeHead(302, { location: `/long?${'\x9b'.repeat(1000)}` }).end();
        case 'broken-gzip':
          return void response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip at all');
        case 'slow':
          return;
        case 'endless': {
          response.writeHead(200);
          const timer = setInterval(() => response.write('x'.repeat(65_536)), 1);
          return void response.on('close', () => clearInterval(timer));
        }
        case 'reset':
          return void request.socket.destroy();
        case 'half':
          response.writeHead(200, { 'content-length': 100 });
          response.write('half');
          return void setTimeout(() => request.socket.destroy(), 20);
        case 'repeated':
          return void response
            .writeHead(200, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Many', '1', 'X-Many', '2'])
            .end();
        default:
          response.end(
            JSON.stringify({
              method: request.method,
              url: request.url,
              raw: request.rawHeaders,
              headers: request.headers,
              body: Buffer.concat(chunks).toString('latin1'),
            }),
          );
      }
    });
  });
  base = `http://127.0.0.1:${await listen(server)}`;
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
});
afterAll(async () => {
  for (const close of closing) await close();
});

const send = (request: Partial<HttpRequest> & { url: string }, options: Partial<SendOptions> = {}) =>
  client.send({ method: 'GET', headers: [], ...request }, { signal: new AbortController().signal, ...options });
interface Echo {
  method: string;
  url: string;
  raw: string[];
  headers: Record<string, string>;
  body: string;
}
const echo = (exchange: { body: Buffer }) => JSON.parse(exchange.body.toString()) as Echo;

test('a sent request: method, headers in their order and case, body, and default headers', async () => {
  const headers = [
    { name: 'X-Second', value: 'b' },
    { name: 'x-FIRST', value: 'grüß' },
    { name: 'X-Second', value: 'again' },
    { name: 'Off', value: 'x', disabled: true },
  ];
  const sent = echo(
    await send({
      url: `${base}/a?b=c%20d#hash`,
      method: 'PURGE',
      headers,
      body: { mode: 'raw', text: 'héllo', contentType: 'text/plain' },
    }),
  );
  expect(sent).toMatchObject({
    method: 'PURGE',
    url: '/a?b=c%20d',
    headers: { 'user-agent': 'Test/1', accept: '*/*', 'content-length': '6', 'content-type': 'text/plain' },
  });
  expect(sent.raw.filter((_, index) => index % 2 === 0).filter((name) => /second|first/i.test(name))).toEqual([
    'X-Second',
    'x-FIRST',
    'X-Second',
  ]);
  expect(Buffer.from(sent.raw[sent.raw.indexOf('x-FIRST') + 1] ?? '', 'latin1').toString()).toBe('grüß');
  expect(Buffer.from(sent.body, 'latin1').toString()).toBe('héllo');
  expect(sent.raw).not.toContain('Off');
});

describe('a Content-Type header of a form', () => {
  const parts = [{ name: 'a', value: '1' }];
  const typeOf = async (body: HttpRequest['body'], written: string) => {
    const headers = [{ name: 'content-type', value: written }];
    const { headers: arrived, body: text } = echo(
      await send({ url: base, method: 'POST', headers, ...(body ? { body } : {}) }),
    );
    return { type: arrived['content-type'] ?? '', text };
  };
  test.each(['multipart/form-data', 'multipart/form-data; boundary=wrong', 'Multipart/Related'])(
    '%s gets the boundary of the parts',
    async (written) => {
      const { type, text } = await typeOf({ mode: 'formdata', parts }, written);
      const [, kind, boundary = '?'] = /^(.*); boundary=(.+)$/.exec(type) ?? [];
      expect(kind).toBe(written.split(';')[0]?.toLowerCase());
      expect(text).toContain(`--${boundary}--`);
    },
  );
  test('a contradicting one is corrected, and parameters of the same type stay', async () => {
    expect((await typeOf({ mode: 'formdata', parts }, 'application/json')).type).toMatch(/^multipart\/form-data; b/);
    const fields = [{ name: 'a', value: '1' }];
    expect((await typeOf({ mode: 'urlencoded', fields }, 'text/plain')).type).toBe('application/x-www-form-urlencoded');
    const ownType = 'application/x-www-form-urlencoded; charset=utf-8';
    expect((await typeOf({ mode: 'urlencoded', fields }, ownType)).type).toBe(ownType);
    expect((await typeOf({ mode: 'raw', text: '{}' }, 'application/vnd.api+json')).type).toBe(
      'application/vnd.api+json',
    );
  });
});

test('comments in a JSON body are not sent; texts that look like comments are', async () => {
  const text = '{ // one\n  "a": "http://x /* no */", /* two */ "b": 1 }';
  const body = { mode: 'raw' as const, text, contentType: 'application/json' };
  const sent = echo(await send({ url: base, method: 'POST', body }));
  expect(JSON.parse(sent.body)).toEqual({ a: 'http://x /* no */', b: 1 });
  const plain = echo(await send({ url: base, method: 'POST', body: { mode: 'raw', text } }));
  expect(plain.body).toBe(text);
});

test('a known method in lower case is sent in upper case', async () => {
  expect(echo(await send({ url: base, method: 'patch' })).method).toBe('PATCH');
});

test('forms, multipart forms with files, files and GraphQL are sent as bodies', async () => {
  const folder = temporaryFolder('http');
  writeFileSync(path.join(folder, 'a "b".bin'), Buffer.from([0, 255, 13, 10]));
  const form = echo(
    await send({
      url: base,
      method: 'POST',
      body: {
        mode: 'urlencoded',
        fields: [
          { name: 'a b', value: '&=' },
          { name: 'off', value: '', disabled: true },
        ],
      },
    }),
  );
  expect(form.body).toBe('a%20b=%26%3D');
  const parts = [
    { name: 'text', value: 'ü' },
    { name: 'file', files: ['a "b".bin'], contentType: 'application/x-test' },
  ];
  const bodyFiles = createBodyFilePolicy({ root: folder });
  const multipart = echo(await send({ url: base, method: 'POST', body: { mode: 'formdata', parts } }, { bodyFiles }));
  const boundary = /boundary=(.*)$/.exec(multipart.headers['content-type'] ?? '')?.[1] ?? '';
  expect(multipart.body).toBe(
    `--${boundary}\r\nContent-Disposition: form-data; name="text"\r\n\r\nÃ¼\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a %22b%22.bin"\r\nContent-Type: application/x-test\r\n\r\n\0ÿ\r\n\r\n--${boundary}--\r\n`,
  );
  expect(multipart.headers['content-length']).toBe(String(multipart.body.length));
  writeFileSync(path.join(folder, 'photo.png'), '');
  const photo = { mode: 'formdata' as const, parts: [{ name: 'file', files: ['photo.png'] }] };
  expect(echo(await send({ url: base, method: 'POST', body: photo }, { bodyFiles })).body).toContain(
    'filename="photo.png"\r\nContent-Type: image/png\r\n',
  );
  const file = echo(await send({ url: base, method: 'PUT', body: { mode: 'file', path: 'a "b".bin' } }, { bodyFiles }));
  expect(file.body).toBe('\0ÿ\r\n');
  const graphql = echo(
    await send({ url: base, method: 'POST', body: { mode: 'graphql', query: '{ a }', variables: '{"x":1}' } }),
  );
  expect(JSON.parse(graphql.body)).toEqual({ query: '{ a }', variables: { x: 1 } });
  await expect(
    send({ url: base, method: 'POST', body: { mode: 'file', path: 'none.bin' } }, { bodyFiles }),
  ).rejects.toMatchObject({ code: 'FileNotFound' });
});

test('files that do not exist are left out with a warning where a setting says so', async () => {
  const root = temporaryFolder('missing-files');
  const allowed = path.join(temporaryFolder('allowed-files'), 'none.png');
  const warnings: string[] = [];
  const options = {
    bodyFiles: createBodyFilePolicy({ root, allowed: [allowed] }),
    settings: { omitMissingFiles: true },
    onWarning: (text: string) => void warnings.push(text),
  };
  const sent = async (body: HttpBody) => echo(await send({ url: base, method: 'POST', body }, options));
  const names = ['none.png', 'no/folder/none.png', path.join(root, 'none.png'), allowed];
  const files = { name: 'f', files: names };
  const form = await sent({ mode: 'formdata', parts: [files, { name: 'a', value: '1' }] });
  expect(form.body).toContain('name="a"');
  expect(form.body).not.toContain('name="f"');
  expect(warnings).toHaveLength(names.length);
  expect(warnings[0]).toBe('The file none.png does not exist: the request is sent without it.');
  expect(await sent({ mode: 'formdata', parts: [files] })).toMatchObject({ body: '' });
  const empty = await sent({ mode: 'file', path: 'none.bin' });
  expect(empty).toMatchObject({ body: '' });
  expect(empty.headers['content-length']).toBe('0');
});

test.each([{ omitMissingFiles: true }, {}])(
  'a file outside of the workspace is treated in the same way whether it exists or not (%j)',
  async (settings) => {
    const root = temporaryFolder('missing-files');
    const outside = temporaryFolder('outside-files');
    writeFileSync(path.join(outside, 'file'), 'x');
    const relative = path.relative(root, outside);
    symlinkSync(path.join(outside, 'file'), path.join(root, 'link-to-file'));
    symlinkSync(path.join(outside, 'none'), path.join(root, 'link-to-none'));
    symlinkSync(outside, path.join(root, 'link-to-folder'));
    const outcomeOf = async (name: string): Promise<string> => {
      const warnings: string[] = [];
      const onWarning = (text: string) => void warnings.push(text);
      const options = { bodyFiles: createBodyFilePolicy({ root }), settings, onWarning };
      const body = { mode: 'file' as const, path: name };
      const sent = send({ url: base, method: 'POST', body }, options);
      const outcome = settings.omitMissingFiles ? { body: echo(await sent).body } : await sent.catch(toFailure);
      return JSON.stringify({ outcome, warnings }).replaceAll(name, 'NAME');
    };
    const expected = settings.omitMissingFiles
      ? /^\{"outcome":\{"body":""\},"warnings":\["The request is sent without the file NAME, which is outside of the workspace. Move the file/
      : /"OutsideWorkspace"/;
    for (const [existing, missing] of [
      [`${outside}/file`, `${outside}/none`],
      [`${relative}/file`, `${relative}/none`],
      ['link-to-file', 'link-to-none'],
      ['link-to-folder/file', 'link-to-folder/none'],
      [outside, `${outside}-none`],
    ] as const) {
      const outcome = await outcomeOf(existing);
      expect(outcome).toMatch(expected);
      expect(await outcomeOf(missing)).toBe(outcome);
    }
  },
);

test('GraphQL variables that are not JSON are sent as they are written, with a warning', async () => {
  const warnings: string[] = [];
  const body = { mode: 'graphql' as const, query: '{ a }', variables: '{"x": }' };
  const onWarning = (text: string) => void warnings.push(text);
  const sent = echo(await send({ url: base, method: 'POST', body }, { onWarning }));
  expect(sent.body).toBe('{"query":"{ a }","variables":{"x": }}');
  expect(warnings).toEqual([expect.stringContaining('are not JSON, and are sent as they are written')]);
});

test.each(['gzip', 'deflate', 'br', 'zstd'])('%s is decompressed', async (coding) => {
  const { body, downloadedBytes, hops } = await send({ url: `${base}/${coding}` });
  expect(body.toString()).toBe(`packed by ${coding}`);
  expect(downloadedBytes).not.toBe(body.length);
  expect(hops[0].headers.find(({ name }) => name === 'content-encoding')?.value).toBe(coding);
});

test('repeated headers stay separate, and timings add up', async () => {
  const { hops } = await send({ url: `${base}/repeated` });
  expect(hops[0].headers.filter(({ name }) => /cookie|many/i.test(name)).map(({ value }) => value)).toEqual([
    'a=1',
    'b=2',
    '1',
    '2',
  ]);
  const { firstByte, download, total } = hops[0].timings;
  expect(Math.abs(firstByte + download - total)).toBeLessThan(1);
  expect(hops[0].httpVersion).toBe('1.1');
});

test('cookies with a longer path are first, and for Bruno those that were set first', async () => {
  const jar = createCookieJar();
  const url = `${base}/a/b`;
  const opened = await jar.open();
  await opened.setCookie('first=1; Path=/', url);
  await opened.setCookie('longer=2; Path=/a', url);
  expect(echo(await send({ url }, { jar })).headers['cookie']).toBe('longer=2; first=1');
  expect(echo(await send({ url }, { jar, likeBruno: true })).headers['cookie']).toBe('first=1; longer=2');
});

describe('redirects', () => {
  test('each hop is recorded; POST becomes GET on 302 and stays on 307; cookies of a hop are sent with the next', async () => {
    const body = { mode: 'raw' as const, text: 'x' };
    const afterFound = await send(
      { url: `${base}/redirect?to=/end`, method: 'POST', body },
      { jar: createCookieJar() },
    );
    expect(afterFound.hops.map(({ method, status }) => `${method} ${status}`)).toEqual(['POST 302', 'GET 200']);
    expect(echo(afterFound)).toMatchObject({ body: '', headers: { cookie: 'hop=1' } });
    expect(echo(afterFound).headers['content-type']).toBeUndefined();
    const afterTemporary = await send({ url: `${base}/redirect?status=307&to=/end`, method: 'POST', body });
    expect(echo(afterTemporary)).toMatchObject({ method: 'POST', body: 'x' });
  });
  test('an API key is not sent to another host', async () => {
    const headers = [
      { name: 'Authorization', value: 'secret' },
      { name: 'X-Kept', value: '1' },
    ];
    const other = base.replace('127.0.0.1', 'localhost');
    const sent = echo(await send({ url: `${other}/redirect?to=${encodeURIComponent(`${base}/end`)}`, headers }));
    expect(sent.headers).toMatchObject({ 'x-kept': '1' });
    expect(sent.headers['authorization']).toBeUndefined();
  });
  test('a redirect loop ends, and redirects can be left unfollowed', async () => {
    await expect(send({ url: `${base}/loop` }, { maxRedirects: 3 })).rejects.toThrow(/more than 3 redirects/);
    expect((await send({ url: `${base}/loop` }, { maxRedirects: 0 })).hops).toMatchObject([{ status: 302 }]);
  });
  test('an error repeats only the beginning of a long address, with control characters escaped', async () => {
    const messageOf = async (url: string) =>
      ((await send({ url }, { maxRedirects: 3 }).catch((error: unknown) => error)) as Error).message;
    const message = await messageOf(`${base}/long`);
    expect(message).toContain('the last to /long?\\x9b\\x9b');
    expect(message.length).toBeLessThan(500);
  });
});

describe('failures are explained', () => {
  test.each([
    ['a refused port', 'http://127.0.0.1:1/', 'RequestFailed', /Nothing accepts connections at 127\.0\.0\.1:1/],
    ['a host that does not exist', 'http://does-not-exist.invalid/', 'RequestFailed', /does-not-exist\.invalid/],
    ['a reset', 'BASE/reset', 'RequestFailed', /closed the connection/],
    ['half a response', 'BASE/half', 'RequestFailed', /closed the connection|before its response was complete/],
    [
      'a body that is not packed as it says',
      'BASE/broken-gzip',
      'RequestFailed',
      /not gzip, although its header says so/,
    ],
    ['no address', ' ', 'InvalidRequest', /no address/],
    ['a wrong scheme', 'ftp://x/', 'InvalidRequest', /ftp:/],
    ['a variable in the host', '{{host}}/x', 'InvalidRequest', /\{\{host\}\} has no value/],
  ])('%s', async (_name, url, code, message) => {
    await expect(send({ url: url.replace('BASE', base) })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    });
  });
  test('invalid methods and headers are refused before anything is sent', async () => {
    await expect(send({ url: base, method: 'BAD METHOD' })).rejects.toThrow(/not an HTTP method/);
    await expect(send({ url: base, headers: [{ name: 'a b', value: '' }] })).rejects.toThrow(/not a valid header name/);
    await expect(send({ url: base, headers: [{ name: 'a', value: 'x\r\ny: z' }] })).rejects.toThrow(/line end/);
  });
  test('a response that is not HTTP is an error', async () => {
    const server = net.createServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
    const port = await listen(server);
    await expect(send({ url: `http://127.0.0.1:${port}` })).rejects.toThrow(/not HTTP/);
    server.close();
  });
  test('a timeout, Stop, and the limit of an endless response end the request', async () => {
    await expect(send({ url: `${base}/slow` }, { timeoutMs: 80 })).rejects.toMatchObject({ code: 'RequestTimeout' });
    await expect(send({ url: `${base}/slow` }, { signal: AbortSignal.timeout(80) })).rejects.toMatchObject({
      code: 'Cancelled',
    });
    await expect(send({ url: `${base}/endless` }, { signal: AbortSignal.timeout(80) })).rejects.toMatchObject({
      code: 'Cancelled',
    });
    await expect(send({ url: `${base}/endless` }, { maxBytes: 1024 * 1024 })).rejects.toThrow(/larger than 1 MB/);
  });

  test('Stop ends all requests that have its signal, and not those that have ended', async () => {
    const stop = new AbortController();
    const { signal } = stop;
    const ended = await send({ url: `${base}/gzip` }, { signal });
    const open = ['slow', 'slow', 'endless'].map((name) => send({ url: `${base}/${name}` }, { signal }));
    for (const each of open) each.catch(() => undefined);
    stop.abort();
    for (const each of open) await expect(each).rejects.toMatchObject({ code: 'Cancelled' });
    expect(ended.body.toString()).toBe('packed by gzip');
    await expect(send({ url: `${base}/gzip` }, { signal })).rejects.toMatchObject({ code: 'Cancelled' });
  });
});

test('an address without a scheme is http', () => {
  expect(parseUrl('example.com:8080/a').href).toBe('http://example.com:8080/a');
  for (const hostless of ['/a?b', 'http:///a', '//', 'https://'])
    expect(() => parseUrl(hostless)).toThrow(/not a valid address/);
  expect(parseUrl('localhost/{{SWE002}}').pathname).toContain('SWE002');
});

describe.runIf(hasInterpreter('openssl'))('TLS', () => {
  const folder = temporaryFolder('tls');
  let certificate: TestCertificate;
  let files: TestCertificate['files'];
  beforeAll(() => {
    certificate = makeCertificate(folder);
    ({ files } = certificate);
  });
  test('a self-signed certificate is named; it can be trusted, or verification disabled', async () => {
    const server = https.createServer(certificate, (_request, response) => response.end('safe'));
    const url = `https://localhost:${await listen(server)}/`;
    const request = { method: 'GET', url, headers: [] };
    const { signal } = new AbortController();
    await expect(client.send(request, { signal })).rejects.toMatchObject({
      code: 'CertificateProblem',
      message: expect.stringMatching(/self-signed/) as string,
    });
    const trust = { ...defaultConnection, ca: [files.cert] };
    const { body, hops } = await client.send(request, { signal, connection: trust });
    expect(body.toString()).toBe('safe');
    expect(hops[0].timings.tls).toBeGreaterThan(0);
    const otherHostRequest = { ...request, url: url.replace('localhost', '127.0.0.1') };
    await expect(client.send(otherHostRequest, { signal, connection: trust })).rejects.toThrow(/for another name/);
    const careless = { ...defaultConnection, checkCertificates: false };
    expect((await client.send(request, { signal, connection: careless })).body.toString()).toBe('safe');
    server.close();
  });
  test('a client certificate is presented to its host; an unreadable one is reported', async () => {
    const server = https.createServer(
      { ...certificate, ca: certificate.cert, requestCert: true, rejectUnauthorized: true },
      (request, response) =>
        response.end(request.socket instanceof TLSSocket ? request.socket.getPeerCertificate().subject.CN : ''),
    );
    const url = `https://localhost:${await listen(server)}/`;
    const request = { method: 'GET', url, headers: [] };
    const { signal } = new AbortController();
    const trust = { ...defaultConnection, ca: [files.cert] };
    await expect(client.send(request, { signal, connection: trust })).rejects.toMatchObject({
      code: expect.any(String) as string,
    });
    const clientCertificate = { domain: 'localhost', cert: files.cert, key: files.key, pfx: '', passphrase: '' };
    const known = {
      ...trust,
      clientCertificates: [{ ...clientCertificate, domain: 'other.example' }, clientCertificate],
    };
    expect((await client.send(request, { signal, connection: known })).body.toString()).toBe('localhost');
    const missingCertificate = { ...trust, clientCertificates: [{ ...clientCertificate, cert: '/none.pem' }] };
    await expect(client.send(request, { signal, connection: missingCertificate })).rejects.toMatchObject({
      code: 'CertificateProblem',
      message: expect.stringContaining('/none.pem') as string,
    });
    server.close();
  });
  test('a proxy: http requests are sent to it, https through its tunnel', async () => {
    const tunnelledHosts: string[] = [];
    const proxy = http.createServer((request, response) => {
      tunnelledHosts.push(`${request.method} ${request.url}`);
      http.get(request.url ?? '', (proxied) => {
        response.writeHead(proxied.statusCode ?? 0, proxied.headers);
        proxied.pipe(response);
      });
    });
    proxy.on('connect', (request, socket: net.Socket) => {
      tunnelledHosts.push(`CONNECT ${request.url}`);
      const [, port] = (request.url ?? '').split(':');
      const onward = net.connect(Number(port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
    });
    const secure = https.createServer(certificate, (_request, response) => response.end('safe'));
    const securePort = await listen(secure);
    const connection = {
      ...defaultConnection,
      ca: [files.cert],
      proxy: 'custom' as const,
      proxyUrl: `http://127.0.0.1:${await listen(proxy)}`,
    };
    const { signal } = new AbortController();
    const get = async (url: string) =>
      (await client.send({ method: 'GET', url, headers: [] }, { signal, connection })).body.toString();
    expect(await get(`${base}/gzip`)).toBe('packed by gzip');
    expect(await get(`https://localhost:${securePort}/`)).toBe('safe');
    expect(tunnelledHosts).toEqual([`GET ${base}/gzip`, `CONNECT localhost:${securePort}`]);
    const invalidConnection = { ...connection, proxyUrl: 'proxy' };
    const request = { method: 'GET', url: base, headers: [] };
    await expect(client.send(request, { signal, connection: invalidConnection })).rejects.toThrow(
      /"proxy" is not the address of a proxy/,
    );
    proxy.close();
    secure.close();
  });
  test.each(['http/1.1', 'h2'])(
    'a request that is stopped while it connects is not sent over %s later',
    async (protocol) => {
      const received: string[] = [];
      const secure = http2.createSecureServer({ ...certificate, allowHTTP1: true, ALPNProtocols: [protocol] });
      secure.on('request', (request: { url: string }, response: http.ServerResponse) => {
        received.push(request.url);
        response.end('x'.repeat(200_000));
      });
      const securePort = await listen(secure);
      // Accepts connections at once, and lets the handshake of TLS begin when `open` is resolved.
      const [connected, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const gate = net.createServer((socket) => {
        connected.resolve();
        void open.promise.then(() => {
          const onward = net.connect(securePort, '127.0.0.1');
          socket.pipe(onward).pipe(socket);
          for (const each of [socket, onward]) each.on('error', () => each.destroy());
        });
      });
      const url = `https://localhost:${await listen(gate)}`;
      const connection = { ...defaultConnection, ca: [files.cert] };
      const stop = new AbortController();
      const stopped = client.send(
        { method: 'POST', url: `${url}/stopped`, headers: [] },
        { signal: stop.signal, connection },
      );
      stopped.catch(() => undefined);
      await connected.promise;
      stop.abort();
      await expect(stopped).rejects.toMatchObject({ code: 'Cancelled' });
      open.resolve();
      const { signal } = new AbortController();
      // It is sent on the connection of the stopped request, or on one that is ready after it.
      await client.send({ method: 'GET', url: `${url}/next`, headers: [] }, { signal, connection });
      expect(received).toEqual(['/next']);
      secure.close();
      gate.close();
    },
  );
  test('HTTP/2 is used where the server supports it', async () => {
    const server = http2.createSecureServer({ ...certificate, allowHTTP1: false }, (request, response) => {
      response.setHeader('x-version', request.httpVersion);
      request.pipe(response);
    });
    const url = `https://localhost:${await listen(server)}/`;
    // Browsers send such headers with HTTP/1.1; HTTP/2 forbids all but the first of them.
    const headers = ['X-Kept', 'Keep-Alive', 'Proxy-Connection', 'Upgrade', 'TE'].map((name) => ({ name, value: '5' }));
    const { hops, body } = await client.send(
      { method: 'POST', url, headers, body: { mode: 'raw', text: 'two' } },
      { signal: new AbortController().signal, connection: { ...defaultConnection, ca: [files.cert] } },
    );
    expect([body.toString(), hops[0].httpVersion, hops[0].status]).toEqual(['two', '2', 200]);
    expect(hops[0].headers).toContainEqual({ name: 'x-version', value: '2.0' });
    expect(hops[0].requestHeaders.map(({ name }) => name)).toEqual(expect.arrayContaining(['X-Kept']));
    expect(hops[0].requestHeaders.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['TE']));
    server.close();
  });
});
