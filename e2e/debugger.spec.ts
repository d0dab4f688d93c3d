/** Breakpoints in scripts: set, hit, looked into, gone on from, and remembered. */
import { expect, test } from './fixtures.ts';
import { clickMargin, evaluate, expectStop, glyphs, panel, variables } from './debugger-page.ts';

const source = `const user = { name: 'Ada', roles: ['admin'] };
let total = 1;
await new Promise((resolve) => setTimeout(resolve, 5));
total += 41;
console.log(user.name, total);`;

test('breakpoints before and after an await: values, evaluation, hover, and going on', async ({ app }) => {
  await app.openScripts();
  await app.setScript(source);
  await clickMargin(app, 2);
  await clickMargin(app, 5);
  await expect(glyphs(app)).toHaveCount(2);
  await app.page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(app.page.getByRole('dialog', { name: /Debug the scripts/ })).toContainText('inspector');
  await app.photograph('consent');
  await app.page.getByRole('button', { name: 'Allow and debug' }).click();
  await expectStop(app, /Stopped at a breakpoint: .*hello\.js, line 2/);
  await expect(app.page.getByRole('region', { name: 'Script' })).toContainText('Stopped at a breakpoint');
  await expect(variables(app)).toContainText('user');
  await expect(variables(app)).toContainText('pm.environment');
  await app.page.keyboard.press('F5');
  await expectStop(app, /line 5/);
  await variables(app).getByRole('treeitem', { name: /^user/ }).click();
  await expect(variables(app).getByRole('treeitem', { name: 'name : "Ada"' })).toBeVisible();
  await evaluate(app, 'total + 1');
  await expect(app.page.getByRole('log', { name: 'Evaluated expressions' })).toContainText('43');
  await evaluate(app, 'total = 7');
  await app.page.locator('.view-line').filter({ hasText: 'console.log' }).getByText('name').hover();
  await expect(app.page.locator('.monaco-hover').filter({ hasText: 'user.name: "Ada"' })).toBeVisible();
  await app.photograph('stopped');
  await app.page.keyboard.press('F5');
  await expect(app.runEnd).toContainText('passed');
  await expect(app.console).toContainText('Ada 7');
  await expect(panel(app)).toBeHidden();
});
