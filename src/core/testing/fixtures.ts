/** What the tests of a file share: called at its top or in a `describe`, and ended after the last test of it. */
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

/** A server on loopback; its `url` has no slash at the end, and is there when the tests run. */
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
