/** Scripts that replace what the language has, or pass values that throw: what the sandbox does for them still works. */
import http from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../../testing/listen.ts';
import { createRunner } from '../../../testing/run.ts';

let runner: ReturnType<typeof createRunner>;
const server = http.createServer((_request, response) => response.end('received'));
let base = '';
beforeAll(async () => {
  runner = createRunner();
  base = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await runner.sandboxes.close();
});

/** Long enough for a script, and short where it does not end. */
const run = (source: string) => runner.run(source.replaceAll('BASE', base), { timeoutMs: 20_000 });

test.each([
  [
    'a class like that of Bluebird',
    `const Native = Promise;
     Promise = class {
       constructor(work) { this.native = new Native(work); }
       then(ok, bad) { return this.native.then(ok, bad); }
       static resolve(value) { return new Promise((ok) => ok(value)); }
     };`,
  ],
  ['nothing', 'delete globalThis.Promise;'],
  // After the library of requests has been loaded, which needs it at that moment.
  ['one without a resolve', "await pm.sendRequest('BASE'); Promise.resolve = undefined;"],
])('a script ends after its requests where Promise is replaced by %s', async (_name, replacement) => {
  const { outcome, of, logged } = await run(`${replacement}
    pm.test('async', async () => pm.expect((await pm.sendRequest('BASE')).text()).to.equal('received'));
    queueMicrotask(() => console.log('microtask'));
    pm.sendRequest('BASE', (_error, response) => console.log(response.text()));`);
  expect(outcome).toBe('passed');
  expect(of('test').map(({ state }) => state)).toContain('passed');
  expect(logged).toEqual(['microtask', 'received']);
});

test.each(['constructor', 'species'])('a getter that throws as the %s of promises ends the script', async (which) => {
  const place = which === 'species' ? 'Promise, Symbol.species' : "Promise.prototype, 'constructor'";
  const { outcome, error } = await run(
    `Object.defineProperty(${place}, { get() { throw new Error('from a getter'); } });`,
  );
  expect({ outcome, message: error?.message }).toEqual({ outcome: 'error', message: 'from a getter' });
});

test('an error keeps its name and its message where stacks cannot be read', async () => {
  const { of, error } = await run(`RegExp.prototype.exec = () => { throw new Error('exec'); };
    pm.test('fails', () => { throw new TypeError('of the test'); });
    throw new RangeError('of the script');`);
  expect(of('test')[0]?.error).toEqual({ name: 'TypeError', message: 'of the test' });
  expect(error).toEqual({ name: 'RangeError', message: 'of the script' });
});

test('a delay that throws starts no timer, for which the script would wait', async () => {
  const { outcome, logged } = await run(`
    try { setTimeout(() => console.log('late'), { valueOf() { throw new Error('no number'); } }); }
    catch ({ message }) { console.log(message); }`);
  expect(outcome).toBe('passed');
  expect(logged).toEqual(['no number']);
});

/** Prints the writable functions and the getters below the global objects of the language, as `owner, key, kind`. */
const LIST_MEMBERS = `
  const visited = new Set(), lines = [];
  const visit = (place, owner) => {
    if (visited.has(owner)) return;
    visited.add(owner);
    for (const key of Reflect.ownKeys(owner)) {
      const { value, writable, get, configurable } = Object.getOwnPropertyDescriptor(owner, key);
      const text = typeof key === 'symbol' ? key.description : JSON.stringify(key);
      if (typeof value === 'function' && writable && key !== 'constructor') lines.push([place, text, 'value'].join());
      if (get && configurable) lines.push([place, text, 'get'].join());
      if (typeof value === 'object' && value !== null) visit(place + '[' + text + ']', value);
    }
  };
  const names = ['Object', 'Function', 'Array', 'Number', 'Boolean', 'String', 'Symbol', 'BigInt', 'Date', 'RegExp', 'Error',
    'Promise', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'Iterator', 'ArrayBuffer', 'Uint8Array', 'DataView', 'JSON',
    'Math', 'Reflect', 'Atomics'];
  for (const name of names) visit(name, globalThis[name]);
  console.log(lines.join('\\n'));`;

