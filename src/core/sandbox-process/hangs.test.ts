/**
 * Scripts that never end by themselves are ended at their limit; the next script runs normally, and no other run is
 * disturbed.
 */
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { sharedRunner } from '../testing/fixtures.ts';

const runner = sharedRunner();

const endless = {
  'a synchronous loop': 'for (;;) {}',
  'a microtask loop': 'const next = () => Promise.resolve().then(next); await next();',
  'a chain of timers': 'const next = () => setTimeout(next, 0); next();',
  'an interval that is not cleared': 'setInterval(() => {}, 5);',
  'a regular expression': "/^(a+)+$/.test('a'.repeat(60) + 'b');",
  'Atomics.wait': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
  'a promise that never settles, with a timer': 'setInterval(() => {}, 1000); await new Promise(() => {});',
  'a loop behind a caught error': 'try { throw 1; } catch { while (true) { try { null.x; } catch {} } }',
  'a test that never says done, with a timer': "setInterval(() => {}, 1000); pm.test('open', (done) => {});",
};

test.each(Object.entries(endless))('%s ends at the timeout', async (_name, source) => {
  const { outcome } = await runner.run(source, { timeoutMs: 150 });
  expect(outcome).toBe('timeout');
  await expect(runner.run("pm.test('next', () => pm.expect(1).to.equal(1));")).resolves.toMatchObject({
    outcome: 'passed',
  });
});

test.each(Object.entries(endless))(
  '%s inside a required library is ended at the timeout too',
  async (_name, source) => {
    const module = `module.exports = (async () => {\n${source}\n})();`;
    const { outcome } = await runner.run("await pm.require('library.js');", {
      timeoutMs: 150,
      resources: { folder: tmpdir(), readFile: () => Promise.resolve(module) },
    });
    expect(outcome).toBe('timeout');
    await expect(runner.run('console.log(1);')).resolves.toMatchObject({ outcome: 'passed' });
  },
);

test.each(Object.entries(endless).slice(0, 4))('Stop ends %s', async (_name, source) => {
  const stop = new AbortController();
  const run = runner.run(`console.log('begun'); ${source}`, {
    signal: stop.signal,
    onEvent: (event) => event.type === 'console' && stop.abort(),
  });
  await expect(run).resolves.toMatchObject({ outcome: 'stopped' });
});

test('a script that waits only for a promise forever is reported at Stop, not before', async () => {
  const stop = new AbortController();
  const { outcome } = await runner.run(
    "console.log('runs'); await new Promise((resolve) => setTimeout(resolve, 1e8));",
    {
      signal: stop.signal,
      onEvent: (event) => event.type === 'console' && stop.abort(),
    },
  );
  expect(outcome).toBe('stopped');
});

test('a loop that starts after the end was reported does not delay the next script', async () => {
  await runner.runWithContext(
    `setTimeout(() => { const n = () => Promise.resolve().then(n); n(); for (;;) {} }, 30); pm.execution.skipRequest();`,
    { info: { eventName: 'prerequest' } },
  );
  await expect(runner.run('console.log(1)')).resolves.toMatchObject({ outcome: 'passed', logged: ['1'] });
});

test.each([
  ['the heap', 'const all = []; for (;;) all.push(new Array(1e5).fill(0.5));'],
  [
    'buffers outside of the heap',
    'const all = []; for (;;) all.push(new ArrayBuffer(64e6)), new Uint8Array(all.at(-1)).fill(1);',
  ],
])(
  'filling %s ends the script with an explanation',
  async (_name, source) => {
    const { outcome, of } = await runner.run(source, { timeoutMs: 60_000 });
    expect(outcome).toBe('error');
    const messages = [
      ...of('console').map(({ text }) => text),
      ...of('script.error').map(({ error }) => error.message),
    ];
    expect(messages.join('\n')).toMatch(/ended|memory|allocation/i);
    await expect(runner.run('console.log(1)')).resolves.toMatchObject({ outcome: 'passed' });
  },
  90_000,
);

test.each([
  ['lines of 200 bytes', "const line = 'x'.repeat(200); for (let i = 0; i < 60_000; i++) console.log(line, i);"],
  ['lines of 190 KB', "const line = 'x'.repeat(190_000); for (let i = 0; i < 150_000; i++) console.log(line);"],
  [
    'large values',
    "const data = Array(100).fill('x'.repeat(200_000)); for (let i = 0; i < 5_000; i++) console.log(data);",
  ],
  ['calls of clear', 'for (let i = 0; i < 200_000; i++) console.clear();'],
])(
  'output of too many bytes as %s is truncated with a notice, and the script continues',
  async (_name, flood) => {
    const { outcome, of, events } = await runner.run(`${flood}\npm.test('after the flood', () => {});`, {
      timeoutMs: 60_000,
    });
    expect(outcome).toBe('passed');
    expect(of('test')).toMatchObject([{ name: 'after the flood', state: 'passed' }]);
    const notices = of('console').filter(({ from }) => from === 'outrigger');
    expect(notices).toMatchObject([{ level: 'warn', text: expect.stringContaining('more than 16 MB') as string }]);
    expect(events.length).toBeGreaterThan(5);
    expect(JSON.stringify(events).length).toBeLessThan(80 * 1024 * 1024);
  },
  90_000,
);

