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
  ['one without a resolve', 'Promise.resolve = undefined;'],
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
