/**
 * A person who types on without waiting for the effect of a key loses no letter. No test of this file waits before it
 * types.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, inSteps, test } from './fixtures.ts';
import { request, tree } from './request-page.ts';

const address = 'https://example.com/orders';

test(
  'text typed right after the keys of saving, of the palette and of a new request is not lost',
  inSteps({
    'text typed right after Ctrl+S is the name, and Enter saves': async ({ app, workspace }) => {
      await app.ready();
      const { keyboard } = app.page;
      await keyboard.type(address);
      await keyboard.press('ControlOrMeta+S');
      await keyboard.type('Typed early');
      await keyboard.press('Enter');
      await expect(tree(app).getByRole('treeitem', { name: 'GET Typed early' })).toBeVisible();
      await expect(request(app).getByRole('textbox', { name: 'Address' })).toHaveValue(address);
      expect(existsSync(path.join(workspace, 'Typed early.yml'))).toBe(true);
    },
    'text typed right after Ctrl+K is searched, and Enter selects the result': async ({ app }) => {
      const { keyboard } = app.page;
      for (const view of ['Script', 'Programs', 'Webhooks']) {
        await keyboard.press('ControlOrMeta+K');
        await keyboard.type(`show ${view.toLowerCase()}`);
        await keyboard.press('Enter');
        await expect(app.page.getByRole('region', { name: view, exact: true })).toBeVisible();
        await expect(app.page.getByRole('dialog', { name: 'Commands' })).toBeHidden();
      }
    },
    'text typed right after the keys of a new request is its address, wherever the focus was': async ({ app }) => {
      const { keyboard } = app.page;
      const field = request(app).getByRole('textbox', { name: 'Address' });
      await app.show('requests');
      await keyboard.press('Alt+T');
      await expect(field).toHaveValue('');
      // The open request without a file is used as the new one.
      await app.page.getByRole('textbox', { name: 'Search requests' }).focus();
      await keyboard.press('Alt+T');
      await keyboard.type(address);
      await expect(field).toHaveValue(address);

      await app.openScripts();
      await keyboard.press('Alt+T');
      await keyboard.type(`${address}/2`);
      await expect(field).toHaveValue(`${address}/2`);
      await expect(app.page.getByRole('list', { name: 'Open requests' }).getByRole('listitem')).toHaveCount(3);
    },
  }),
);
