/** A collection in one file: what is exported is imported again, unchanged. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { loadCollection } from '../collection/files/collection-files.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { bundle } from './export/bundle.ts';
import { importText } from './import.ts';
import { writeImported } from './imported/write-imported.ts';

const files = {
  'opencollection.yml':
    'opencollection: 1.0.0\ninfo:\n  name: Shop\n  id: c-1\ndocs: All\nrequest:\n  headers:\n    - name: X-All\n      value: "1"\n',
  'orders/folder.yml':
    'info:\n  name: Orders\n  type: folder\n  id: f-1\ndocs: The orders\nrequest:\n  auth:\n    type: bearer\n    token: "{{token}}"\n  scripts:\n    - type: before-request\n      code: pm.variables.set("a", 1);\n',
  'orders/create.yml':
    'info:\n  name: Create\n  type: http\n  seq: 1\n  id: r-1\nhttp:\n  method: POST\n  url: "{{base}}/orders"\n  body:\n    type: json\n    data: |-\n      {"a": 1}\n  auth: inherit\nruntime:\n  scripts:\n    - type: tests\n      code: pm.test("ok", () => {});\nsettings:\n  timeout: 500\ndocs: Creates\n',
  'list.yml': 'info:\n  name: List\n  type: http\n  seq: 1\nhttp:\n  method: GET\n  url: http://x/?q=1\n',
  'environments/Local.yml':
    'name: Local\nvariables:\n  - name: base\n    value: http://x\n  - secret: true\n    name: token\n',
};

test('an exported collection is the same after its import', async () => {
  const root = temporaryFolder('exported');
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  const exported = bundle(await loadCollection(root));
  const imported = await importText(stringify(exported), 'shop.yml');
  expect(imported.warnings).toEqual([]);
  const copy = temporaryFolder('imported');
  expect(await writeImported(copy, imported)).toMatchObject({ requests: 2, environments: ['Local'], renamed: [] });
  expect(bundle(await loadCollection(copy))).toEqual(exported);
});

test('what cannot be read is a warning, and the file of a folder says what to do', async () => {
  const source = {
    opencollection: '1.0.0',
    info: { name: 'Shop' },
    config: { proxy: {}, environments: [{ variables: 7 }] },
    future: 1,
    items: [
      { info: { name: 'Good', type: 'http' }, http: { method: 'GET', url: 'http://x' } },
      { info: { name: 'Stream', type: 'grpc' }, grpc: {} },
      7,
      { info: { name: 'Bad', type: 'http' }, http: { method: 'GET', url: [] } },
    ],
  };
  const { items, warnings } = await importText(JSON.stringify(source), 'shop.json');
  expect(items.map(({ name }) => name)).toEqual(['Good']);
  expect(warnings.map(({ what }) => what)).toEqual([
    'the field "future"',
    'the field "config.proxy"',
    expect.stringContaining('environment 1') as string,
    expect.stringContaining('Shop / item 2 is a request over gRPC') as string,
    expect.stringContaining('Shop / item 3') as string,
    expect.stringContaining('Shop / item 4') as string,
  ]);
  await expect(importText('opencollection: 1.0.0\n', 'opencollection.yml')).rejects.toMatchObject({
    message: expect.stringContaining('needs no import') as string,
  });
});
