/** Search and replace in the whole collection. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inSteps, test } from './fixtures.ts';
import { openCollection, openRequest, request, simple, tree } from './request-page.ts';

test(
  'a text is found and replaced in requests, saved or not',
  inSteps({
    'a text is found in requests, saved or not, opened at its place, replaced, and the replacement undone': async ({
      app,
      workspace,
      server,
    }) => {
      const script =
        "runtime:\n  scripts:\n    - type: after-response\n      code: |-\n        // one\n        pm.test('needle', () => {});\n";
      const files = { 'a.yml': simple('First', 'BASE/json', script), 'b.yml': simple('Second', 'BASE/needle') };
      await openCollection(app, workspace, files, server.base);
      await tree(app).getByText('Second', { exact: true }).click();
      await expect(request(app).getByRole('textbox', { name: 'Address' })).toHaveValue(/needle$/);

      await app.page.keyboard.press('ControlOrMeta+Shift+F');
      const panel = app.page.getByRole('region', { name: 'Search the collection' });
      await panel.getByRole('textbox', { name: 'Search for' }).fill('needle');
      await expect(panel.getByRole('status')).toHaveText('2 hits in 2 items');
      await app.photograph('search');
      const hits = panel.getByRole('list', { name: 'Search results' });
      await hits.getByRole('button', { name: /Post-response script$/ }).click();
      await expect(request(app).getByRole('tab', { name: /Post-response/ })).toHaveAttribute('aria-selected', 'true');
      await expect(request(app).locator('.view-lines').first()).toContainText('needle');

      await hits.getByRole('checkbox', { name: /Address/ }).click();
      await panel.getByRole('textbox', { name: 'Replace with' }).fill('pin');
      await panel.getByRole('button', { name: 'Replace 1' }).click();
      const read = (name: string) => readFileSync(path.join(workspace, name), 'utf8');
      await expect.poll(() => read('a.yml')).toContain("pm.test('pin'");
      expect(read('b.yml')).toContain('/needle');
      await app.page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => read('a.yml')).toContain("pm.test('needle'");
      await panel.getByRole('textbox', { name: 'Search for' }).press('Escape');
      await expect(panel).toBeHidden();
      for (const name of ['First', 'Second']) await app.page.getByRole('button', { name: `Close ${name}` }).click();
    },
    'a text is replaced in the draft of a closed tab, which stays unsaved': async ({ app, workspace, server }) => {
      const files = { 'c.yml': simple('Third', 'BASE/saved'), 'd.yml': simple('Fourth', 'BASE/other') };
      await openCollection(app, workspace, files, server.base);
      const address = request(app).getByRole('textbox', { name: 'Address' });
      await openRequest(app, 'GET Third');
      await expect(address).toHaveValue(/saved$/);
      await address.fill(`${server.base}/thimble`);
      await app.page.getByRole('button', { name: 'Close Third' }).click();
      // When the last tab is closed, an untitled request takes its place.
      await expect(address).toHaveValue('');

      await app.page.keyboard.press('ControlOrMeta+Shift+F');
      const panel = app.page.getByRole('region', { name: 'Search the collection' });
      await panel.getByRole('textbox', { name: 'Search for' }).fill('thimble');
      await expect(panel.getByRole('status')).toHaveText('1 hit in 1 item');
      await panel.getByRole('textbox', { name: 'Replace with' }).fill('thread');
      await panel.getByRole('button', { name: 'Replace 1' }).click();
      await expect(panel.getByRole('status')).toHaveText('Nothing was found.');
      expect(readFileSync(path.join(workspace, 'c.yml'), 'utf8')).toContain('/saved');

      await panel.getByRole('textbox', { name: 'Search for' }).fill('/thread');
      await panel
        .getByRole('list', { name: 'Search results' })
        .getByRole('button', { name: /Address$/ })
        .click();
      await expect(address).toHaveValue(`${server.base}/thread`);
      await app.page.keyboard.press('ControlOrMeta+S');
      await expect.poll(() => readFileSync(path.join(workspace, 'c.yml'), 'utf8')).toContain('/thread');
    },
  }),
);
