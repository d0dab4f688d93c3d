/**
 * Every dialog and every menu returns the focus, and passes axe in the light and the dark scheme, here or in the test that
 * shows it with more content.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkDialog, checkMenu, checkClosing, dialogs, menu, runFromPalette } from './dialog-page.ts';
import { views } from '../src/renderer/context/views.ts';
import { expect, inSteps, test } from './fixtures.ts';
import { openCollection, openRequest, request, send, simple, status, tab, tree } from './request-page.ts';
import { openListening } from './webhook-page.ts';

const files = {
  'shop/folder.yml': 'info:\n  name: Orders\n  type: folder\n',
  'shop/create.yml': simple('Create order', 'BASE/json'),
  'list.yml': simple('List orders', 'BASE/json'),
  'environments/Local.yml': 'name: Local\nvariables: []\n',
};

test(
  'dialogs of scripts and of the workspace',
  inSteps({
    'dialogs of the workspace': async ({ app }) => {
      await app.openScripts();
      await app.page.getByTestId('script-editor').locator('.monaco-editor').first().click();
      await checkDialog(app, 'Open workspace folder…', 'Open a workspace folder', 'accessibility.spec.ts');
      await checkDialog(app, 'New script…', 'New script', 'layout.spec.ts');
      await checkDialog(app, 'New program…', 'New program', 'layout.spec.ts');
      await checkDialog(app, 'Change the programs directory…', 'Programs directory');
    },
    'dialogs about files that another program has changed': async ({ app, workspace, server }) => {
      await openCollection(app, workspace, files, server.base);
      await openRequest(app, 'GET List orders');
      const address = request(app).getByRole('textbox', { name: 'Address' });
      await expect(address).toHaveValue(/json$/);
      await address.fill(`${server.base}/mine`);
      writeFileSync(path.join(workspace, 'list.yml'), simple('List orders', `${server.base}/theirs`));
      const compare = request(app).getByRole('alert').getByRole('button', { name: 'Compare' });
      await compare.click();
      await checkClosing(app, 'On disk · your changes', compare);

      await app.openScripts();
      await app.setScript('// mine');
      writeFileSync(path.join(workspace, 'scripts/hello.js'), '// theirs');
      await app.page.keyboard.press('ControlOrMeta+S');
      await expect(app.page.getByRole('dialog', { name: 'Changed on disk' })).toBeVisible();
      await app.checkColours('[role=dialog]');
      await checkClosing(app, 'Changed on disk', app.page.getByTestId('script-editor').getByRole('textbox'));
    },
    'questions before a program runs and before a secret is read': async ({ app }) => {
      await app.setScript("await pm.executeAsync('hello.sh', ['x']); await pm.vault.get('a');");
      await app.run();
      await app.consent.getByRole('button', { name: 'Every program in this directory' }).click();
      await expect(app.page.getByRole('dialog', { name: 'Allow scripts to use secrets?' })).toBeVisible();
      await app.checkColours('[role=dialog]');
      await app.page.getByRole('button', { name: 'Allow for this workspace' }).click();
      await expect(dialogs(app)).toHaveCount(0);
      await expect(app.page.getByTestId('script-editor').getByRole('textbox')).toBeFocused();
    },
  }),
);

test(
  'dialogs of requests, the collection and environments',
  inSteps({
    'dialogs that ask before a request is saved or sent': async ({ app, workspace, server }) => {
      await openCollection(app, workspace, files, server.base);
      const address = request(app).getByRole('textbox', { name: 'Address' });
      await address.fill('http://127.0.0.1/{{missing}}');
      for (const keys of ['ControlOrMeta+S', 'ControlOrMeta+Enter']) {
        await app.page.keyboard.press(keys);
        await expect(dialogs(app)).toBeVisible();
        await app.page.keyboard.press('Alt+T');
        await app.page.keyboard.press('Escape');
        await expect(dialogs(app)).toHaveCount(0);
        await expect(address, keys).toBeFocused();
        await expect(address, 'no tab was opened behind the dialog').toHaveValue(/missing/);
      }
    },
    'dialogs of the collection': async ({ app }) => {
      await request(app).getByRole('textbox', { name: 'Address' }).focus();
      await checkDialog(app, 'New folder…', 'New folder');
      await checkDialog(app, 'Recently deleted…', 'Recently deleted');
      await checkDialog(app, 'Import…', 'Import');
      await checkDialog(app, 'Show keyboard shortcuts', 'Keyboard shortcuts');
    },
    'dialogs of a request and its response': async ({ app }) => {
      await openRequest(app, 'GET List orders');
      const address = request(app).getByRole('textbox', { name: 'Address' });
      await expect(address).toHaveValue(/json$/);
      await send(app);
      await expect(status(app)).toContainText('200');
      await address.focus();
      await checkDialog(app, 'Cookies…', 'Cookies');
      await checkDialog(app, 'Show the request as code', 'As code', 'runner.spec.ts');
      await checkDialog(app, 'Compare with another response', 'Compare responses');
      await checkDialog(app, 'Save as an example', 'Save as an example');
    },
    'dialogs of environments': async ({ app }) => {
      await app.show('environments');
      await app.page.getByRole('textbox', { name: 'Search environments' }).focus();
      await checkDialog(app, 'New environment…', 'New environment');
      await checkDialog(app, 'Rename the environment…', 'Rename Local');
      await checkDialog(app, 'Duplicate the environment…', 'Duplicate Local');
    },

    'dialogs that choose a file and ask to sign in': async ({ app, workspace, server }) => {
      const upload = `info:\n  name: upload\nhttp:\n  method: POST\n  url: BASE/json\n  body:\n    type: file\n    data: []\n`;
      await openCollection(app, workspace, { 'upload.yml': upload }, server.base);
      await openRequest(app, 'POST upload');
      const choose = request(app).getByRole('button', { name: 'Choose the file' });
      await choose.click();
      await checkClosing(app, 'Choose a file', choose);

      await tab(app, /^Auth/).click();
      for (const [field, option] of [
        ['Auth type', 'OAuth 2.0'],
        ['Grant type', 'Authorization code'],
      ] as const) {
        await request(app).getByRole('combobox', { name: field }).click();
        await app.page.getByRole('option', { name: option, exact: true }).click();
      }
      await request(app).getByRole('textbox', { name: 'Authorization URL' }).fill(`${server.base}/authorize`);
      await request(app).getByRole('textbox', { name: 'Token URL' }).fill(`${server.base}/token`);
      const client = request(app).getByRole('textbox', { name: 'Client ID' });
      await client.fill('outrigger');
      await app.page.keyboard.press('ControlOrMeta+Enter');
      await checkClosing(app, 'Sign in with your browser', client);
    },
  }),
);

test(
  'dialogs and menus of webhooks',
  inSteps({
    'dialogs of webhooks': async ({ app }) => {
      await app.ready();
      await app.show('webhooks');
      await app.page.getByRole('textbox', { name: 'Search notifications' }).focus();
      await checkDialog(app, 'Webhook listener…', 'Listener', 'webhooks.spec.ts');
      await checkDialog(app, 'Messaging service account…', 'Messaging service account', 'webhooks.spec.ts');
      await checkDialog(app, 'Send a sample notification…', 'Send a sample', 'webhooks.spec.ts');
      await checkDialog(app, 'Webhook signatures…', 'Signatures', 'webhook-providers.spec.ts');
      await checkDialog(app, 'Forward webhooks to your server…', 'Forward to your server', 'forwarding.spec.ts');
      await checkDialog(app, 'Rehearse your server with webhooks…', 'Rehearse your server', 'forwarding.spec.ts');
    },
    'a dialog with unsaved input asks before it closes, by Esc and by its cross': async ({ app }) => {
      const { page } = app;
      await page.getByRole('button', { name: 'Listener…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Listener' });
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();

      await page.getByRole('button', { name: 'Listener…' }).click();
      await dialog.getByRole('tab', { name: 'Respond' }).click();
      await dialog.getByRole('button', { name: 'Add a rule' }).click();
      await dialog.getByRole('textbox', { name: 'Path' }).fill('/orders');
      await page.keyboard.press('Escape');
      await expect(dialog.getByRole('alert')).toContainText('Your changes are not saved');
      await expect(dialog.getByRole('button', { name: 'Continue editing' })).toBeFocused();
      await app.checkAccessibility('[role=dialog]');
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('alert')).toHaveCount(0);
      await expect(dialog.getByRole('textbox', { name: 'Path' })).toHaveValue('/orders');
      await dialog.locator('.mantine-Modal-close').click();
      await dialog.getByRole('button', { name: 'Discard changes' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('button', { name: 'Listener…' })).toBeFocused();

      for (const [button, title, field] of [
        ['Forward…', 'Forward to your server', 'Address of your server'],
        ['Rehearse…', 'Rehearse your server', 'Address of your server'],
        ['Signatures…', 'Signatures', 'Secret of GitHub'],
      ] as const) {
        await page.getByRole('button', { name: button }).click();
        const other = page.getByRole('dialog', { name: title });
        await other.getByRole('textbox', { name: field }).fill('http://127.0.0.1:1/hooks');
        await page.keyboard.press('Escape');
        await other.getByRole('button', { name: 'Discard changes' }).click();
        await expect(other).toBeHidden();
      }
    },
    'dialogs and menus of a notification': async ({ app }) => {
      const url = await openListening(app);
      for (const body of ['one', 'two']) await fetch(url, { method: 'POST', body });
      const lines = app.page.getByRole('listbox', { name: 'Notifications' }).getByRole('option');
      await expect(lines).toHaveCount(2);
      await lines.first().click();
      const note = app.page.getByRole('textbox', { name: 'Note' });
      await note.fill('typed');
      await app.page.keyboard.press('ControlOrMeta+,');
      await expect(note).toBeHidden();
      await app.page.getByRole('button', { name: 'Show webhooks' }).click();
      await expect(note).toHaveValue('typed');
      await note.focus();
      await checkDialog(app, 'Replay the notification…', 'Replay', 'forwarding.spec.ts');
      await checkDialog(app, 'Compare the notification with another…', 'Compare notifications', 'webhook-list.spec.ts');
      await checkMenu(app, 'Copy…');
      await checkMenu(app, 'Use as…');
    },
  }),
);

test(
  'menus of the collection, of tabs, of examples and of a report; a large font',
  inSteps({
    'menus of the views': async ({ app, workspace, server }) => {
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
    },
    'menus of a line of the tree and of a tab': async ({ app }) => {
      await app.show('requests');
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
        await app.checkColours('[role=menu]');
        await app.page.keyboard.press('Escape');
        await expect(menu(app)).toHaveCount(0);
        await expect(place).toBeFocused();
      }
    },
    'a dialog that a menu opened has the focus, and gives it back to the button of the menu': async ({ app }) => {
      for (const [name, item, title] of [
        ['Environments, cookies, connections', 'Cookies…', 'Cookies'],
        [/^Workspace /, /^Open workspace folder…/, 'Open a workspace folder'],
      ] as const) {
        const button = app.page.getByRole('button', { name });
        await button.click();
        await app.page.getByRole('menuitem', { name: item }).click();
        const dialog = app.page.getByRole('dialog', { name: title });
        await expect(dialog).toBeVisible();
        // A menu gives the focus back while it disappears.
        await expect(app.page.getByRole('menu')).toHaveCount(0);
        await expect(dialog.locator(':focus')).toHaveCount(1);
        await app.page.keyboard.press('Escape');
        await expect(dialogs(app)).toHaveCount(0);
        await expect(button).toBeFocused();
      }
    },
    'the palette acts on the request that is open': async ({ app }) => {
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
    },

    'menus of many tabs, of examples and of a report': async ({ app, workspace, server }) => {
      const names = Array.from({ length: 14 }, (_, index) => `request-${index + 1}`);
      const many = Object.fromEntries(names.map((name) => [`${name}.yml`, simple(name, 'BASE/json')]));
      const example =
        'examples:\n  - name: All is well\n    request:\n      method: GET\n      url: BASE/json\n    response:\n      status: 200\n';
      await openCollection(
        app,
        workspace,
        { ...many, 'list.yml': simple('List orders', 'BASE/json', example) },
        server.base,
      );
      await openRequest(app, 'GET List orders');
      await checkMenu(app, 'Examples (1)');
      for (const name of names) await openRequest(app, `GET ${name}`);
      await checkMenu(app, 'List of open requests');

      await app.show('runner');
      const runner = app.page.getByRole('region', { name: 'Runner' });
      await runner.getByRole('button', { name: 'Run', exact: true }).click();
      await expect(runner.getByRole('list', { name: 'Runs' }).getByRole('listitem')).toHaveCount(1);
      await checkMenu(app, /^Report of .*, run 1$/);
    },

    'at a font size of 18, every view fits into 1024x700': async ({ app, workspace, server }) => {
      await app.page.setViewportSize({ width: 1024, height: 700 });
      await openCollection(app, workspace, files, server.base);
      await openRequest(app, 'GET List orders');
      await send(app);
      await expect(status(app)).toContainText('200');
      await runFromPalette(app, 'Settings: Font size');
      await app.page.getByRole('textbox', { name: 'Font size' }).fill('18');
      await expect(app.page.locator('html')).toHaveCSS('font-size', /^22\.15/);
      for (const view of views) {
        await app.show(view);
        await app.screenshot(`font-18-${view}`);
        // A view is laid out anew while its parts are still loading.
        const scrollWidth = () => app.page.evaluate<number>('document.documentElement.scrollWidth');
        await expect.poll(scrollWidth, view).toBeLessThanOrEqual(1024);
        await expect.poll(() => app.page.evaluate<string[]>(CUT), view).toEqual([]);
      }
    },
  }),
);

/** Names of elements whose content is taller than their box. */
const CUT = `[...document.querySelectorAll('button, [role=tab], h2')]
  .filter((element) => element.checkVisibility() && !element.closest('.monaco-editor, [role=tree], a'))
  .filter(({ scrollHeight, clientHeight }) => clientHeight > 4 && scrollHeight > clientHeight + 2)
  .map(({ innerText, ariaLabel }) => ariaLabel ?? innerText)`;
