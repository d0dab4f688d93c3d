/** The isolation of a process that runs scripts, tested from inside: of an ordinary process, and of a debugged one. */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { findSandboxRuntime } from '../processes/find-runtime.ts';
import { startHostileSandbox, startSandboxProcessWith } from '../testing/hostile-sandbox.ts';
import { startSandboxProcess, type SandboxProcess } from './sandbox-process.ts';

const started: SandboxProcess[] = [];
afterEach(async () => {
  for (const sandboxProcess of started.splice(0)) {
    sandboxProcess.kill('the test is over');
    await sandboxProcess.gone;
  }
});

describe.each([
  ['an ordinary process', false],
  ['a process that is debugged', true],
])('in %s', (_kind, debugged) => {
  test('a real sandbox process verifies its isolation and becomes ready', async () => {
    const sandboxProcess = startSandboxProcess({
      runtime: findSandboxRuntime(),
      entry: inject('sandboxEntry'),
      debugged,
    });
    started.push(sandboxProcess);
    await expect(sandboxProcess.ready()).resolves.toBeUndefined();
  });

  test('the process can reach nothing, whatever code runs in it', async () => {
    const sandboxProcess = startHostileSandbox(
      `
    const tried = {};
    // A refusal can come as an error that nobody could have caught, too.
    let onUncaught;
    process.on('uncaughtException', (e) => onUncaught(e));
    const attempt = async (name, run) => { try { await Promise.race([Promise.resolve().then(run), new Promise((_, no) => (onUncaught = no))]); tried[name] = 'WORKED'; } catch (e) { tried[name] = e.code ?? e.message; } };
    const cp = await import('node:child_process');
    const wt = await import('node:worker_threads');
    await attempt('read', () => fs.readFileSync('/etc/hosts'));
    await attempt('write', () => fs.writeFileSync('/tmp/outrigger-wall', 'x'));
    await attempt('spawn', () => cp.execFileSync('/bin/sh', ['-c', 'true']));
    await attempt('worker', () => new wt.Worker('1', { eval: true }));
    await attempt('connect', () => new Promise((ok, no) => net.connect(9, '127.0.0.1').on('connect', ok).on('error', no)));
    await attempt('listen', () => new Promise((ok, no) => net.createServer().on('error', no).listen(0, '127.0.0.1', ok)));
    await attempt('fetch', () => fetch('http://127.0.0.1:49151/').catch((e) => { throw e.cause ?? e; }));
    await attempt('sqlite', () => import('node:sqlite'));
    send(JSON.stringify({ t: 'ready', broken: [JSON.stringify({ tried, env: Object.keys(process.env) })] }));
  `,
      { debugged },
    );
    started.push(sandboxProcess);
    const reason = await sandboxProcess.gone;
    const { tried, env } = JSON.parse(/hold: (.*)$/.exec(reason)?.[1] ?? '{}') as {
      tried: Record<string, string>;
      env: string[];
    };
    const { sqlite, ...denied } = tried;
    expect(Object.keys(denied)).toHaveLength(7);
    expect(Object.entries(denied).filter(([, code]) => code !== 'ERR_ACCESS_DENIED')).toEqual([]);
    expect(sqlite).toMatch(/ERR_UNKNOWN_BUILTIN_MODULE|No such built-in/);
    expect(env).toEqual([]);
  });

  test('code in the process’s own realm, after its preparation, finds and changes nothing either', async () => {
    // Code appended to the program of the real process has what a script would have after an escape from its realm.
    const source = readFileSync(inject('sandboxEntry'), 'utf8');
    const probe = `
    const found = {};
    const attempt = async (name, run) => { try { found[name] = String(await run()); } catch (e) { found[name] = 'threw'; } };
    const host = __process;
    for (const name of ['kill', '_kill', 'binding', 'dlopen', 'getBuiltinModule', 'mainModule', 'abort', 'execve', 'env', 'argv']) {
      await attempt(name, () => typeof host[name]);
    }
    for (const name of ['fs', 'node:child_process', 'node:net', 'node:inspector', 'node:worker_threads', 'node:module', '/etc/hosts']) {
      await attempt('import ' + name, async () => Object.keys(await import(name)).length);
    }
    await attempt('require', () => typeof require);
    await attempt('Function', () => Function('return 1')());
    await attempt('AsyncFunction', () => (async () => {}).constructor('return 1')());
    await attempt('globals', () => ['process', 'fetch', 'Worker', 'WebSocket', 'Buffer'].filter((name) => name in globalThis).length);
    const iterator = Object.getPrototypeOf([].values());
    await attempt('a new global', () => (globalThis.added = 1));
    await attempt('a global', () => (globalThis.Map = Object));
    await attempt('a method', () => (Array.prototype.push = Object));
    await attempt('a prototype', () => Object.setPrototypeOf(Promise.prototype, {}));
    await attempt('a property of everything', () => (Object.prototype.toJSON = Object));
    await attempt('an accessor', () => Object.defineProperty(Map.prototype, 'size', { value: 1 }));
    await attempt('an iterator', () => (iterator.next = Object));
    await attempt('a function', () => (Function.prototype.call.call = Object));
    send(JSON.stringify({ t: 'ready', broken: [JSON.stringify(found)] }));
  `;
    for (const part of ['scrub(process);', 'freezeIntrinsics();']) expect(source.split(part)).toHaveLength(2);
    const sandboxProcess = startSandboxProcessWith(
      source
        .replace('scrub(process);', 'const __process = process; scrub(process);')
        .replace('freezeIntrinsics();', `freezeIntrinsics(); ${probe}`),
      { debugged },
    );
    started.push(sandboxProcess);
    const reachable = JSON.parse(/hold: (.*)$/.exec(await sandboxProcess.gone)?.[1] ?? '{}') as Record<string, string>;
    const { globals, ...others } = reachable;
    expect(globals).toBe('0');
    expect(Object.keys(others).length).toBeGreaterThan(26);
    expect(Object.entries(others).filter(([, value]) => value !== 'undefined' && value !== 'threw')).toEqual([]);
  });

  test('no script is run if a check of the isolation fails', async () => {
    const sandboxProcess = startHostileSandbox(
      `send('{"t":"ready","broken":["network"]}'); setInterval(() => {}, 1000);`,
      {
        debugged,
      },
    );
    started.push(sandboxProcess);
    await expect(sandboxProcess.ready()).rejects.toThrow('these walls of the sandbox do not hold: network');
    await sandboxProcess.gone;
  });
});
