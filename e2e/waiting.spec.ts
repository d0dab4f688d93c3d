/** A script that waits for a notification is seen in every view, with what came nearest, and can be ended there. */
import type { AppPage } from './app-page.ts';
import { expect, test } from './fixtures.ts';

async function listenOnAnyPort(app: AppPage): Promise<string> {
  await app.ready();
  await app.show('webhooks');
  await app.page.getByRole('button', { name: 'Listener…' }).click();
  const dialog = app.page.getByRole('dialog', { name: 'Listener' });
  await dialog.getByRole('textbox', { name: 'Port' }).fill('0');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await app.page.getByRole('switch', { name: 'Listen for notifications' }).click({ force: true });
  return app.page.getByTestId('listener-url').innerText();
}

test('what a script waits for, how long still, and the nearest that came; Stop ends it', async ({ app }) => {
  const url = await listenOnAnyPort(app);
  await app.setScript("await pm.webhooks.waitFor({ order: 7, state: 'paid' }, { timeout: 50000 });");
  await app.run();
  const waits = app.page.getByRole('region', { name: 'Waiting for notifications' });
  await expect(waits).toContainText('{"order":7,"state":"paid"}');
  await expect(waits.getByRole('timer')).toHaveText(/^[1-4]?\d s left$/);
  await expect(waits).toContainText('nothing has arrived');

  await fetch(url, { method: 'POST', body: '{"order":7,"state":"open"}' });
  await expect(waits).toContainText('state is "open", wanted "paid"');
  await app.show('webhooks');
  await expect(waits).toContainText('1 notification arrived');
  await app.photograph('waiting-script');

  await waits.getByRole('button', { name: 'Stop waiting' }).click();
  await expect(waits).toBeHidden();
  await expect(app.page.getByRole('contentinfo').getByRole('status')).toContainText('stopped');
});
