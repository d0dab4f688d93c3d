import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { defaultSettings, settings as schema } from '../../contract/settings.ts';
import { openJsonStore } from '../platform/json/json-store.ts';
import { createRecentWorkspaces } from './recent-workspaces.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

test('the latest workspace comes first, each once; a deleted folder is marked until it is removed', async () => {
  const folder = temporaryFolder('recent');
  const [shop, bank] = [path.join(folder, 'shop'), path.join(folder, 'bank')];
  for (const root of [shop, bank]) mkdirSync(root);
  const store = await openJsonStore({
    file: path.join(folder, 'settings.json'),
    schema: () => schema,
    initial: defaultSettings,
    onNotice: (text) => expect.unreachable(text),
  });
  const recent = createRecentWorkspaces(store);
  for (const root of [shop, bank, shop]) await recent.add(root);
  expect(await recent.list()).toEqual([
    { path: shop, name: 'shop', exists: true },
    { path: bank, name: 'bank', exists: true },
  ]);
  rmSync(bank, { recursive: true });
  expect((await recent.list())[1]).toMatchObject({ name: 'bank', exists: false });
  await recent.remove(bank);
  expect((await recent.list()).map(({ name }) => name)).toEqual(['shop']);
});
