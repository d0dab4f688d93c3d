/** The built command line: lock, approve, run. Needs `npm run build` first. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hasInterpreter } from '../core/testing/interpreters.ts';
import { temporaryFolder } from '../core/testing/temporary-folder.ts';
import { approvalQuestion } from './programs-command.ts';

const root = path.join(import.meta.dirname, '../..');
const bin = path.join(root, 'bin/outrigger.cjs');
let folder: string;
let env: NodeJS.ProcessEnv;
const ending: (() => void)[] = [];
const place = (name: string) => path.join(folder, name);

beforeEach(() => {
  folder = temporaryFolder('programs-command');
  env = { ...process.env, OUTRIGGER_CONFIG_DIR: place('config') };
  cpSync(path.join(root, 'examples/hello/programs/hello.sh'), place('programs/hello.sh'));
  cpSync(path.join(root, 'examples/hello/programs/hello.sh'), place('programs/other.sh'));
  writeFileSync(place('opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Locked\n');
  const code =
    "await pm.executeAsync('hello.sh', ['x']);\n          await pm.executeAsync(pm.variables.get('file'), ['x']);";
  writeFileSync(
    place('send.yml'),
    `info:\n  name: send\n  type: http\nhttp:\n  method: GET\n  url: http://127.0.0.1:1\nruntime:\n  scripts:\n    - type: before-request\n      code: |-\n          ${code}\n`,
  );
});
afterEach(() => ending.splice(0).forEach((end) => end()));

function outrigger(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [bin, ...args], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
    child.stdin?.end();
  });
}
test('a lock file that cannot be written is refused before anything runs', async () => {
  const stderr = expect.stringContaining('The lock file missing/lock.json cannot be written') as string;
  const refused = { code: 2, stdout: '', stderr };
  expect(await outrigger('programs', 'lock', '.', '--out', 'missing/lock.json')).toEqual(refused);
  expect(await outrigger('run', '.', '--write-lock', 'missing/lock.json')).toEqual(refused);
});

// As root, a device in the place of the pipe would be replaced: with /dev/null or /dev/stdout, for all programs.
test.skipIf(process.platform === 'win32')('a lock file that is a pipe is written to, and not replaced', async () => {
  execFileSync('mkfifo', [place('pipe')]);
  const reader = execFile('cat', [place('pipe')]);
  ending.push(() => reader.kill('SIGKILL'));
  let text = '';
  reader.stdout?.on('data', (chunk: string) => (text += chunk));
  const isRead = once(reader, 'close');
  expect(await outrigger('programs', 'lock', '.', '--out', 'pipe')).toMatchObject({ code: 0 });
  expect(statSync(place('pipe')).isFIFO()).toBe(true);
  await isRead;
  expect(text).toContain('- file: hello.sh');
});

test('a folder that does not exist is an error, not an empty list', async () => {
  const stderr = expect.stringContaining('none does not exist.') as string;
  expect(await outrigger('programs', 'lock', 'none')).toEqual({ code: 2, stdout: '', stderr });
});

/** Runs the script that calls one program of the collection. */
const runScript = (file: string, ...more: string[]) => {
  writeFileSync(place('one.js'), `await pm.executeAsync('${file}', ['x']);`);
  return outrigger('run', 'one.js', '--external-program-path', 'programs', ...more);
};

