/** Values of variables keep their types in every scope, and are converted as Postman converts them. */
import { expect, test } from 'vitest';
import { sharedRunner } from '../../../testing/fixtures.ts';

const runner = sharedRunner();

const values = { number: 5, yes: true, nothing: null, object: { a: [1] }, text: '5' };
const scopes = {
  globals: { values },
  environment: { values },
  collection: { values },
  data: { values },
  local: { values },
};

test.each(['globals', 'environment', 'collectionVariables', 'iterationData', 'variables'])(
  'in pm.%s',
  async (scope) => {
    const { logged, error } = await runner.runWithContext(
      `for (const name of ['number', 'yes', 'nothing', 'object', 'text']) console.log(JSON.stringify(pm.${scope}.get(name)), pm.${scope}.replaceIn('<{{' + name + '}}>'));
     console.log(JSON.stringify(pm.${scope}.toObject()), pm.${scope}.has('nothing'));`,
      { scopes },
    );
    expect(error).toBeUndefined();
    expect(logged).toEqual([
      '5 <5>',
      'true <true>',
      'null <null>',
      '{"a":[1]} <{"a":[1]}>',
      '"5" <5>',
      `${JSON.stringify(values)} true`,
    ]);
  },
);

test('a value that a script sets keeps its type; a third argument converts it', async () => {
  const { scriptEnd, error } = await runner.runWithContext(`
    pm.environment.set('number', 1.5); pm.environment.set('no', false); pm.environment.set('nothing', null); pm.environment.set('list', [1]);
    pm.globals.set('text', 5, 'string'); pm.globals.set('number', '5', 'number'); pm.globals.set('yes', 'x', 'boolean');
    pm.globals.set('object', '{"a":1}', 'object'); pm.globals.set('list', '[1]', { type: 'Array' }); pm.globals.set('any', '5', 'any');
    pm.globals.set('unknown', '5', 'nonsense'); pm.globals.set('number', '6', 'json'); pm.globals.set('wrong', '[1]', 'object'); pm.globals.set('gone', undefined);
  `);
  expect(error).toBeUndefined();
  expect(scriptEnd?.scopes.environment?.set).toEqual({ number: 1.5, no: false, nothing: null, list: [1] });
  expect(scriptEnd?.scopes.globals?.set).toEqual({
    text: '5',
    number: 6,
    yes: true,
    // As in Postman, later scripts get what was set for a list or an object, and undefined as null.
    object: '{"a":1}',
    list: '[1]',
    any: '5',
    unknown: '5',
    wrong: '[1]',
    gone: null,
  });
});

test('the older functions convert values that are not empty to text, and the globals of the script follow them', async () => {
  const { scriptEnd, logged } = await runner.runWithContext(
    `postman.setEnvironmentVariable('a', 5); postman.setEnvironmentVariable('b', false); postman.setEnvironmentVariable('c', null);
     postman.setGlobalVariable('g', { toString: () => 'text' });
     console.log(JSON.stringify(environment), globals.g);
     postman.clearEnvironmentVariable('a'); postman.clearGlobalVariables(); console.log(JSON.stringify(environment), JSON.stringify(globals));`,
  );
  expect(logged).toEqual(['{"a":"5","b":false,"c":null} text', '{"b":false,"c":null} {}']);
  expect(scriptEnd?.scopes.environment?.set).toEqual({ b: false, c: null });
});

test('JSON.parse has the error messages of Postman, and accepts a byte order mark', async () => {
  const { logged } = await runner.runWithContext(
    `console.log(JSON.parse('\\ufeff{"a":1}').a, JSON.parse('[1]', (key, value) => value).length);
     try { JSON.parse('{'); } catch (error) { console.log(error.name, error.message.split('\\n')[0]); }`,
  );
  expect(logged).toEqual(['1 1', 'JSONError Unexpected end of input at 1:2']);
});
