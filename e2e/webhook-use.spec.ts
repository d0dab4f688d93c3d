/** What a notification can be converted to: a curl command, a file for other tools, a request, and a passing test. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from './fixtures.ts';
import { request, send, status } from './request-page.ts';
import { openListening } from './webhook-page.ts';

test('a notification is copied as cURL, exported as HAR, sent as a request, and used in a test', async ({
  app,
  server,
}) => {
  // One test of many steps that build on each other.
  test.slow();
  const { page } = app;
  const url = await openListening(app);
  const target = new URL('/orders?from=test', url).href;
  const post = () =>
    fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-custom': "it's here" },
      body: '{"event":"order.paid","name":"it\'s {{SWE002}}","number":1.0}',
    });
  await post();
  const lines = page.getByRole('listbox', { name: 'Notifications' }).getByRole('option');
  const use = async (menu: string, item: string) => {
    await page.getByRole('button', { name: menu }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await lines.first().click();
  // For screen readers, too, the parts of a line are words.
  await expect(lines.first()).toHaveAccessibleName(/ JSON unknown POST \/orders\?from=test /);

  await use('Copy…', 'cURL');
  const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
  await expect.poll(clipboard).toMatch(/^curl -X POST /);
  await promisify(execFile)('sh', ['-c', `${await clipboard()} --silent`]);
  await expect(lines).toHaveText([/repeat of 1/, /POST \/orders\?from=test/]);

  const download = page.waitForEvent('download');
  await use('Use as…', 'Export as HAR');
  const har = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as { log: { entries: unknown[] } };
  expect(har.log.entries).toMatchObject([{ request: { method: 'POST', url: target }, response: { status: 200 } }]);

  await use('Use as…', 'Create a request');
  await expect(request(app).getByRole('textbox', { name: 'Address' })).toHaveValue(target);
  await send(app);
  await expect(status(app)).toContainText('200');
  await app.show('webhooks');
  await expect(lines).toHaveText([/repeat of 1/, /repeat of 1/, /POST \/orders\?from=test/]);

  await use('Use as…', 'Create a test');
  const address = request(app).getByRole('textbox', { name: 'Address' });
  await expect(address).toHaveValue('');
  await expect(request(app).getByRole('tab', { name: /^Post-response/, selected: true })).toBeVisible();
  await address.fill(`${server.base}/json`);
  await send(app);
  await expect(page.getByRole('region', { name: 'Waiting for notifications' })).toContainText('order.paid');
  await post();
  await expect(page.getByTestId('run-summary')).toHaveText('1 test passed');
});
