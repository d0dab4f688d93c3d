/** Dialogs and menus as a person opens and closes them: each is checked for its colours and for where the focus goes. */
import { expect, type Locator } from '@playwright/test';
import type { AppPage } from './app-page.ts';

export const dialogs = (app: AppPage) => app.page.getByRole('dialog');
export const menu = (app: AppPage) => app.page.getByRole('menu');

export async function checkColours(app: AppPage, part: '[role=dialog]' | '[role=menu]'): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await app.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(app.page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    // The other scheme differs in its colours alone.
    await app.checkAccessibility(part, colorScheme === 'dark' ? ['color-contrast'] : undefined);
  }
}

/** Runs a command by its label, as a person does who types it into the palette. */
export async function runFromPalette(app: AppPage, label: string): Promise<void> {
  await app.page.keyboard.press('ControlOrMeta+K');
  const search = app.page.getByRole('textbox', { name: 'Search commands' });
  await expect(search).toBeFocused();
  await search.fill(`>${label}`);
  await app.page.getByRole('dialog', { name: 'Commands' }).getByRole('button', { name: label }).first().click();
  await expect(search).toBeHidden();
}

/** The dialog opens by its command, passes axe, closes by Escape, and the focus is on `from` again. */
export async function checkDialog(app: AppPage, { label, title }: { label: string; title: string }): Promise<void> {
  const before = await app.focused();
  await runFromPalette(app, label);
  await expect(app.page.getByRole('dialog', { name: title })).toBeVisible();
  await checkColours(app, '[role=dialog]');
  await app.page.keyboard.press('Escape');
  await expect(dialogs(app), title).toHaveCount(0);
  await expect.poll(() => app.focused(), title).toBe(before);
}

/** The open dialog passes axe, closes by Escape, and what had the focus has it again. */
export async function checkOpenDialog(app: AppPage, title: string, before: Locator): Promise<void> {
  await expect(app.page.getByRole('dialog', { name: title })).toBeVisible();
  await checkColours(app, '[role=dialog]');
  await app.page.keyboard.press('Escape');
  await expect(dialogs(app), title).toHaveCount(0);
  await expect(before, title).toBeFocused();
}

/** The menu of a button opens by Enter, passes axe, closes by Escape, and the button has the focus again. */
export async function checkMenu(app: AppPage, name: string | RegExp): Promise<void> {
  const button = app.page.getByRole('button', { name }).first();
  await button.focus();
  await app.page.keyboard.press('Enter');
  await expect(menu(app)).toBeVisible();
  await checkColours(app, '[role=menu]');
  await app.page.keyboard.press('Escape');
  await expect(menu(app)).toHaveCount(0);
  await expect(button, String(name)).toBeFocused();
}
