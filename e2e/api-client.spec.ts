/** Requests, folders and environments are edited in the interface. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AppPage } from './app-page.ts';
import { expect, inSteps, test } from './fixtures.ts';
import { responseBody, openCollection, openRequest, request, send, simple, status, tab, tree } from './request-page.ts';

let base = '';
test.beforeAll(({ server }) => {
  ({ base } = server);
});
const open = (app: AppPage, workspace: string, files: Record<string, string>) =>
  openCollection(app, workspace, files, base);

test(
  'requests, folders and environments are edited',
  inSteps({
    'parameters, forms, files and GraphQL are typed in, sent, and saved': async ({ app, workspace }) => {
      writeFileSync(path.join(workspace, 'photo.txt'), 'the file');
      await open(app, workspace, { 'one.yml': simple('one', 'BASE/items') });
      await openRequest(app, 'GET one');
      await expect(request(app).getByRole('textbox', { name: 'Address' })).not.toHaveValue('');
      await request(app).getByRole('textbox', { name: 'Address' }).fill(`${base}/items/:id?page=1`);
      await tab(app, /^Params/).click();
      await request(app).getByRole('textbox', { name: 'Value of parameter 2' }).fill('a b');
      await request(app).getByRole('textbox', { name: 'Name of parameter 3' }).fill('sort');
      await request(app).getByRole('textbox', { name: 'Value of parameter 3' }).fill('up');
      await expect(request(app).getByRole('textbox', { name: 'Address' })).toHaveValue(
        `${base}/items/:id?page=1&sort=up`,
      );
      await app.photograph('params');
      await request(app).getByRole('combobox', { name: 'Method' }).fill('PURGE');
      await send(app);
      await expect(responseBody(app)).toContainText('"/items/a%20b?page=1&sort=up"');
      await expect(responseBody(app)).toContainText('"PURGE"');

      await tab(app, /^Body( •)?$/)
        .first()
        .click();
      const kind = request(app).getByRole('combobox', { name: 'Body type' });
      await kind.click();
      await app.page.getByRole('option', { name: 'Form data' }).click();
      await request(app).getByRole('textbox', { name: 'Name of part 1' }).fill('photo');
      await request(app).getByRole('textbox', { name: 'Value of part 1' }).fill('photo.txt');
      await request(app).getByRole('combobox', { name: 'Kind of part 1' }).click();
      await app.page.getByRole('option', { name: 'File', exact: true }).click();
      await send(app);
      await expect(responseBody(app)).toContainText('name=\\"photo\\"; filename=');
      await expect(responseBody(app)).toContainText('the file');
      await app.photograph('form');

      await kind.click();
      await app.page.getByRole('option', { name: 'GraphQL' }).click();
      await request(app).getByRole('code').first().click();
      await app.page.keyboard.insertText('query One { item(id: 1) { name } }');
      await send(app);
      await expect(responseBody(app)).toContainText('query One');
      await expect(responseBody(app)).toContainText('application/json');
      await app.page.keyboard.press('ControlOrMeta+S');
      await expect(request(app).getByRole('button', { name: 'Save the request' })).toBeDisabled();
      const saved = readFileSync(path.join(workspace, 'one.yml'), 'utf8');
      for (const text of ['graphql:', 'query One', 'PURGE', 'type: path', 'name: sort']) expect(saved).toContain(text);
    },

    'auth: digest set in its form and inherited from a folder; the headers of a folder are edited': async ({
      app,
      workspace,
    }) => {
      await open(app, workspace, {
        'safe.yml': simple('safe', 'BASE/digest'),
        'orders/folder.yml': 'info:\n  name: Orders\n  type: folder\n',
        'orders/list.yml': simple('list', 'BASE/orders', '  auth: inherit\n'),
      });
      await openRequest(app, 'GET safe');
      await tab(app, /^Auth/).click();
      await request(app).getByRole('combobox', { name: 'Auth type' }).click();
      await app.page.getByRole('option', { name: 'Digest' }).click();
      await request(app).getByRole('textbox', { name: 'User' }).fill('ada');
      await request(app).getByLabel('Password', { exact: true }).fill('secret');
      await send(app);
      await expect(status(app)).toHaveText('200 OK');
      await expect(request(app)).toContainText('2 hops');
      await request(app).getByRole('combobox', { name: 'Auth type' }).click();
      await app.page.getByRole('option', { name: 'OAuth 2' }).click();
      await app.photograph('auth');

      await tree(app).getByRole('treeitem', { name: 'Orders', exact: true }).hover();
      await tree(app).getByRole('button', { name: 'More for Orders' }).click();
      await app.page.getByRole('menuitem', { name: 'Folder settings' }).click();
      await request(app).getByRole('combobox', { name: 'Name of header 1' }).fill('X-Folder');
      await request(app).getByRole('textbox', { name: 'Value of header 1' }).fill('yes');
      await tab(app, /^Auth/).click();
      // A folder without auth inherits, and cannot do otherwise.
      await expect(request(app).getByRole('combobox', { name: 'Auth type' })).toHaveValue('Inherit from parent');
      await expect(request(app)).toContainText('Nothing above has auth: its requests are sent without.');
      await request(app).getByRole('combobox', { name: 'Auth type' }).click();
      await expect(app.page.getByRole('option', { name: 'No auth' })).toHaveCount(0);
      await app.page.getByRole('option', { name: 'Basic' }).click();
      await request(app).getByRole('textbox', { name: 'User' }).fill('ada');
      await app.page.keyboard.press('ControlOrMeta+S');
      await expect(request(app).getByRole('button', { name: 'Save the folder' })).toBeDisabled();
      await app.photograph('folder');
      expect(readFileSync(path.join(workspace, 'orders/folder.yml'), 'utf8')).toContain('X-Folder');
      await openRequest(app, 'GET list');
      await send(app);
      await expect(responseBody(app)).toContainText(`"Basic ${Buffer.from('ada:').toString('base64')}"`);
      await expect(responseBody(app)).toContainText('"folder": "yes"');
    },

    'the tree: new folder, rename, duplicate, move by dragging, delete, undo': async ({ app, workspace }) => {
      await open(app, workspace, { 'a.yml': simple('a', 'BASE/a'), 'b.yml': simple('b', 'BASE/b') });
      const menu = async (name: string, item: string) => {
        await tree(app)
          .getByRole('button', { name: `More for ${name}`, exact: true })
          .click();
        await app.page.getByRole('menuitem', { name: item }).click();
      };
      const dialog = app.page.getByRole('dialog');
      await menu('a', 'New folder…');
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Inside');
      await dialog.getByRole('button', { name: 'Add' }).click();
      await expect(dialog).toBeHidden();
      await tree(app)
        .getByRole('treeitem', { name: 'GET a', exact: true })
        .dragTo(tree(app).getByRole('treeitem', { name: 'Inside', exact: true }));
      // The file exists only after the move.
      await expect(() =>
        expect(readFileSync(path.join(workspace, 'Inside/a.yml'), 'utf8')).toContain('name: a'),
      ).toPass();
      await tree(app).getByRole('treeitem', { name: 'GET b', exact: true }).focus();
      await app.page.keyboard.press('F2');
      await tree(app).getByRole('textbox', { name: 'New name of b' }).fill('better');
      await app.page.keyboard.press('Enter');
      await expect(tree(app).getByRole('treeitem', { name: 'GET better', exact: true })).toBeVisible();
      // The tree shows the new name as soon as the file has it, and the file is moved after that.
      const renamed = () => expect(readFileSync(path.join(workspace, 'better.yml'), 'utf8')).toContain('name: better');
      await expect(renamed).toPass();
      await menu('better', 'Duplicate');
      await expect(tree(app).getByRole('treeitem', { name: 'GET better copy', exact: true })).toBeVisible();
      await menu('Inside', 'Delete');
      await expect(tree(app).getByRole('treeitem', { name: 'Inside', exact: true })).toBeHidden();
      await app.page.getByRole('button', { name: 'Undo' }).click();
      await expect(tree(app).getByRole('treeitem', { name: 'GET a', exact: true })).toBeVisible();
    },

    'a file that another program changes is loaded again; with unsaved changes the person is asked': async ({
      app,
      workspace,
    }) => {
      const file = path.join(workspace, 'two.yml');
      await open(app, workspace, { 'two.yml': simple('two', 'BASE/a') });
      await openRequest(app, 'GET two');
      const address = request(app).getByRole('textbox', { name: 'Address' });
      writeFileSync(file, simple('two', `${base}/theirs`));
      await expect(address).toHaveValue(`${base}/theirs`);
      await address.fill(`${base}/mine`);
      writeFileSync(file, simple('two', `${base}/theirs-again`));
      const banner = request(app).getByRole('alert');
      await expect(banner).toContainText('changed on disk');
      await banner.getByRole('button', { name: 'Compare' }).click();
      await expect(app.page.getByRole('dialog')).toContainText('theirs-again');
      await app.photograph('compare');
      await app.page.keyboard.press('Escape');
      await banner.getByRole('button', { name: 'Keep mine' }).click();
      await expect(banner).toBeHidden();
      expect(readFileSync(file, 'utf8')).toContain('/mine');
      await address.fill(`${base}/more`);
      writeFileSync(file, simple('two', `${base}/last`));
      await banner.getByRole('button', { name: 'Discard changes' }).click();
      await expect(address).toHaveValue(`${base}/last`);
    },

    'an environment is created where a variable has no value; variables that scripts set are shown': async ({
      app,
      workspace,
    }) => {
      await open(app, workspace, {
        'three.yml': `${simple('three', '"{{server}}/a?t={{token}}"')}runtime:\n  scripts:\n    - type: after-response\n      code: pm.environment.set('token', 'from script')\n`,
      });
      await openRequest(app, 'GET three');
      await expect(request(app)).toContainText('{{server}}, {{token}} have no value.');
      await app.photograph('unresolved');
      await request(app).getByRole('button', { name: 'Define' }).click();
      const environments = app.page.getByRole('region', { name: 'Environments' });
      const saved = environments.getByRole('status', { name: 'State of the variables' });
      await expect(environments.getByRole('button', { name: 'New environment' }).last()).toBeFocused();
      await app.page.keyboard.press('Enter');
      const naming = app.page.getByRole('dialog', { name: 'New environment' });
      await naming.getByRole('textbox', { name: 'Name' }).fill('Local');
      await naming.getByRole('button', { name: 'Add' }).click();
      const value = environments.getByRole('textbox', { name: 'Value of variable 1', exact: true });
      await expect(value).toBeFocused();
      await value.pressSequentially(base);
      await expect(value).toHaveValue(base);
      await environments.getByRole('textbox', { name: 'Value of variable 2', exact: true }).fill('first');
      await expect(saved).toHaveText('Saved');
      await app.page.getByRole('button', { name: 'Show requests' }).click();
      await expect(app.page.getByRole('combobox', { name: 'Environment' })).toHaveValue('Local');
      await send(app);
      await expect(responseBody(app)).toContainText('/a?t=first');
      await send(app);
      await expect(responseBody(app)).toContainText('/a?t=from%20script');
      await app.page.getByRole('button', { name: 'Show environments' }).click();
      const current = environments.getByRole('textbox', { name: 'Current value of variable 2' });
      await expect(current).toHaveValue('from script');
      await app.photograph('environments');
      await environments.getByRole('button', { name: 'Reset the current value of token' }).click();
      await expect(current).toHaveValue('');
      await expect(saved).toHaveText('Saved');
      await app.page.getByRole('button', { name: 'Show requests' }).click();
      await send(app);
      await expect(responseBody(app)).toContainText('/a?t=first');
    },
  }),
);
