/** The loopback address to which the browser is redirected after signing in (RFC 8252, 7.3). */
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codedError } from '../../../contract/errors.ts';
import { closeConnections, createHttpServer } from '../../platform/network/http-server.ts';

/** One browser connects once; a larger number of connections is an attack. */
const limits = { maxHeaderBytes: 16 * 1024, headersMs: 10_000, requestMs: 10_000, idleMs: 5000, maxConnections: 100 };
const page = (text: string) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Outrigger</title>
<meta name="viewport" content="width=device-width">
<style>:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:20vh auto 0;max-width:28rem;padding:0 16px}</style>
<h1>Outrigger</h1><p>${text}</p></html>`;

const ARRIVED = 'Outrigger continues. You can close this page.';
const FAILED = 'The sign-in has failed. Outrigger shows why.';

interface CallbackOptions {
  /** Undefined: any port of 127.0.0.1. */
  preferredUrl: string | undefined;
  /** The value that the redirect has to contain. */
  state: string;
}

/**
 * Listens for the browser's redirect: at the preferred address if it is one of this machine, else on any port. Every
 * program and page on this machine can send requests here, so only one with the right path, Host and state is accepted;
 * others are refused, and the wait continues.
 */
export async function listenForCallback({ preferredUrl, state }: CallbackOptions) {
  const url = preferredUrl && URL.canParse(preferredUrl) ? new URL(preferredUrl) : undefined;
  const local = url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (preferredUrl && !local) {
    const message = `The callback URL ${preferredUrl} is not on this computer.`;
    throw codedError(
      'InvalidRequest',
      message,
      'Use an address such as http://127.0.0.1:8765/callback, or leave it empty.',
    );
  }
  const callbackUrl = Promise.withResolvers<URL>();
  const ending = new AbortController();
  let expectedUrl = url ?? new URL('http://127.0.0.1/callback');
  const server = createHttpServer(limits, (request, response) => {
    const respond = (status: number, text: string) => {
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', connection: 'close' });
      response.end(page(text));
    };
    const callback = callbackOf(request, expectedUrl);
    if (!callback) return respond(404, 'There is nothing here.');
    if (callback.searchParams.get('state') !== state) {
      return respond(400, 'This does not belong to the sign-in that Outrigger waits for. Sign in again.');
    }
    callbackUrl.resolve(callback);
    return respond(200, callback.searchParams.has('error') ? FAILED : ARRIVED);
  });
  const host = url?.hostname.replace(/[[\]]/g, '') ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        codedError(
          'AuthFailed',
          `Cannot listen on ${host}:${url?.port ?? ''}: ${error.message}`,
          'Choose another port in the callback address.',
        ),
      ),
    );
    server.listen(Number(url?.port || (url ? 80 : 0)), host, resolve);
  });
  // Later errors concern one connection that could not be accepted, and not the server.
  server.on('error', () => undefined);
  const { port } = server.address() as AddressInfo;
  if (!url) expectedUrl = new URL(`http://127.0.0.1:${port}/callback`);
  return {
    url: preferredUrl || expectedUrl.href,
    arrived: callbackUrl.promise,
    /** Aborts when nobody is waiting. */
    done: ending.signal,
    close() {
      ending.abort();
      server.close();
      closeConnections(server);
    },
  };
}

/** The URL of the request if it is a GET of the expected path. A Host of another name is refused (DNS rebinding). */
function callbackOf({ method, url: target = '', headers }: IncomingMessage, expected: URL): URL | undefined {
  if (method !== 'GET' || headers.host !== expected.host || !target.startsWith('/')) return undefined;
  const address = `${expected.origin}${target}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.origin === expected.origin && url.pathname === expected.pathname ? url : undefined;
}
