/**
 * Attacks through expressions in the debug console, through values that are expanded in it, and by scripts that prepare
 * for being inspected: the realm of the process is unreachable, and the size of every reply to the host is limited.
 */
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { findSandboxRuntime } from '../processes/find-runtime.ts';
import { startSandboxProcess } from '../sandbox-process/sandbox-process.ts';
import { createRunner } from '../testing/run.ts';
import { debugScript, RUN_ID } from './testing/debugged-run.ts';

let runner: ReturnType<typeof createRunner>;
beforeAll(() => {
  runner = createRunner();
});
afterAll(() => runner.sandboxes.close());

test('expressions in every frame see the realm of the script, and nothing of the surrounding process', async () => {
  const source = `class Order { total() { return [1].map((n) => inner.call(this, n)); } }
function inner(n) { 'use strict'; debugger; return n; }
const order = new Order();
pm.test('t', () => order.total());`;
  const script = debugScript(runner, source);
  const { frames } = await script.stopped();
  expect(frames.map(({ line }) => line)).toEqual([2, 1, 1, 4, 4]);
  const thread = script.debuggedRuns.thread(RUN_ID, 1);
  const unreachable = /^(?:undefined|(?:Reference|Type|Eval|Syntax)?Error: .*|WebhookError: .*|true)$/;
  const attacks = [
    'process',
    'module',
    "require('fs').constructor.constructor('return globalThis')() === globalThis",
    "require('node:inspector')",
    "(0, eval)('process')",
    "import('node:fs').catch(() => 0).constructor.constructor('return process')()",
    "constructor.constructor('return process')()",
    "this?.constructor.constructor('return process')()",
    "(async () => {}).constructor('return typeof process')().constructor === Promise",
    "globalThis.constructor.constructor('return globalThis')() === globalThis",
    "Error.prepareStackTrace = (_error, sites) => sites.map((site) => site.getThis() ?? site.getFunction()); const got = new Error().stack; delete Error.prepareStackTrace; if (Array.isArray(got) && got.some((one) => one && one.constructor.constructor('return globalThis')() !== globalThis)) 'FOREIGN'",
    'typeof $_ === "undefined" && typeof inspect === "undefined" && typeof queryObjects === "undefined" && typeof monitorEvents === "undefined"',
    "pm.test.caller?.constructor.constructor('return process')()",
    'globalThis.WebSocket',
  ];
  for (const [index] of frames.entries()) {
    for (const attack of attacks) {
      const { value } = await thread.evaluate(index, attack);
      expect([attack, value.text]).toEqual([attack, expect.stringMatching(unreachable)]);
    }
  }
  await script.resume();
  expect(await script.outcome).toBe('passed');
});

test('importing a module in the console is refused, with an error that gives access to nothing', async () => {
  const script = debugScript(runner, "debugger;\nconsole.log('later', String(globalThis.found));");
  await script.stopped();
  await script.evaluate(
    "import('node:fs').then(() => { globalThis.found = 'MODULE'; }, (error) => { globalThis.found = typeof error === 'object' && error.constructor.constructor('return globalThis')() !== globalThis ? 'FOREIGN' : 'refused'; }); 0",
  );
  await script.evaluate('setTimeout(() => console.log(globalThis.found), 1)');
  await script.resume();
  expect(await script.outcome).toBe('passed');
  expect(script.logged.at(-1)).toBe('refused');
});

test('values reachable from a frame belong to the script: no internal object of the sandbox, at any depth', async () => {
  const source = `const bound = pm.test.bind(null);
const proxy = new Proxy({}, { get() { throw new Error('trap'); } });
const made = pm.environment.get.bind(pm.environment);
const promise = pm.sendRequest('http://127.0.0.1:1/').catch(() => 0);
pm.test('t', function () { debugger; });
await promise;`;
  const script = debugScript(runner, source);
  const { frames } = await script.stopped();
  const thread = script.debuggedRuns.thread(RUN_ID, 1);
  const names = new Set<string>();
  let handles = frames.flatMap(({ scopes }) => scopes.map(({ handle }) => handle));
  for (let depth = 0; depth < 4; depth += 1) {
    const opened = await Promise.all(handles.slice(0, 300).map((handle) => thread.properties(handle)));
    const properties = opened.flatMap((item) => item.properties);
    for (const { name } of properties) names.add(name);
    handles = properties.flatMap(({ value }) => (value?.handle === null || value === null ? [] : [value.handle]));
  }
  expect(names.size).toBeGreaterThan(100);
  const internal = [...names].filter((name) => name.startsWith('[['));
  expect(
    internal.filter((name) => !/^\[\[(?:Entries|PromiseState|PromiseResult|PrimitiveValue)\]\]$/.test(name)),
  ).toEqual([]);
  expect([...names].filter((name) => ['process', 'primordials', 'internalBinding'].includes(name))).toEqual([]);
  await script.resume();
  expect(await script.outcome).toBe('passed');
});

