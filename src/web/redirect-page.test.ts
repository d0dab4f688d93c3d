/** The one-time code is passed to a browser so that no other user of the machine can read it. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import type { HostApi } from '../contract/host-contract.ts';
import { killTree } from '../core/processes/ending/kill-tree.ts';
import { openBrowser } from './open-browser.ts';
import { createRedirectPage } from './redirect-page.ts';
import { startWebHost } from './server.ts';
import { temporaryFolder } from '../core/testing/temporary-folder.ts';

const CHROMIUM = '/usr/bin/chromium';
const temporary = (name: string) => temporaryFolder(name);

test.skipIf(process.platform === 'win32')(
  'the file and its folder are accessible to the user only, and both are removed',
  async () => {
    const page = await createRedirectPage('http://127.0.0.1:1/open?code=secret');
    const file = fileURLToPath(page.url);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    expect(readFileSync(file, 'utf8')).toContain('0;url=http://127.0.0.1:1/open?code=secret');
    await page.remove();
    await page.remove();
    expect(existsSync(path.dirname(file))).toBe(false);
  },
);

test('a file that no browser reads is removed after a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { url } = await createRedirectPage('http://127.0.0.1:1/open?code=secret');
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(existsSync(path.dirname(fileURLToPath(url)))).toBe(false));
  } finally {
    vi.useRealTimers();
  }
});

// Whoever owns a folder can replace what is in it by links while it is being removed.
test.skipIf(process.getuid?.() !== 0)('a folder of another user is left alone, whatever its name and age', async () => {
  const foreign = temporary('open');
  chownSync(foreign, 12_345, 12_345);
  utimesSync(foreign, new Date(0), new Date(0));
  const page = await createRedirectPage('http://127.0.0.1:1/open?code=secret');
  await page.remove();
  expect(existsSync(foreign)).toBe(true);
});

test.skipIf(process.platform !== 'linux')('the arguments of the browser do not contain the code', async () => {
  const tools = temporary('browser');
  const log = path.join(tools, 'log');
  for (const name of ['chromium', 'xdg-open']) {
    writeFileSync(path.join(tools, name), `#!/bin/sh\necho "$@" > ${log}\n`);
    chmodSync(path.join(tools, name), 0o755);
  }
  const page = await createRedirectPage('http://127.0.0.1:1/open?code=secret');
  expect(await openBrowser(page.url, { PATH: tools, DISPLAY: ':9' })).toBe(true);
  const args = readFileSync(log, 'utf8');
  expect(args).toContain(page.url);
  expect(args).not.toContain('secret');
  await page.remove();
});

test.skipIf(!existsSync(CHROMIUM))('Chromium follows the file into a session, and the code is used up', async () => {
  const renderer = temporary('page');
  mkdirSync(path.join(renderer, 'assets'));
  writeFileSync(path.join(renderer, 'index.html'), '<title>page</title><script src="/assets/a.js"></script>');
  const script = `const socket = new WebSocket('ws://' + location.host + '/host', ['outrigger', location.hash.slice(1)]);
socket.onopen = () => socket.send(JSON.stringify({ type: 'call', id: 1, method: 'app.info', params: {} }));`;
  writeFileSync(path.join(renderer, 'assets', 'a.js'), script);
  const called = Promise.withResolvers<void>();
  const api = new Proxy({} as HostApi, { get: () => () => called.resolve() });
  const signedIn = Promise.withResolvers<void>();
  const onSignIn = () => signedIn.resolve();
  const host = await startWebHost({ api, subscribe: () => () => undefined, renderer, port: 0, onSignIn });
  const address = host.newAddress();
  const page = await createRedirectPage(address);
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', `--user-data-dir=${temporary('profile')}`];
  const browser = spawn(CHROMIUM, [...flags, `--app=${page.url}`], { stdio: 'ignore', detached: true });
  try {
    await signedIn.promise;
    await page.remove();
    await called.promise;
    expect((await fetch(address)).status).toBe(403);
  } finally {
    if (browser.pid !== undefined) await killTree(browser.pid);
    await host.close();
  }
});
