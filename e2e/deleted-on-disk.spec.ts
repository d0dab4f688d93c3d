/** A git checkout deletes files of the open workspace. Unsaved changes of these files are not lost. */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures.ts';
import { openCollection, openRequest, request, simple } from './request-page.ts';

test('unsaved changes of a request whose file is deleted stay in its tab, and are saved under a name', async ({
  app,
  workspace,
  server,
}) => {
  const files = { 'one.yml': simple('one', 'BASE/one'), 'two.yml': simple('two', 'BASE/two') };
  await openCollection(app, workspace, files, server.base);
  await openRequest(app, 'GET one');
  const address = request(app).getByRole('textbox', { name: 'Address' });
  await expect(address).toHaveValue(`${server.base}/one`);
  await address.press('End');
  await app.page.keyboard.type('-typed');
  rmSync(path.join(workspace, 'one.yml'));
  await expect(app.page.getByText('one.yml was deleted by another program.')).toBeVisible();
  await expect(address).toHaveValue(`${server.base}/one-typed`);

  await app.page.keyboard.press('ControlOrMeta+S');
  const dialog = app.page.getByRole('dialog', { name: 'Save the request' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('one');
  await app.page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  expect(existsSync(path.join(workspace, 'one.yml'))).toBe(true);
  expect(readFileSync(path.join(workspace, 'one.yml'), 'utf8')).toContain('/one-typed');

  renameSync(workspace, `${workspace}-renamed`);
  const gone = app.page.getByRole('alert').filter({ hasText: `${workspace} was renamed, moved or deleted.` });
  await expect(gone).toBeVisible();
  renameSync(`${workspace}-renamed`, workspace);
  await expect(gone).toBeHidden();
});
