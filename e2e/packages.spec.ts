/** npm packages for scripts, from a registry on loopback, fetched by the npm of this computer. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { startRegistry, type TestRegistry } from '../src/core/testing/npm-registry.ts';
import { expect, inSteps, test } from './fixtures.ts';

let registry: TestRegistry;
test.beforeAll(async () => {
  registry = await startRegistry([
    { name: 'sum', version: '1.2.3', files: { 'index.js': 'module.exports = (a, b) => a + b;' } },
  ]);
  // The host that a test starts inherits the environment of this process.
  process.env['NPM_CONFIG_REGISTRY'] = registry.url;
});
test.afterAll(() => {
  delete process.env['NPM_CONFIG_REGISTRY'];
  registry.close();
});

test(
  'an npm package is fetched, or its fetching is stopped',
  inSteps({
    'fetching a package that takes too long can be stopped': async ({ app, workspace }) => {
      await app.openScripts();
      await app.page.getByRole('button', { name: 'Add package…' }).click();
      const dialog = app.page.getByRole('dialog', { name: 'Add package' });
      await dialog.getByRole('textbox', { name: 'npm package' }).fill('never-answers');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await expect.poll(() => registry.requestedPaths, { timeout: 20_000 }).toContain('never-answers');
      await dialog.getByRole('button', { name: 'Stop' }).click();
      await expect(dialog.getByText(/stopped/)).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeEnabled();
      expect(readdirSync(path.join(workspace, 'scripts'))).not.toContain('packages');
      await app.page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    },
    'a package is added in a dialog, and a script uses it': async ({ app, workspace }) => {
      await expect(app.tab('hello.js')).toBeVisible();
      await app.page.getByRole('button', { name: 'Add package…' }).click();
      const dialog = app.page.getByRole('dialog', { name: 'Add package' });
      const name = dialog.getByRole('textbox', { name: 'npm package' });
      await expect(name).toBeFocused();
      await name.fill('not a name');
      await name.press('Enter');
      await expect(dialog.getByText('"not a name" is not the name of an npm package.')).toBeVisible();
      await expect(dialog.getByLabel('npm output'), 'npm has not started').toHaveCount(0);
      await name.fill('not-published');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(
        dialog.getByText('npm could not fetch not-published: the registry has no package not-published. Check'),
      ).toBeVisible();
      await expect(dialog.getByLabel('npm output')).toContainText('404');
      await app.photograph('add-package');
      await name.fill('npm:sum');
      await name.press('Enter');
      await expect(dialog.getByRole('status')).toContainText(
        "sum@1.2.3 was added. Use it in scripts: pm.require('npm:sum@1.2.3')",
      );
      expect(readdirSync(path.join(workspace, 'scripts/packages')).sort()).toEqual([
        'packages-lock.json',
        'sum@1.2.3.js',
      ]);
      await dialog.getByRole('button', { name: 'Done' }).click();
      await expect(dialog).toBeHidden();
      await expect(app.page.getByRole('list', { name: 'Scripts', exact: true })).not.toContainText('packages/');
      await app.setScript("pm.test('sum', () => { pm.expect(pm.require('npm:sum')(1, 2)).to.equal(3); });");
      await app.run();
      await expect(app.runEnd).toContainText('passed · tests: 1 passed');
    },
  }),
);
