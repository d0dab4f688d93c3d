/** Programs behave the same whether the application starts them directly or through the launcher. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findSandboxRuntime } from '../find-runtime.ts';
import { alive } from '../../testing/alive.ts';
import { interpreterEnvironment } from '../../testing/interpreters.ts';
import { createLauncher } from './launcher.ts';
import { spawnProgram, type SpawnOptions } from '../spawn-program.ts';
import { startDirectly, type StartProgram } from '../start-program.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const launcher = createLauncher(findSandboxRuntime());
const cwd = mkdtempSync(path.join(tmpdir(), 'outrigger-launch-ü '));
function run(start: StartProgram, argv: SpawnOptions['argv'], options: Partial<SpawnOptions> = {}) {
  const lines: string[] = [];
  const exit = spawnProgram({
    argv,
    cwd,
    env: { ...interpreterEnvironment, OWN: 'ä "$HOME"' },
    encoding: 'utf8',
    maxOutput: 2e8,
    signal: new AbortController().signal,
    onStarted: () => undefined,
    onEnded: () => undefined,
    onLines: (_stream, text) => lines.push(text),
    start,
    ...options,
  });
  return Object.assign(exit, { lines });
}
/** @param ms milliseconds in which this process neither reads nor runs a timer */
const blockFor = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const parentOf = async (start: StartProgram) => Number((await run(start, ['sh', '-c', 'echo $PPID'])).stdout);
const viaLauncher = () => vi.waitFor(async () => expect(await parentOf(launcher.start)).not.toBe(process.pid), 10_000);

beforeAll(viaLauncher);
afterAll(() => launcher.close());

describe.each([
  ['directly', startDirectly],
  ['by the launcher', launcher.start],
])('%s', (name, start) => {
  test('it is the one that starts programs', async () => {
    expect((await parentOf(start)) === process.pid).toBe(name === 'directly');
  });
  test('arguments, environment and working directory arrive', async () => {
    const unusualArguments = ['', ' a  b ', '"\'`$HOME\\', '%PATH%', 'two\nlines', '🙂 ü', '-n', 'x'.repeat(100_000)];
    const code = 'import os, sys, json; print(json.dumps([sys.argv[1:], os.environ["OWN"], os.getcwd()]))';
    const { stdout, exitCode } = await run(start, ['python3', '-c', code, ...unusualArguments]);
    expect([JSON.parse(stdout), exitCode]).toEqual([[unusualArguments, 'ä "$HOME"', cwd], 0]);
  });
  test("the program's output, and its exit", async () => {
    const exit = await run(start, ['sh', '-c', 'echo out; echo err >&2; exit 7']);
    expect(exit).toMatchObject({ stdout: 'out\n', stderr: 'err\n', exitCode: 7, signal: null });
    expect(await run(start, ['sh', '-c', 'kill -s USR1 $$'])).toMatchObject({ exitCode: null, signal: 'SIGUSR1' });
  });
  test('input of any size, and no input, reaches the program', async () => {
    const stdin = 'ö'.repeat(4_000_000);
    expect((await run(start, ['cat'], { stdin })).stdout === stdin).toBe(true);
    expect((await run(start, ['cat'], { stdin: '' })).stdout).toBe('');
    expect((await run(start, ['cat'])).stdout).toBe('');
    // A program that does not read its input.
    expect((await run(start, ['true'], { stdin })).exitCode).toBe(0);
  });
  test('a program that has closed its output before this process listens to it ends', async () => {
    const late: StartProgram = async (options) => {
      const program = await start(options);
      await vi.waitFor(() => expect([program.stdout.closed, program.stderr.closed]).toEqual([true, true]), 10_000);
      return program;
    };
    expect(await run(late, ['true'])).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  });
  test('much output on both streams', async () => {
    const { stdout, stderr } = await run(start, ['sh', '-c', 'yes | head -c 9999999; yes | head -c 9999999 >&2']);
    expect([stdout.length, stderr.length]).toEqual([9_999_999, 9_999_999]);
  });
  test('a program that cannot be started', async () => {
    const missing = await run(start, ['no-such-program']);
    expect(missing).toMatchObject({
      endedBy: 'start',
      startError: { code: 'ENOENT', syscall: 'spawn no-such-program' },
    });
    expect(await run(start, ['true'], { cwd: '/no/such/folder' })).toMatchObject({ startError: { code: 'ENOENT' } });
    const tooLong = await run(start, ['true', 'x'.repeat(4_000_000)]);
    expect(tooLong).toMatchObject({ endedBy: 'start', startError: { code: 'E2BIG' } });
  });
  test('a program leads a process group of its own, and is stopped with it', async () => {
    const stop = new AbortController();
    let pid = 0;
    const ended = run(start, ['sh', '-c', 'sleep 99 & echo $!; wait'], {
      signal: stop.signal,
      onStarted: (started) => (pid = started),
    });
    await vi.waitFor(() => expect(ended.lines.length).toBe(1));
    process.kill(-pid, 0);
    stop.abort();
    expect(await ended).toMatchObject({ endedBy: 'stop', signal: 'SIGTERM' });
    expect(await alive([pid, Number(ended.lines[0])])).toEqual([]);
  });
  test('a program that passes its pipes to another one is not waited for', async () => {
    const { stdout, exitCode, durationMs } = await run(start, ['sh', '-c', 'sleep 5 & echo $!']);
    expect([exitCode, durationMs < 4000]).toEqual([0, true]);
    process.kill(Number(stdout), 'SIGKILL');
  });
  test('output that arrives while this process is busy is not lost', async () => {
    const busyAtExit: StartProgram = async (options) => {
      const program = await start(options);
      void program.exited.then(() => setImmediate(blockFor, 1000));
      return program;
    };
    const { stdout } = await run(busyAtExit, ['sh', '-c', '(sleep 0.3; echo late; sleep 5) & exit 0']);
    expect(stdout).toBe('late\n');
  });
  test('three hundred programs at once', async () => {
    const ends = await Promise.all(Array.from({ length: 300 }, (_, n) => run(start, ['sh', '-c', `echo ${n}`])));
    expect(ends.map(({ stdout }) => Number(stdout))).toEqual(Array.from({ length: 300 }, (_, n) => n));
  }, 30_000);
});

