/** Requests from a script of the application to the web host: it has no session, and cannot disturb the host. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { HostApi } from '../contract/host-contract.ts';
import { createRunner } from '../core/testing/run.ts';
import { startWebHost } from './server.ts';
import { temporaryFolder } from '../core/testing/temporary-folder.ts';

const runner = createRunner();
afterAll(() => runner.sandboxes.close());

test('a script gets no page, no session and no socket of the web host', async () => {
  const renderer = temporaryFolder('page');
  writeFileSync(path.join(renderer, 'index.html'), '<title>page</title>');
  const api = new Proxy({} as HostApi, { get: () => () => ({}) });
  const host = await startWebHost({ api, subscribe: () => () => undefined, renderer, port: 0 });
  host.newAddress();
  const source = `
    const own = 'http://127.0.0.1:${host.port}';
    const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==', Origin: own };
    for (const [path, header] of [
      ['/', {}], ['/', { Origin: own, 'Sec-Fetch-Site': 'same-origin' }], ['/index.html', { Cookie: 'outrigger-${host.port}=x' }],
      ['/open?code=guess', {}], ['//', {}], ['/host', upgrade],
    ]) {
      const answer = await pm.sendRequest({ url: own + path, header }).then((r) => r.code, () => 'refused');
      console.log(answer);
    }`;
  try {
    const { logged, error } = await runner.run(source);
    expect(error).toBeUndefined();
    expect(logged.map((line) => (line === 'refused' ? '403' : line))).toEqual(Array.from({ length: 6 }, () => '403'));
    expect((await fetch(host.newAddress())).status).toBe(200);
  } finally {
    await host.close();
  }
});
