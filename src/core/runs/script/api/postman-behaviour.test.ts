/** Details of Postman's sandbox that scripts rely on, although another behaviour would be as plausible. */
import { expect, test } from 'vitest';
import { sharedRunner, sharedServer } from '../../../testing/fixtures.ts';

const runner = sharedRunner();
let receivedUrls: (string | undefined)[] = [];
const server = sharedServer((request, response) => {
  receivedUrls.push(request.url);
  response.end();
});
const run = (source: string, eventName: 'test' | 'prerequest' = 'test') =>
  runner.runWithContext(source, { info: { eventName } });

async function logs(source: string): Promise<string[]> {
  const { error, logged } = await run(source);
  expect(error).toBeUndefined();
  return logged;
}

test('after skipRequest nothing of the script counts, also where it catches the error', async () => {
  const skipped = await run(
    `console.log('before');
    pm.environment.set('before', 1);
    try { pm.execution.skipRequest(); } catch { console.log('caught'); } finally { pm.environment.set('after', 1); }
    pm.test('later', () => { throw new Error('x'); });
    pm.sendRequest('http://127.0.0.1:1/');
    console.log('after');`,
    'prerequest',
  );
  expect(skipped.logged).toEqual(['before']);
  expect(skipped.of('test')).toEqual([]);
  expect(skipped.scriptEnd).toMatchObject({ skipRequest: true, scopes: { environment: { set: { before: 1 } } } });
  const inTest = await run("pm.test('skips', () => pm.execution.skipRequest()); console.log('after');", 'prerequest');
  expect([inTest.of('test'), inTest.logged]).toEqual([[], []]);
});

test('a request that was made before skipRequest arrives, and its callback is not called', async () => {
  receivedUrls = [];
  const skipped = await run(
    `pm.sendRequest('${server.url}/before', () => console.log('answered'));
    pm.execution.skipRequest();
    pm.sendRequest('${server.url}/after');`,
    'prerequest',
  );
  expect(skipped.logged).toEqual([]);
  expect(receivedUrls).toEqual(['/before']);
});

test('a timer without a function does nothing, and its function has an object of its own as this', async () => {
  expect(await logs("console.log(setTimeout('x()', 1), setInterval(), setImmediate(null));")).toEqual([
    'undefined undefined undefined',
  ]);
  expect(
    await logs('setTimeout(function () { console.log(this === globalThis, Object.keys(this).length); }, 1);'),
  ).toEqual(['false 0']);
});

test('what a test throws after done is a result of its own', async () => {
  const { of } = await run("pm.test('a', (done) => { done(); throw new Error('later'); });");
  expect(of('test').map(({ state, error }) => `${state} ${error?.message}`)).toEqual([
    'passed undefined',
    'failed later',
  ]);
});

test('a test has any name; one without a function passes', async () => {
  const { of } = await run(`
    pm.test('', () => {}); pm.test(undefined, () => {}); pm.test(5, () => pm.expect(1).to.equal(2));
    pm.test('check', pm.expect(1).to.equal(1)); pm.test('true', 1 === 1); pm.test('false', 1 === 2); pm.test('text', 'x'); pm.test('nothing');
    pm.test(() => {});`);
  expect(of('test').map(({ name, state }) => `${name} ${state}`)).toEqual([
    ' passed',
    'undefined passed',
    '5 failed',
    'check passed',
    'true passed',
    'false passed',
    'text passed',
    'nothing passed',
    '() => {} passed',
  ]);
});

