/** The members of scopes that come from postman-collection's own class: changes through them are stored. */
import { afterAll, expect, test } from 'vitest';
import { createRunner } from '../../../testing/run.ts';

const runner = createRunner();
afterAll(() => runner.sandboxes.close());

const scopes = {
  environment: { name: 'Local', values: { one: 1, two: 'two', list: [1] } },
  globals: { values: { base: 'http://localhost' } },
};

async function runScript(source: string) {
  const { error, scriptEnd: end, logged } = await runner.runWithContext(source, { scopes });
  expect(error).toBeUndefined();
  return { scopes: end?.scopes, logged };
}

test('changes before and after the list of values is read', async () => {
  const { scopes: changed } = await runScript(`
    pm.environment.set('before', 1);
    pm.environment.unset('one');
    pm.environment.values.add({ key: 'added', value: { deep: true } });
    pm.environment.set('two', 2);
    pm.environment.unset('before');
  `);
  expect(changed).toEqual({ environment: { unset: ['before', 'one'], set: { added: { deep: true }, two: 2 } } });
});

test('a scope that is only read through the list is not changed', async () => {
  const { scopes: changed, logged } = await runScript(
    'console.log(pm.environment.values.count(), pm.globals.mutations.count(), JSON.stringify(pm.environment.toObject()));',
  );
  expect(changed).toEqual({});
  expect(logged).toEqual(['3 0 {"one":1,"two":"two","list":[1]}']);
});

test('a list among the values that is changed in place is stored when the script sets it', async () => {
  const { scopes: changed } = await runScript(`
    pm.environment.values.count();
    const list = pm.environment.get('list');
    list.push(2);
    pm.environment.set('list', list);
  `);
  expect(changed).toEqual({ environment: { unset: [], set: { list: [1, 2] } } });
});

test('an object that is changed and not set again is kept in pm.variables only, as in Postman', async () => {
  const source = "pm.environment.get('list').push({ more: 1 }); pm.variables.get('list').push(3);";
  expect((await runScript(source)).scopes).toEqual({});
  expect((await runScript(`pm.environment.values.count(); ${source}`)).scopes).toEqual({});
  const local = { local: { values: { list: [1], text: 'a' } } };
  const ofLocal = async (source: string) => (await runner.runWithContext(source, { scopes: local })).scriptEnd?.scopes;
  const changed = { local: { unset: [], set: { list: [1, 2] } } };
  expect(await ofLocal("pm.variables.get('list').push(2); pm.variables.get('text').at(0);")).toEqual(changed);
  expect(await ofLocal("pm.variables.values.count(); pm.variables.get('list').push(2);")).toEqual(changed);
  expect(await ofLocal("pm.variables.get('list').push(2); pm.variables.unset('list');")).toEqual({
    local: { unset: ['list'], set: {} },
  });
  expect(await ofLocal("const list = pm.variables.get('list'); list.push(list);")).toEqual({
    local: { unset: [], set: {} },
  });
});

test('clear and syncVariablesFrom change the scope, and mutations counts its changes', async () => {
  const { scopes: changed, logged } = await runScript(`
    pm.environment.clear();
    pm.environment.set('one', 1);
    console.log(pm.environment.mutations.count());
    pm.globals.syncVariablesFrom({ fresh: true });
  `);
  expect(changed).toEqual({
    environment: { cleared: true, unset: [], set: { one: 1 } },
    globals: { unset: ['base'], set: { fresh: true } },
  });
  expect(logged).toEqual(['1']);
});

test('pm.variables finds values added to the lists of the other scopes', async () => {
  const { logged } = await runScript(`
    pm.variables.set('own', 1);
    console.log(pm.variables.mutations.count(), pm.variables.get('two'));
    pm.environment.values.add({ key: 'late', value: 'found' });
    pm.globals.set('base', 'changed');
    console.log(pm.variables.get('late'), pm.variables.get('base'), pm.variables.has('nothing'));
  `);
  expect(logged).toEqual(['1 two', 'found changed false']);
});

test('a variable with a type keeps it', async () => {
  const { scopes: changed, logged } = await runScript(`
    pm.environment.set('count', '1', 'number');
    pm.environment.set('count', '2');
    console.log(JSON.stringify(pm.environment.toJSON().values.at(-1)));
  `);
  expect(changed).toEqual({ environment: { unset: [], set: { count: 2 } } });
  expect(logged).toEqual(['{"type":"number","value":2,"key":"count"}']);
});

test('the JSON of a scope has its id and its changes, and that of the data no changes', async () => {
  const { scopes: changed, logged } = await runScript(`
    pm.environment.set('one', 1);
    const { id, mutations, values } = JSON.parse(JSON.stringify(pm.environment));
    console.log(typeof id, Object.keys(mutations.compacted).join(), values.length > 1);
    console.log(Object.keys(pm.iterationData.toJSON()).join());
    pm.environment.set('two', 2);
  `);
  expect(changed).toEqual({ environment: { unset: [], set: { one: 1, two: 2 } } });
  expect(logged).toEqual(['string one true', 'id,values']);
});

test.each(['environment', 'globals', 'collectionVariables', 'variables'])(
  'a value of pm.%s that becomes cyclic after it was set is named in the console',
  async (scope) => {
    const { events, outcome } = await runner.run(`
      const value = { list: [] };
      pm.${scope}.set('cyclic', value);
      pm.${scope}.set('other', 1);
      value.list.push(value);`);
    const warnings = events.flatMap((event) =>
      event.type === 'console' && event.level === 'warn' ? [event.text] : [],
    );
    expect(outcome).toBe('passed');
    expect(warnings).toEqual([
      `pm.${scope}: "cyclic" is not kept: after it was set, its value has become one that JSON cannot represent. Converting circular structure to JSON`,
    ]);
  },
);

test('names of members that every object has are kept, and "__proto__" is refused', async () => {
  const names = ['constructor', 'toString', 'hasOwnProperty', 'prototype'];
  const { scopes: changed, logged } = await runScript(`
    for (const name of ${JSON.stringify(names)}) pm.environment.set(name, 'v');
    try { pm.environment.set('__proto__', 'v'); } catch ({ message }) { console.log(message); }`);
  expect(changed?.environment?.set).toEqual(Object.fromEntries(names.map((name) => [name, 'v'])));
  expect(logged).toEqual(['pm.environment.set: a variable cannot be called "__proto__". Give it another name.']);
});

test('a script changes the data of an iteration for itself only, as in Postman', async () => {
  const data = { data: { values: { row: 1 } } };
  const source = "pm.iterationData.unset('row'); console.log(pm.iterationData.has('row'));";
  const { scriptEnd, logged } = await runner.runWithContext(source, { scopes: data });
  expect(logged).toEqual(['false']);
  expect(scriptEnd?.scopes).toEqual({});
});

test('a cookie whose value is not a text is stored as its text', async () => {
  const { logged } = await runScript(`
    const jar = pm.cookies.jar();
    await jar.set('http://a.test/', 'one', 1);
    await jar.set('http://a.test/', { name: 'two', value: 2, httpOnly: true });
    for (const name of ['one', 'two']) console.log(await jar.get('http://a.test/', name));
    for (const cookie of [[], { name: 5, value: 'v' }]) await jar.set('http://a.test/', cookie).catch(({ message }) => console.log(message));`);
  expect(logged).toEqual([
    '1',
    '2',
    'CookieJar.set() requires a valid set cookie arguments',
    'CookieJar.set() requires cookie name to be a string',
  ]);
});
