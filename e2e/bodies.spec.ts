/**
 * Bodies: variables look the same as in the address, and show their value on hover. A file is chosen in a dialog that lists
 * the folders of the computer, with the keyboard or the mouse.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inSteps, test } from './fixtures.ts';
import { openCollection, openRequest, request } from './request-page.ts';

test(
  'variables and files in a body',
  inSteps({
    'variables in a body are coloured, red without a value, and explained on hover': async ({ app, workspace }) => {
      const shop = [
        'opencollection: 1.0.0',
        'info:',
        '  name: Shop',
        'request:',
        '  variables:',
        '    - name: tea',
        '      value: green `tea`',
        '',
      ].join('\n');
      const body = `  body:\n    type: json\n    data: '{"tea": "{{tea}}", "cup": {{cup}}}'\n`;
      const query =
        'info:\n  name: query\ngraphql:\n  url: http://127.0.0.1/\n  body:\n    query: "{ tea }"\n    variables: \'{"tea": "{{tea}}"}\'\n';
      const order = `info:\n  name: order\nhttp:\n  method: POST\n  url: http://127.0.0.1/\n${body}`;
      await openCollection(app, workspace, { 'opencollection.yml': shop, 'order.yml': order, 'query.yml': query }, '');
      await openRequest(app, 'POST order');
      // The editor renders the braces as separate elements.
      const known = request(app).locator('[class*="_known_"]');
      const unknown = request(app).locator('[class*="_unknown_"]');
      const textOf = async (pieces: typeof known) => (await pieces.allTextContents()).join('');
      await expect.poll(() => textOf(known)).toBe('{{tea}}');
      await expect.poll(() => textOf(unknown)).toBe('{{cup}}');
      await expect(known.first()).toHaveCSS('text-decoration-line', 'none');
      await expect(unknown.first()).toHaveCSS('text-decoration-line', 'underline');
      await known.filter({ hasText: 'tea' }).hover();
      await expect(app.page.locator('.monaco-hover:visible')).toContainText('tea: green `tea` · collection');
      await app.photograph('body-variables');

      await openRequest(app, 'POST query');
      await expect.poll(() => textOf(known)).toBe('{{tea}}');
      await expect(unknown).toHaveCount(0);
    },
    'a line separator in a body is shown without a question': async ({ app, workspace }) => {
      const questions: string[] = [];
      app.page.on('dialog', (dialog) => {
        questions.push(dialog.message());
        void dialog.dismiss();
      });
      const separator = `info:\n  name: separator\nhttp:\n  method: POST\n  url: http://127.0.0.1/\n  body:\n    type: text\n    data: "a\\u2028b"\n`;
      await openCollection(app, workspace, { 'separator.yml': separator }, '');
      await openRequest(app, 'POST separator');
      const lines = request(app).locator('.view-lines').first();
      await lines.click();
      await app.page.keyboard.type('typed ');
      await expect(lines).toContainText('typed');
      expect(questions).toEqual([]);
    },
    'a file inside the workspace is stored as a relative path; one outside as an absolute path, after a question':
      async ({ app, workspace }) => {
        mkdirSync(path.join(workspace, 'data'));
        writeFileSync(path.join(workspace, 'data/photo.png'), 'x');
        const outside = path.join(path.dirname(workspace), 'outside.bin');
        writeFileSync(outside, 'x');
        const upload =
          'info:\n  name: upload\nhttp:\n  method: POST\n  url: http://127.0.0.1/\n  body:\n    type: file\n';
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
      },
  }),
);
