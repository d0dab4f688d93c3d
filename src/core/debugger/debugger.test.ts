/** Scripts are stopped in real sandbox processes, inspected and resumed. */
import { expect, test } from 'vitest';
import { debugScript } from './testing/debugged-run.ts';
import { sharedRunner } from '../testing/fixtures.ts';

const runner = sharedRunner();

const places = (frames: readonly { name: string; script: string; line: number }[]) =>
  frames.map(({ name, script, line }) => `${name}@${script}:${line}`);

test('stops before and after an await, shows values, and resumes', async () => {
  const source = `const user = pm.environment.get('user');
let total = 1;
await new Promise((resolve) => setTimeout(resolve, 5));
total += 41;
console.log(user, total);`;
  const script = debugScript(runner, source, { breakpoints: [{ line: 2 }, { line: 5 }] });
  const first = await script.stopped();
  expect(first).toMatchObject({ reason: 'breakpoint', breakpoints: ['b1'], exception: null });
  expect(places(first.frames)).toEqual(['@my.js:2']);
  expect(await script.scope('local')).toMatchObject({ user: 'Ada', total: '' });
  await script.resume();
  const second = await script.stopped();
  expect([second.breakpoints, places(second.frames)]).toEqual([['b2'], ['@my.js:5']]);
  expect(await script.evaluate('total + 1')).toBe('43');
  await script.evaluate('total = 7');
  await script.resume();
  expect(await script.outcome).toBe('passed');
  expect(script.logged).toEqual(['Ada 7']);
});

test('conditions stop only where they are true, and log points write without stopping', async () => {
  const source = `for (let n = 0; n < 5; n += 1) {
  n.toString();
}`;
  const breakpoints = [
    { line: 2, condition: 'n === 3' },
    { line: 1, log: 'begins' },
  ];
  const script = debugScript(runner, source, { breakpoints });
  await script.stopped();
  expect(await script.evaluate('n')).toBe('3');
  await script.debuggedRuns.change('debugged', {
    breakpoints: [{ id: 'c', script: 'my.js', line: 2, log: 'n is {n}, twice {n * 2}' }],
    exceptions: 'none',
  });
  await script.resume();
  expect(await script.outcome).toBe('passed');
  expect(script.stops).toHaveLength(1);
  expect(script.logged.slice(0, 1)).toEqual(['begins']);
  expect(script.logged.at(-1)).toBe('n is 4, twice 8');
});

test('a breakpoint moves to the next line with code, and reports why its condition is invalid', async () => {
  const source = `// nothing here\n\nconsole.log('code');\n\n`;
  const breakpoints = [{ line: 1 }, { line: 99 }, { line: 3, condition: 'a b' }, { line: 5 }, { line: 6 }];
  const script = debugScript(runner, source, { breakpoints });
  const stop = await script.stopped();
  expect(places(stop.frames)).toEqual(['@my.js:3']);
  expect([...script.breakpoints.values()]).toEqual([
    { id: 'b1', line: 3, problem: null },
    { id: 'b2', line: null, problem: null },
    { id: 'b3', line: null, problem: expect.stringContaining('SyntaxError') as string },
    { id: 'b4', line: 5, problem: null },
    { id: 'b5', line: 5, problem: null },
  ]);
  await script.resume();
  // The end of the script.
  expect(places((await script.stopped()).frames)).toEqual(['@my.js:5']);
  await script.resume();
  expect(await script.outcome).toBe('passed');
});

test('steps over, into a module and out of it, through await', async () => {
  const module = `exports.double = (n) => {\n  const result = n * 2;\n  return result;\n};`;
  const source = `const { double } = pm.require('lib/double.js');
const four = double(2);
const eight = await Promise.resolve(double(four));
console.log(eight);`;
  const resources = { folder: '/', readFile: () => Promise.resolve(module) };
  const script = debugScript(runner, source, { breakpoints: [{ line: 2 }], resources });
  await script.stopped();
  await script.resume('step-into');
  expect(places((await script.stopped()).frames)).toEqual(['exports.double@lib/double.js:2', '@my.js:2']);
  await script.resume('step-over');
  const inModule = await script.stopped();
  expect(await script.scope('local')).toMatchObject({ n: '2', result: '4' });
  expect([inModule.reason, places(inModule.frames)[0]]).toEqual(['step', 'exports.double@lib/double.js:3']);
  await script.resume('step-out');
  expect(places((await script.stopped()).frames)[0]).toMatch(/^@my\.js:[23]$/);
  await script.debuggedRuns.change('debugged', {
    breakpoints: [{ id: 'x', script: 'my.js', line: 4 }],
    exceptions: 'none',
  });
  await script.resume();
  expect(places((await script.stopped()).frames)).toEqual(['@my.js:4']);
  expect(await script.evaluate('eight')).toBe('8');
  // The end of the script.
  await script.resume('step-over');
  expect(places((await script.stopped()).frames)).toEqual(['@my.js:4']);
  await script.resume('step-over');
  expect(await script.outcome).toBe('passed');
});

