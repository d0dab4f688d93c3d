/** The life of a run: its order, errors with their lines, its end. */
import { describe, expect, test } from 'vitest';
import { createReaper } from '../../processes/ending/reaper.ts';
import { createRunner } from '../../testing/run.ts';
import { sharedRunner } from '../../testing/fixtures.ts';

const runner = sharedRunner();
const run: ReturnType<typeof createRunner>['run'] = (source, settings) => runner.run(source, settings);

describe('errors name their place', () => {
  test.each([
    [
      'a thrown error',
      "const a = 1;\n\nthrow new TypeError('bad');",
      { name: 'TypeError', message: 'bad', line: 3, column: 7 },
    ],
    ['a missing name', 'let x;\nx = missing + 1;', { name: 'ReferenceError', line: 2 }],
    ['one inside a function', 'function f() {\n  null.x;\n}\nf();', { name: 'TypeError', line: 2, column: 8 }],
    ['one after an await', 'await 1;\nthrow new Error("late");', { message: 'late', line: 2 }],
    ['one in a timer', 'setTimeout(() => {\n  throw new Error("tick");\n}, 5);', { message: 'tick', line: 2 }],
    ['an unhandled rejection', '\nPromise.reject(new Error("alone"));', { message: 'alone', line: 2 }],
    [
      'a rejection with a text',
      "Promise.reject('a text');",
      { name: 'UnhandledPromiseRejection', message: expect.stringContaining('with the reason "a text".') as string },
    ],
    [
      'a rejection with an object',
      'Promise.reject({});',
      { message: expect.stringContaining('reason "#<Object>".') as string },
    ],
    ...[
      ['import()', "await import('fs');"],
      ['import() that nobody awaits', "import('fs');"],
    ].map(([name = '', source = '']): [string, string, object] => [
      name,
      source,
      {
        name: 'Error',
        message: 'import() is not available in scripts: they have no modules of their own.',
        remedy: expect.stringContaining('pm.require') as string,
      },
    ]),
    ['a syntax error', 'const a = 1;\nlet b = (;', { name: 'SyntaxError', line: 2, column: 10 }],
    ['a syntax error in the first line', '}', { name: 'SyntaxError', line: 1, column: 1 }],
    ['a text that was thrown', "throw 'just text';", { name: 'Uncaught', message: 'just text' }],
    ['null that was thrown', 'throw null;', { name: 'Uncaught', message: 'null' }],
    ['an object that was thrown', 'throw { code: 5 };', { name: 'Uncaught' }],
  ])('%s', async (_name, source, expected) => {
    const { outcome, error } = await run(source);
    expect(outcome).toBe('error');
    expect(error).toMatchObject(expected);
  });
  test('show their place, without the stack of the sandbox', async () => {
    const { error } = await run("\tconst a = 1;\n\tthrow new Error('here');\n");
    expect(error?.frame).toBe("  1 |  const a = 1;\n> 2 |  throw new Error('here');\n    |        ^\n  3 |");
    expect(error?.stack).toBe('Error: here\n    at eval (script.js:2:8)');
  });
  test.each([
    ['logged', "const error = new Error('here');\n\nconsole.error(error);"],
    ['logged inside of an object', "const error = new Error('here');\nconsole.error({ error });"],
    [
      'from a function of pm',
      "const error = await pm.execution.runRequest('x').catch((one) => one);\nconsole.error(error);",
    ],
  ])('that are %s have the lines of the script, without those of the sandbox', async (_name, source) => {
    const { events } = await run(source);
    const texts = events.flatMap((event) =>
      event.type === 'console' ? [JSON.stringify(event.values ?? event.text)] : [],
    );
    expect(texts.join()).toContain('script.js:1:');
    expect(texts.join()).not.toMatch(/outrigger:|file:|node:|script\.js:3/);
  });
});

