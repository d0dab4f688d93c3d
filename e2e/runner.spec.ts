/** Runs of a collection in the interface; import from and export to other programs. */
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import type { AppPage } from './app-page.ts';
import { expect, inSteps, test } from './fixtures.ts';
import { openCollection, openRequest, request, simple, tree } from './request-page.ts';

let base = '';
test.beforeAll(({ server }) => {
  ({ base } = server);
});
const runner = (app: AppPage) => app.page.getByRole('region', { name: 'Runner' });
const post = (code: string) =>
  `runtime:\n  scripts:\n    - type: after-response\n      code: |\n        ${code.split('\n').join('\n        ')}\n`;

test(
  'a collection is imported, and run in part and with data',
  inSteps({
    'import: a Postman collection with a list of what could not be imported; a request as code; a pasted cURL command':
      async ({ app, workspace }) => {
        await app.ready();
        await app.page.getByRole('button', { name: 'Show requests' }).click();
        await app.page.getByRole('button', { name: 'Add to the collection' }).click();
        await app.page.getByRole('menuitem', { name: 'Import…' }).click();
        const dialog = app.page.getByRole('dialog', { name: 'Import' });
        const collection = {
          info: { name: 'Brought', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
          item: [
            {
              name: 'Folder',
              item: [
                {
                  name: 'Inside',
                  request: { method: 'POST', url: `${base}/inside`, body: { mode: 'raw', raw: '{"a": 1} // why' } },
                },
              ],
            },
            { name: 'Odd', request: { url: base, auth: { type: 'kerberos', kerberos: [] } }, strange: 1 },
          ],
        };
        const field = dialog.getByLabel('Files to import');
        await field.setInputFiles({
          name: 'brought.json',
          mimeType: 'application/json',
          buffer: Buffer.from(JSON.stringify(collection)),
        });
        await expect(dialog).toContainText('Postman collection “Brought”: 2 requests');
        // The same file can be chosen again.
        await expect(field).toHaveValue('');
        await expect(dialog).toContainText('Odd: auth of the kind "kerberos"');
        await expect(dialog).toContainText('Odd: the field "strange"');
        await app.photograph('import');
        // The only environment is used; another one is offered beside it.
        for (const name of ['First', 'Second']) {
          const environment = { name, values: [{ key: 'a', value: '1' }], _postman_variable_scope: 'environment' };
          const buffer = Buffer.from(JSON.stringify(environment));
          await field.setInputFiles({ name: `${name}.json`, mimeType: 'application/json', buffer });
          await expect(dialog).toContainText(`Postman environment “${name}”`);
        }
        await expect(dialog).toContainText('The environment “First” is used.');
        await dialog.getByRole('button', { name: 'Use “Second”' }).click();
        await expect(dialog).toContainText('The environment “Second” is used.');
        await app.page.keyboard.press('Escape');
        expect(readFileSync(path.join(workspace, 'Folder/Inside.yml'), 'utf8')).toContain('{"a": 1} // why');
        await openRequest(app, 'POST Inside');
        await request(app).getByRole('button', { name: 'Show the request as code' }).click();
        const code = app.page.getByRole('dialog', { name: 'As code' });
        await expect(code.locator('.view-lines')).toContainText('curl');
        await expect(code.getByRole('button', { name: 'Copy' })).toBeFocused();
        await app.page.keyboard.press('Enter');
        await expect(code.getByRole('button', { name: 'Copied' })).toBeVisible();
        await code.getByRole('combobox', { name: 'Language' }).fill('Go');
        await app.page.getByRole('option', { name: /^Go: / }).first().click();
        await expect(code.locator('.view-lines')).toContainText('http.NewRequest');
        await app.photograph('code');
        await app.page.keyboard.press('Escape');
        const address = request(app).getByRole('textbox', { name: 'Address' });
        await address.focus();
        const command = "curl -X PUT 'https://example.com/a?b=c' -H 'X-A: 1' -d '{\"x\":1}'";
        await app.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(command)})`);
        await app.page.keyboard.press('ControlOrMeta+V');
        await expect(address).toHaveValue('https://example.com/a?b=c');
        await expect(request(app).getByRole('combobox', { name: 'Method' })).toHaveValue('PUT');
        // The second header is the content type that curl sends with -d.
        await expect(request(app).getByRole('tab', { name: 'Headers (2)' })).toBeVisible();
        const replaced = app.page.getByRole('alert').filter({ hasText: 'The cURL command replaced the request' });
        await replaced.getByRole('button', { name: 'Undo' }).click();
        await expect(address).toHaveValue(`${base}/inside`);
        await expect(request(app).getByRole('combobox', { name: 'Method' })).toHaveValue('POST');
      },

    'only the selected requests are run, in the chosen order, with unsaved changes unless files are chosen': async ({
      app,
      workspace,
    }) => {
      // What was imported would be selected, too.
      for (const name of ['Folder', 'Odd.yml']) rmSync(path.join(workspace, name), { recursive: true });
      await expect(tree(app).getByRole('treeitem', { name: 'Folder', exact: true })).toHaveCount(0);
      await openCollection(
        app,
        workspace,
        {
          'first.yml': simple('first', 'BASE/saved'),
          'inner/second.yml': simple('second', 'BASE/second'),
          'third.yml': simple('third', 'BASE/third'),
        },
        base,
      );
      await openRequest(app, 'GET first');
      const address = request(app).getByRole('textbox', { name: 'Address' });
      await expect(address).toHaveValue(`${base}/saved`);
      await address.fill(`${base}/typed`);
      await app.page.getByRole('button', { name: 'Show runner' }).click();
      const run = runner(app).getByRole('button', { name: 'Run', exact: true });
      const choice = runner(app).getByRole('region', { name: 'Requests to run' });
      await expect(choice.getByRole('checkbox', { name: 'All requests' })).toBeChecked();
      await choice.getByRole('button', { name: 'None' }).click();
      await expect(run).toBeDisabled();
      await choice.getByRole('button', { name: 'All', exact: true }).click();
      await choice.getByRole('checkbox', { name: 'third' }).uncheck();
      await expect(choice.getByRole('checkbox', { name: 'All requests' })).toHaveJSProperty('indeterminate', true);
      const first = choice.getByRole('checkbox', { name: 'first' });
      await first.press('Alt+ArrowDown');
      await expect(first).toBeFocused();
      // The tree is one tab stop: arrow keys move in it, collapse folders, and Space checks.
      await first.press('ArrowUp');
      await app.page.keyboard.press('ArrowUp');
      await expect(choice.getByRole('checkbox', { name: 'inner' })).toBeFocused();
      await app.page.keyboard.press('ArrowLeft');
      await expect(choice.getByRole('checkbox', { name: 'second' })).toHaveCount(0);
      await app.page.keyboard.press('ArrowRight');
      await app.page.keyboard.press('ArrowRight');
      await expect(choice.getByRole('checkbox', { name: 'second' })).toBeFocused();
      await app.page.keyboard.press('Space');
      await expect(choice.getByRole('checkbox', { name: 'second' })).not.toBeChecked();
      await choice.getByText('second').click();
      await expect(choice.getByRole('checkbox', { name: 'second' })).toBeChecked();
      await app.page.keyboard.press('Tab');
      await expect(choice.locator(':focus')).toHaveCount(0);
      await choice.getByRole('button', { name: 'Run first later' }).click();
      await expect(runner(app).getByRole('note')).toContainText('Uses unsaved changes of 1 request');
      await run.click();
      const rows = runner(app).getByRole('listbox', { name: 'Requests of the run' }).getByRole('option');
      await expect(rows).toContainText(['second', 'first']);
      await rows.nth(1).click();
      const detail = runner(app).getByRole('region', { name: 'Details of the request' });
      await expect(detail).toContainText('/typed');
      await expect(detail.getByRole('tab', { name: 'Response' })).toBeVisible();
      await detail.getByRole('tab', { name: 'Request' }).click();
      await expect(detail).toContainText('User-Agent');
      await app.photograph('runner-unsaved');
      // Only the details scroll, and not a body in them as well; a long name of a run takes one line.
      await detail.getByRole('tab', { name: 'Response' }).click();
      await expect(detail.locator('pre').last()).toHaveCSS('max-height', 'none');
      const past = runner(app).getByRole('list', { name: 'Runs' }).getByRole('button').first().locator('span').first();
      await expect(past).toHaveCSS('white-space', 'nowrap');
      await expect(past).toHaveAttribute('title', /./);
      // As at a zoom of 200 %: the settings scroll, and the run can be started.
      const normal = app.page.viewportSize();
      await app.page.setViewportSize({ width: 512, height: 350 });
      await run.hover();
      await expect(run).toBeInViewport({ ratio: 1 });
      if (normal) await app.page.setViewportSize(normal);
      await runner(app).getByRole('button', { name: 'Use the saved files instead' }).click();
      await run.click();
      await expect(runner(app).getByRole('list', { name: 'Runs' }).getByRole('listitem')).toHaveCount(2);
      await expect(detail).toContainText('/saved');
      const iterations = runner(app).getByRole('textbox', { name: 'Iterations' });
      await iterations.fill('0');
      await iterations.press('Tab');
      await expect(iterations).toHaveValue('1');
      await iterations.fill('2');
      await app.page.reload();
      await app.ready();
      await app.page.getByRole('button', { name: 'Show runner' }).click();
      await expect(runner(app).getByRole('textbox', { name: 'Iterations' })).toHaveValue('2');
      await runner(app).getByRole('textbox', { name: 'Iterations' }).fill('');
      await expect(choice.getByRole('checkbox', { name: 'first' })).toBeChecked();
      await expect(choice.getByRole('checkbox', { name: 'third' })).not.toBeChecked();
    },

    'a run with data: live results, the failed requests run again, comparison, report': async ({ app, workspace }) => {
      const bad = path.join(workspace, 'orders/bad.yml');
      const failing = post("pm.test('is one', () => pm.expect(pm.iterationData.get('n')).to.equal(1));");
      await openCollection(
        app,
        workspace,
        {
          'orders/good.yml': simple(
            'good',
            '"BASE/good?n={{n}}"',
            post("pm.test('ok', () => pm.response.to.have.status(200));"),
          ),
          'orders/bad.yml': simple('bad', 'BASE/bad', failing),
          'other.yml': simple('other', 'BASE/other'),
        },
        base,
      );
      await tree(app).getByRole('button', { name: 'More for orders', exact: true }).click();
      await app.page.getByRole('menuitem', { name: 'Run in the runner' }).click();
      const unreadable = { name: 'wrong.json', mimeType: 'application/json', buffer: Buffer.from('{') };
      await runner(app).getByLabel('Data file').setInputFiles(unreadable);
      const failure = app.page.getByRole('alert').filter({ hasText: 'JSON' });
      await expect(failure).toBeVisible();
      await runner(app)
        .getByLabel('Data file')
        .setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from('n\n1\n2\n') });
      await expect(runner(app).getByRole('button', { name: 'Remove the data file rows.csv' })).toBeVisible();
      await expect(runner(app).getByRole('region', { name: 'First rows of the data' })).toContainText('n12');
      await expect(failure).toBeHidden();
      await runner(app).getByRole('button', { name: 'Run', exact: true }).click();
      const rows = runner(app).getByRole('listbox', { name: 'Requests of the run' }).getByRole('option');
      await expect(rows).toHaveCount(4);
      await expect(runner(app).getByRole('status')).toContainText('3 tests passed1 failed');
      await rows.filter({ hasText: '✗' }).click();
      await expect(runner(app)).toContainText('AssertionError: expected 2 to equal 1');
      await app.photograph('runner');

      writeFileSync(bad, simple('bad', `${base}/bad`, post("pm.test('is one', () => {});")));
      await runner(app).getByRole('button', { name: 'Run failed requests' }).click();
      await expect(rows).toHaveCount(1);
      await expect(runner(app).getByRole('status')).toContainText('since the run before: 1 fixed');
      await expect(runner(app).getByRole('list', { name: 'Runs' }).getByRole('listitem')).toHaveCount(4);
      await runner(app).getByRole('button', { name: 'Report of orders, run 3' }).click();
      const download = app.page.waitForEvent('download');
      await app.page.getByRole('menuitem', { name: 'JUnit (XML)' }).click();
      const file = await (await download).path();
      expect(readFileSync(file, 'utf8')).toContain('expected 2 to equal 1');
    },

    'a password that is typed while the address of the queue is checked stays': async ({ app }) => {
      const silent = net.createServer().listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const sockets = new Set<net.Socket>();
      silent.on('connection', (socket) => sockets.add(socket));
      await runner(app).getByRole('combobox', { name: 'Run on' }).click();
      await app.page.getByRole('option', { name: 'A queue' }).click();
      const address = runner(app).getByRole('textbox', { name: 'Queue URL' });
      const password = runner(app).getByRole('textbox', { name: 'Password' });
      const check = runner(app).getByRole('button', { name: 'Check', exact: true });
      await address.fill(`redis://127.0.0.1:${(silent.address() as net.AddressInfo).port}`);
      await expect(check).toBeEnabled();
      await address.press('Tab');
      await expect.poll(() => sockets.size).toBeGreaterThan(0);
      await password.fill('secret');
      await expect(check).toBeDisabled();
      silent.close();
      for (const socket of sockets) socket.destroy();
      await expect(check).toBeEnabled();
      await expect(password).toHaveValue('secret');
    },
  }),
);