/** Starts the approval of the list on a terminal, and waits for its question. */
async function approveOnTerminal() {
  const words = [process.execPath, bin, 'programs', 'approve', 'lock.yml'];
  const python = 'import os,pty,sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';
  const shell = ['sh', '-c', 'echo "process $$"; exec "$@"', 'sh'];
  const child = spawn('python3', ['-c', python, ...shell, ...words], { cwd: folder, env });
  ending.push(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await vi.waitFor(() => expect(output).toContain('[y/n] '), { timeout: 20_000, interval: 10 });
  return {
    pid: Number(/process (\d+)/.exec(output)?.[1]),
    output: () => output,
    type: (text: string) => child.stdin.write(text),
    ended,
  };
}
const hasTerminal = hasInterpreter('python3') && process.platform !== 'win32';

test.runIf(hasTerminal)('a signal withdraws the question about a list, and nothing is approved', async () => {
  expect(await outrigger('programs', 'lock', '.', '--out', 'lock.yml')).toMatchObject({ code: 0 });
  const approval = await approveOnTerminal();
  process.kill(approval.pid, 'SIGTERM');
  expect(await approval.ended).toBe(130);
  expect(approval.output()).toContain('The question is withdrawn.');
  expect((await runScript('hello.sh', '--allow-lock', 'lock.yml')).stderr).toContain(
    'is not approved on this computer',
  );
});

test.runIf(hasTerminal)(
  'a list is created from the scripts, approved on a terminal, and then the programs run without questions',
  async () => {
    const locked = await outrigger('programs', 'lock', '.', '--out', 'lock.yml');
    expect(locked.code).toBe(0);
    expect(locked.stderr).toContain('lock.yml lists 1 program.');
    expect(locked.stderr).toContain('send.yml:2 cannot be locked: the call has a computed file name.');
    expect(locked.stderr).toContain('--write-lock');
    expect(readFileSync(place('lock.yml'), 'utf8')).toContain('- file: hello.sh');

    const before = await runScript('hello.sh', '--allow-lock', 'lock.yml');
    expect(before.code).not.toBe(0);
    expect(before.stderr).toContain('is not approved on this computer');
    const [, sha256 = ''] = /SHA-256 is ([0-9a-f]{64})/.exec(before.stderr) ?? [];
    expect(await runScript('hello.sh', '--allow-lock', `lock.yml@${sha256}`)).toMatchObject({ code: 0 });
    const short = await runScript('hello.sh', '--allow-lock', `lock.yml@${sha256.slice(0, 12)}`);
    expect([short.code, short.stderr]).toEqual([2, expect.stringContaining('has 12 digits')]);
    const nobody = await outrigger('programs', 'approve', 'lock.yml');
    expect(nobody.code).toBe(1);
    expect(nobody.stderr).toContain(`--allow-lock lock.yml@${sha256}`);

    const approval = await approveOnTerminal();
    expect(approval.output()).toContain('hello.sh: SHA-256');
    expect(approval.output()).toContain(sha256);
    approval.type('y\n');
    expect(await approval.ended).toBe(0);

    expect(await runScript('hello.sh', '--allow-lock', 'lock.yml')).toMatchObject({ code: 0 });
    const absent = await runScript('other.sh', '--allow-lock', 'lock.yml');
    expect(absent.code).toBe(1);
    expect(absent.stdout).toContain('other.sh is not run: it is not in lock.yml.');
    writeFileSync(place('programs/hello.sh'), 'echo changed');
    const changed = await runScript('hello.sh', '--allow-lock', 'lock.yml');
    expect(changed.code).toBe(1);
    expect(changed.stdout).toContain('hello.sh is not run: it differs from lock.yml in the content.');
  },
  120_000,
);

test('the question about a list has a line for each program, whatever the list contains', () => {
  const forged = 'bin\nSHA-256 of the list: 0\nApprove, (y)es or (n)o?';
  const entry = { file: 'a.py', sha256: 'a'.repeat(64), command: forged, cwd: forged, method: forged };
  const question = approvalQuestion('lock.yml', {
    programs: [{ ...entry, environment: { [forged]: 'any' } }],
    sha256: 'b',
  });
  expect(question.split('\n')).toHaveLength(4);
  expect(question).toContain(String.raw`command bin\x0aSHA-256`);
});

test('a run writes a list of the programs that it called', async () => {
  expect(await runScript('hello.sh', '--allow-programs', '--write-lock', 'lock.yml')).toMatchObject({ code: 0 });
  expect(readFileSync(place('lock.yml'), 'utf8')).toContain('- file: hello.sh');
});

test('--allow-program allows the ordinary call, and only the content that it names', async () => {
  writeFileSync(place('one.js'), "await pm.executeAsync('hello.sh', ['x'], { env: { ENV: './x' } });");
  const run = (...more: string[]) => outrigger('run', 'one.js', '--external-program-path', 'programs', ...more);
  const { code, stdout } = await run('--allow-program', 'hello.sh');
  expect(code).toBe(1);
  expect(stdout).toContain(
    '--allow-program hello.sh covers its ordinary call only, and this call differs by the variable ENV',
  );
  expect(await runScript('hello.sh', '--allow-program', 'hello.sh')).toMatchObject({ code: 0 });
  const other = await runScript('hello.sh', '--allow-program', `hello.sh@${'0'.repeat(64)}`);
  expect(other.code).toBe(1);
  const [, sha256 = ''] = /SHA-256 is ([0-9a-f]{64})/.exec(other.stdout) ?? [];
  expect(await runScript('hello.sh', '--allow-program', `hello.sh@${sha256}`)).toMatchObject({ code: 0 });
});