const SIMPLE = `
  pm.environment.set('a', 1);
  pm.test('sync', () => pm.expect(pm.environment.get('a')).to.equal(1));
  pm.test('async', async () => pm.expect((await pm.sendRequest('BASE')).text()).to.equal('received'));
  pm.test('done', (done) => void setTimeout(done, 1));
  pm.sendRequest('BASE', (error, response) => pm.test('sent', () => pm.expect(error?.message ?? response.code).to.equal(200)));
  console.log('said', { a: [1] });`;

/** Whether a script ended with all its results, or with an error that names what the replaced member throws. */
function endedClearly({ outcome, of }: Awaited<ReturnType<typeof run>>): boolean {
  const tests = of('test');
  const errors = [...tests, ...of('script.error')].flatMap(({ error }) => error?.message ?? []);
  if (outcome === 'passed') return tests.length === 4;
  return (outcome === 'failed' || outcome === 'error') && errors.some((message) => message.includes('replaced'));
}

test(
  'a script ends clearly, whichever built-in function it has replaced by one that throws',
  { timeout: 300_000 },
  async () => {
    const { logged } = await run(LIST_MEMBERS);
    const members = logged.join('\n').split('\n');
    expect(members.length).toBeGreaterThan(400);
    const wrong: string[] = [];
    for (const member of members) {
      const [place, key, kind] = member.split(',');
      const replacement = `${kind}() { throw new Error('replaced'); }, configurable: true`;
      const finished = await run(`Object.defineProperty(${place}, ${key}, { ${replacement} });\n${SIMPLE}`);
      if (!endedClearly(finished)) wrong.push(`${member}: ${finished.outcome}`);
    }
    expect(wrong).toEqual([]);
  },
);

test.each([
  'Map = undefined',
  'Set = undefined',
  'Proxy = undefined',
  'Object.prototype.get = () => 1',
  'Object.prototype.set = () => 1',
])('variables and assertions that a script uses first after %s', async (replacement) => {
  const { of } = await run(`${replacement};
    pm.environment.set('a', 1);
    pm.test('local', () => pm.expect(pm.variables.get('a')).to.be.a('number').and.equal(1));
    if ({}.get === {}.set) pm.test('library', () => pm.expect(new (require('events'))().listenerCount('a')).to.equal(0));
    pm.expect = () => 'own';
    pm.test('own', () => { if (pm.expect() !== 'own') throw new Error(); });`);
  const tests = of('test');
  expect(tests.map(({ error }) => error?.message)).toEqual(tests.map(() => undefined));
  expect(tests.map(({ name }) => name)).toEqual(
    replacement.includes('prototype') ? ['local', 'own'] : ['local', 'library', 'own'],
  );
});

test.each(['Object', 'Array', 'String', 'Number', 'Boolean'])('a toJSON for all of %s', async (name) => {
  for (const result of ["'replaced'", '{}', '(() => { throw new Error("replaced"); })()']) {
    const finished = await run(`${name}.prototype.toJSON = () => ${result};\n${SIMPLE}`);
    expect([result, finished.outcome, endedClearly(finished)]).toEqual([result, finished.outcome, true]);
  }
});

test('console.table is bounded in rows, columns and the length of its texts', async () => {
  const { logged } = await run(`
    const named = (row) => Object.fromEntries(Array.from({ length: 500 }, (_, column) => [row + '-' + column, 1]));
    console.table(Array.from({ length: 210 }, (_, row) => named(row)));
    const text = 'x'.repeat(1_000_000);
    console.table(Array.from({ length: 205 }, () => text));
    console.table([{ a: 1, b: 2 }], ['b', 'c']);`);
  const [wide = '', long = '', chosen = ''] = logged;
  expect(wide.split('\n').slice(-2)).toEqual(['… 10 more rows', '… more columns']);
  expect(wide.split('\n')[1]?.split('│')).toHaveLength(53);
  expect(long.split('\n')[3]).toMatch(/^│ 0 +│ x{200}… \(999800 more characters\) │$/);
  expect(long.split('\n').at(-1)).toBe('… 5 more rows');
  expect(chosen.split('\n')[3]).toBe('│ 0       │ 2 │   │');
});
