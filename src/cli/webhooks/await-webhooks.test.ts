/**
 * Webhooks on the command line: the requested port, reports of waiting, shared listeners. Needs `npm run build` first.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { listen } from '../../core/testing/listen.ts';
import { temporaryFolder } from '../../core/testing/temporary-folder.ts';

const bin = path.join(import.meta.dirname, '../../../bin/outrigger.cjs');
const WAIT = { timeout: 30_000, interval: 20 };

let children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
});

interface Command {
  child: ChildProcess;
  printed: { out: string; err: string };
  /** Resolves to the exit code. */
  ended: Promise<number | null>;
}
function outrigger(config: string, ...args: string[]): Command {
  const env = { ...process.env, OUTRIGGER_CONFIG_DIR: config };
  const child = spawn(process.execPath, [bin, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const printed = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (printed.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed.err += chunk.toString()));
  return { child, printed, ended: once(child, 'close').then(([code]) => code as number | null) };
}
const folder = () => temporaryFolder('webhooks');
function script(source: string): { root: string; file: string } {
  const root = folder();
  const file = path.join(root, 'wait.js');
  writeFileSync(file, source);
  return { root, file };
}
async function takenPort(): Promise<{ port: number; free: () => Promise<void> }> {
  const server = createServer();
  const port = await listen(server);
  return {
    port,
    async free() {
      server.close();
      await once(server, 'close');
    },
  };
}

test('a requested port that is taken ends the run before it begins', async () => {
  const { file } = script("console.log('begun', pm.webhooks.url);");
  const { port, free } = await takenPort();
  const { ended, printed } = outrigger(folder(), 'run', file, '--webhook-port', String(port));
  expect(await ended).toBe(2);
  expect(printed.err).toContain(`Port ${port} is in use.`);
  expect(printed.err).toContain('Choose another port, or 0 for any free one, or end the program that uses it.');
  expect(printed.out).not.toContain('begun');
  await free();
});

test('a wait of more than two seconds is reported once on stderr, and not in the output', async () => {
  const { file } = script('await pm.webhooks.waitFor({ a: 1 }, 3500).catch(({ code }) => console.log(code));');
  const { ended, printed } = outrigger(folder(), 'run', file, '--webhook-port', '0');
  expect(await ended).toBe(0);
  const text = 'outrigger: waiting up to 4 s for a notification that matches {"a":1}; nothing has arrived\n';
  expect(printed.err.split(text)).toHaveLength(2);
  expect(printed.out).not.toContain('waiting');
  expect(printed.out).toContain('WebhookTimeout');
});

test('a run shares the listener of its workspace, and takes over when that process is killed', async () => {
  const config = folder();
  const { root, file } = script(`console.log('ready');
    for (const n of [1, 2]) console.log('received', (await pm.webhooks.waitFor({ n }, 30000)).body.n);`);
  const { port, free } = await takenPort();
  await free();
  const listen = outrigger(config, 'listen', '--port', String(port), '--json', '--workspace', root);
  await vi.waitFor(() => expect(listen.printed.err).toContain('listening on'), WAIT);
  const run = outrigger(config, 'run', file);
  await vi.waitFor(() => expect(run.printed.out).toContain('ready'), WAIT);
  expect(run.printed.err).toContain(`Shares the listener of another Outrigger that has this workspace open (process `);

  const post = (n: number) => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: JSON.stringify({ n }) });
  expect((await post(1)).status).toBe(200);
  await vi.waitFor(() => expect(run.printed.out).toContain('received 1'), WAIT);
  await vi.waitFor(() => expect(listen.printed.out).toContain('"n":1'), WAIT);

  listen.child.kill('SIGKILL');
  await vi.waitFor(async () => expect((await post(2)).status).toBe(200), WAIT);
  expect(await run.ended).toBe(0);
  expect(run.printed.out).toContain('received 2');
});

test('a run of another workspace listens on another port and reports it', async () => {
  const { file } = script("console.log('address', pm.webhooks.url);");
  // Another test may have the default port now; it is never this workspace.
  const server = createServer().listen(7788, '127.0.0.1');
  await once(server, 'listening').catch(() => undefined);
  const run = outrigger(folder(), 'run', file);
  expect(await run.ended).toBe(0);
  expect(run.printed.err).toMatch(/Port 7788 is in use; listening on \d+ instead\./);
  expect(run.printed.out).toMatch(/address http:\/\/127\.0\.0\.1:\d+\//);
  expect(run.printed.out).not.toContain('127.0.0.1:7788/');
  server.close();
});
