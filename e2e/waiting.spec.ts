/**
 * A script that waits for a notification is shown in every view, with the nearest notification, and can be stopped
 * there.
 */
import { expect, test } from './fixtures.ts';
import { openListening } from './webhook-page.ts';

test('what a script waits for, the remaining time, and the nearest notification; Stop ends it', async ({ app }) => {
  const url = await openListening(app);
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
