/** The output of `outrigger listen` for a notification. Needs `npm run build` first. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../core/testing/temporary-folder.ts';

const bin = path.join(import.meta.dirname, '../../../bin/outrigger.cjs');
const WAIT = { timeout: 30_000, interval: 20 };

async function linesOf(args: readonly string[], requests: readonly [path: string, request: RequestInit][]) {
  const folder = temporaryFolder('listen');
  const child = execa(process.execPath, [bin, 'listen', '--port', '0', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], OUTRIGGER_CONFIG_DIR: path.join(folder, 'config') },
    extendEnv: false,
    reject: false,
    buffer: false,
  });
  const printed = { out: '', err: '' };
  child.stdout.on('data', (bytes: Buffer) => (printed.out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (printed.err += bytes.toString()));
  await vi.waitFor(() => expect(printed.err).toContain('listening on'), WAIT);
  const url = /http:\S+/.exec(printed.err)?.[0] ?? '';
  for (const [where, request] of requests) expect((await fetch(new URL(where, url), request)).status).toBe(200);
  await vi.waitFor(() => expect(printed.out.match(/^\{|#\d+/gm)).toHaveLength(requests.length), WAIT);
  child.kill('SIGINT');
  await child;
  return printed.out.trim().split('\n');
}

test('each line of JSON has the method, the path with its query, and numbers with their original digits', async () => {
  const body = '{"id": 12345678901234567890, "amount": 1.0, "large": 1e400}';
  const lines = await linesOf(
    ['--json'],
    [
      ['/hooks?a=1&a=2', { method: 'GET' }],
      ['/pay', { method: 'PUT', body }],
    ],
  );
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ method: 'GET', path: '/hooks?a=1&a=2', body: '' });
  expect(lines[1]).toContain('"method":"PUT","path":"/pay"');
  expect(lines[1]).toContain('"body":{"id":12345678901234567890,"amount":1.0,"large":1e400}');
});

test('a line of JSON has the original body beside its parsed value, in which repeated names are lost', async () => {
  const sent = ['{"id": 1,\n "id": 2, "tag": "a", "tag": "b"}', 'no "JSON"'];
  const lines = await linesOf(
    ['--json'],
    sent.map((body) => ['/', { method: 'POST', body }] as const),
  );
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ body: { id: 2, tag: 'b' }, text: sent[0] }),
    expect.objectContaining({ body: sent[1], text: sent[1] }),
  ]);
});

test('a line of text names the method and the path unless they are those of an ordinary webhook', async () => {
  const lines = await linesOf(
    [],
    [
      ['/', { method: 'POST', body: '{"a":1}' }],
      ['/hooks?a=1', { method: 'DELETE' }],
    ],
  );
  expect(lines).toEqual([
    expect.stringMatching(/#1 JSON {2}unknown kind$/),
    '  a',
    // Without a description there is no second line.
    expect.stringMatching(/#2 No body {2}DELETE \/hooks\?a=1 {2}unknown kind$/),
  ]);
});

test('a taken port is an error that a run prints once', async () => {
  const folder = temporaryFolder('run');
  const script = path.join(folder, 'wait.js');
  writeFileSync(script, 'await pm.webhooks.waitFor({});');
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const { port } = blocker.address() as AddressInfo;
  const env = { PATH: process.env['PATH'], OUTRIGGER_CONFIG_DIR: path.join(folder, 'config') };
  const { exitCode, stderr } = await execa(process.execPath, [bin, 'run', script, '--webhook-port', String(port)], {
    cwd: folder,
    env,
    extendEnv: false,
    reject: false,
  });
  blocker.close();
  expect(exitCode).toBe(2);
  expect(stderr.match(/is in use/g)).toHaveLength(1);
});

test('an error of the listener is printed once', async () => {
  const folder = temporaryFolder('listen');
  const env = { PATH: process.env['PATH'], OUTRIGGER_CONFIG_DIR: path.join(folder, 'config') };
  const { exitCode, stderr } = await execa(process.execPath, [bin, 'listen', '--host', '0.0.0.0'], {
    cwd: folder,
    env,
    extendEnv: false,
    reject: false,
  });
  expect(exitCode).toBe(2);
  expect(stderr.match(/can be reached from other machines/g)).toHaveLength(1);
  expect(stderr).toContain('Set a token first');
});