test('too many tests end the script with an explanation, and earlier results stay', async () => {
  const { outcome, of } = await runner.run("for (let i = 0; i < 100_500; i++) pm.test('t' + i, () => {});");
  expect(outcome).toBe('error');
  expect(of('test')).toHaveLength(100_000);
  expect(of('console').at(-1)?.text).toMatch(/more than 100000 tests/);
}, 60_000);

/** Each can run code of the script after its end; none of it may have an effect in the next one. */
const lasting = {
  'Atomics.waitAsync that loops': `
    const cell = new Int32Array(new SharedArrayBuffer(4));
    Atomics.waitAsync(cell, 0, 0, 30).value.then(() => { for (;;) {} });`,
  'Atomics.waitAsync that rejects': `
    const cell = new Int32Array(new SharedArrayBuffer(4));
    Atomics.waitAsync(cell, 0, 0, 5).value.then(() => { throw new Error('of the old script'); });`,
  'a rejection in a chain of WebAssembly': `
    WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => { throw new Error('of the old script'); });`,
  'a module that WebAssembly refuses': 'WebAssembly.instantiate(new Uint8Array([1, 2, 3, 4]));',
  'WebAssembly that loops': `
    WebAssembly.instantiate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => { for (;;) {} });`,
  'a FinalizationRegistry': `
    const registry = new FinalizationRegistry(() => { for (;;) {} });
    for (let i = 0; i < 1000; i++) registry.register({}, i);`,
  'a rejection at the very end': "Promise.resolve().then(() => Promise.reject(new Error('of the old script')));",
  'import() that nobody awaits': "import('fs'); new Function('return import(\"fs\")')();",
  'a call that nobody awaits, in a script that fails':
    "pm.executeAsync('hello.sh'); pm.vault.get('x'); throw new Error('x');",
};
test.each(Object.entries(lasting))(
  '%s does nothing in the next scripts',
  async (_name, source) => {
    const collect = 'let garbage = []; for (let i = 0; i < 200; i++) garbage = new Array(1e5).fill(i);';
    for (let round = 1; round <= 3; round += 1) {
      const next = `
        const until = Date.now() + 60;
        while (Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 5));
        ${round === 3 ? collect : ''}
        pm.test('next', () => {});`;
      await runner.run(source, { timeoutMs: 150 });
      const { outcome, of, error } = await runner.run(next, { timeoutMs: 20_000 });
      expect({ outcome, error, tests: of('test').length }).toEqual({ outcome: 'passed', error: undefined, tests: 1 });
    }
  },
  60_000,
);

test('ten thousand levels of JSON, and an unhandled rejection, do not affect the next script', async () => {
  const deep = await runner.run(
    "const text = '['.repeat(1e4) + ']'.repeat(1e4); console.log(JSON.parse(text)); pm.variables.set('d', JSON.parse(text));",
  );
  expect(['passed', 'error']).toContain(deep.outcome);
  const rejected = await runner.run("Promise.reject(new TypeError('nobody listens'));\nsetTimeout(() => {}, 50);");
  expect(rejected).toMatchObject({
    outcome: 'error',
    error: { name: 'TypeError', message: 'nobody listens', line: 1 },
  });
  await expect(runner.run('console.log(1)')).resolves.toMatchObject({ outcome: 'passed' });
});

test('a run that hangs does not delay another', async () => {
  const stop = new AbortController();
  const begun = Promise.withResolvers<void>();
  let hasEnded = false;
  const hanging = runner.run("console.log('begun'); for (;;) {}", {
    timeoutMs: 60_000,
    signal: stop.signal,
    onEvent: (event) => event.type === 'console' && begun.resolve(),
  });
  void hanging.then(() => (hasEnded = true));
  await begun.promise;
  const other = await runner.run("pm.test('other', () => {});");
  expect({ outcome: other.outcome, hasEnded }).toEqual({ outcome: 'passed', hasEnded: false });
  stop.abort();
  await expect(hanging).resolves.toMatchObject({ outcome: 'stopped' });
});