test('an object is shown with its first members; no getter is called', async () => {
  const source = `class Order { id = 7; tags = ['a', 'b']; }
const values = {
  plain: { id: 7, name: 'Ada', inner: { deep: 1 }, none: null, list: [1] },
  order: new Order(),
  list: [1, 'two', { three: 3 }],
  map: new Map([['a', 1]]),
  set: new Set([1, 2]),
  lazy: { get slow() { throw new Error('called'); } },
  many: Object.fromEntries(Array.from({ length: 50 }, (_, index) => ['key' + index, 'x'.repeat(90)])),
  empty: {},
  date: new Date(0),
  error: new TypeError('wrong'),
};
debugger;`;
  const script = debugScript(runner, source);
  const stop = await script.stopped();
  const thread = script.debuggedRuns.thread('debugged', 1);
  const local = stop.frames[0]?.scopes.find(({ type }) => type === 'local');
  const { properties } = await thread.properties(local?.handle ?? 0);
  const handle = properties.find(({ name }) => name === 'values')?.value?.handle;
  const members = (await thread.properties(handle ?? 0)).properties;
  const texts = Object.fromEntries(members.map(({ name, value }) => [name, value?.text]));
  expect(texts).toMatchObject({
    plain: '{id: 7, name: "Ada", inner: {…}, none: null, list: Array(1)}',
    order: 'Order {id: 7, tags: Array(2)}',
    list: 'Array(3) [1, "two", {…}]',
    map: 'Map(1) {"a" → 1}',
    set: 'Set(2) {1, 2}',
    lazy: '{slow: (getter)}',
    empty: '{}',
    error: 'TypeError: wrong',
  });
  expect(texts['many']).toHaveLength(200);
  expect(texts['many']).toMatch(/^\{key0: "x.*…$/);
  expect(texts['date']).toMatch(/1970/);
  expect(await script.evaluate('values.order')).toBe('Order {id: 7, tags: Array(2)}');
  await script.resume();
  expect(await script.outcome).toBe('passed');
});

test('a scope is shown with a bounded size, and contains nothing of the sandbox', async () => {
  const source = `const long = Array.from({ length: 50000 }, (_, index) => index);
const text = 'x'.repeat(100000);
const map = new Map([['a', 1]]);
const lazy = { get slow() { throw new Error('called'); } };
const test = pm.test;
debugger;`;
  const script = debugScript(runner, source);
  const stop = await script.stopped();
  expect([stop.reason, stop.frames]).toEqual(['statement', [expect.objectContaining({ line: 6 })]]);
  const thread = script.debuggedRuns.thread('debugged', 1);
  const local = stop.frames[0]?.scopes.find(({ type }) => type === 'local');
  const { properties } = await thread.properties(local?.handle ?? 0);
  const named = (name: string) => properties.find((property) => property.name === name)?.value;
  expect(named('text')?.text).toHaveLength(10_000);
  const items = await thread.properties(named('long')?.handle ?? 0);
  expect([items.properties.length, items.more, items.properties[999]?.value?.text]).toEqual([1000, 49_000, '999']);
  const entries = await thread.properties(named('map')?.handle ?? 0);
  expect(entries.properties.map(({ name }) => name)).toEqual(['[[Entries]]']);
  const lazy = await thread.properties(named('lazy')?.handle ?? 0);
  expect(lazy.properties).toEqual([{ name: 'slow', value: null }]);
  const inFunction = await thread.properties(named('test')?.handle ?? 0);
  expect(inFunction.properties.map(({ name }) => name).filter((name) => name.startsWith('[['))).toEqual([]);
  expect((await thread.evaluate(0, 'typeof process + typeof require + typeof module')).value.text).toBe(
    'undefinedfunctionundefined',
  );
  await expect(thread.properties(999_999)).rejects.toMatchObject({ code: 'DebuggerFailed' });
  const ofRealm =
    "[pm, pm.test, console.log, setTimeout].every((f) => f.constructor.constructor('return globalThis')() === globalThis)";
  expect((await thread.evaluate(0, ofRealm)).value.text).toBe('true');
  expect(await thread.evaluate(0, 'null.x')).toMatchObject({
    threw: true,
    value: { type: 'error', text: "TypeError: Cannot read properties of null (reading 'x')" },
  });
  await script.resume();
  expect(await script.outcome).toBe('passed');
  await expect(thread.evaluate(0, '1')).rejects.toMatchObject({ code: 'DebuggerFailed' });
});

test('anonymous functions of the script and of a module are distinguished', async () => {
  const source = `const { call } = pm.require('lib/call.js');
async function named() {
  await null;
  call(() => { debugger; });
}
await named();`;
  const module = 'debugger;\nexports.call = (f) => f();';
  const resources = { folder: '/', readFile: () => Promise.resolve(module) };
  const script = debugScript(runner, source, { resources });
  expect(places((await script.stopped()).frames)).toEqual(['@lib/call.js:1', '@my.js:1']);
  await script.resume();
  const { frames, asyncFrames } = await script.stopped();
  expect(places(frames)).toEqual(['(anonymous)@my.js:4', 'exports.call@lib/call.js:2', 'named@my.js:4']);
  expect(places(asyncFrames)).toEqual(['@my.js:6']);
  expect(await script.scope('closure')).toHaveProperty('call');
  await script.resume();
  expect(await script.outcome).toBe('passed');
});

test('a deep recursion shows its innermost calls, and the number of the others', async () => {
  const script = debugScript(runner, 'function f(n) {\n  if (n === 0) debugger;\n  else f(n - 1);\n}\nf(2000);');
  const { frames, moreFrames } = await script.stopped();
  expect([frames.length, moreFrames]).toEqual([200, 1802]);
  await script.resume();
  expect(await script.outcome).toBe('passed');
});

test('a side-effect-free evaluation changes nothing', async () => {
  const source = `let count = 0;
const order = { id: 7, get next() { count += 1; return count; }, get double() { return this.id * 2; } };
debugger;
console.log(count);`;
  const script = debugScript(runner, source);
  await script.stopped();
  const thread = script.debuggedRuns.thread('debugged', 1);
  const read = async (expression: string) => {
    const { value, threw } = await thread.evaluateReadOnly(0, expression);
    return threw ? 'threw' : value.text;
  };
  expect([await read('order.id'), await read('order.double')]).toEqual(['7', '14']);
  expect([await read('order.next'), await read('count = 5'), await read('console.log(1)')]).toEqual(
    Array(3).fill('threw'),
  );
  await script.resume();
  expect(await script.outcome).toBe('passed');
  expect(script.logged).toEqual(['0']);
});

test('an expression that does not end is terminated, and the script with it', async () => {
  const script = debugScript(runner, 'debugger;');
  await script.stopped();
  expect(await script.evaluate('for (;;);')).toContain('did not finish within 5 s');
  expect(await script.outcome).toBe('error');
});

test('Stop ends the process of a stopped script, and no timeout applies to it', async () => {
  const script = debugScript(runner, 'debugger;', { timeoutMs: 1 });
  await script.stopped();
  script.abort();
  expect(await script.outcome).toBe('stopped');
  expect(() => script.debuggedRuns.thread('debugged', 1)).toThrow('is not debugged');
});

test('an endless loop can be paused', async () => {
  const script = debugScript(runner, 'let n = 0;\nconsole.log("begins");\nwhile (!globalThis.isOver) n += 1;\n');
  await expect.poll(() => script.logged, { timeout: 15_000 }).toEqual(['begins']);
  await script.debuggedRuns.pause('debugged');
  const stop = await script.stopped();
  expect([stop.reason, places(stop.frames)]).toEqual(['pause', ['@my.js:3']]);
  await script.evaluate('globalThis.isOver = true');
  await script.resume();
  expect(await script.outcome).toBe('passed');
});
