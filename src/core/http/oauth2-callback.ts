/** Where the browser comes back to after signing in: an address of this machine (RFC 8252, 7.3). */
import type { AddressInfo } from 'node:net';
import { codedError } from '../../contract/errors.ts';
import { http } from '../platform/node-http.ts';

/** Listens where the browser is sent back to: the wished address when that is one of this machine, else any port. */
export async function listenForCallback(wished: string | undefined) {
  const url = wished && URL.canParse(wished) ? new URL(wished) : undefined;
  const local = url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (wished && !local) {
    const message = `The browser is sent back to ${wished}, which is not this machine.`;
    throw codedError(
      'InvalidRequest',
      message,
      'Use an address such as http://127.0.0.1:8765/callback, or leave it empty.',
    );
  }
  const came = Promise.withResolvers<URL>();
  const done = new AbortController();
  const pathname = url?.pathname ?? '/callback';
  const server = http.createServer((request, response) => {
    const at = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (at.pathname !== pathname) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', connection: 'close' });
    response.end('<!doctype html><title>Outrigger</title><p>Outrigger has what it needs. You can close this page.</p>');
    came.resolve(at);
  });
  const host = url?.hostname.replace(/[[\]]/g, '') ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        codedError(
          'AuthFailed',
          `${host}:${url?.port ?? ''} cannot be listened at: ${error.message}`,
          'Choose another port in the callback address.',
        ),
      ),
    );
    server.listen(Number(url?.port || (url ? 80 : 0)), host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: wished || `http://127.0.0.1:${port}/callback`,
    came: came.promise,
    /** Ends when nobody waits any more. */
    done: done.signal,
    close() {
      done.abort();
      server.close();
      server.closeAllConnections();
    },
  };
}
