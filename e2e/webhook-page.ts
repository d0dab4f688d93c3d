/** Page object of the webhooks. */
import { expect } from '@playwright/test';
import type { AppPage } from './app-page.ts';

/** Switches the listener on at any free port; returns its address. */
export async function openListening(app: AppPage): Promise<string> {
  await app.ready();
  await app.show('webhooks');
  const settings = app.page.getByRole('button', { name: 'Listener…' });
  await settings.click();
  const dialog = app.page.getByRole('dialog', { name: 'Listener' });
  await dialog.getByRole('textbox', { name: 'Port' }).fill('0');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  // Otherwise the closed dialog may take the focus from the switch before the key is pressed.
  await expect(settings).toBeFocused();
  const listen = app.page.getByRole('switch', { name: 'Listen for notifications' });
  await listen.press('Space');
  return app.page.getByTestId('listener-url').innerText();
}