test('inspecting values calls nothing of the script: no getter, no trap, no conversion', async () => {
  const source = `const calls = [];
const seen = (name) => () => { calls.push(name); for (;;); };
const error = new Error('mine');
Object.defineProperty(error, 'stack', { get: seen('stack') });
Object.defineProperty(error, 'message', { get: seen('message') });
const list = Array.from({ length: 5000 }, (_, index) => index);
Object.defineProperty(list, 3, { get: seen('item') });
const traps = Object.fromEntries(['get', 'ownKeys', 'getOwnPropertyDescriptor', 'getPrototypeOf', 'has'].map((name) => [name, seen(name)]));
const proxy = new Proxy([], traps);
const odd = { get [Symbol.toStringTag]() { return seen('tag')(); }, toString: seen('toString'), get constructor() { return seen('constructor')(); } };
debugger;
console.log(calls.join(','));`;
  const script = debugScript(runner, source);
  const { frames } = await script.stopped();
  const thread = script.debuggedRuns.thread(RUN_ID, 1);
  const { properties } = await thread.properties(frames[0]?.scopes[0]?.handle ?? 0);
  const valueOf = (name: string) => properties.find((property) => property.name === name)?.value;
  for (const name of ['error', 'list', 'proxy', 'odd']) {
    expect((await thread.evaluate(0, name)).threw).toBe(false);
    await thread.properties(valueOf(name)?.handle ?? 0);
  }
  const items = await thread.properties(valueOf('list')?.handle ?? 0);
  expect([items.properties.length, items.more]).toEqual([1000, 4000]);
  await script.resume();
  expect(await script.outcome).toBe('passed');
  expect(script.logged).toEqual(['']);
});

test('a result of any size is truncated', async () => {
  const script = debugScript(runner, 'debugger;');
  await script.stopped();
  const thread = script.debuggedRuns.thread(RUN_ID, 1);
  expect((await thread.evaluate(0, "'x'.repeat(20_000_000)")).value.text).toHaveLength(10_000);
  const { value } = await thread.evaluate(
    0,
    "Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => ['k' + i, i]))",
  );
  const { properties, more } = await thread.properties(value.handle ?? 0);
  expect([properties.length, more]).toEqual([1000, 19_000]);
  const thrown = await thread.evaluate(0, "throw new Error('y'.repeat(1_000_000))");
  expect([thrown.threw, thrown.value.text.length]).toEqual([true, 10_000]);
  await script.resume();
  expect(await script.outcome).toBe('passed');
});

test('a value that is too large to be sent ends the script with a reason, instead of continuing without a debugger', async () => {
  const script = debugScript(runner, "const text = 'x'.repeat(70_000_000);\ndebugger;\nconsole.log('went on');");
  const { frames } = await script.stopped();
  const looking = script.debuggedRuns.thread(RUN_ID, 1).properties(frames[0]?.scopes[0]?.handle ?? 0);
  await expect(looking).rejects.toMatchObject({ code: 'DebuggerFailed' });
  expect(await script.outcome).toBe('error');
  expect(script.logged.join('\n')).not.toContain('went on');
  expect(script.logged.join('\n')).toContain('connection to the debugger was lost');
});

test('a script that blocks the debugger forever is ended', async () => {
  const source = `const list = Array.from({ length: 5000 }, () => 0);
Object.getOwnPropertyDescriptor = Reflect.getOwnPropertyDescriptor = () => { console.log('blocks'); for (;;); };
debugger;`;
  const script = debugScript(runner, source);
  const { frames } = await script.stopped();
  const thread = script.debuggedRuns.thread(RUN_ID, 1);
  const { properties } = await thread.properties(frames[0]?.scopes[0]?.handle ?? 0);
  const list = properties.find(({ name }) => name === 'list')?.value?.handle ?? 0;
  // The host's limit elapses at once, as soon as the script blocks.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const looking = expect(thread.properties(list)).rejects.toMatchObject({ code: 'DebuggerFailed' });
  await vi.waitFor(() => expect(script.logged).toEqual(['blocks']));
  await vi.advanceTimersByTimeAsync(10_000);
  await looking;
  vi.useRealTimers();
  expect(await script.outcome).toBe('error');
}, 30_000);

test('the inspector exists for one script only: after its end nothing listens at the address', async () => {
  const addresses: string[] = [];
  const script = debugScript(runner, 'debugger;', { onAddress: (address) => addresses.push(address) });
  await script.stopped();
  const [address = ''] = addresses;
  expect(address).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/[\da-f-]{36}$/);
  const list = new URL('/json/list', address.replace('ws:', 'http:'));
  expect((await fetch(list)).status).toBe(404);
  await script.resume();
  expect(await script.outcome).toBe('passed');
  await expect(fetch(list)).rejects.toThrow('fetch failed');
});

test('the inspector does not reveal its secret address over HTTP', async () => {
  const sandboxProcess = startSandboxProcess({
    runtime: findSandboxRuntime(),
    entry: inject('sandboxEntry'),
    debugged: true,
  });
  await sandboxProcess.ready();
  const address = new URL((await sandboxProcess.inspector) ?? '');
  const secret = address.pathname.slice(1);
  expect(secret).toMatch(/^[\da-f-]{36}$/);
  const { logged } =
    await runner.run(`for (const path of ['/', '/json', '/json/list', '/json/version', '/json/protocol']) {
  const answer = await new Promise((resolve) => pm.sendRequest('http://${address.host}' + path, (error, response) => resolve(error ? String(error) : response.code + response.text())));
  console.log(path + ' ' + answer);
}`);
  expect(logged).toHaveLength(5);
  expect(logged.filter((line) => line.includes(secret) || /webSocketDebuggerUrl/.test(line))).toEqual([]);
  sandboxProcess.kill('the test is over');
  await sandboxProcess.gone;
});
