/**
 * `outrigger` started by a Node older than the pinned one: two processes that behave like one. Needs `npm run build`
 * first.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { findExecutable } from '../core/processes/find-executable.ts';
import { killTree } from '../core/processes/ending/kill-tree.ts';
import { alive } from '../core/testing/alive.ts';
import { descendantsOf } from '../core/testing/descendants.ts';
import { temporaryFolder } from '../core/testing/temporary-folder.ts';

const root = path.join(import.meta.dirname, '../..');
const bin = path.join(root, 'bin/outrigger.cjs');
const foreignPath = (process.env['PATH'] ?? '')
  .split(path.delimiter)
  .filter((entry) => !entry.includes('node_modules'));
const olderNode = await findExecutable('node', { PATH: foreignPath.join(path.delimiter) });
const isOlder = olderNode !== undefined && Number(/^v(\d+)/.exec(versionOf(olderNode))?.[1]) < 24;

function versionOf(node: string): string {
  return execFileSync(node, ['--version'], { encoding: 'utf8' });
}

const runs: number[] = [];
afterEach(async () => {
  for (const pid of runs.splice(0)) await killTree(pid);
});

/** Starts a run whose program takes long, and resolves when the program runs. */
async function startRun() {
  const folder = temporaryFolder('older-node');
  writeFileSync(path.join(folder, 'slow.sh'), 'echo $$; sleep 300');
  const script = path.join(folder, 'slow.js');
  writeFileSync(script, "await pm.executeAsync('slow.sh');");
  const args = [bin, 'run', script, '--external-program-path', folder, '--allow-programs'];
  const child = spawn(olderNode ?? '', args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  if (child.pid !== undefined) runs.push(child.pid);
  const closed = once(child, 'close') as Promise<[number | null]>;
  let stdout = '';
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  await vi.waitFor(() => expect(stdout).toMatch(/^ +\| \d+$/m), 30_000);
  return { pid: child.pid ?? 0, closed, started: await descendantsOf(child.pid), output: () => stdout };
}

describe.skipIf(!isOlder || process.platform === 'win32')('on an older Node', () => {
  beforeAll(() => {
    if (!existsSync(path.join(root, 'out/main/cli.cjs'))) throw new Error('Run npm run build first.');
  });

  test('the built file without its starter reports which Node it needs', async () => {
    const child = spawn(olderNode ?? '', [path.join(root, 'out/main/cli.cjs'), '--version']);
    let output = '';
    child.stderr.on('data', (chunk) => (output += String(chunk)));
    expect(((await once(child, 'close')) as [number])[0]).toBe(2);
    expect(output).toMatch(/^Outrigger needs Node 24 or later; this is v\d+\..*bin\/outrigger\.cjs/);
  });

  test.each<[NodeJS.Signals, number]>([
    ['SIGINT', 130],
    ['SIGTERM', 130],
    ['SIGHUP', 130],
  ])('%s to the started process alone ends the run and its programs', async (signal, exitCode) => {
    const { pid, closed, started } = await startRun();
    process.kill(pid, signal);
    expect((await closed)[0]).toBe(exitCode);
    await vi.waitFor(async () => expect(await alive(started)).toEqual([]), 10_000);
  });

  test('Ctrl+C, which a terminal sends to both, counts once', async () => {
    const { pid, closed, started, output } = await startRun();
    process.kill(-pid, 'SIGINT');
    expect((await closed)[0]).toBe(130);
    // A second interrupt would end it without waiting for the run.
    expect(output()).toContain('stopped');
    await vi.waitFor(async () => expect(await alive(started)).toEqual([]), 10_000);
  });

  test('SIGKILL leaves no process: the run, the sandbox and the program end', async () => {
    const { pid, closed, started } = await startRun();
    // The command line, a sandbox process, the launcher, and the shell with its sleep.
    expect(started.length).toBeGreaterThanOrEqual(4);
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(async () => expect(await alive(started)).toEqual([]), 15_000);
    await closed;
  });

  test('the exit code is that of the command line', () => {
    const run = (...args: string[]) => {
      try {
        execFileSync(olderNode ?? '', [bin, ...args], { stdio: 'ignore' });
        return 0;
      } catch (error) {
        return (error as { status: number }).status;
      }
    };
    expect([run('--help'), run('run', 'missing.js')]).toEqual([0, 2]);
  });
});
