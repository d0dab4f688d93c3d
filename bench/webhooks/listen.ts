/** Measures how soon `outrigger listen --json` prints a notification: a single one, and one among many. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { median, type Figure } from '../figure.ts';
import { load, requests } from './webhook-load.ts';

const root = path.join(import.meta.dirname, '../..');
const ALONE = 30;
const TOGETHER = 40_000;

export async function benchListen(): Promise<Figure[]> {
  const home = mkdtempSync(path.join(tmpdir(), 'outrigger-bench-'));
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home };
  const command = [path.join(root, 'bin/outrigger.cjs'), 'listen', '--json', '--port', '0', '--workspace', home];
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [ready] = (await once(createInterface(child.stderr), 'line')) as [string];
  const port = Number(/:(\d+)\//.exec(ready)?.[1]);
  const lines = createInterface(child.stdout);
  try {
    const delays: number[] = [];
    for (const request of requests(ALONE)) {
      const printed = once(lines, 'line').then(() => performance.now());
      const sent = performance.now();
      await load(port, [request]);
      delays.push((await printed) - sent);
    }
    const first = once(lines, 'line').then(() => performance.now());
    const startMs = performance.now();
    await load(port, requests(TOGETHER));
    return [
      { what: 'listen --json: from sent to printed', value: median(delays), unit: 'ms', target: 50 },
      {
        what: `  the first of ${TOGETHER} that arrive at once, from the first byte sent`,
        value: (await first) - startMs,
        unit: 'ms',
        target: 1000,
      },
    ];
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}
