/** Scripts that freeze what they get: it is still readable, as in Postman. */
import { afterAll, expect, test } from 'vitest';
import { createRunner } from '../../../testing/run.ts';

const runner = createRunner();
afterAll(() => runner.sandboxes.close());

const context = {
  request: { method: 'POST', url: 'http://a.test/x?q=1', header: [{ key: 'a', value: '1' }] },
  response: {
    body: '{"a":1}',
    head: { code: 200, status: 'OK', headers: [{ key: 'Content-Type', value: 'application/json' }] },
  },
};
const run = (source: string) => runner.runWithContext(source, context);

test.each(['freeze', 'seal', 'preventExtensions'])('Object.%s of the request', async (how) => {
  const { logged, error, scriptEnd } = await run(`
    Object.${how}(pm.request);
    console.log(Object.isExtensible(pm.request), Object.isFrozen(pm.request));
    pm.request.mine = 1;
    pm.request.method = 'PUT';
    delete pm.request.url;
    console.log(pm.request.mine, pm.request.method, pm.request.url?.toString(), pm.request.id !== undefined);
    pm.request.headers.add({ key: 'b', value: '2' });
    console.log(pm.request.headers.get('b'), Object.keys(pm.request).includes('headers'), 'url' in pm.request);`);
  expect(error).toBeUndefined();
  expect(logged).toEqual(
    {
      freeze: ['false true', 'undefined POST http://a.test/x?q=1 true', '2 true true'],
      seal: ['false false', 'undefined PUT http://a.test/x?q=1 true', '2 true true'],
      preventExtensions: ['false false', 'undefined PUT undefined true', '2 true false'],
    }[how],
  );
  expect(scriptEnd?.request).toMatchObject({ method: how === 'freeze' ? 'POST' : 'PUT' });
});

test.each(['Object.freeze(pm.response)', 'pm.response.mine = 1; Object.freeze(pm.response)'])('%s', async (freeze) => {
  const { logged, of, error } = await run(`${freeze};
    pm.response.code = 5;
    console.log(pm.response.code, pm.response.json().a, pm.response.text(), pm.response.headers.get('content-type'));
    pm.test('status', () => pm.response.to.have.status(200));
    console.log(Object.isFrozen(pm.response));`);
  expect(error).toBeUndefined();
  expect(logged).toEqual(['200 1 {"a":1} application/json', 'true']);
  expect(of('test').map(({ state }) => state)).toEqual(['passed']);
});

test.each(['environment', 'variables', 'globals', 'cookies', 'info'])('Object.freeze(pm.%s)', async (name) => {
  const { logged, error } = await run(`Object.freeze(pm.${name});
    pm.environment.set('a', 1);
    pm.variables.set('b', 2);
    console.log(pm.environment.get('a'), pm.variables.get('b'), pm.cookies.has('c'), pm.info.eventName.length > 0);`);
  expect(error).toBeUndefined();
  expect(logged).toEqual(['1 2 false true']);
});

test('members of a frozen pm cannot be replaced', async () => {
  const { of, error } = await run(`Object.freeze(pm); pm.test = 1; pm.test('name', () => pm.expect(1).to.equal(1));`);
  expect(error).toBeUndefined();
  expect(of('test').map(({ state }) => state)).toEqual(['passed']);
});
