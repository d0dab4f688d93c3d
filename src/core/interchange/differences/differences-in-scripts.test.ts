import { expect, test } from 'vitest';
import { importText } from '../import.ts';

const collection = (...scripts: string[]) =>
  JSON.stringify({
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      {
        name: 'Orders',
        item: scripts.map((exec, index) => ({
          name: `Request ${index + 1}`,
          request: 'http://localhost/',
          event: [{ listen: 'test', script: { exec } }],
        })),
      },
    ],
  });

test('an import reports once, with the first place, each member that its scripts use and Outrigger implements differently', async () => {
  const script = "const Backbone = require('backbone');";
  const { warnings } = await importText(collection('pm.test()', script, script), 'shop.json');
  expect(warnings).toEqual([
    { where: 'Orders / Request 2 (and 1 more)', what: 'the library Backbone, which its script uses' },
  ]);
});

test('an import whose scripts are affected by no difference has no such warning', async () => {
  const { warnings } = await importText(
    collection("pm.test('x', () => pm.expect([].concat(1)).to.eql([1]));"),
    'shop.json',
  );
  expect(warnings).toEqual([]);
});

test('an import reports the npm packages that its scripts use, with the commands that add them', async () => {
  const { warnings } = await importText(
    collection(
      'const _ = pm.require(\'npm:lodash@4.17.21\'); pm.require("npm:@scope/name");',
      "pm.require('npm:lodash@4.17.21'); pm.require('npm:x; rm -rf /'); pm.require('npm:--global');",
    ),
    'shop.json',
  );
  expect(warnings).toEqual([
    {
      where: 'Orders / Request 1',
      what: 'the package lodash@4.17.21, which its script uses: add npm:lodash@4.17.21 with "Add package…"',
    },
    {
      where: 'Orders / Request 1',
      what: 'the package @scope/name, which its script uses: add npm:@scope/name with "Add package…"',
    },
  ]);
});
