/** The palette, the settings and the page of keyboard shortcuts. */
import { expect, inSteps, test } from './fixtures.ts';
import { openCollection, request, simple, tree } from './request-page.ts';
import type { AppPage } from './app-page.ts';

const palette = (app: AppPage) => app.page.getByRole('dialog', { name: 'Commands' });
const search = (app: AppPage) => palette(app).getByRole('textbox', { name: 'Search commands' });

async function find(app: AppPage, text: string): Promise<void> {
  await app.page.keyboard.press('ControlOrMeta+K');
  await search(app).fill(text);
}

test(
  'everything is found by name, shortcuts are listed, permissions are taken back, and settings are found by name',
  inSteps({
    'everything that has a name is found by some of its letters: requests, scripts, programs, history': async ({
      app,
      workspace,
      server,
    }) => {
      const files = {
        'orders/folder.yml': 'info:\n  name: Orders\n  type: folder\n',
        'orders/create.yml': simple('Create order', 'BASE/json'),
        'orders/cancel.yml': simple('Cancel order', 'BASE/json'),
        'environments/Local.yml': 'name: Local\nvariables: []\n',
      };
      await openCollection(app, workspace, files, server.base);
      await tree(app).getByText('Cancel order').click();
      await expect(request(app).getByRole('textbox', { name: 'Address' })).toHaveValue(/json$/);
      await request(app).getByRole('button', { name: 'Send', exact: true }).click();
      await expect(app.page.getByTestId('response-status')).toContainText('200');

      // The keys of the selected action have a background of their own.
      await find(app, '>run the script');
      await expect(palette(app).locator('[data-selected] kbd')).toHaveText('Ctrl+Enter');
      await app.checkAccessibility('[role=dialog]', ['color-contrast']);
      await app.page.keyboard.press('Escape');
      await expect(palette(app)).toBeHidden();

      await find(app, 'crord');
      const names = palette(app).getByRole('button');
      await expect(names.first()).toContainText('Create order');
      await expect(names.first()).toContainText('Orders');
      await app.photograph('palette');
      await app.page.keyboard.press('Enter');
      await expect(palette(app)).toBeHidden();
      await expect(app.page.getByRole('list', { name: 'Open requests' })).toContainText('Create order');

      await find(app, 'order');
      await expect(palette(app).getByRole('button', { name: /Cancel order.*Send/ })).toBeVisible();
      await search(app).fill('hello.py');
      await expect(names.first()).toContainText('Program');
      await search(app).fill('hello.js');
      await palette(app)
        .getByRole('button', { name: /^hello\.js.*Script$/ })
        .click();
      await expect(app.tab('hello.js')).toBeVisible();

      // Without a text, the palette lists what was used last, the newest first.
      await app.page.keyboard.press('ControlOrMeta+K');
      await expect(names.nth(0)).toContainText('hello.js');
      await expect(names.nth(1)).toContainText('Create order');
      await app.page.keyboard.press('Escape');
      await expect(palette(app)).toBeHidden();
    },
    '? shows the shortcuts, but types a question mark in a field': async ({ app }) => {
      await app.ready();
      await app.page.getByRole('button', { name: 'Show programs' }).click();
      await app.page.keyboard.press('?');
      const dialog = app.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await expect(dialog.getByRole('row', { name: /Find a name or an action.*K/ })).toBeVisible();
      await expect(dialog.getByRole('row', { name: /In an editor: let Tab move the focus.*M/ })).toBeVisible();
      const field = dialog.getByRole('textbox', { name: 'Search shortcuts' });
      await field.press('?');
      await expect(field).toHaveValue('?');
      await app.page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    },
    'permissions of scripts are taken back in the settings': async ({ app }) => {
      await app.setScript("await pm.executeAsync('hello.sh', ['x']); await pm.vault.set('a', 'b');");
      await app.runAllowingAll();
      await app.page
        .getByRole('dialog', { name: 'Allow scripts to use secrets?' })
        .getByRole('button', { name: /^Allow/ })
        .click();
      await expect(app.runEnd).toContainText(/^finished ·/);
      // A dialog keeps the keys for itself until it has disappeared.
      await expect(app.page.getByRole('dialog')).toHaveCount(0);
      await find(app, 'settings: trusted');
      await palette(app).getByRole('button', { name: 'Settings: Trusted programs' }).click();
      const programs = app.page.getByRole('list', { name: 'Trusted programs' });
      await expect(programs.getByRole('listitem')).toHaveCount(1);
      await programs.getByRole('button', { name: /^Revoke/ }).click();
      await expect(programs.getByRole('listitem')).toHaveCount(0);
      const secrets = app.page.getByRole('list', { name: 'Workspace secrets' });
      await secrets.getByRole('button', { name: /^Revoke/ }).click();
      await expect(secrets.getByRole('listitem')).toHaveCount(0);
    },
    'settings are found by name, apply at once, and survive a reload': async ({ app }) => {
      await find(app, 'font size');
      await palette(app).getByRole('button', { name: 'Settings: Font size' }).click();
      const size = app.page.getByRole('textbox', { name: 'Font size' });
      await expect(size).toBeFocused();
      const page = app.page.locator('html');
      await expect(page).toHaveCSS('font-size', '16px');
      // What cannot be used is not shown as if it were used.
      for (const [typed, used] of [
        ['', '13 px'],
        ['5', '10 px'],
        ['99', '24 px'],
      ] as const) {
        await size.fill(typed);
        await size.press('Tab');
        await expect(size).toHaveValue(used);
      }
      await size.fill('20');
      await expect(page).toHaveCSS('font-size', /^24\.6/);
      await expect(app.page.getByRole('region', { name: 'All settings' }).getByRole('status')).toHaveText('Saved');
      await app.page.reload();
      await app.ready();
      await expect(page).toHaveCSS('font-size', /^24\.6/);
      await app.page.getByRole('button', { name: 'Show scripts' }).click();
      await expect(app.page.getByTestId('script-editor').locator('.view-lines').first()).toHaveCSS('font-size', '20px');
    },
  }),
);
