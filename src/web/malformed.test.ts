/** The web host survives any request, with a session and without one. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HostApi } from '../contract/host-contract.ts';
import { openSockets, sendMalformedRequests } from '../core/testing/malformed-requests.ts';
import { startWebHost, type WebHost } from './server.ts';
import { temporaryFolder } from '../core/testing/temporary-folder.ts';

const renderer = temporaryFolder('page');
writeFileSync(path.join(renderer, 'index.html'), '<title>page</title>');
const api = new Proxy({} as HostApi, { get: () => () => ({}) });
let host: WebHost;
beforeEach(async () => {
  host = await startWebHost({ api, subscribe: () => () => undefined, renderer, port: 0 });
});
afterEach(() => host.close());

async function signIn(): Promise<string> {
  const answer = await fetch(host.newAddress());
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

test.each(['without a session', 'with a session'])('500 malformed requests %s end nothing', async (name) => {
  const cookie = await signIn();
  const session = [`Cookie: ${cookie}`, `Origin: http://127.0.0.1:${host.port}`];
  const before = openSockets();
  const sent = await sendMalformedRequests(host.port, name === 'with a session' ? session : []);
  expect(sent).toBeGreaterThanOrEqual(500);
  await vi.waitFor(() => expect(openSockets()).toBeLessThanOrEqual(before), 5000);
  const answer = await fetch(`http://127.0.0.1:${host.port}/`, { headers: { cookie } });
  expect([answer.status, await answer.text()]).toEqual([200, '<title>page</title>']);
});
