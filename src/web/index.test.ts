/** The process that `npm start` leaves running. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../core/testing/temporary-folder.ts';

test.skipIf(process.platform !== 'linux')('Ctrl+C while the browser is being started ends it in order', async () => {
  const root = temporaryFolder('web-host');
  const [bin, workspace, marker] = ['bin', 'shop', 'started'].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [bin, workspace]) mkdirSync(folder);
  const browser = `#!/bin/sh\necho $$ > '${marker}'\nexec /usr/bin/env PATH=/usr/bin:/bin sleep 20\n`;
  writeFileSync(path.join(bin, 'xdg-open'), browser, { mode: 0o755 });
  const args = [path.join(import.meta.dirname, 'index.ts'), '--port', '0', '--workspace', workspace];
  // The only program there is the browser.
  const env = { ...process.env, PATH: bin, DISPLAY: ':99', OUTRIGGER_CONFIG_DIR: path.join(root, 'config') };
  const host = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [host.stdout, host.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(host, 'exit');
  const browserId = () => (existsSync(marker) ? Number(readFileSync(marker, 'utf8')) : 0);
  await vi.waitFor(() => expect(browserId(), output).toBeGreaterThan(0), 20_000);
  onTestFinished(() => void process.kill(browserId()));
  host.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  expect(output).toBe('');
});
