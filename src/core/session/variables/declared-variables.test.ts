import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadCollection } from '../../collection/files/collection-files.ts';
import { editCollection } from '../../collection/edit/edit-tree.ts';
import { parseYaml } from '../../collection/format/parse-yaml.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createReadDeclared } from './declared-variables.ts';

test("the collection's file is parsed once for each of its texts, however often an environment is read", async () => {
  const folder = temporaryFolder('declared');
  const file = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  const collection = (value: string) =>
    file(
      'opencollection.yml',
      `opencollection: 1.0.0\nconfig:\n  environments:\n    - name: Inside\n      variables:\n        - name: a\n          value: ${value}\n`,
    );
  collection('1');
  mkdirSync(path.join(folder, 'environments'));
  file('environments/Own.yml', 'name: Own\nvariables:\n  - name: b\n    value: "2"\n');
  const parsed: string[] = [];
  const read = createReadDeclared(editCollection({ root: folder, trash: temporaryFolder('trash') }), (text, name) => {
    parsed.push(name);
    return parseYaml(text, name);
  });
  const loaded = await loadCollection(folder);
  const valueOf = async (name: string) =>
    (await read(loaded, { kind: 'environment', name })).variables.map(({ value }) => value);
  for (let round = 0; round < 3; round += 1) expect(await valueOf('Own')).toEqual(['2']);
  expect(await valueOf('Inside')).toEqual(['1']);
  expect(parsed).toEqual(['opencollection.yml']);
  collection('3');
  expect(await valueOf('Inside')).toEqual(['3']);
  expect(parsed).toHaveLength(2);
});
