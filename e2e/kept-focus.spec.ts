/** The focus goes to the next control when the focused one is removed, and to the view that a command shows. */
import type { AppPage } from './app-page.ts';
import { expect, inSteps, test } from './fixtures.ts';
import { openCollection, openRequest, request, simple } from './request-page.ts';

/** Without the mouse, which would take the focus. */
async function showByPalette({ page }: AppPage, command: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('textbox', { name: 'Search commands' }).fill(`>${command}`);
  await page.keyboard.press('Enter');
}

test(
  'the focus is never lost',
  inSteps({
    'a view that a command of the palette shows': async ({ app }) => {
      await app.ready();
      await expect(request(app).getByRole('textbox', { name: 'Address' })).toBeFocused();
      await showByPalette(app, 'Show settings');
      await expect(app.page.getByRole('button', { name: 'Show settings' })).toBeFocused();
    },
    'a view that a command of the palette shows while the button of another view has the focus': async ({ app }) => {
      await app.show('history');
      await showByPalette(app, 'Show webhooks');
      await expect(app.page.getByRole('button', { name: 'Show webhooks' })).toBeFocused();
    },
    'the menu of recent workspaces that a command of the palette opens': async ({ app }) => {
      await app.show('requests');
      const address = request(app).getByRole('textbox', { name: 'Address' });
      await address.focus();
      await showByPalette(app, 'Open recent workspace');
      await expect(app.page.getByRole('menu').locator(':focus')).toHaveCount(1);
      await app.page.keyboard.press('Escape');
      await expect(address).toBeFocused();
    },
    'the search in the collection': async ({ app }) => {
      const address = request(app).getByRole('textbox', { name: 'Address' });
      await app.page.keyboard.press('ControlOrMeta+Shift+F');
      await expect(app.page.getByRole('textbox', { name: 'Search for' })).toBeFocused();
      await app.page.keyboard.press('Escape');
      await expect(address).toBeFocused();
    },
    'a dialog that a command of the palette opens in another view': async ({ app }) => {
      await showByPalette(app, 'Webhook listener');
      const dialog = app.page.getByRole('dialog', { name: 'Listener' });
      await expect(dialog.getByRole('textbox', { name: 'Address' })).toBeFocused();
      await app.page.keyboard.press('Escape');
      await expect(app.page.getByRole('button', { name: 'Show webhooks' })).toBeFocused();
    },
    'the last script, which is closed by a shortcut': async ({ app }) => {
      await app.show('scripts');
      await app.page.getByTestId('script-editor').locator('.monaco-editor').first().click();
      await app.page.keyboard.press('Alt+W');
      await expect(app.page.getByRole('list', { name: 'Open scripts' }).getByRole('listitem')).toHaveCount(0);
      await expect(app.page.locator(':focus')).toHaveCount(1);
    },
    'the editor of a script that is created while another view is shown': async ({ app }) => {
      await app.show('requests');
      await showByPalette(app, 'New script');
      await expect(app.page.getByRole('textbox', { name: 'Name' })).toBeFocused();
      await app.page.keyboard.type('typed');
      await app.page.keyboard.press('Enter');
      await expect(app.page.getByTestId('script-editor').locator('.monaco-editor.focused')).toBeVisible();
    },
    'a removed header': async ({ app, workspace }) => {
      await openCollection(app, workspace, { 'a.yml': simple('first', 'http://first/') }, '');
      await openRequest(app, 'GET first');
      await request(app)
        .getByRole('tab', { name: /^Headers/ })
        .click();
      const value = request(app).getByRole('textbox', { name: 'Value of header 1' });
      await value.fill('1');
      await request(app).getByRole('button', { name: 'Remove header 1' }).press('Enter');
      await expect(value).toHaveValue('');
      await expect(request(app).locator(':focus')).toHaveCount(1);
    },
    'the editor of a script whose request is saved as a new file': async ({ app }) => {
      const { page } = app;
      await app.show('requests');
      await showByPalette(app, 'New request');
      await request(app)
        .getByRole('tab', { name: /^Scripts/ })
        .click();
      const editor = request(app).locator('.monaco-editor').first();
      await editor.click();
      await page.keyboard.type('before');
      await page.keyboard.press('ControlOrMeta+S');
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('new');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(editor.getByRole('textbox')).toBeFocused();
      await page.keyboard.type('after');
      await expect(editor.locator('.view-line').first()).toHaveText('beforeafter');
    },
    'a client certificate, whose removal is undone with its passphrase': async ({ app }) => {
      const { page } = app;
      await app.show('settings');
      const add = page.getByRole('button', { name: 'Add a client certificate' });
      await add.press('Enter');
      const certificate = page.getByRole('group', { name: 'Client certificate 1' });
      await certificate.getByRole('textbox', { name: 'Host' }).fill('api.test');
      await certificate.getByLabel('Passphrase', { exact: true }).fill('secret');
      await certificate.getByRole('button', { name: 'Remove client certificate 1' }).press('Enter');
      await expect(certificate).toHaveCount(0);
      await expect(add).toBeFocused();
      await page.getByRole('button', { name: 'Undo' }).press('Enter');
      await expect(certificate.getByRole('textbox', { name: 'Host' })).toHaveValue('api.test');
      await expect(certificate.getByLabel('Passphrase', { exact: true })).toHaveValue('secret');
    },
  }),
);
