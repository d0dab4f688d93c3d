/**
 * The server that the cases send to. It records each request, and responds as the case defines, with a token (`/token`)
 * or as Postman's echo service does.
 */
import http from 'node:http';
import { answerAsEcho } from '../../src/core/testing/echo-server.ts';
import { listen } from '../../src/core/testing/listen.ts';
import type { Answer } from './cases.ts';
import { challenge, steadyNtlm } from './challenges.ts';
import type { ReceivedRequest } from './outcome.ts';

export interface RecordingServer {
  port: number;
  /** Sets the response to requests below `/case` from now on. */
  answerWith(answer: Answer | undefined): void;
  close(): void;
}

const usualAnswer: Answer = {
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  body: '{"ok":true,"text":"hello","number":42,"list":[1,2,3],"nested":{"a":{"b":null}}}',
};

/** @param onRequest called with each request when its body has arrived, before the response is sent */
export async function startRecordingServer(onRequest: (request: ReceivedRequest) => void): Promise<RecordingServer> {
  let answer = usualAnswer;
  const server = http.createServer({ insecureHTTPParser: true }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      onRequest(received(request, body));
      // The prefix of a case of Bruno (bruno.ts) only identifies the case.
      const prefix = /^\/b\d+(?=\/)/.exec(request.url ?? '')?.[0] ?? '';
      request.url = (request.url ?? '').slice(prefix.length);
      const [, first = '', second = ''] = request.url.split(/[/?]/);
      if (first === 'redirect') return redirect(second, { request, prefix }, response);
      if (first === 'digest' || first === 'ntlm') return challenge(request, body, response);
      if (first === 'token') return giveToken(response);
      if (first !== 'case') return answerAsEcho(request, body, response);
      if (answer.raw !== undefined) return void request.socket.end(answer.raw, 'latin1');
      response.writeHead(
        answer.status ?? 200,
        answer.reason ?? http.STATUS_CODES[answer.status ?? 200],
        answer.headers,
      );
      response.end(request.method === 'HEAD' ? undefined : answer.body);
    });
  });
  const port = await listen(server);
  return {
    port,
    answerWith(next) {
      const headers = next?.headers ?? (next?.body === undefined ? usualAnswer.headers : {});
      answer = { ...usualAnswer, ...next, ...(headers ? { headers } : {}) };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A token with characters that are encoded in an address. */
function giveToken(response: http.ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end('{"access_token":"t:1+2/3=","token_type":"Bearer","expires_in":3600,"scope":"read"}');
}

/** `/redirect/307/get` responds with status 307 and the location `/get`; `/redirect/307@localhost/get` names a host. */
function redirect(
  target: string,
  { request, prefix }: { request: http.IncomingMessage; prefix: string },
  response: http.ServerResponse,
): void {
  const [status = '', host] = target.split('@');
  const origin = host === undefined ? '' : `http://${host}:${request.socket.localPort}`;
  const location = `${origin}${prefix}${(request.url ?? '').replace(/^\/redirect\/[^/?]+/, '') || '/get'}`;
  response.writeHead(Number(status), { location }).end();
}

/** Headers in which the engines identify themselves, or that contain a time. */
const ignored = new Set(['user-agent', 'postman-token', 'date', 'x-amz-date']);
/** Headers that the engines add by default and that differ between them. With other values they are compared. */
const added = /^(cache-control: no-cache|accept-encoding: gzip, deflate, br(, zstd)?)$/;

function received(request: http.IncomingMessage, bytes: Buffer): ReceivedRequest {
  const boundary =
    /^multipart\/.*\bboundary="?([^";]+)/i.exec(request.headers['content-type'] ?? '')?.[1] ??
    /^--([-\w]{20,})\r\nContent-Disposition/.exec(bytes.toString('latin1', 0, 200))?.[1];
  const steady = (text: string) => (boundary ? text.replaceAll(boundary, 'BOUNDARY') : text);
  const headers: string[] = [];
  const changesLength = boundary !== undefined || bytes.includes('oauth_signature=');
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = (request.rawHeaders[index] ?? '').toLowerCase();
    if (ignored.has(name) || (changesLength && name === 'content-length')) continue;
    const line = `${name}: ${steadyCredentials(steady(request.rawHeaders[index + 1] ?? ''))}`;
    if (!added.test(line)) headers.push(line);
  }
  return {
    method: request.method ?? '',
    target: steadyParameters(request.url ?? ''),
    headers: headers.sort(),
    body: steadyParameters(steady(bytes.toString('latin1'))),
  };
}

/** The address has the port of the server, and the signature depends on it. */
const steadyParameters = (text: string): string =>
  text.replace(/\b(oauth_signature|X-Amz-Date|X-Amz-Signature)=[^&]*/g, '$1=…').replace(/%2F\d{8}%2F/, '%2F…%2F');

/** Credential parameters that are new in each request: nonces, times, and the signatures over them. */
const changing =
  /\b(oauth_nonce|oauth_timestamp|oauth_signature|cnonce|response|nonce|ts|mac|timestamp|signature|passworddigest|created)=("?)[^",]*\2/gi;

/** Removes values that are new in each request. */
function steadyCredentials(value: string): string {
  return steadyNtlm(value.replace(changing, '$1=…').replace(/^(AWS4-\S+ Credential=[^/]*\/)\d+/, '$1…'));
}
