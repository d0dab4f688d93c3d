/** A host that replies late: what was typed or opened meanwhile stays. */
import { expect, test } from './fixtures.ts';
import { holdReplies } from './held-replies.ts';
import { openCollection, openRequest, request, simple } from './request-page.ts';
import { openListening } from './webhook-page.ts';

test('what is typed or opened before a late reply of the host stays', async ({ ownHost, host, workspace, server }) => {
  test.skip(host === 'desktop', 'the messages of a desktop window cannot be held back');
  const { app, quit } = await ownHost.start();
  const { page } = app;
  const replies = await holdReplies(page);
  const url = await openListening(app);
  await fetch(url, { method: 'POST', body: '{}' });

  await test.step('the dialog of the listener begins with its settings, not with defaults', async () => {
    replies.hold('notifications.status');
    await page.reload();
    await app.ready();
    await app.show('webhooks');
    await page.getByRole('button', { name: 'Listener…' }).click();
    await replies.release('notifications.status');
    const dialog = page.getByRole('dialog', { name: 'Listener' });
    await expect(dialog.getByRole('textbox', { name: 'Port' })).toHaveValue(new URL(url).port);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  await test.step('a note that is typed on while it is stored', async () => {
    await page.getByRole('option').first().click();
    const note = page.getByRole('textbox', { name: 'Note' });
    replies.hold('notifications.change');
    await note.fill('first');
    await note.press('Enter');
    await note.fill('first, and more');
    await replies.release('notifications.change');
    await expect(note).toHaveValue('first, and more');
  });

  await test.step('a secret that is typed while another one is stored', async () => {
    await page.getByRole('button', { name: 'Signatures…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Signatures' });
    const secret = dialog.getByRole('textbox', { name: 'Secret of GitHub' });
    replies.hold('webhookProviders.setSecrets');
    await secret.fill('one');
    await dialog.getByRole('group', { name: 'GitHub' }).getByRole('button', { name: 'Save' }).click();
    await secret.fill('two');
    const other = dialog.getByRole('textbox', { name: 'Secret of Stripe' });
    await other.focus();
    await replies.release('webhookProviders.setSecrets');
    await expect(secret).toHaveAttribute('placeholder', /stored/);
    await expect(secret).toHaveValue('two');
    await expect(other).toBeFocused();
    await secret.fill('');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  await test.step('a preview of a rehearsal whose settings are changed', async () => {
    await page.getByRole('button', { name: 'Rehearse…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rehearse your server' });
    const steps = dialog.getByRole('region', { name: 'What will be sent' });
    replies.hold('rehearsal.preview');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('textbox', { name: 'Seed' }).fill('7');
    await replies.release('rehearsal.preview');
    await expect(steps).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(steps).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  await test.step('a dialog that is opened before the work of the one before has ended', async () => {
    await app.show('environments');
    const dialog = page.getByRole('dialog', { name: 'New environment' });
    const name = dialog.getByRole('textbox', { name: 'Name' });
    replies.hold('collection.addEnvironment');
    await page.getByRole('button', { name: 'New environment' }).first().click();
    await name.fill('first');
    await name.press('Enter');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'New environment' }).first().click();
    await name.fill('second');
    await replies.release('collection.addEnvironment');
    await expect(page.getByRole('list', { name: 'Environments' }).getByText('first')).toBeVisible();
    await expect(name).toHaveValue('second');
    await name.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  await test.step('code of another language than the one that is shown', async () => {
    await openCollection(app, workspace, { 'a.yml': simple('a', 'BASE/json') }, server.base);
    await openRequest(app, 'GET a');
    await request(app).getByRole('button', { name: 'Show the request as code' }).click();
    const dialog = page.getByRole('dialog', { name: 'As code' });
    const code = dialog.locator('.view-lines');
    await expect(code).toContainText('curl');
    replies.hold('collection.code');
    await dialog.getByRole('combobox', { name: 'Language' }).fill('Go');
    await page.getByRole('option', { name: /^Go: / }).first().click();
    await expect(code).not.toContainText('curl');
    await replies.release('collection.code');
    await expect(code).toContainText('http.NewRequest');
  });
  await quit();
});
