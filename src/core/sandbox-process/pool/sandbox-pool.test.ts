/** Choosing the process that runs the next script. */
import { randomBytes } from 'node:crypto';
import { afterAll, expect, inject, test } from 'vitest';
import { scriptLibraries } from '../../../contract/scripts/guest-operations.ts';
import { loneContext } from '../../../contract/scripts/script-context.ts';
import { createScriptCalls } from '../../guest/script-calls.ts';
import { createReaper } from '../../processes/ending/reaper.ts';
import { runInSandbox } from '../../runs/script/run-in-sandbox.ts';
import { descendantsOf } from '../../testing/descendants.ts';
import { findSandboxRuntime } from '../../processes/find-runtime.ts';
import { createSandboxPool, type SandboxSource } from './sandbox-pool.ts';

const reaper = createReaper();
const poolOptions = { runtime: findSandboxRuntime(), entry: inject('sandboxEntry'), size: 1, spares: 0, reaper };
const createPool = () => createSandboxPool(poolOptions);
const sandboxes = createPool();
afterAll(async () => {
  await sandboxes.close();
  reaper.close();
});

const random = ({ count }: { count: number }) =>
  Promise.resolve({ ok: true as const, value: randomBytes(count).toString('base64') });

const noSecret = () => Promise.resolve({ ok: true as const, value: '' });

/** @returns the process in which it ran, and whether the script has ended with an error */
async function runToEnd(source: string, pool: SandboxSource): Promise<{ pid: number; failed: boolean }> {
  const sandboxProcess = await pool.take();
  const { signal } = new AbortController();
  const api = { 'random.bytes': random, 'vault.get': noSecret };
  const calls = createScriptCalls(() => ({ api, end: () => Promise.resolve() }), signal);
  const job = { name: 'script.js', source, context: loneContext(), calls };
  let failed = false;
  const onEvent = ({ t }: { t: string }) => void (failed ||= t === 'error');
  const events = { onEvent, onOverflow: () => undefined };
  const outcome = await runInSandbox(sandboxProcess, { ...job, ...events }, signal);
  expect(outcome).toMatchObject({ ended: 'done' });
  pool.giveBack(sandboxProcess);
  return { pid: sandboxProcess.pid ?? 0, failed };
}

/** @returns the process in which it ran */
async function run(source: string, pool: SandboxSource = sandboxes): Promise<number> {
  const { pid, failed } = await runToEnd(source, pool);
  expect(failed).toBe(false);
  return pid;
}

test('the same process is used again until a script has used a library; then two are used in turn', async () => {
  const first = await run('1');
  expect(await run('1')).toBe(first);
  expect(await run("require('lodash');")).toBe(first);
  // The other process is started with the next script, and used as soon as it is ready.
  await expect.poll(() => run("require('lodash');"), { timeout: 10_000 }).not.toBe(first);
  expect(await run('1')).toBe(first);
  expect(await run('1')).not.toBe(first);
  expect(await run('1')).toBe(first);
});

test('a pool that starts late has no process before its first script', async () => {
  const before = await descendantsOf(process.pid);
  const started = async () => (await descendantsOf(process.pid)).filter((pid) => !before.includes(pid));
  const pool = createSandboxPool({ ...poolOptions, startsLate: true });
  expect(await started()).toEqual([]);
  const pid = await run('1', pool);
  expect(await started()).toEqual([pid]);
  await pool.close();
});

test('an answer for which its script has not waited does not end the process', async () => {
  const pool = createPool();
  const first = await run('1', pool);
  // The answer is in the pipe before the script releases the process, and is read afterwards.
  const leavesOpen = `
    pm.vault.get('name');
    const began = Date.now();
    while (Date.now() - began < 20);
    throw new Error('the call is left open');`;
  for (let round = 0; round < 10; round += 1) {
    expect(await runToEnd(leavesOpen, pool)).toEqual({ pid: first, failed: true });
    expect(await run('1', pool)).toBe(first);
  }
  await pool.close();
});

test('a script that arrives before its realm is ready waits for it, and finds nothing of the previous one', async () => {
  for (let round = 0; round < 50; round += 1) await run("if ('left' in globalThis) throw 1; globalThis.left = 1;");
});

test.each([
  ['Atomics.waitAsync', 'Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 1);'],
  ['WebAssembly.compile', 'WebAssembly.compile(new Uint8Array(0)).catch(() => {});'],
  ['WebAssembly.instantiate', 'WebAssembly.instantiate(new Uint8Array(0)).catch(() => {});'],
  ['FinalizationRegistry', 'new FinalizationRegistry(() => {}).register({}, 1);'],
  [
    'one of them, behind built-ins that were replaced',
    'Reflect.apply = Function.prototype.call = Function.prototype.apply = () => {}; const { waitAsync } = Atomics; waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 1);',
  ],
  ['one of them, from a subclass', 'class Own extends FinalizationRegistry {} new Own(() => {}).register({}, 1);'],
])('a process whose script has used %s gets no other script', async (_name, source) => {
  const pool = createPool();
  const first = await run('1', pool);
  expect(await run(source, pool)).toBe(first);
  expect(await run('1', pool)).not.toBe(first);
  await pool.close();
});

// In one pool, because each pool starts two processes.
test.each(scriptLibraries)('using the library %s does not replace the process', async (name) => {
  const user = await run(`require('${name}');`);
  // Two processes are used in turn.
  const pids = new Set<number>();
  for (let round = 0; round < 4; round += 1) pids.add(await run('1'));
  expect(pids).toContain(user);
});

test('nested scripts get processes, and surplus ones are ended afterwards', async () => {
  const pool = createPool();
  const taken = [];
  for (let depth = 0; depth <= 10; depth += 1)
    taken.push({ depth, sandboxProcess: await pool.take(undefined, { depth }) });
  expect(new Set(taken.map(({ sandboxProcess }) => sandboxProcess.pid)).size).toBe(11);
  const waits = new AbortController();
  const second = pool.take(waits.signal, { depth: 3 });
  waits.abort();
  await expect(second).rejects.toThrow();
  for (const { depth, sandboxProcess } of taken.reverse()) pool.giveBack(sandboxProcess, depth);
  expect(taken.filter(({ sandboxProcess }) => sandboxProcess.usable())).toHaveLength(2);
  await pool.close();
});

test('a process that has run a script of one session runs none of another', async () => {
  const pool = createPool();
  const [sessionA, sessionB] = [pool.forSession(), pool.forSession()];
  const first = await run('1', sessionA);
  const second = await run('1', sessionB);
  expect(second).not.toBe(first);
  expect([await run('1', sessionA), await run('1', sessionB)]).toEqual([first, second]);
  await sessionA.close();
  expect(await run('1', sessionB)).toBe(second);
  await pool.close();
});
