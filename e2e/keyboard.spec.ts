/** The main workflow with the keyboard alone: no test of this file uses the pointer. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, inSteps, test } from './fixtures.ts';
import type { AppPage } from './app-page.ts';
import { request, status, tree } from './request-page.ts';

/** Opens the palette, types a name, and selects the first result. */
async function choose(app: AppPage, name: string, option: RegExp): Promise<void> {
  await app.page.keyboard.press('ControlOrMeta+K');
  await expect(app.page.getByRole('textbox', { name: 'Search commands' })).toBeFocused();
  await app.page.keyboard.type(name);
  await expect(app.page.getByRole('dialog', { name: 'Commands' }).getByRole('button').first()).toHaveText(option);
  await app.page.keyboard.press('Enter');
}
const isFocused = async (app: AppPage, target: Locator) => (await target.and(app.page.locator(':focus')).count()) > 0;
async function tabTo(app: AppPage, name: string, key = 'Tab'): Promise<void> {
  const target = app.page.getByRole('button', { name, exact: true });
  await expect(target).toBeEnabled();
  for (let step = 0; step < 60; step += 1) {
    if (await isFocused(app, target)) return;
    await app.page.keyboard.press(key);
  }
  throw new Error(`${key} did not reach ${name} in 60 steps.`);
}
/** Where the ring of the focus is drawn: inside of an element that fills a box, which would cut off the ring. */
const RING = 'getComputedStyle(document.activeElement).outlineOffset';

test(
  'a request is sent and a script is run with the keyboard alone',
  inSteps({
    'a request is typed, sent, saved, and found in the tree': async ({ app, workspace, server }) => {
      await app.ready();
      await expect(request(app).getByRole('textbox', { name: 'Address' })).toBeFocused();
      await app.page.keyboard.type(`${server.base}/json`);
      await app.page.keyboard.press('Enter');
      await expect(status(app)).toHaveText('200 OK');
      await app.page.keyboard.press('ControlOrMeta+S');
      const dialog = app.page.getByRole('dialog');
      await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
      await app.page.keyboard.press('ControlOrMeta+A');
      await app.page.keyboard.type('By keyboard');
      await app.page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      expect(readFileSync(path.join(workspace, 'By keyboard.yml'), 'utf8')).toContain('/json');

      // The first element of the page is a link that skips the rail.
      await tabTo(app, 'Skip to the list', 'Shift+Tab');
      await app.page.keyboard.press('Enter');
      const line = tree(app).getByRole('treeitem', { name: 'GET By keyboard' });
      await expect(line).toBeVisible();
      for (let step = 0; step < 12 && !(await isFocused(app, line)); step += 1) await app.page.keyboard.press('Tab');
      await expect(line).toBeFocused();
      await app.page.keyboard.press('F2');
      await app.page.keyboard.press('ControlOrMeta+A');
      await app.page.keyboard.type('Renamed');
      await app.page.keyboard.press('Enter');
      await expect(tree(app).getByRole('treeitem', { name: 'GET Renamed' })).toBeFocused();
    },
    'a script is run, the question is answered, and the view is changed': async ({ app }) => {
      await choose(app, 'show scripts', /Show scripts/);
      await expect(app.page.getByRole('region', { name: 'Script' })).toBeVisible();
      await app.page.keyboard.press('ControlOrMeta+Enter');
      await expect(app.consent).toBeVisible();
      await tabTo(app, 'Every program in this directory');
      await app.page.keyboard.press('Enter');
      await expect(app.runEnd).toContainText(/^passed ·/);
      for (const fills of [
        app.page.getByRole('button', { name: /^Workspace / }),
        app.page.getByRole('list', { name: 'Scripts' }).getByRole('button').first(),
        app.page.getByRole('list', { name: 'Open scripts' }).getByRole('button').first(),
        app.console,
      ]) {
        await fills.focus();
        expect(await app.page.evaluate<string>(RING), await app.focused()).toBe('-2px');
      }
      await choose(app, 'show webhooks', /Show webhooks/);
      await expect(app.page.getByRole('region', { name: 'Webhooks' })).toBeVisible();
      await choose(app, 'show requests', /Show requests/);
      await expect(request(app)).toBeVisible();
    },
  }),
);
