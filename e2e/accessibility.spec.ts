/**
 * Every view of the rail, and the dialogs opened from it, pass axe in the light and the dark colour scheme. Screenshots
 * are stored with the results.
 */
import { views } from '../src/renderer/context/views.ts';
import { expect, test } from './fixtures.ts';
import { openCollection, openRequest, simple } from './request-page.ts';

test('every view, the palette and the folder dialog pass axe', async ({ app, workspace, server }) => {
  const files = {
    'shop/create.yml': simple('Create order', 'BASE/json'),
    'environments/Local.yml': 'name: Local\nvariables:\n  - name: base\n    value: http://127.0.0.1\n',
  };
  await openCollection(app, workspace, files, server.base);
  await openRequest(app, 'GET Create order');
  for (const view of views)
    await test.step(`the view ${view}`, async () => {
      await app.show(view);
      await app.photograph(`view-${view}`);
    });
  await app.show('requests');
  for (const [name, keys] of [
    ['palette', 'ControlOrMeta+K'],
    ['open-folder', 'ControlOrMeta+O'],
  ] as const)
    await test.step(`what ${keys} opens`, async () => {
      await app.page.keyboard.press(keys);
      await expect(app.page.getByRole('dialog')).toBeVisible();
      await app.photograph(name);
      await app.page.keyboard.press('Escape');
      await expect(app.page.getByRole('dialog')).toHaveCount(0);
    });
});

test('what is chosen, checked and not saved is visible in the forced colours of the system', async ({
  app,
  workspace,
  server,
}) => {
  await openCollection(app, workspace, { 'a.yml': simple('a', 'BASE/json') }, server.base);
  await openRequest(app, 'GET a');
  await app.page.emulateMedia({ forcedColors: 'active' });
  await expect(app.page.getByRole('treeitem', { name: 'GET a' })).toHaveCSS('outline-style', 'solid');
  await expect(app.page.getByRole('button', { name: 'Show requests' })).toHaveCSS('outline-style', 'solid');
  await app.show('runner');
  const box = app.page.getByRole('checkbox', { name: 'All requests' });
  const canvas = 'rgb(255, 255, 255)';
  await expect(box).not.toHaveCSS('background-color', canvas);
  await box.uncheck();
  await expect(box).toHaveCSS('background-color', canvas);
  await app.page.emulateMedia({ forcedColors: null });
});
