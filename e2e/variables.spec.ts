/** Tables, variables and environments: what is typed into a request beside its address and its scripts. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AppPage } from './app-page.ts';
import { expect, test } from './fixtures.ts';
import { answer, openCollection, request, send, simple, tab, tree } from './request-page.ts';

let base = '';
test.beforeAll(({ server }) => {
  ({ base } = server);
});
const open = (app: AppPage, workspace: string, files: Record<string, string>) =>
  openCollection(app, workspace, files, base);
const box = (app: AppPage, name: string) => request(app).getByRole('textbox', { name, exact: true });

test('headers by keyboard: names complete, arrow keys, paste of lines, moved, described, as text, saved', async ({
  app,
  workspace,
}) => {
  await open(app, workspace, { 'one.yml': simple('one', 'BASE/items') });
  await tree(app).getByRole('treeitem', { name: 'GET one' }).click();
  await tab(app, /^Headers/)
    .first()
    .click();
  const name = (row: number) => request(app).getByRole('combobox', { name: `Name of header ${row}` });
  await name(1).pressSequentially('accept-l');
  await expect(app.page.getByRole('option', { name: 'Accept-Language' })).toHaveAttribute('aria-selected', 'true');
  await app.page.keyboard.press('Enter');
  await expect(name(1)).toHaveValue('Accept-Language');
  await app.page.keyboard.press('Enter');
  await expect(name(2)).toBeFocused();
  const lines = JSON.stringify('X-Folder: 1\nX-Two: 2 // the second\n# X-Off: 3\n');
  await app.page.evaluate(`navigator.clipboard.writeText(${lines})`);
  await app.page.keyboard.press('ControlOrMeta+V');
  await expect(name(4)).toHaveValue('X-Off');
  await expect(request(app).getByRole('checkbox', { name: 'Enable header 4' })).not.toBeChecked();
  await expect(box(app, 'Description of header 3')).toHaveValue('the second');
  await app.page.keyboard.press('ArrowUp');
  await expect(name(1)).toBeFocused();
  await app.page.keyboard.press('Alt+ArrowDown');
  await expect(name(2)).toHaveValue('Accept-Language');
  await expect(name(2)).toBeFocused();
  await box(app, 'Value of header 2').fill('cy');
  await app.photograph('headers');

  await request(app).getByRole('button', { name: 'Bulk edit' }).click();
  const text = box(app, 'All headers as text');
  await expect(text).toHaveValue('X-Folder: 1\nAccept-Language: cy\nX-Two: 2 // the second\n# X-Off: 3');
  await text.fill('X-Folder: one // http://why\nX-Two: 2 // the second\n# X-Off: 3');
  await request(app).getByRole('button', { name: 'Edit as table' }).click();
  await expect(box(app, 'Description of header 1')).toHaveValue('http://why');
  await request(app)
    .getByTitle(/^Drag to move/)
    .nth(1)
    .dragTo(name(1));
  await expect(name(1)).toHaveValue('X-Two');
  await app.page.keyboard.press('ControlOrMeta+S');
  await expect(request(app).getByRole('button', { name: 'Save the request' })).toBeDisabled();
  const saved = readFileSync(path.join(workspace, 'one.yml'), 'utf8');
  expect(saved).toMatch(/name: X-Two\s+value: "2"\s+description: the second\s+- name: X-Folder/);
  await send(app);
  await expect(answer(app)).toContainText('"folder": "one"');
});

test('a table of a thousand rows draws those that are seen, and the keys reach the others', async ({
  app,
  workspace,
}) => {
  const rows = Array.from({ length: 1000 }, (_, index) => `    - name: x${index}\n      value: "${index}"\n`).join('');
  await open(app, workspace, { 'one.yml': simple('one', 'BASE/items', `  headers:\n${rows}`) });
  await tree(app).getByRole('treeitem', { name: 'GET one' }).click();
  await tab(app, /^Headers/)
    .first()
    .click();
  await expect(box(app, 'Value of header 1')).toHaveValue('0');
  expect(await request(app).getByRole('row').count()).toBeLessThan(100);
  await box(app, 'Value of header 1').focus();
  for (let row = 1; row <= 60; row += 1) await app.page.keyboard.press('ArrowDown');
  await expect(box(app, 'Value of header 61')).toBeFocused();
  await expect(box(app, 'Value of header 61')).toBeInViewport();
  await app.page.keyboard.type('!');
  await expect(box(app, 'Value of header 61')).toHaveValue(/!/);
});
