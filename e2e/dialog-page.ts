/**
 * Opens and closes dialogs and menus. Each is checked with axe, and for returning the focus. `waitFor` is in the page, where
 * an `expect` that fails at first describes the whole page for its message, again and again.
 */
import { expect, type Locator } from '@playwright/test';
import type { AppPage } from './app-page.ts';

export const dialogs = (app: AppPage) => app.page.getByRole('dialog');
export const menu = (app: AppPage) => app.page.getByRole('menu');

/** Runs a command by its label in the palette. */
export async function runFromPalette(app: AppPage, label: string): Promise<void> {
  await app.page.keyboard.press('ControlOrMeta+K');
  const search = app.page.getByRole('textbox', { name: 'Search commands' });
  await search.waitFor();
  await expect(search).toBeFocused();
  await search.fill(`>${label}`);
  await app.page.getByRole('dialog', { name: 'Commands' }).getByRole('button', { name: label }).first().click();
  await search.waitFor({ state: 'hidden' });
}

/**
 * Opens a dialog by its command, checks it with axe, and closes it by Escape. Afterwards the element that had the focus
 * before has it again.
 * @param axeIn the file of tests that checks this dialog with axe, with more content than it has here
 */
export async function checkDialog(app: AppPage, label: string, title: string, axeIn?: string): Promise<void> {
  const before = await app.focused();
  await runFromPalette(app, label);
  await checkCloseButton(app, title);
  if (axeIn === undefined) await app.checkColours('[role=dialog]');
  await app.page.keyboard.press('Escape');
  await expect(dialogs(app), title).toHaveCount(0);
  await expect.poll(() => app.focused(), title).toBe(before);
}

/** Beside its cross, the dialog has a button with a word that closes it. */
async function checkCloseButton(app: AppPage, title: string): Promise<void> {
  const dialog = app.page.getByRole('dialog', { name: title });
  await dialog.waitFor();
  const closing = dialog.locator('button:not(.mantine-Modal-close)').filter({ hasText: /^(Cancel|Close|Stop)$/ });
  await expect(closing, title).toHaveCount(1);
}

/** Closes the open dialog by Escape. Afterwards the element that had the focus before has it again. */
export async function checkClosing(app: AppPage, title: string, before: Locator): Promise<void> {
  await checkCloseButton(app, title);
  await app.page.keyboard.press('Escape');
  await expect(dialogs(app), title).toHaveCount(0);
  await expect(before, title).toBeFocused();
}

/**
 * Opens the menu of a button by Enter, checks it with axe, and closes it by Escape. Afterwards the button has the focus
 * again.
 */
export async function checkMenu(app: AppPage, name: string | RegExp): Promise<void> {
  const button = app.page.getByRole('button', { name }).first();
  await button.focus();
  await app.page.keyboard.press('Enter');
  await menu(app).waitFor();
  await app.checkColours('[role=menu]');
  await app.page.keyboard.press('Escape');
  await expect(menu(app)).toHaveCount(0);
  await expect(button, String(name)).toBeFocused();
}
