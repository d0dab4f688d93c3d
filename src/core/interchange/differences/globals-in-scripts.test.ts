import { expect, test } from 'vitest';
import { importText } from '../import.ts';

const event = (listen: string, exec: string) => ({ listen, script: { exec } });
const warningsOf = async (events: object[], ...items: object[]) => {
  const item = items.map((members, index) => ({
    name: `Request ${index + 1}`,
    request: 'http://localhost/',
    ...members,
  }));
  const { warnings } = await importText(JSON.stringify({ info: { name: 'Shop' }, item, event: events }), 'shop.json');
  return warnings;
};

test('an import reports a global that one script sets and others read', async () => {
  const warnings = await warningsOf(
    [event('prerequest', 'utils = {\n  ok: () => 1,\n};')],
    { event: [event('test', "pm.test('x', () => utils.ok());")] },
    { event: [event('prerequest', 'id = 5'), event('test', 'console.log(id, utils);')] },
  );
  expect(warnings).toEqual([
    {
      where: 'Request 1 (and 1 more)',
      what: 'the global "utils" that another script sets: each script has its own globals',
    },
    { where: 'Request 2', what: 'the global "id" that another script sets: each script has its own globals' },
  ]);
});

test('it finds an assignment beside comments and texts, also of the collection, and behind other lines', async () => {
  const warnings = await warningsOf(
    [event('prerequest', '// first\n  shared = \'=\' /* = */ + "x"; // second')],
    { event: [event('test', "/* a\n */\nmine = 1;\nconsole.log(shared, 'mine');")] },
    { event: [event('test', '/* shared = 1\n later = 2\n*/ console.log(mine, later);')] },
  );
  expect(warnings.map(({ where, what }) => `${where}: ${what.split(' ', 3)[2]}`)).toEqual([
    'Request 1: "shared"',
    'Request 2: "mine"',
  ]);
});

test('it does not report what a script declares or sets itself, members, comments and texts', async () => {
  const warnings = await warningsOf(
    [event('prerequest', 'let total = 1;\ntotal = 2;\njsonData = pm.response;')],
    { event: [event('test', 'jsonData = pm.response.json();\nconsole.log(jsonData);')] },
    { event: [event('test', 'const jsonData = 1; console.log(total, jsonData);')] },
    { event: [event('test', "// jsonData\nconsole.log('jsonData', pm.jsonData, { jsonData: 1 });")] },
  );
  expect(warnings).toEqual([]);
});
