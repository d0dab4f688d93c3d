/** A server that behaves as real ones do: digest auth, cookies, an endless stream, 50 MB of JSON. */
import { createHash, randomBytes } from 'node:crypto';
import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { listen } from '../src/core/testing/listen.ts';

const LARGE_ROWS = 400_000;

export interface TestServer {
  base: string;
  /** Returns the number of bytes of the large response, which is created with its first use. */
  largeSize(): number;
  close(): void;
}

const createLarge = () =>
  Buffer.from(
    `[${Array.from({ length: LARGE_ROWS }, (_, id) => `{"id":${id},"name":"row ${id}","price":${id}.50,"tags":["a","b"],"text":"${'x'.repeat(60)}"}`).join(',')}]`,
  );

export async function startTestServer(): Promise<TestServer> {
  let large: Buffer | undefined;
  const server = http.createServer((request, response) => {
    let body = '';
    request.setEncoding('latin1').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://x');
      switch (url.pathname) {
        case '/large':
          return void response.writeHead(200, { 'content-type': 'application/json' }).end((large ??= createLarge()));
        case '/html':
          return void response
            .writeHead(200, { 'content-type': 'text/html' })
            .end(
              '<h1>A page</h1><a href="https://example.org/">away</a> <a href="/framed" target="_self">here</a>' +
                '<script>document.body.textContent = "ran"</script>',
            );
        // Too large to be sent with the response, and not in UTF-8.
        case '/latin-1':
          response.setHeader('content-type', 'text/html; charset=iso-8859-1');
          return void response.end(Buffer.from(`<h1>caf\u00e9</h1><!--${'x'.repeat(600_000)}-->`, 'latin1'));
        case '/xml':
          return void response
            .writeHead(200, { 'content-type': 'application/xml' })
            .end('<order><id>7</id><total>5</total></order>');
        case '/broken-picture':
          return void response.writeHead(200, { 'content-type': 'image/png' }).end('no picture');
        case '/stops-early': {
          const bytes = gzipSync(randomBytes(2000).toString('hex')).subarray(0, 1500);
          const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip', 'content-length': 1500 };
          return void response.writeHead(200, headers).end(bytes);
        }
        case '/pdf':
          return void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4');
        // Never responds.
        case '/slow':
          return;
        case '/digest': {
          const part = (name: string) =>
            new RegExp(`\\b${name}="?([^",]*)"?`).exec(request.headers.authorization ?? '')?.[1] ?? '';
          const md5 = (text: string) => createHash('md5').update(text).digest('hex');
          const ha2 = md5(`${request.method}:${request.url}`);
          const expected = md5(`${md5('ada:safe:secret')}:n:${part('nc')}:${part('cnonce')}:auth:${ha2}`);
          if (part('response') === expected) return void response.end('{"in":true}');
          response.setHeader('www-authenticate', 'Digest realm="safe", nonce="n", qop="auth"');
          return void response.writeHead(401).end();
        }
        case '/events': {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          let count = 0;
          const timer = setInterval(
            () => response.write(`event: tick\nid: ${++count}\ndata: {"count":${count}}\n\n`),
            40,
          );
          return void response.on('close', () => clearInterval(timer));
        }
        default: {
          response.setHeader('set-cookie', ['session=abc; Path=/; HttpOnly', 'kept=1; Max-Age=9999']);
          response.setHeader('content-type', 'application/json');
          const { cookie, authorization, 'x-folder': folder, 'content-type': type } = request.headers;
          const { method } = request;
          response.end(JSON.stringify({ method, url: request.url, type, cookie, authorization, folder, body }));
        }
      }
    });
  });
  const base = `http://127.0.0.1:${await listen(server)}`;
  return {
    base,
    largeSize: () => (large ??= createLarge()).length,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
