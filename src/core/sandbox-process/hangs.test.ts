/** What never ends by itself, ends at its limit; the next script runs normally, and no other run is disturbed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRunner } from '../testing/run.ts';

let runner: ReturnType<typeof createRunner>;
beforeAll(() => {
  runner = createRunner();
});
afterAll(() => runner.slots.close());

const endless = {
  'a synchronous loop': 'for (;;) {}',
  'a microtask loop': 'const next = () => Promise.resolve().then(next); await next();',
  'a chain of timers': 'const next = () => setTimeout(next, 0); next();',
  'an interval that is not cleared': 'setInterval(() => {}, 5);',
  'a regular expression': "/^(a+)+$/.test('a'.repeat(60) + 'b');",
  'Atomics.wait': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
  'a promise that never settles, with a timer': 'setInterval(() => {}, 1000); await new Promise(() => {});',
  'a loop behind a caught error': 'try { throw 1; } catch { while (true) { try { null.x; } catch {} } }',
  'a test that never says done': "pm.test('open', (done) => {});",
};

test.each(Object.entries(endless))('%s ends at the timeout', async (_name, source) => {
  const { outcome } = await runner.run(source, { timeoutMs: 300 });
  expect(outcome).toBe('timeout');
  await expect(runner.run("pm.test('next', () => pm.expect(1).to.equal(1));")).resolves.toMatchObject({
    outcome: 'passed',
  });
});

test.each(Object.entries(endless))('%s inside a required library ends at the timeout too', async (_name, source) => {
  const module = `module.exports = (async () => {\n${source}\n})();`;
  const { outcome } = await runner.run("await pm.require('library.js');", {
    timeoutMs: 300,
    resources: { readFile: () => Promise.resolve(module) },
  });
  expect(outcome).toBe('timeout');
  await expect(runner.run('console.log(1);')).resolves.toMatchObject({ outcome: 'passed' });
});

test.each(Object.entries(endless).slice(0, 4))('Stop ends %s', async (_name, source) => {
  const stop = new AbortController();
  const run = runner.run(`console.log('begun'); ${source}`, {
    signal: stop.signal,
    onEvent: (event) => event.type === 'console' && stop.abort(),
  });
  await expect(run).resolves.toMatchObject({ outcome: 'stopped' });
});

test('a script that never ends by promise alone is told so at Stop, not before', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 200);
  const { outcome } = await runner.run('await new Promise(() => {});', { signal: stop.signal });
  expect(outcome).toBe('stopped');
});

test('a loop that starts after the end was reported costs the next script nothing', async () => {
  await runner.run(
    `setTimeout(() => { const n = () => Promise.resolve().then(n); n(); for (;;) {} }, 30); throw new Error('x');`,
  );
  await expect(runner.run('console.log(1)')).resolves.toMatchObject({ outcome: 'passed', logged: ['1'] });
});

test.each([
  ['the heap', 'const all = []; for (;;) all.push(new Array(1e5).fill({}));'],
  [
    'buffers outside of the heap',
    'const all = []; for (;;) all.push(new ArrayBuffer(64e6)), new Uint8Array(all.at(-1)).fill(1);',
  ],
])(
  'filling %s ends the script, and is named',
  async (_name, source) => {
    const { outcome, of } = await runner.run(source, { timeoutMs: 60_000 });
    expect(outcome).toBe('error');
    const said = [...of('console').map(({ text }) => text), ...of('script.error').map(({ error }) => error.message)];
    expect(said.join('\n')).toMatch(/ended|memory|allocation/i);
    await expect(runner.run('console.log(1)')).resolves.toMatchObject({ outcome: 'passed' });
  },
  90_000,
);

test('a flood of lines is cut off and said to be', async () => {
  const { outcome, of } = await runner.run("for (let i = 0; i < 150000; i++) console.log('line', i);");
  expect(outcome).toBe('passed');
  const lines = of('console');
  expect(lines.length).toBe(100_001);
  expect(lines.at(-1)).toMatchObject({ from: 'outrigger', level: 'warn' });
}, 60_000);

test('ten thousand levels of JSON, and an unhandled rejection', async () => {
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

test('one run that hangs does not disturb another', async () => {
  const hanging = runner.run('for (;;) {}', { timeoutMs: 1500 });
  const other = await runner.run("pm.test('other', () => {});");
  expect(other.outcome).toBe('passed');
  await expect(hanging).resolves.toMatchObject({ outcome: 'timeout' });
});