test('when the launcher is killed, its programs end with an error, and the next launcher starts', async () => {
  await viaLauncher();
  const running = run(launcher.start, ['sh', '-c', 'echo $PPID $$; sleep 99']);
  await vi.waitFor(() => expect(running.lines.length).toBe(1));
  const [helper = 0, program = 0] = (running.lines[0] ?? '').trim().split(' ').map(Number);
  process.kill(helper, 'SIGKILL');
  expect(await running).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  expect(await alive([program])).toEqual([]);
  await viaLauncher();
});

test.each([
  ['no folder for its socket', '/no/such/folder', findSandboxRuntime()],
  ['an address that is too long', mkdtempSync(path.join(tmpdir(), 'x'.repeat(100))), findSandboxRuntime()],
  ['no runtime', tmpdir(), { executable: '/no/such/node', env: {} }],
])('without a launcher, programs start nevertheless: %s', async (_name, folder, runtime) => {
  vi.stubEnv('TMPDIR', folder);
  const other = createLauncher(runtime);
  for (let count = 0; count < 4; count += 1) {
    expect(await parentOf(other.start)).toBe(process.pid);
    await sleep(50);
  }
  other.close();
  vi.unstubAllEnvs();
});

test('on Windows programs start directly', async () => {
  const other = createLauncher(findSandboxRuntime(), 'win32');
  for (let count = 0; count < 4; count += 1) {
    expect(await parentOf(other.start)).toBe(process.pid);
    await sleep(50);
  }
});

describe('the launcher of a process', () => {
  const source = (then: string) => `
    import { createLauncher } from ${JSON.stringify(path.join(import.meta.dirname, 'launcher.ts'))};
    const { start } = createLauncher({ executable: process.execPath, env: {} });
    const env = { ...process.env, HOST: String(process.pid) };
    const argv = ['sh', '-c', 'echo $PPID; sleep 0.1; [ $PPID = $HOST ] || ${then}'];
    let parent;
    do {
      const { pid, stdout, stderr, exited } = await start({ argv, cwd: '/', env, hasInput: false });
      stderr.resume();
      for await (const text of stdout) {
        parent = Number(text);
        if (parent !== process.pid) console.log(pid, parent);
      }
      await exited;
    } while (parent === process.pid);`;
  async function host(then: string) {
    const temporary = temporaryFolder('host');
    const file = path.join(temporary, 'host.mjs');
    writeFileSync(file, source(then));
    const child = spawn(process.execPath, [file], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...interpreterEnvironment, TMPDIR: temporary },
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const [program = 0, helper = 0] = line.toString().trim().split(/\s+/).map(Number);
    return { child, program, helper, folders: () => readdirSync(temporary).filter((name) => name !== 'host.mjs') };
  }
  test('does not keep its process running, and ends with it', async () => {
    const { child, helper, folders } = await host('true');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(0);
    await vi.waitFor(async () => expect([await alive([helper]), folders()]).toEqual([[], []]), 5000);
  });
  test('ends its programs when its process is killed', async () => {
    const { child, program, helper, folders } = await host('sleep 99');
    await sleep(200);
    expect([await alive([program, helper]), folders().length]).toEqual([[program, helper], 1]);
    child.kill('SIGKILL');
    await vi.waitFor(async () => expect([await alive([program, helper]), folders()]).toEqual([[], []]), 5000);
  });
});
