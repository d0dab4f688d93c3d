/** Globals of Postman, imported through the host contract. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { clientOf, openTestCore } from '../../testing/test-core.ts';

test('globals of Postman become global variables, and those that had other values are named', async () => {
  process.env['OUTRIGGER_CONFIG_DIR'] = temporaryFolder('config');
  const root = temporaryFolder('globals');
  const core = await openTestCore(root);
  onTestFinished(() => core.close());
  const client = clientOf(core);
  const importValues = (values: object[]) => {
    const text = JSON.stringify({ id: '1', values, _postman_variable_scope: 'globals' });
    return client.call('collection.import', { text, name: 'globals.json', folder: null, parent: '' });
  };
  expect(
    await importValues([
      { key: 'base', value: 'http://a', enabled: true },
      { key: 'same', value: '1' },
      { key: 'off', value: 'x', enabled: false },
      { key: 'hidden', value: 'confidential', type: 'secret' },
    ]),
  ).toMatchObject({
    kind: 'Postman globals',
    environments: 0,
    globals: 2,
    replaced: [],
    warnings: [{ where: 'Global variable off' }, { where: 'Global variable hidden' }],
  });
  const again = [
    { key: 'base', value: 'http://b' },
    { key: 'same', value: '1' },
  ];
  expect(await importValues(again)).toMatchObject({ globals: 2, replaced: ['base'] });
  const { current } = await client.call('variables.read', { owner: { kind: 'globals' } });
  expect(current).toEqual({ base: 'http://b', same: '1' });
  expect(existsSync(path.join(root, 'environments'))).toBe(false);
});
