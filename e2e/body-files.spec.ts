/** The file of a body is chosen in a dialog that lists the folders of the computer, with the keyboard or the mouse. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures.ts';
import { openCollection, openRequest, request } from './request-page.ts';

test('a file inside the workspace is stored as a relative path; one outside as an absolute path, after a question', async ({
  app,
  workspace,
}) => {
  mkdirSync(path.join(workspace, 'data'));
  writeFileSync(path.join(workspace, 'data/photo.png'), 'x');
  const outside = path.join(path.dirname(workspace), 'outside.bin');
  writeFileSync(outside, 'x');
  const upload = 'info:\n  name: upload\nhttp:\n  method: POST\n  url: http://127.0.0.1/\n  body:\n    type: file\n';
  const form =
    'info:\n  name: form\nhttp:\n  method: POST\n  url: http://127.0.0.1/\n  body:\n    type: multipart-form\n    data:\n      - name: photo\n        type: file\n        value: ""\n';
  await openCollection(app, workspace, { 'upload.yml': `${upload}    data: []\n`, 'form.yml': form }, '');

  await openRequest(app, 'POST upload');
  await request(app).getByRole('button', { name: 'Choose the file' }).click();
  const dialog = app.page.getByRole('dialog', { name: 'Choose a file' });
  const field = dialog.getByRole('combobox', { name: 'File' });
  await expect(field).toBeFocused();
  await field.fill('dat');
  await expect(dialog.getByRole('option')).toHaveText(['data']);
  await app.photograph('choose-file');
  await field.press('Enter');
  await expect(dialog.getByRole('option', { name: 'photo.png' })).toBeVisible();
  await field.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(request(app).getByRole('textbox', { name: 'File', exact: true })).toHaveValue('data/photo.png');

  await openRequest(app, 'POST form');
  await request(app).getByRole('button', { name: 'Choose the file of part 1' }).click();
  await field.fill('/missing/file');
  await field.press('Enter');
  await expect(dialog).toContainText('/missing/file does not exist.');
  await field.fill('');
  await dialog.getByRole('button', { name: 'Up' }).click();
  await dialog.getByRole('option', { name: 'outside.bin' }).click();
  await expect(request(app).getByRole('textbox', { name: 'Value of part 1' })).toHaveValue(outside);
  await expect(request(app)).toContainText('It is sent only when you allow it.');
});
