/** Fixtures that the tests of a file share: created at its top or in a `describe`, and closed after its last test. */
import http from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import { listen } from './listen.ts';
import { createRunner, type Runner } from './run.ts';

/** Runs scripts as the application does. */
export function sharedRunner(): Runner {
  const runner = createRunner();
  afterAll(() => runner.sandboxes.close());
  return runner;
}

/** A server on loopback; its `url` has no trailing slash, and is available when the tests run. */
export function sharedServer(listener: http.RequestListener): { readonly url: string } {
  const server = http.createServer(listener);
  let url = '';
  beforeAll(async () => {
    url = `http://127.0.0.1:${await listen(server)}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    get url() {
      return url;
    },
  };
}