describe('tests', () => {
  test('pass, fail or are skipped; each is an event', async () => {
    const { outcome, of } = await run(`
      pm.test('sync', () => {});
      pm.test('fails', () => { pm.expect({ a: 1 }).to.deep.equal({ a: 2 }); });
      pm.test.skip('later', () => {});
      pm.test('throws', () => { throw new Error('inside'); });
    `);
    expect(outcome).toBe('failed');
    expect(of('test').map(({ name, state }) => `${name} ${state}`)).toEqual([
      'sync passed',
      'fails failed',
      'later skipped',
      'throws failed',
    ]);
    expect(of('test')[1]?.error).toMatchObject({ name: 'AssertionError', line: 3 });
  });
  test('an async test is awaited, and fails if it rejects', async () => {
    const { outcome, of } = await run(`
      pm.test('waits', async () => { await new Promise((r) => setTimeout(r, 30)); pm.expect(1).to.equal(1); });
      pm.test('rejects', async () => { await null; pm.expect(1).to.equal(2); });
    `);
    expect(outcome).toBe('failed');
    expect(of('test').map(({ name, state }) => `${name} ${state}`)).toEqual(['waits passed', 'rejects failed']);
  });
  test('are reported in the order of the script, although async ones end later, as in Postman', async () => {
    const { of } = await run(`
      const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      pm.test('slow', async () => { pm.test('inside', () => {}); await wait(30); pm.test('later', () => {}); });
      pm.test('sync', () => {});
      pm.test('quick', async () => { await wait(1); pm.expect(1).to.equal(2); });
      pm.test('never', () => new Promise(() => {}));
      pm.test.skip('skipped', () => {});
    `);
    expect(of('test').map(({ name, state }) => `${name} ${state}`)).toEqual([
      'inside passed',
      'slow passed',
      'sync passed',
      'quick failed',
      'never failed',
      'skipped skipped',
      'later passed',
    ]);
  });
  test('are all reported when the script is ended before an async one', async () => {
    const { of, outcome } = await run(
      `pm.test('open', () => new Promise(() => {})); pm.test('async', async () => { await null; }); pm.test('sync', () => {}); setTimeout(() => {}, 600_000);`,
      { timeoutMs: 1_000 },
    );
    expect({ outcome, tests: of('test').map(({ name, state }) => `${name} ${state}`) }).toEqual({
      outcome: 'timeout',
      tests: ['async passed', 'sync passed'],
    });
  });
  test('done is awaited, and can fail', async () => {
    const { of } = await run(`
      let endFirst;
      pm.test('done', (done) => { endFirst = done; });
      pm.test('done with error', (done) => { setTimeout(() => { done(new Error('no')); setTimeout(endFirst, 1); }, 5); });
    `);
    expect(of('test').map(({ name, state }) => `${name} ${state}`)).toEqual(['done with error failed', 'done passed']);
  });
  test('without a function or a name pass, as in Postman, with a warning', async () => {
    const { of } = await run("pm.test('nothing'); pm.test(); pm.test('checked', pm.expect(1).to.equal(1));");
    const names = ['nothing', 'undefined', 'checked'];
    expect(of('test')).toMatchObject(names.map((name) => ({ name, state: 'passed' })));
    const warning = (name: string) => `The test "${name}" has no function: it checks nothing.`;
    expect(of('console').map(({ from, text }) => `${from}: ${text}`)).toEqual([
      `outrigger: ${warning('nothing')}`,
      `outrigger: ${warning('undefined')}`,
    ]);
  });
});

test('a rejection that precedes the error of a script is reported before it, as in Postman', async () => {
  const { of } = await run("Promise.reject(new Error('first')); throw new Error('second');");
  expect(of('script.error').map(({ error }) => error.message)).toEqual(['first', 'second']);
});

test('there are no arguments at the top of a script', async () => {
  const { logged } = await run('console.log(typeof arguments);');
  expect(logged).toEqual(['undefined']);
});

test('a script may await and return at its top level, and may be sloppy', async () => {
  const { outcome, logged } = await run(
    "counter = 1; counter += await Promise.resolve(2); console.log(counter); return; console.log('never');",
  );
  expect({ outcome, logged }).toEqual({ outcome: 'passed', logged: ['3'] });
});

test('a script has ended when its timers and calls have ended', async () => {
  const { logged } = await run(`
    setTimeout(() => setTimeout(() => console.log('second'), 10), 10);
    pm.executeAsync('hello.sh', ['x']).then((out) => console.log(out));
    let n = 0; const every = setInterval(() => { if (++n === 3) { clearInterval(every); console.log('three'); } }, 5);
    const never = setTimeout(() => console.log('NEVER'), 20); clearTimeout(never);
    Promise.resolve().then(() => {}).then(() => setImmediate((text) => console.log(text), 'immediate'));
    console.log('main');
  `);
  expect([...logged].sort()).toEqual(['Hello x', 'immediate', 'main', 'second', 'three']);
});

test('variables are provided, changed and replaced in texts', async () => {
  const { logged } = await run(
    `console.log(pm.variables.get('a'), pm.variables.has('b'), pm.variables.replaceIn('{{a}}/{{ a }}/{{none}}'));
     pm.variables.set('b', { deep: [1] }); pm.variables.unset('b2');
     console.log(pm.variables.toObject());`,
    { variables: { a: 'x' } },
  );
  expect(logged).toEqual(['x false x/x/{{none}}', '{ a: "x", b: { deep: [ 1 ] } }']);
});