test('a callback of sendRequest that throws is called again with that error, which it may handle', async () => {
  const address = JSON.stringify(`${server.url}/case`);
  const guarded = await run(
    `pm.sendRequest(${address}, (error, response) => { console.log(error?.message); if (!error) pm.expect(response.code).to.equal(500); });`,
  );
  const handled =
    'The callback of pm.sendRequest handled, as an error of the request, what it had thrown in line 1: AssertionError: expected 200 to equal 500';
  expect(guarded.of('console').map(({ from, text }) => `${from}: ${text}`)).toEqual([
    'script: undefined',
    'script: expected 200 to equal 500',
    `outrigger: ${handled}`,
  ]);
  expect(guarded.of('script.error')).toEqual([]);
  const unguarded = await run(
    `pm.sendRequest(${address}, (error, response) => {\n  pm.expect(response.code).to.equal(500);\n});`,
  );
  expect(unguarded.of('script.error').map(({ error }) => error)).toMatchObject([
    {
      message: "Cannot read properties of undefined (reading 'code')",
      remedy:
        'The callback of pm.sendRequest was called again with what it had thrown in line 2: AssertionError: expected 200 to equal 500',
    },
  ]);
});

test('a callback of sendRequest may throw an error that cannot be changed', async () => {
  const { of } = await run(
    `pm.sendRequest(${JSON.stringify(`${server.url}/case`)}, (error) => { throw Object.freeze(new Error(error ? 'second' : 'first')); });`,
  );
  expect(of('script.error').map(({ error: { name, message } }) => `${name}: ${message}`)).toEqual(['Error: second']);
});

test('an error whose message came later is logged with it', async () => {
  const [ofTv4 = '', changed = ''] = await logs(
    "tv4.validate(1, { type: 'string' }); console.log(tv4.error); const error = new Error('old'); error.message = 'new'; console.log(error);",
  );
  expect(ofTv4).toMatch(/^ValidationError: Invalid type: number \(expected string\)\n {4}at /);
  expect(changed).toMatch(/^Error: new\n {4}at /);
});

test('errors of JSON and of addresses have the names and texts that they have in Postman', async () => {
  expect(
    await logs(
      "for (const make of [() => JSON.stringify(1n), () => JSON.parse('{'), () => new URL('x'), () => new URL('a', 'b')]) try { make(); } catch (error) { console.log(error.name, error.message.split('\\n')[0], error.code, error instanceof Error); }",
    ),
  ).toEqual([
    'JSONError Do not know how to serialize a BigInt undefined true',
    'JSONError Unexpected end of input at 1:2 undefined true',
    'TypeError Invalid URL ERR_INVALID_URL true',
    'TypeError Invalid URL ERR_INVALID_URL true',
  ]);
});

test('a mistake in a template of the visualizer is shown, escaped, and is not an error of the script', async () => {
  const { error, scriptEnd } = await run("pm.visualizer.set('{{#each <b>}', {}); pm.test('goes on', () => {});");
  expect(error).toBeUndefined();
  expect(scriptEnd?.visualization).toMatch(/^<pre>The template cannot be shown: [^<]*&lt;b&gt;[^<]*<\/pre>$/);
});

test('an object is logged as the text that its class gives as JSON; one whose class throws is logged with its fields', async () => {
  const source = `
    class Money { value = 5; toJSON() { return '5 EUR'; } }
    class Broken { value = 5; toJSON() { throw new Error('x'); } }
    console.log(new Money());
    console.log(new Broken());`;
  const [money, broken] = await logs(source);
  expect(money).toContain('5 EUR');
  expect(JSON.stringify(broken)).toMatch(/Broken.*value.*5/);
});

test('a function as a value is called for it; errors have a form as JSON', async () => {
  expect(
    await logs(`
      pm.environment.set('made', () => 5);
      console.log(pm.environment.get('made'), pm.variables.replaceIn('{{made}}'), JSON.stringify({ e: new TypeError('x') }));
      console.log(pm.environment instanceof require('postman-collection').VariableScope, ({}) instanceof require('postman-collection').VariableScope);
    `),
  ).toEqual(['5 5 {"e":{"type":"Error","name":"TypeError","message":"x"}}', 'true false']);
});

