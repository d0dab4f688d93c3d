/** Tabs: opened, closed, moved and restored, with the keyboard and the mouse. Unsaved changes are never lost. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AppPage } from './app-page.ts';
import { expect, inSteps, test } from './fixtures.ts';
import { openCollection, request, simple, tree } from './request-page.ts';

const strip = (app: AppPage) => app.page.getByRole('list', { name: 'Open requests' });
const tab = (app: AppPage, name: string) => strip(app).getByRole('button', { name, exact: true });
const active = (app: AppPage) => strip(app).locator('[aria-current="page"]');
const address = (app: AppPage) => request(app).getByRole('textbox', { name: 'Address' });
const names = Array.from({ length: 30 }, (_, index) => `request-${String(index + 1).padStart(2, '0')}`);
const files = Object.fromEntries(names.map((name) => [`${name}.yml`, simple(name, `http://127.0.0.1/${name}`)]));

/** Closes every tab: an untitled request without content takes the place of the last one, and gives way to any other. */
async function closeAll(app: AppPage): Promise<void> {
  await active(app).click({ button: 'right' });
  await app.page.getByRole('menuitem', { name: 'Close others' }).click();
  await expect(strip(app).getByRole('listitem')).toHaveCount(1);
  await app.page.keyboard.press('Alt+W');
  await expect(active(app)).toContainText('Untitled request');
}

async function openAll(app: AppPage, workspace: string, count: number): Promise<void> {
  await openCollection(app, workspace, files, '');
  for (const name of names.slice(0, count)) {
    await tree(app).getByText(name, { exact: true }).click();
    await expect(active(app)).toContainText(name);
  }
}

test(
  'tabs: by keys, in view, moved with the mouse, closed with unsaved changes, and the same for scripts',
  inSteps({
    'tabs with equal names show their folders': async ({ app, workspace }) => {
      const sameName = {
        'orders/get.yml': simple('get', 'http://127.0.0.1/1'),
        'users/get.yml': simple('get', 'http://127.0.0.1/2'),
      };
      await openCollection(app, workspace, sameName, '');
      await tree(app).getByText('get', { exact: true }).first().click();
      await tree(app).getByText('get', { exact: true }).last().click();
      await expect(strip(app).getByRole('listitem')).toHaveText([/get\s*orders/, /get\s*users/]);
      await closeAll(app);
    },

    'keys: new, next, previous, by number, close': async ({ app, workspace }) => {
      await openAll(app, workspace, 3);
      await app.page.keyboard.press('Alt+1');
      await expect(active(app)).toContainText('request-01');
      await app.page.keyboard.press('Alt+PageDown');
      await expect(active(app)).toContainText('request-02');
      await app.page.keyboard.press('Alt+PageUp');
      await app.page.keyboard.press('Alt+PageUp');
      await expect(active(app)).toContainText('request-03');
      await app.page.keyboard.press('Alt+W');
      await expect(strip(app).getByRole('listitem')).toHaveCount(2);
      await app.page.keyboard.press('Alt+T');
      await expect(active(app)).toContainText('Untitled request');
      await expect(address(app)).toBeFocused();
      await app.page.keyboard.type('http://127.0.0.1/typed');
      await app.page.keyboard.press('Alt+T');
      await expect(strip(app).getByRole('listitem')).toHaveCount(4);
      await expect(tab(app, 'GET 127.0.0.1/typed not saved')).toBeVisible();
      await closeAll(app);
    },

    'the active tab is in view, and every tab is in the list': async ({ app, workspace }) => {
      await openAll(app, workspace, 20);
      await expect(tab(app, 'GET request-20')).toBeInViewport();
      await expect(tab(app, 'GET request-01')).not.toBeInViewport();
      // The sign of unsaved changes makes the tab wider.
      await address(app).fill('http://127.0.0.1/changed');
      await expect(tab(app, 'GET request-20 not saved')).toBeVisible();
      await expect(strip(app).getByRole('listitem').last()).toBeInViewport({ ratio: 0.99 });
      await app.page.getByRole('button', { name: 'List of open requests' }).click();
      await app.page.getByRole('menuitem', { name: 'request-01' }).click();
      await expect(active(app)).toContainText('request-01');
      await expect(tab(app, 'GET request-01')).toBeInViewport();
      await app.photograph('tabs');
      await closeAll(app);
    },

    'middle click closes a tab, dragging moves it, the menu closes the others': async ({ app, workspace }) => {
      await openAll(app, workspace, 4);
      await tab(app, 'GET request-02').click({ button: 'middle' });
      await expect(tab(app, 'GET request-02')).toHaveCount(0);
      await tab(app, 'GET request-04').dragTo(tab(app, 'GET request-01'));
      await expect(strip(app).getByRole('listitem')).toHaveText([/request-04/, /request-01/, /request-03/]);
      await tab(app, 'GET request-01').click({ button: 'right' });
      await app.page.getByRole('menuitem', { name: 'Close to the right' }).click();
      await expect(strip(app).getByRole('listitem')).toHaveText([/request-04/, /request-01/]);
      await tab(app, 'GET request-01').click({ button: 'right' });
      await app.page.getByRole('menuitem', { name: 'Close others' }).click();
      await expect(strip(app).getByRole('listitem')).toHaveText([/request-01/]);
    },
    'closing an unsaved tab keeps the changes and shows a message; discarding can be undone': async ({
      app,
      workspace,
    }) => {
      await openAll(app, workspace, 2);
      await address(app).fill('http://127.0.0.1/mine');
      await expect(tab(app, 'GET request-02 not saved')).toBeVisible();
      const unsavedCount = app.page.getByRole('contentinfo').getByText(/^\d+ not saved$/);
      const count = await unsavedCount.innerText();
      await app.page.getByRole('button', { name: 'Close request-02' }).click();
      const toast = app.page.getByRole('alert').filter({ hasText: 'request-02 was closed. What you typed is kept.' });
      await expect(unsavedCount).toHaveText(count);
      await toast.getByRole('button', { name: 'Reopen' }).click();
      await expect(address(app)).toHaveValue('http://127.0.0.1/mine');

      await tab(app, 'GET request-02 not saved').click({ button: 'right' });
      await app.page.getByRole('menuitem', { name: 'Discard changes' }).click();
      await expect(address(app)).toHaveValue('http://127.0.0.1/request-02');
      await app.page
        .getByRole('alert')
        .filter({ hasText: 'Changes of request-02 were discarded' })
        .getByRole('button', { name: 'Undo' })
        .click();
      await expect(address(app)).toHaveValue('http://127.0.0.1/mine');
      expect(readFileSync(path.join(workspace, 'request-02.yml'), 'utf8')).not.toContain('mine');
    },
    'scripts have the same tabs': async ({ app }) => {
      await app.openScripts();
      await app.setScript('// typed');
      await app.page
        .getByRole('list', { name: 'Open scripts' })
        .getByRole('button', { name: /^Close/ })
        .first()
        .click();
      await app.page
        .getByRole('alert')
        .filter({ hasText: 'hello.js was closed. What you typed is kept' })
        .getByRole('button', { name: 'Reopen' })
        .click();
      await expect.poll(() => app.editorText()).toContain('// typed');
    },
  }),
);
