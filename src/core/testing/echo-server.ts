/**
 * A server on loopback that answers like Postman's public echo service, so that collections written for it can be run
 * here: the request is returned as JSON.
 */
import { createHash } from 'node:crypto';
import http from 'node:http';
import zlib from 'node:zlib';
import { listen } from './listen.ts';

export interface EchoServer {
  url: string;
  close(): void;
}

export async function startEchoServer(): Promise<EchoServer> {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answerAsEcho(request, Buffer.concat(chunks), response));
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Answers as the echo service does, by the first part of the path. */
export function answerAsEcho(request: http.IncomingMessage, body: Buffer, response: http.ServerResponse): void {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'x'}`);
  const [, first = '', second = ''] = url.pathname.split('/');
  const args = queryOf(url.searchParams);
  const json = (value: unknown, status = 200, headers: http.OutgoingHttpHeaders = {}) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify(value));
  };
  const cookies = Object.fromEntries(
    (request.headers.cookie ?? '')
      .split('; ')
      .filter(Boolean)
      .map((pair): [string, string] => [pair.split('=')[0] ?? '', pair.split('=').slice(1).join('=')]),
  );
  const echoed = { args, headers: request.headers, url: url.href };
  switch (first) {
    case 'get':
      return json(echoed);
    case 'headers':
      return json({ headers: request.headers });
    case 'status':
      return json({ status: Number(second) }, Number(second) || 200);
    case 'delay':
      return void setTimeout(() => json({ delay: second }), Number(second) * 1000);
    case 'redirect-to':
      return json({}, 302, { location: url.searchParams.get('url') ?? '/get' });
    case 'cookies': {
      if (second === 'set') {
        const set = Object.entries(args).map(([name, value]) => `${name}=${String(value)}; Path=/`);
        return json({}, 302, { location: '/cookies', 'set-cookie': set });
      }
      if (second === 'delete') {
        const gone = Object.keys(args).map((name) => `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT`);
        return json({}, 302, { location: '/cookies', 'set-cookie': gone });
      }
      return json({ cookies });
    }
    case 'response-headers':
      return json(args, 200, args as http.OutgoingHttpHeaders);
    case 'basic-auth': {
      const expected = `Basic ${Buffer.from('postman:password').toString('base64')}`;
      if (request.headers.authorization === expected) return json({ authenticated: true });
      return json({}, 401, { 'www-authenticate': 'Basic realm="Users"' });
    }
    case 'digest-auth':
      return digest(request, json);
    case 'gzip':
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      return void response.end(
        zlib.gzipSync(JSON.stringify({ gzipped: true, headers: request.headers, method: request.method })),
      );
    case 'deflate':
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'deflate' });
      return void response.end(zlib.deflateSync(JSON.stringify({ deflated: true, headers: request.headers })));
    case 'encoding':
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      return void response.end('<p>ā α б ∀ 日本</p>');
    default:
      return json({ ...echoed, ...contentOf(request, body) });
  }
}

/** Several values of one name become a list. */
function queryOf(params: URLSearchParams): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of new Set(params.keys())) {
    const all = params.getAll(name);
    values[name] = all.length > 1 ? all : (all[0] ?? '');
  }
  return values;
}

function contentOf(request: http.IncomingMessage, body: Buffer): object {
  const type = request.headers['content-type'] ?? '';
  const text = body.toString();
  if (type.includes('urlencoded')) {
    const form = queryOf(new URLSearchParams(text));
    return { data: '', files: {}, form, json: form };
  }
  if (type.includes('multipart')) {
    const form: Record<string, unknown> = {};
    const files: Record<string, unknown> = {};
    const boundary = /boundary=("?)([^";]+)\1/.exec(type)?.[2] ?? '';
    for (const part of text.split(`--${boundary}`).slice(1, -1)) {
      const [head = '', ...content] = part.split('\r\n\r\n');
      const name = /\bname="([^"]*)"/.exec(head)?.[1] ?? '';
      const file = /\bfilename="([^"]*)"/.exec(head)?.[1];
      const value = content.join('\r\n\r\n').replace(/\r\n$/, '');
      if (file !== undefined)
        files[file] = `data:application/octet-stream;base64,${Buffer.from(value).toString('base64')}`;
      else form[name] = form[name] === undefined ? value : [form[name], value].flat();
    }
    return { data: {}, files, form, json: null };
  }
  let json: unknown = null;
  if (type.includes('json')) {
    try {
      json = JSON.parse(text);
    } catch {
      // The body is returned as text.
    }
  }
  return { data: json ?? text, files: {}, form: {}, json };
}

function digest(
  request: http.IncomingMessage,
  json: (value: unknown, status?: number, headers?: http.OutgoingHttpHeaders) => void,
): void {
  const authorization = request.headers.authorization ?? '';
  const part = (name: string) => new RegExp(`\\b${name}="?([^",]*)"?`).exec(authorization)?.[1] ?? '';
  const md5 = (text: string) => createHash('md5').update(text).digest('hex');
  const ha1 = md5(`${part('username')}:${part('realm')}:password`);
  const ha2 = md5(`${request.method}:${part('uri')}`);
  const expected = part('qop')
    ? md5(`${ha1}:${part('nonce')}:${part('nc')}:${part('cnonce')}:${part('qop')}:${ha2}`)
    : md5(`${ha1}:${part('nonce')}:${ha2}`);
  if (part('response') === expected && part('username') === 'postman') return json({ authenticated: true });
  return json({}, 401, { 'www-authenticate': 'Digest realm="Users", nonce="jF8Gk2", qop="auth"' });
}
