/** `outrigger run --inspect-brk`: a script is debugged with another tool. Needs `npm run build` first. */
import { writeFileSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { temporaryFolder } from '../../core/testing/temporary-folder.ts';

const bin = path.join(import.meta.dirname, '../../../bin/outrigger.cjs');
const WAIT = { timeout: 20_000, interval: 20 };

function run(args: readonly string[]) {
  const folder = temporaryFolder('inspect');
  writeFileSync(path.join(folder, 'my script.js'), "// a comment\nconsole.log('goes on');\npm.test('ok', () => {});\n");
  const env = { PATH: process.env['PATH'], OUTRIGGER_CONFIG_DIR: path.join(folder, 'config') };
  const child = execa(process.execPath, [bin, 'run', ...args], { cwd: folder, env, extendEnv: false, reject: false });
  const printed = { out: '', err: '' };
  child.stdout.on('data', (bytes: Buffer) => (printed.out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (printed.err += bytes.toString()));
  return { child, printed };
}

test('the script waits at its first line for a debugger, and continues when the debugger resumes it', async () => {
  const { child, printed } = run(['my script.js', '--inspect-brk', '--timeout-script', '1']);
  await vi.waitFor(() => expect(printed.err).toMatch(/devtools:\/\/\S+ws=127\.0\.0\.1:\d+\/[\da-f-]{36}\n/), WAIT);
  const address = /debugger listening on (ws:\S+)/.exec(printed.err)?.[1] ?? '';
  // A program that does not know the address gets no information.
  expect((await fetch(new URL('/json/list', address.replace('ws:', 'http:')))).status).toBe(404);
  const tool = new WebSocket(address);
  const paused = Promise.withResolvers<{ callFrames: { location: { lineNumber: number } }[] }>();
  tool.on('message', (data: Buffer) => {
    const { method, params } = JSON.parse(data.toString()) as { method?: string; params: never };
    if (method === 'Debugger.paused') paused.resolve(params);
  });
  await once(tool, 'open');
  tool.send('{"id":1,"method":"Debugger.enable"}');
  const [frame] = (await paused.promise).callFrames;
  // The script is preceded by two lines of the function that wraps it, and by the comment.
  expect(frame?.location.lineNumber).toBe(3);
  expect(printed.out).not.toContain('goes on');
  tool.send('{"id":2,"method":"Debugger.resume"}');
  const { exitCode } = await child;
  expect([exitCode, printed.out]).toEqual([0, expect.stringContaining('goes on')]);
});

test('Ctrl+C ends a waiting script, and a collection is refused', async () => {
  const { child, printed } = run(['my script.js', '--inspect-brk']);
  await vi.waitFor(() => expect(printed.err).toContain('debugger listening'), WAIT);
  child.kill('SIGINT');
  expect((await child).exitCode).toBe(130);
  const refused = run(['.', '--inspect-brk']);
  expect((await refused.child).exitCode).toBe(2);
});