test('values are shown readably, without running a getter', async () => {
  const { logged } = await run(`
    const cyclic = { name: 'c' }; cyclic.self = cyclic;
    class Point { constructor() { this.x = 1; } }
    console.log('text', 1, -0.5, 10n, true, null, undefined, Symbol('s'));
    console.log(cyclic, new Point(), [1, 'a', [2]], new Map([['k', { v: 1 }]]), new Set([1]), new Date(0), /x/g);
    console.log({ get boom() { throw 1; }, 'odd key': 1 }, () => 1, function named() {}, function* items() {}, async () => {});
    console.log(Array.from({ length: 150 }, (_, i) => i).length, [...'x'.repeat(101)].map(() => 0));
  `);
  expect(logged[0]).toBe('text 1 -0.5 10n true null undefined Symbol(s)');
  expect(logged[1]).toBe(
    '{ name: "c", self: [Circular] } Point { x: 1 } [ 1, "a", [ 2 ] ] Map(1) { "k" => { v: 1 } } Set(1) { 1 } 1970-01-01T00:00:00.000Z /x/g',
  );
  expect(logged[2]).toBe(
    '{ boom: [Getter], "odd key": 1 } [Function] [Function: named] [GeneratorFunction: items] [AsyncFunction]',
  );
  expect(logged[3]).toContain('… 1 more');
});

test('output has the line of its call, however the console is called', async () => {
  const { of } = await run(`
    console.log('a', { b: 1 });
    [1].forEach(console.log);
    const { warn } = console; warn('in a variable');
    console.group('of a group');
    console.table([{ a: 1 }]); console.count(); console.assert(false, 'wrong');
    const shown = (...values) => console.log(...values);
    shown('through a function');
    require('lodash').forEach([1], console.log);
    Error.stackTraceLimit = 2; console.log('with short stacks');
  `);
  expect(of('console').map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 6, 6, 7, 9, 10]);
});

test.each([
  ['answers', "pm.vault.get('of a'); throw new Error('a ends');"],
  ['answers with an error', "pm.vault.get('of a').catch(() => {}); throw new Error('a ends');"],
])('a call that %s after the end of its script does not reach the next one', async (how, first) => {
  const late = Promise.withResolvers<string>();
  const questionAsked = Promise.withResolvers<void>();
  const vault = {
    get(name: string) {
      if (name === 'of a') return late.promise;
      questionAsked.resolve();
      return new Promise<string>((resolve) => setTimeout(resolve, 200, 'for b'));
    },
    set: () => Promise.resolve(),
    unset: () => Promise.resolve(),
  };
  const a = await run(first, { resources: { vault } });
  expect(a.error?.message).toBe('a ends');
  const b = run("console.log(await pm.vault.get('of b'));", { resources: { vault } });
  await questionAsked.promise;
  if (how === 'answers') late.resolve('for a');
  else late.reject(new Error('for a'));
  await expect(b).resolves.toMatchObject({ outcome: 'passed', logged: ['for b'] });
});

test('a call whose values make calls while they are read is answered like any other', async () => {
  const { logged, error } = await run(
    `const nested = [];
     const value = { toJSON() { nested.push(pm.vault.get('inner')); return 'x'; } };
     await pm.sendRequest({ url: 'http://127.0.0.1:9/', method: 'POST', body: { mode: 'raw', raw: value } }).catch((e) => console.log(e.code));
     await pm.execution.runRequest('none', { variables: { value } }).catch((e) => console.log(e.code));
     console.log((await Promise.all(nested)).join());`,
    {
      resources: {
        vault: { get: () => Promise.resolve('v'), set: () => Promise.resolve(), unset: () => Promise.resolve() },
      },
    },
  );
  expect(error).toBeUndefined();
  expect(logged.slice(0, 2)).toEqual(['ECONNREFUSED', 'NoCollection']);
  expect(logged[2]).toMatch(/^v/);
});

test('a script name with special characters is safe', async () => {
  const { error } = await run('throw new Error("x");', { scriptName: 'a b (c)/d:1.js' });
  expect(error).toMatchObject({ line: 1, column: 7 });
});

test.each([
  ['a NUL', 'console.log("a\\0b".length); // \0'],
  ['a lone surrogate', 'console.log("\\ud800".length);'],
  ['a source map comment', 'console.log(1);\n//# sourceURL=evil.js'],
  ['line separators', 'console.log("\u2028".length);'],
])('a source with %s runs', async (_name, source) => {
  const { outcome, logged } = await run(source);
  expect(outcome).toBe('passed');
  expect(logged).toHaveLength(1);
});

test('a sandbox that does not start is reported, and the application continues', async () => {
  const { createSandboxPool } = await import('../../sandbox-process/pool/sandbox-pool.ts');
  const sandboxes = createSandboxPool({
    runtime: { executable: '/nonexistent', env: {} },
    entry: 'x',
    size: 1,
    spares: 0,
    reaper: createReaper(),
  });
  await expect(sandboxes.take()).rejects.toMatchObject({ code: 'SandboxUnavailable' });
  await expect(sandboxes.take()).rejects.toMatchObject({ code: 'SandboxUnavailable' });
  await sandboxes.close();
});
