/** How a collection in YAML is recognised as one of Bruno, and one written for Outrigger is not. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadCollection } from '../files/collection-files.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

async function isOfBruno(root: string, script: string): Promise<boolean> {
  const folder = temporaryFolder('of-bruno');
  writeFileSync(path.join(folder, 'opencollection.yml'), `opencollection: 1.0.0\n${root}`);
  const request = { info: { name: 'a' }, http: { url: 'x' }, runtime: { scripts: [{ type: 'tests', code: script }] } };
  writeFileSync(path.join(folder, 'a.yml'), JSON.stringify(request));
  const { requests, problems } = await loadCollection(folder);
  expect(problems).toEqual([]);
  return requests[0]?.bruno !== undefined;
}

test.each([
  ['with options', 'extensions: { bruno: { ignore: [x] } }', '', true],
  ['without options', 'bundled: false\nextensions: {}', '', true],
  ['without a mark, by the variables of its scripts', '', 'bru.setVar("a", 1)', true],
  [
    'without a mark, by the response in its scripts',
    '',
    'test("a", () => expect(res.getStatus()).to.equal(200))',
    true,
  ],
  ['with scripts for Outrigger, too', '', 'pm.test("a", () => bru.setVar("a", 1))', false],
  ['without scripts', '', '', false],
  ['with another mark', 'extensions: { other: {} }', 'bru.setVar("a", 1)', false],
])('a collection %s', async (_, root, script, expected) => {
  expect(await isOfBruno(root, script)).toBe(expected);
});
