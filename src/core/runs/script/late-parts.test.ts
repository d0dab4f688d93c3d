/** A script changes built-in objects before it uses a part of `pm` that is evaluated at its first use. */
import { afterAll, expect, test } from 'vitest';
import { createRunner } from '../../testing/run.ts';

const runner = createRunner();
afterAll(() => runner.sandboxes.close());

/** Built-ins that the parts capture when they are evaluated or when the script starts. */
const changes = `
  const real = JSON.stringify;
  JSON.stringify = () => '{"t":"done","scopes":{}}';
  JSON.parse = () => ({ t: 'done' });
  Array.isArray = () => true;
  Object.keys = Object.hasOwn = Object.getOwnPropertyDescriptor = () => { throw new Error('changed'); };
  Reflect.get = Reflect.has = Reflect.ownKeys = () => { throw new Error('changed'); };
  Date.now = () => 0;
  globalThis.String = () => 'changed';
  globalThis.Error = class {};`;

test('a part that is evaluated afterwards has the same results as one evaluated before', async () => {
  const { events, error } = await runner.run(`${changes}
    pm.variables.set('name', 'value');
    pm.test('of the request', () => { pm.expect(pm.variables.get('name')).to.equal('value'); });
    pm.test('fails', () => { throw { name: 'Own', message: 'own' }; });
    console.log('printed', 1);
    try { pm.execute(''); } catch (error) { console.log(error.name, error.code); }
    pm.execution.setNextRequest('next');`);

  expect(error).toBeUndefined();
  expect(
    events.flatMap((event) => (event.type === 'test' ? [[event.name, event.state, event.error?.message]] : [])),
  ).toEqual([
    ['of the request', 'passed', undefined],
    ['fails', 'failed', 'own'],
  ]);
  const logged = events.flatMap((event) => (event.type === 'console' ? [event.text] : []));
  expect(logged).toEqual(['printed 1', 'ProgramError InvalidCall']);
});

test('members of pm that are created when they are read cannot be replaced but for test and expect, as in Postman', async () => {
  const { logged, error } = await runner.run(`
    for (const name of ['vault', 'webhooks', 'variables', 'execution']) pm[name] = undefined;
    console.log(typeof pm.expect, typeof pm.test, typeof pm.vault, typeof pm.webhooks, typeof pm.variables);
    console.log(pm.expect === pm.expect, pm.test === pm.test, pm.execution === pm.execution);
    console.log(Object.getPrototypeOf(pm) === Object.prototype, Object.keys(pm).includes('sendRequest'));
    pm.test = pm.expect = 1;
    console.log(pm.test, pm.expect);`);

  expect(error).toBeUndefined();
  expect(logged).toEqual(['function function object object object', 'true true true', 'true true', '1 1']);
});