test('a script that calls SugarJS has it, and the next one does not', async () => {
  expect(
    await logs("console.log([1, 2, 3].average(), 'a-b'.camelize(), Date.create('2016-08-08').format('{dd}'));"),
  ).toEqual(['2 AB 08']);
  expect(await logs("console.log('average' in Array.prototype);")).toEqual(['false']);
});

test('the calls of a jar take effect in their order, also where a script does not wait for them', async () => {
  const reads = Array.from({ length: 10 }, (_, index) => `value ${index}`);
  expect(
    await logs(`
      const jar = pm.cookies.jar();
      for (let index = 0; index < 10; index += 1) {
        jar.set('http://a.b', 'name=value ' + index);
        jar.get('http://a.b', 'name', (error, value) => console.log(error ?? value));
      }
      jar.unset('http://a.b', 'name');
      console.log(await jar.get('http://a.b', 'name'));
    `),
  ).toEqual([...reads, 'null']);
});

test('the jar refuses what it cannot do', async () => {
  expect(
    await logs(`
      const jar = pm.cookies.jar();
      for (const call of [() => jar.get('http://a.b', 5), () => jar.unset('http://a.b'), () => jar.set('http://a.b'), () => jar.getAll('http://a.b', 5), () => jar.get('http://a.b', 'a', 'x'), () => jar.clear(5), () => jar.get({}, 'a')])
        try { await call(); } catch (error) { console.log(error.name + ': ' + error.message); }
    `),
  ).toEqual([
    'TypeError: CookieJar.get() requires cookie name to be a string',
    'TypeError: CookieJar.unset() requires cookie name to be a string',
    'TypeError: CookieJar.set() requires a valid set cookie arguments',
    'TypeError: CookieJar.getAll() requires options to be an object',
    'TypeError: callback needs to be a function',
    'TypeError: CookieJar.clear() requires a valid url',
    'TypeError: CookieJar.get() requires a valid url',
  ]);
});

test('streams compress and decompress', async () => {
  expect(
    await logs(`
      const pipe = async (bytes, through) => {
        const parts = [];
        for (const reader = new Blob([bytes]).stream().pipeThrough(through).getReader(); ; ) { const { done, value } = await reader.read(); if (done) return Buffer.concat(parts); parts.push(value); }
      };
      for (const format of ['gzip', 'deflate', 'deflate-raw']) {
        const small = await pipe('a'.repeat(1000), new CompressionStream(format));
        console.log(format, small.length < 50, String(await pipe(small, new DecompressionStream(format))).length);
      }
      for (const make of [() => new CompressionStream('zip'), () => new DecompressionStream('__proto__'), () => pipe('no gzip', new DecompressionStream('gzip'))])
        try { await make(); console.log('none'); } catch (error) { console.log(error.name); }
    `),
  ).toEqual(['gzip true 1000', 'deflate true 1000', 'deflate-raw true 1000', 'TypeError', 'TypeError', 'TypeError']);
});

test('a script may put a function of its own in the place of pm.test and pm.expect', async () => {
  const { logged, of } = await run(`
    const { test, expect } = pm;
    pm.test = (name, fn) => test('wrapped ' + name, fn);
    pm.expect = (value) => expect(value, 'mine');
    pm.test('one', () => pm.expect(1).to.equal(2));
    console.log(typeof pm.test.skip);
  `);
  expect(logged).toEqual(['undefined']);
  expect(of('test').map(({ name, error }) => `${name}: ${error?.message}`)).toEqual([
    'wrapped one: mine: expected 1 to equal 2',
  ]);
});

test('a cookie that a script adds to pm.cookies is there for all of its members', async () => {
  expect(
    await logs(
      `console.log(pm.cookies.get('a'), pm.cookies.has('a'), pm.cookies.toObject());
      pm.cookies.add({ key: 'a', value: 'b%20c', domain: 'x.test' });
      console.log(pm.cookies.get('a'), pm.cookies.has('a'), pm.cookies.toObject(), pm.cookies.count());`,
    ),
  ).toEqual(['undefined false {}', 'b c true { a: "b c" } 1']);
});
