/** The history: an entry is opened without changing drafts, and deleted entries can be restored. */
import { expect, test } from './fixtures.ts';
import { openCollection, openRequest, request, send, simple, status, tree } from './request-page.ts';

test('a past send opens in a new tab, and the draft of its request stays', async ({ app, workspace, server }) => {
  await openCollection(app, workspace, { 'one.yml': simple('one', 'BASE/sent') }, server.base);
  await openRequest(app, 'GET one');
  const address = request(app).getByRole('textbox', { name: 'Address' });
  await send(app);
  await expect(status(app)).toContainText('200');
  await address.fill(`${server.base}/typed`);
  await app.page.getByRole('button', { name: 'Show history' }).click();
  const history = app.page.getByRole('region', { name: 'History' });
  const sends = history.getByRole('option');
  await expect(sends).toHaveCount(1);
  await expect(history).toContainText('Today');
  await sends.click();
  await history.getByRole('button', { name: 'Open as sent' }).click();
  await expect(address).toHaveValue(`${server.base}/sent`);
  await tree(app).getByTitle('one.yml', { exact: true }).click();
  await expect(address).toHaveValue(`${server.base}/typed`);

  // The response is not kept over a reload, but the history has it.
  await app.page.reload();
  await app.ready();
  await request(app).getByRole('button', { name: 'Show in the history' }).click();
  await expect(history.getByRole('option', { selected: true })).toContainText('one');
  await expect(history.getByRole('tabpanel')).toContainText('"method": "GET"');
  await history.getByText('Raw', { exact: true }).click();
  await expect(history.getByRole('tabpanel')).toContainText('{"method":"GET"');
  await history.getByRole('textbox', { name: 'Search the history' }).fill('');

  await history.getByRole('button', { name: 'Delete' }).click();
  await expect(history).toContainText('What you send is listed here.');
  await app.page.getByRole('button', { name: 'Undo' }).click();
  await expect(sends).toHaveCount(1);
});
