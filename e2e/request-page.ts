/** Page object of the requests. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import type { AppPage } from './app-page.ts';

export const request = (app: AppPage) => app.page.getByRole('region', { name: 'Request', exact: true });
export const tree = (app: AppPage) => app.page.getByRole('tree', { name: 'Requests', exact: true });
export const tab = (app: AppPage, name: RegExp) => request(app).getByRole('tab', { name });
export const responseBody = (app: AppPage) => request(app).locator('.view-lines').last();
export const status = (app: AppPage) => app.page.getByTestId('response-status');

/** Clicks a request in the tree, and waits until its tab is open. Without waiting, input would go to the former tab. */
export async function openRequest(app: AppPage, name: string): Promise<void> {
  const line = tree(app).getByRole('treeitem', { name, exact: true });
  await line.click();
  await expect(line).toHaveAttribute('aria-selected', 'true');
}
export async function send(app: AppPage): Promise<void> {
  await request(app).getByRole('button', { name: 'Send', exact: true }).click();
}
/** Writes the files of a collection; BASE in them is replaced by the address of the server. */
export async function openCollection(
  app: AppPage,
  workspace: string,
  files: Record<string, string>,
  base: string,
): Promise<void> {
  const all = { 'opencollection.yml': 'opencollection: 1.0.0\ninfo:\n  name: Shop\n', ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(workspace, name)), { recursive: true });
    writeFileSync(path.join(workspace, name), text.replaceAll('BASE', base));
  }
  await app.ready();
  await app.page.getByRole('button', { name: 'Show requests' }).click();
}
/** Opens an untitled request, and saves it under a name at the root of the collection. */
export async function addRequest(app: AppPage, name: string): Promise<void> {
  await app.page.getByRole('button', { name: 'Add to the collection' }).click();
  await app.page.getByRole('menuitem', { name: 'New request' }).click();
  // While the menu disappears, keys are its own.
  await expect(app.page.getByRole('menu')).toHaveCount(0);
  await app.page.keyboard.press('ControlOrMeta+S');
  const dialog = app.page.getByRole('dialog', { name: 'Save the request' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
}
export const simple = (name: string, url: string, more = '') =>
  `info:\n  name: ${name}\n  type: http\nhttp:\n  method: GET\n  url: ${url}\n${more}`;
