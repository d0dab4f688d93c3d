/** Every dialog and every menu passes axe, and gives the focus back to where it was. */
import type { AppPage } from './app-page.ts';
import { expect, test } from './fixtures.ts';
import { openCollection, openRequest, request, send, simple, status, tree } from './request-page.ts';

const dialogs = (app: AppPage) => app.page.getByRole('dialog');
const menu = (app: AppPage) => app.page.getByRole('menu');

/** Runs a command by its label, as a person does who types it into the palette. */
async function runFromPalette(app: AppPage, label: string): Promise<void> {
  await app.page.keyboard.press('ControlOrMeta+K');
  const search = app.page.getByRole('textbox', { name: 'Search commands' });
  await expect(search).toBeFocused();
  await search.fill(`>${label}`);
  await app.page.getByRole('dialog', { name: 'Commands' }).getByRole('button', { name: label }).first().click();
  await expect(search).toBeHidden();
}

/** The dialog opens by its command, passes axe, closes by Escape, and the focus is on `from` again. */
async function checkDialog(app: AppPage, { label, title }: { label: string; title: string }): Promise<void> {
  const before = await app.focused();
  await runFromPalette(app, label);
  await expect(app.page.getByRole('dialog', { name: title })).toBeVisible();
  await app.checkAccessibility('[role=dialog]');
  await app.page.keyboard.press('Escape');
  await expect(dialogs(app), title).toHaveCount(0);
  await expect.poll(() => app.focused(), title).toBe(before);
}

/** The menu of a button opens by Enter, passes axe, closes by Escape, and the button has the focus again. */
async function checkMenu(app: AppPage, name: string | RegExp): Promise<void> {
  const button = app.page.getByRole('button', { name }).first();
  await button.focus();
  await app.page.keyboard.press('Enter');
  await expect(menu(app)).toBeVisible();
  await app.checkAccessibility('[role=menu]');
  await app.page.keyboard.press('Escape');
  await expect(menu(app)).toHaveCount(0);
  await expect(button, String(name)).toBeFocused();
}

const files = {
  'shop/folder.yml': 'info:\n  name: Orders\n  type: folder\n',
  'shop/create.yml': simple('Create order', 'BASE/json'),
  'list.yml': simple('List orders', 'BASE/json'),
  'environments/Local.yml': 'name: Local\nvariables: []\n',
};

test('dialogs of a request and its response', async ({ app, workspace, server }) => {
  await openCollection(app, workspace, files, server.base);
  await openRequest(app, 'GET List orders');
  const address = request(app).getByRole('textbox', { name: 'Address' });
  await expect(address).toHaveValue(/json$/);
  await send(app);
  await expect(status(app)).toContainText('200');
  await address.focus();
  await checkDialog(app, { label: 'Cookies…', title: 'Cookies' });
  await checkDialog(app, { label: 'Show the request as code', title: 'As code' });
  await checkDialog(app, { label: 'Compare with another response', title: 'Compare responses' });
  await checkDialog(app, { label: 'Save as an example', title: 'Save as an example' });
});

test('dialogs of the collection', async ({ app, workspace, server }) => {
  await openCollection(app, workspace, files, server.base);
  await request(app).getByRole('textbox', { name: 'Address' }).focus();
  await checkDialog(app, { label: 'New folder…', title: 'New folder' });
  await checkDialog(app, { label: 'Recently deleted…', title: 'Recently deleted' });
  await checkDialog(app, { label: 'Import…', title: 'Import' });
  await checkDialog(app, { label: 'Show keyboard shortcuts', title: 'Keyboard shortcuts' });
});

test('dialogs of the workspace', async ({ app }) => {
  await app.openScripts();
  await app.page.getByTestId('script-editor').locator('.monaco-editor').first().click();
  await checkDialog(app, { label: 'Open workspace folder…', title: 'Open a workspace folder' });
  await checkDialog(app, { label: 'New script…', title: 'New script' });
  await checkDialog(app, { label: 'New program…', title: 'New program' });
  await checkDialog(app, { label: 'Change the programs directory…', title: 'Programs directory' });
});

test('dialogs that ask before a request is saved or sent', async ({ app, workspace, server }) => {
  await openCollection(app, workspace, files, server.base);
  const address = request(app).getByRole('textbox', { name: 'Address' });
  await address.fill('http://127.0.0.1/{{missing}}');
  for (const keys of ['ControlOrMeta+S', 'ControlOrMeta+Enter']) {
    await app.page.keyboard.press(keys);
    await expect(dialogs(app)).toBeVisible();
    await app.checkAccessibility('[role=dialog]');
    await app.page.keyboard.press('Escape');
    await expect(dialogs(app)).toHaveCount(0);
    await expect(address, keys).toBeFocused();
  }
});

test('dialogs of webhooks and environments', async ({ app, workspace, server }) => {
  await openCollection(app, workspace, files, server.base);
  await app.show('webhooks');
  await app.page.getByRole('textbox', { name: 'Search in the notifications' }).focus();
  await checkDialog(app, { label: 'Listener of webhooks…', title: 'Listener' });
  await checkDialog(app, { label: 'Account of the messaging service…', title: 'Account of the messaging service' });
  await checkDialog(app, { label: 'Send a sample notification…', title: 'Send a sample' });
  await app.show('environments');
  await app.page.getByRole('textbox', { name: 'Search environments' }).focus();
  await checkDialog(app, { label: 'New environment…', title: 'New environment' });
  await checkDialog(app, { label: 'Rename the environment…', title: 'Rename Local' });
  await checkDialog(app, { label: 'Duplicate the environment…', title: 'Duplicate Local' });
});

