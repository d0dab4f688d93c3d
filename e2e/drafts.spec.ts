/** Unsaved changes, restored after the application has ended and files have changed meanwhile. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AppPage } from './app-page.ts';
import { draftsOf, expect, test } from './fixtures.ts';
import { openCollection, openRequest, request, simple, tree } from './request-page.ts';

test('saving a draft asks before it overwrites what was pulled while the application was closed', async ({
  ownHost,
  workspace,
  host,
}) => {
  test.skip(host === 'desktop', 'each start of this test is a browser window of its own');
  const inWorkspace = (name: string) => path.join(workspace, name);
  const read = (name: string) => readFileSync(inWorkspace(name), 'utf8');
  const address = (app: AppPage) => request(app).getByRole('textbox', { name: 'Address' });
  const changed = (app: AppPage) => request(app).getByRole('alert');

  const first = await ownHost.start();
  const files = { 'a.yml': simple('a', 'http://127.0.0.1/a'), 'b.yml': simple('b', 'http://127.0.0.1/b') };
  await openCollection(first.app, workspace, files, '');
  for (const name of ['a', 'b']) {
    await openRequest(first.app, `GET ${name}`);
    await address(first.app).fill(`http://127.0.0.1/${name}/mine`);
  }
  await first.app.page.getByRole('button', { name: 'Show scripts' }).click();
  await first.app.setScript('// mine');
  await expect.poll(() => draftsOf(ownHost.config)).toMatch(/\/a\/mine.*\/b\/mine.*\/\/ mine/s);
  await first.quit();

  // Stands for git pull.
  writeFileSync(inWorkspace('a.yml'), read('a.yml').replace('/a', '/a/theirs'));
  writeFileSync(inWorkspace('scripts/hello.js'), '// theirs');

  const second = await ownHost.start();
  await second.app.ready();
  await second.app.page.keyboard.press('ControlOrMeta+S');
  const dialog = second.app.page.getByRole('dialog', { name: 'Changed on disk' });
  await expect(dialog).toBeVisible();
  expect(read('scripts/hello.js')).toBe('// theirs');
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(() => read('scripts/hello.js')).toBe('// mine');

  await second.app.page.getByRole('button', { name: 'Show requests' }).click();
  await tree(second.app).getByText('a', { exact: true }).click();
  await expect(address(second.app)).toHaveValue('http://127.0.0.1/a/mine');
  await request(second.app).getByRole('button', { name: 'Save the request' }).click();
  await expect(changed(second.app)).toContainText('a was changed on disk by another program');
  expect(read('a.yml')).toContain('/a/theirs');
  await changed(second.app).getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(() => read('a.yml')).toContain('/a/mine');
  await expect(changed(second.app)).toBeHidden();

  // The file of the other draft is unchanged, so saving it asks nothing.
  await tree(second.app).getByText('b', { exact: true }).click();
  await request(second.app).getByRole('button', { name: 'Save the request' }).click();
  await expect.poll(() => read('b.yml')).toContain('/b/mine');
  await expect(changed(second.app)).toBeHidden();
  await second.quit();
});
