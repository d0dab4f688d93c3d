/**
 * Attacks from script code. Each script logs the objects that it got hold of; none may reach the process's own realm, a
 * module, a file, a process or another script's state.
 */
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Runner } from '../../testing/run.ts';

/** @param createRunner creates the processes that are attacked */
export function escapeTests(createRunner: () => Runner): void {
  let runner: Runner;
  beforeAll(() => {
    runner = createRunner();
  });
  afterAll(() => runner.sandboxes.close());

  /** Added to every script: reports whether a Function constructor makes code in another realm than the script's. */
  const probe = `
function probe(label, get) {
  let found = 'nothing';
  try {
    const value = get();
    const F = value && value.constructor && value.constructor.constructor;
    if (typeof F === 'function') {
      let own = false;
      try { own = F('return globalThis')() === globalThis; } catch (e) { found = 'refused'; own = undefined; }
      if (own === true) found = 'own realm';
      if (own === false) found = 'FOREIGN ' + F('return typeof process + typeof require')();
    }
  } catch (e) { found = 'threw'; }
  console.log(label + ': ' + found);
}
`;

  /** Where the attack's code is: in the script itself, or in a module that the script requires. */
  const places = ['the script', 'a required library'] as const;
  let place: (typeof places)[number] = 'the script';

  async function attack(source: string): Promise<string[]> {
    const module = `module.exports = (async () => {\n${probe}${source}\n})();`;
    const { logged, error } =
      place === 'the script'
        ? await runner.run(probe + source)
        : await runner.run("await pm.require('attack.js');", {
            resources: { folder: tmpdir(), readFile: () => Promise.resolve(module) },
          });
    expect(error).toBeUndefined();
    expect(logged.length).toBeGreaterThan(0);
    return logged;
  }

  describe.each(places)('from %s', (from) => {
    beforeAll(() => {
      place = from;
    });

    test('the names of Node and of the browser are not there', async () => {
      const [line] = await attack(`
    const names = ['process', 'global', 'module', 'exports', '__dirname', 'fetch', 'WebSocket', 'Worker',
      'XMLHttpRequest', 'navigator', 'Deno', 'Bun', 'EventSource', 'MessageChannel', 'BroadcastChannel', 'localStorage'];
    console.log(names.filter((name) => typeof globalThis[name] !== 'undefined' ).join(','));
  `);
      expect(line).toBe('');
    });

    test('constructor chains of every exposed object end in the own realm', async () => {
      const lines = await attack(`
    const seen = new Set();
    const walk = (value, path, depth) => {
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value) || depth > 4) return;
      seen.add(value);
      const F = value.constructor?.constructor;
      if (typeof F === 'function') {
        try { if (F('return globalThis')() !== globalThis) console.log('FOREIGN ' + path); } catch (e) { console.log('odd ' + path); }
      }
      for (const key of Reflect.ownKeys(value)) {
        const d = Object.getOwnPropertyDescriptor(value, key);
        for (const part of ['value', 'get', 'set']) walk(d[part], path + '.' + String(key), depth + 1);
      }
      walk(Object.getPrototypeOf(value), path + '.[[Prototype]]', depth + 1);
    };
    void pm.expect;
    walk(globalThis, 'globalThis', 0);
    walk(pm, 'pm', 0);
    console.log('walked ' + (seen.size > 500));
  `);
      expect(lines).toEqual(['walked true']);
    });

    test('constructors of async, generator and async generator functions stay inside', async () => {
      const lines = await attack(`
    probe('async', () => (async () => {}));
    probe('generator', () => (function* () {}));
    probe('asyncGenerator', () => (async function* () {}));
    probe('executeAsync', () => pm.executeAsync);
    probe('promise', () => pm.executeAsync('x').catch(() => 0));
  `);
      expect(lines.filter((line) => !line.endsWith('own realm'))).toEqual([]);
    });

    test('import() is refused with a primitive, also with the stack exhausted', async () => {
      const lines = await attack(`
    for (const name of ['fs', 'node:fs', 'node:child_process', 'data:text/javascript,export default 1', './x.js']) {
      try { await import(name); console.log('IMPORTED ' + name); } catch (e) { console.log(typeof e); }
    }
    let deepest;
    const deep = () => { try { deep(); } catch { try { deepest ??= import('fs'); } catch (e) { deepest ??= e; } } };
    deep();
    try { const got = await deepest; if (got instanceof Error) probe('thrown', () => got); else console.log('IMPORTED ' + String(got)); } catch (e) {
      if (typeof e === 'string') console.log('string');
      else probe('rejection', () => e);
    }
    const made = new Function('return import("fs")');
    try { await made(); console.log('IMPORTED'); } catch (e) { console.log(typeof e); }
  `);
      expect(lines.filter((line) => /IMPORTED|FOREIGN/.test(line))).toEqual([]);
    });

    test('stacks and call sites give away nothing of the process', async () => {
      const lines = await attack(`
    let sites = [];
    Error.prepareStackTrace = (error, trace) => { sites = trace; return trace; };
    void new Error('x').stack;
    const list = Array.from(sites);
    probe('trace', () => sites);
    for (const site of list) {
      for (const name of ['getThis', 'getFunction', 'getEvalOrigin', 'getTypeName']) {
        probe(name, () => site[name]?.());
      }
      probe('site', () => site);
    }
    Error.prepareStackTrace = undefined;
    const deep = () => { try { deep(); } catch (e) { try { probe('overflow', () => e); void e.stack; probe('stack', () => Object(e.stack)); } catch {} } };
    deep();
    console.log('done');
  `);
      expect(lines.filter((line) => line.includes('FOREIGN'))).toEqual([]);
    });

    test('an Error that was replaced by a Proxy or an accessor does not catch the host', async () => {
      const lines = await attack(`
    const caught = [];
    const Plain = Error;
    Object.defineProperty(globalThis, 'Error', {
      get() { return new Proxy(Plain, { get(t, k, r) { caught.push(k); return Reflect.get(t, k, r); },
        apply(t, self, args) { caught.push(self, ...args); return new Plain(); },
        construct(t, args) { caught.push(...args); return new Plain(); } }); },
    });
    try { null.x; } catch (e) { void e.stack; }
    try { pm.execute(''); } catch (e) { void e.stack; }
    try { pm.execute('missing.sh'); } catch (e) { void e.stack; }
    caught.forEach((value, index) => probe('caught ' + index, () => Object(value)));
    console.log('done');
  `);
      expect(lines.filter((line) => line.includes('FOREIGN'))).toEqual([]);
    });

    test('values that run code while they are read, and built-ins that were replaced', async () => {
      const lines = await attack(`
    const evil = new Proxy(function () {}, {
      get(t, k) { if (k === Symbol.toPrimitive) return () => 'hello.sh'; if (k === 'toJSON') return () => ({ a: 1 }); return evil; },
      apply(t, self, args) { args.forEach((a) => probe('apply', () => Object(a))); return evil; },
      ownKeys() { return []; }, getPrototypeOf() { return null; },
    });
    console.log(evil);
    console.log({ toJSON() { throw 1; }, get a() { throw 2; }, [Symbol.toPrimitive]() { throw 3; } });
    try { await pm.executeAsync(evil, [evil, { toString() { return 'x'; } }], { env: { A: evil } }); } catch (e) { probe('rejected', () => e); }
    for (const name of ['call', 'apply', 'bind']) Function.prototype[name] = function (...a) { probe('patched', () => this); return 1; };
    JSON.stringify = () => '{"t":"done","run":0,"variables":{}}';
    JSON.parse = () => ({ t: 'run' });
    Promise.prototype.then = function (a, b) { probe('then', () => a); return this; };
    Object.defineProperty(Object.prototype, 't', { set(v) { probe('setter', () => Object(v)); }, get() { return 'done'; }, configurable: true });
    Object.defineProperty(Object.prototype, 'run', { set(v) {}, get() { return 0; }, configurable: true });
    try { pm.execute('hello.sh', ['x']); } catch (e) { probe('after', () => e); }
    console.log('done');
  `);
      expect(lines.filter((line) => line.includes('FOREIGN'))).toEqual([]);
    });

    test('what a script leaves behind is gone in the next one, in the same process', async () => {
      await attack(`
    globalThis.leftover = 1; Object.prototype.leftover = 2; Array.prototype.push = 3; pm.leftover = 4;
    console.log('set');
  `);
      for (let i = 0; i < 4; i++) {
        const lines = await attack(
          `console.log(typeof leftover, typeof {}.leftover, typeof [].push, typeof pm.leftover);`,
        );
        expect(lines).toEqual(['undefined undefined function undefined']);
      }
    });

    test('a script cannot make its end of another message, after which the next one would run in its realm', async () => {
      await runner.run(`globalThis.leftover = 1;
    const methods = [() => ({ t: 'done', scopes: {} })];
    Object.defineProperty(Object.prototype, 'toJSON', { get: () => methods.pop(), configurable: true });
    pm.test.skip('forged');
    delete Object.prototype.toJSON;`);
      for (let i = 0; i < 4; i++) expect(await attack(`console.log(typeof leftover);`)).toEqual(['undefined']);
    });

    test('a script that continues after its end does not affect the next run', async () => {
      const source = `
    const then = Promise.prototype.then;
    pm.test('late', (done) => { done(); });
    (function forever() { Promise.resolve().then(() => {}); setTimeout(() => { console.log('LATE'); forever(); }, 20); })();
    pm.execution.skipRequest();
  `;
      await runner.runWithContext(source, { info: { eventName: 'prerequest' } });
      const { logged } = await runner.run(`await new Promise((r) => setTimeout(r, 100)); console.log('own');`);
      expect(logged).toEqual(['own']);
    });

    test('shared memory and WebAssembly give no way out', async () => {
      const lines = await attack(`
    console.log(typeof WebAssembly.compileStreaming, typeof WebAssembly.instantiateStreaming);
    probe('module', () => WebAssembly.Module);
    const instance = await WebAssembly.instantiate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    probe('instance', () => instance);
    probe('waitAsync', () => Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1).value);
    probe('registry', () => new FinalizationRegistry(() => {}));
    console.log('done');
  `);
      expect(lines[0]).toBe('undefined undefined');
      expect(lines.filter((line) => line.includes('FOREIGN'))).toEqual([]);
    });
  });

  describe('through a library that comes with the sandbox', () => {
    beforeAll(() => {
      place = 'the script';
    });
    test('chai and what it hands out belong to the script’s realm', async () => {
      const lines = await attack(`
      probe('expect', () => pm.expect);
      probe('assertion', () => pm.expect(1).to);
      try { pm.expect(1).to.equal(2); } catch (e) { probe('error', () => e); }
      pm.expect({ get a() { probe('receiver', () => this); return 1; } }).to.have.property('a');
      console.log('done');
    `);
      expect(lines.filter((line) => line.includes('FOREIGN'))).toEqual([]);
      expect(lines).toContain('expect: own realm');
    });
    test.each([
      [
        'lodash',
        "const _ = require('lodash'); _.forEach([1], function () { probe('this', () => this); }); probe('template', () => _.template('<%= 1 %>')); probe('bind', () => _.bind(function () {}, {}));",
      ],
      [
        'util',
        "const util = require('util'); probe('inspect', () => util.inspect); util.inspect({ [Symbol.for('nodejs.util.inspect.custom')](d, o) { probe('options', () => o); return ''; } }); probe('promisify', () => util.promisify((cb) => cb(null, 1)));",
      ],
      [
        'events',
        "const E = require('events'); const e = new E(); e.on('error', (x) => probe('error', () => x)); e.emit('error', new Error('x')); probe('emitter', () => e);",
      ],
      [
        'stream',
        "const { Readable } = require('stream'); const r = Readable.from(['a']); probe('readable', () => r); for await (const x of r) probe('chunk', () => Object(x));",
      ],
      ['buffer', "const b = Buffer.from('x'); probe('buffer', () => b); probe('memory', () => b.buffer);"],
      [
        'postman-collection',
        "const sdk = require('postman-collection'); probe('request', () => new sdk.Request('http://a.b')); probe('collection', () => new sdk.Collection());",
      ],
      ['ajv', "const Ajv = require('ajv'); probe('validate', () => new Ajv().compile({ type: 'object' }));"],
      [
        'handlebars',
        "pm.visualizer.set('{{#with this}}{{lookup this \"constructor\"}}{{/with}}{{f}}', { f() { probe('this', () => this); return ''; } });",
      ],
      [
        'crypto.subtle',
        "const call = crypto.subtle.digest('SHA-256', new Uint8Array(1)); probe('promise', () => call); probe('bytes', () => call.constructor); const bytes = await call; probe('memory', () => bytes); const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['encrypt']); probe('key', () => key); probe('jwk', () => key.algorithm); try { await crypto.subtle.digest({ name: 'MD4', get hash() { probe('getter', () => this); return 1; } }, bytes); } catch (e) { probe('error', () => e); } try { await crypto.subtle.encrypt({ name: '__proto__' }, key, bytes); } catch (e) { probe('wrong name', () => e); }",
      ],
      [
        'the web',
        "probe('blob', () => new Blob(['a'])); probe('clone', () => structuredClone({ a: [new Date()] })); probe('stream', () => new ReadableStream()); const { value } = await new Blob(['a']).stream().getReader().read(); probe('chunk', () => value); try { atob('*'); } catch (e) { probe('error', () => e); } probe('json', () => JSON.parse('[1]')); try { JSON.parse('{'); } catch (e) { probe('fault', () => e); } const fs = require('fs'); probe('fs', () => fs); if (Object.keys(fs).length > 0) console.log('FOREIGN fs'); probe('os', () => require('os').cpus());",
      ],
      [
        'a missing library',
        "for (const name of ['child_process', 'vm', 'node:vm', 'process', '~util', '../../fs', 'constructor', '__proto__']) { try { require(name); console.log('FOREIGN ' + name); } catch (e) { probe('refused', () => e); } }",
      ],
      [
        'require with the stack exhausted',
        "const deep = () => { try { deep(); } catch { try { require('mockjs'); } catch (e) { probe('thrown', () => e); } } }; deep();",
      ],
      [
        'what libraries take for process',
        "const seen = require('util'); probe('env', () => seen.inspect); console.log(typeof globalThis.process, typeof globalThis.__process);",
      ],
    ])('%s', async (_name, source) => {
      const lines = await attack(`${source}\nconsole.log('done');`);
      expect(lines.filter((line) => line.includes('FOREIGN'))).toEqual([]);
      expect(lines.at(-1)).toBe('done');
    });
  });
}
