/**
 * Every view of the rail, and the dialogs opened from it, pass axe in the light and the dark colour scheme. Screenshots
 * are stored with the results.
 */
import { views } from '../src/renderer/context/views.ts';
import { expect, test } from './fixtures.ts';
import { openCollection, simple, tree } from './request-page.ts';

for (const view of views) {
  test(`the view ${view}`, async ({ app, workspace, server }) => {
    const files = {
      'shop/create.yml': simple('Create order', 'BASE/json'),
      'environments/Local.yml': 'name: Local\nvariables:\n  - name: base\n    value: http://127.0.0.1\n',
    };
    await openCollection(app, workspace, files, server.base);
    await tree(app).getByText('Create order', { exact: true }).click();
    await app.page.getByRole('button', { name: `Show ${view}` }).click();
    await app.photograph(`view-${view}`);
  });
}

for (const [name, keys] of [
  ['palette', 'ControlOrMeta+K'],
  ['open-folder', 'ControlOrMeta+O'],
  ['search', 'ControlOrMeta+Shift+F'],
] as const) {
  test(`what ${keys} opens`, async ({ app, workspace, server }) => {
    await openCollection(app, workspace, { 'create.yml': simple('Create order', 'BASE/json') }, server.base);
    await app.page.keyboard.press(keys);
    await expect(app.page.getByRole(name === 'search' ? 'region' : 'dialog').last()).toBeVisible();
    await app.photograph(name);
  });
}
