import { readFileSync } from 'node:fs';
import { afterEach, expect, inject, test } from 'vitest';
import { startHostileSlot, startSlotWith } from '../testing/hostile-slot.ts';
import { encodeFrame, frameReader, pieceHead } from './frames.ts';
import { findSlotRuntime } from '../processes/find-runtime.ts';
import { startSlot, type Slot } from './slot.ts';

const started: Slot[] = [];
afterEach(async () => {
  for (const slot of started.splice(0)) {
    slot.kill('the test is over');
    await slot.gone;
  }
});

const hostile = (body: string): Slot => {
  const slot = startHostileSlot(body);
  started.push(slot);
  return slot;
};

test('a real slot proves its walls and becomes ready', async () => {
  const slot = startSlot({ runtime: findSlotRuntime(), entry: inject('slotEntry') });
  started.push(slot);
  await expect(slot.ready()).resolves.toBeUndefined();
});

test('the process may reach nothing, whatever code runs in it', async () => {
  const slot = hostile(`
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
  `);
  const reason = await slot.gone;
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

test('code in the process’s own realm, behind the walls and after the sweep, finds and changes nothing either', async () => {
  // What a script would have, had it got out of its realm: the real process, with code put behind its preparation.
  const source = readFileSync(inject('slotEntry'), 'utf8');
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
  const slot = startSlotWith(
    source
      .replace('scrub(process);', 'const __process = process; scrub(process);')
      .replace('freezeIntrinsics();', `freezeIntrinsics(); ${probe}`),
  );
  started.push(slot);
  const found = JSON.parse(/hold: (.*)$/.exec(await slot.gone)?.[1] ?? '{}') as Record<string, string>;
  const { globals, ...others } = found;
  expect(globals).toBe('0');
  expect(Object.keys(others).length).toBeGreaterThan(26);
  expect(Object.entries(others).filter(([, got]) => got !== 'undefined' && got !== 'threw')).toEqual([]);
});

test.each([
  ['no JSON', "send('hello');", /no message/],
  ['a message of no known kind', `send('{"t":"evil"}');`, /no message/],
  ['a key too many', `send('{"t":"ready","broken":[],"admin":1}');`, /no message/],
  ['a frame of 1 GB announced', 'raw(0, 0, 0, 64, 1, 2, 3);', /1073741824 bytes/],
  ['walls that do not hold', `send('{"t":"ready","broken":["network"]}');`, /network/],
])('a process that sends %s is ended', async (_name, body, reason) => {
  const slot = hostile(`${body} setInterval(() => {}, 1000);`);
  const refused = expect(slot.ready()).rejects.toThrow(reason);
  await expect(slot.gone).resolves.toMatch(reason);
  await refused;
});

test('a process that cannot be started says why', async () => {
  const slot = startSlot({ runtime: { executable: '/nonexistent/node', env: {} }, entry: inject('slotEntry') });
  await expect(slot.ready()).rejects.toThrow(/could not be started/);
});

test('pieces arrive in order among frames, whatever the stream is cut into', () => {
  const sent = Buffer.concat([
    ...[encodeFrame('before'), pieceHead({ run: 2, id: 7 }, 5), Buffer.from('a€b')],
    ...[pieceHead({ run: 3, id: 7 }, 0), pieceHead({ run: 4_000_000_000, id: 4_000_000_000 }, 1)],
    ...[
      Buffer.from('c'),
      encodeFrame(''),
      pieceHead({ run: 2, id: 7 }, 300),
      Buffer.alloc(300, 'd'),
      encodeFrame('after'),
    ],
  ]);
  for (const size of [1, 2, 3, 5, 8, 13, 100, sent.length]) {
    const frames: string[] = [];
    const pieces: Record<string, string> = {};
    const read = frameReader({
      maxBytes: 100,
      onFrame: (bytes) => frames.push(bytes.toString()),
      onPiece({ run, id }, bytes) {
        pieces[`${run} ${id}`] = (pieces[`${run} ${id}`] ?? '') + bytes.toString('latin1');
      },
      onTooLong: () => frames.push('TOO LONG'),
    });
    for (let at = 0; at < sent.length; at += size) read(sent.subarray(at, at + size));
    expect(frames).toEqual(['before', '', 'after']);
    const first = Buffer.from('a€b').toString('latin1');
    expect(pieces).toMatchObject({ '2 7': first + 'd'.repeat(300), '4000000000 4000000000': 'c' });
  }
  const refused: number[] = [];
  frameReader({ maxBytes: 100, onFrame: () => undefined, onTooLong: (bytes) => refused.push(bytes) })(
    pieceHead({ run: 1, id: 1 }, 1),
  );
  expect(refused.length).toBe(1);
});

test('frames arrive whole from pieces of any size, and a character is never cut', () => {
  const texts = ['', 'a', 'ü€😀'.repeat(50), JSON.stringify({ big: 'x'.repeat(5000) })];
  const bytes = Buffer.concat(texts.map(encodeFrame));
  for (const size of [1, 2, 3, 7, 1000, bytes.length]) {
    const seen: string[] = [];
    const read = frameReader({
      maxBytes: 10_000,
      onFrame: (bytes) => seen.push(bytes.toString()),
      onTooLong: () => seen.push('TOO LONG'),
    });
    for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
    expect(seen).toEqual(texts);
  }
});