test('questions before a program runs and a secret is read', async ({ app }) => {
  await app.openScripts();
  await app.setScript("await pm.executeAsync('hello.sh', ['x']); await pm.vault.get('a');");
  await app.run();
  await expect(app.consent).toBeVisible();
  await app.checkAccessibility('[role=dialog]');
  await app.consent.getByRole('button', { name: 'Every program in this directory' }).click();
  await expect(app.page.getByRole('dialog', { name: 'Allow scripts to use secrets?' })).toBeVisible();
  await app.checkAccessibility('[role=dialog]');
  await app.page.getByRole('button', { name: 'Allow for this workspace' }).click();
  await expect(dialogs(app)).toHaveCount(0);
  await expect(app.page.getByTestId('script-editor').getByRole('textbox')).toBeFocused();
});

test('menus', async ({ app, workspace, server }) => {
  await openCollection(app, workspace, files, server.base);
  await checkMenu(app, /^Workspace /);
  await checkMenu(app, 'Add to the collection');
  await checkMenu(app, 'More for the collection');
  await checkMenu(app, 'Environments, cookies, connections');
  await app.show('webhooks');
  await checkMenu(app, 'More for the list');
  await app.show('environments');
  await expect(app.page.getByRole('status', { name: 'State of the variables' })).toHaveText('Saved');
  await checkMenu(app, 'More for Local');
});

test('menus of a line of the tree and of a tab', async ({ app, workspace, server }) => {
  await openCollection(app, workspace, files, server.base);
  await openRequest(app, 'GET List orders');
  const tab = app.page
    .getByRole('list', { name: 'Open requests' })
    .getByRole('button', { name: 'List orders' })
    .first();
  for (const place of [
    tree(app).getByRole('treeitem', { name: 'Orders', exact: true }),
    tree(app).getByRole('treeitem', { name: 'GET List orders', exact: true }),
    tab,
  ]) {
    await place.focus();
    await place.click({ button: 'right' });
    await expect(menu(app)).toBeVisible();
    await app.checkAccessibility('[role=menu]');
    await app.page.keyboard.press('Escape');
    await expect(menu(app)).toHaveCount(0);
    await expect(place).toBeFocused();
  }
});

test('a dialog that a menu opened gives the focus back to the button of the menu', async ({
  app,
  workspace,
  server,
}) => {
  await openCollection(app, workspace, files, server.base);
  const button = app.page.getByRole('button', { name: 'Environments, cookies, connections' });
  await button.click();
  await app.page.getByRole('menuitem', { name: 'Cookies…' }).click();
  await expect(app.page.getByRole('dialog', { name: 'Cookies' })).toBeVisible();
  await app.page.keyboard.press('Escape');
  await expect(dialogs(app)).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('what the palette does to a request, it does to the one that is open', async ({ app, workspace, server }) => {
  await openCollection(app, workspace, files, server.base);
  await openRequest(app, 'GET Create order');
  await expect(request(app).getByRole('textbox', { name: 'Address' })).toHaveValue(/json$/);
  await runFromPalette(app, 'Rename the request or folder');
  const field = app.page.getByRole('textbox', { name: 'New name of Create order' });
  await expect(field).toBeFocused();
  await field.fill('Place order');
  await field.press('Enter');
  await expect(tree(app).getByRole('treeitem', { name: 'GET Place order' })).toBeFocused();
  await runFromPalette(app, 'Delete the request or folder');
  await expect(tree(app).getByRole('treeitem', { name: 'GET Place order' })).toBeHidden();
});

/** Names of what is higher than its box. */
const CUT = `[...document.querySelectorAll('button, [role=tab], h2')]
  .filter((element) => element.checkVisibility() && !element.closest('.monaco-editor, [role=tree], a'))
  .filter(({ scrollHeight, clientHeight }) => clientHeight > 4 && scrollHeight > clientHeight + 2)
  .map(({ innerText, ariaLabel }) => ariaLabel ?? innerText)`;

test('at a font size of 18, every view fits into 1024x700', async ({ app, workspace, server }) => {
  await app.page.setViewportSize({ width: 1024, height: 700 });
  await openCollection(app, workspace, files, server.base);
  await openRequest(app, 'GET List orders');
  await send(app);
  await expect(status(app)).toContainText('200');
  await runFromPalette(app, 'Settings: Font size');
  await app.page.getByRole('textbox', { name: 'Font size' }).fill('18');
  await expect(app.page.locator('html')).toHaveCSS('font-size', /^22\.15/);
  for (const view of ['settings', 'requests', 'scripts', 'programs', 'webhooks', 'runner', 'history', 'environments']) {
    await app.show(view);
    await app.screenshot(`font-18-${view}`);
    expect(await app.page.evaluate<number>('document.documentElement.scrollWidth'), view).toBeLessThanOrEqual(1024);
    expect(await app.page.evaluate<string[]>(CUT), view).toEqual([]);
  }
});
