/** A webhook of GitHub is received, forwarded to a server, replayed with a new signature, and rehearsed. */
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { startTarget } from '../src/core/forwarding/testing/target-server.ts';
import { expect, test } from './fixtures.ts';
import { openListening } from './webhook-page.ts';

const secret = 'It is a Secret to Everybody';
const body = JSON.stringify({
  action: 'opened',
  number: 12,
  pull_request: { title: 'A change' },
  repository: { full_name: 'o/r' },
});
const signatureOf = (bytes: string | Buffer) => `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`;
const post = (url: string, signature: string) =>
  fetch(new URL('/github?from=test', url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'pull_request',
      'x-hub-signature-256': signature,
    },
    body,
  });

test('forwarded, replayed with a new signature, compared, rehearsed, and converted to a request', async ({
  app,
  workspace,
}) => {
  // One test of many steps that build on each other.
  test.slow();
  const { page } = app;
  let answers = 0;
  const check = "pm.test('has an id', () => pm.expect(pm.iterationData.get('id')).to.equal(1));";
  writeFileSync(
    path.join(workspace, 'scripts/check-orders.js'),
    `${check} pm.test('no', () => pm.expect(1).to.equal(2));`,
  );
  const target = await startTarget(({ rawHeaders, body: bytes }, response) => {
    const isSigned = rawHeaders.includes(signatureOf(bytes));
    response.writeHead(isSigned ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ isSigned, answer: (answers += 1) }));
  });
  const url = await openListening(app);
  await page.getByRole('button', { name: 'Forward…' }).click();
  const forward = page.getByRole('dialog', { name: 'Forward to your server' });
  const address = forward.getByRole('textbox', { name: 'Address of your server' });
  await address.fill('localhost');
  await page.keyboard.press('Enter');
  await expect(address).toHaveAccessibleDescription(/cannot be read/);
  await address.fill(`${target.url}/hooks`);
  await page.keyboard.press('Enter');
  await expect(forward.getByRole('status')).toHaveText('0 answered, 0 waiting, 0 dropped.');
  await app.photograph('forwarding');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Forwarding' })).toBeVisible();

  expect((await post(url, 'sha256=00')).status).toBe(200);
  await page.getByRole('listbox', { name: 'Notifications' }).getByRole('option').first().click();
  await page.getByRole('button', { name: 'Check the signature…' }).click();
  const signatures = page.getByRole('dialog', { name: 'Signatures' });
  await signatures.getByRole('textbox', { name: 'Secret of GitHub' }).fill(secret);
  await signatures.getByRole('group', { name: 'GitHub' }).getByRole('button', { name: 'Save' }).click();
  await expect(signatures.getByRole('textbox', { name: 'Secret of GitHub' })).toHaveValue('');
  await signatures.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByRole('article', { name: 'Notification' })).toContainText('Signature invalid');
  const deliveries = page.getByRole('table', { name: 'Responses of your servers' });
  await expect(deliveries.getByRole('row')).toHaveText([/Forwarded#1401.*\{"isSigned":false,"answer":1\}/]);
  expect(target.received[0]).toMatchObject({ method: 'POST', url: '/hooks/github?from=test', body: Buffer.from(body) });

  await page.getByRole('button', { name: 'Replay…' }).click();
  const replay = page.getByRole('dialog', { name: 'Replay' });
  await expect(replay.getByRole('textbox', { name: 'Address' })).toHaveValue(`${target.url}/hooks`);
  // The secret is stored, so the dialog does not ask for it again.
  await expect(replay.getByRole('combobox', { name: 'Sign again' })).toHaveValue('GitHub, stored secret');
  await expect(replay.getByLabel('Secret')).toHaveCount(0);
  await replay.getByRole('button', { name: 'Send' }).click();
  await expect(replay.getByRole('table', { name: 'Responses to the replay' })).toContainText(
    '{"isSigned":true,"answer":2}',
  );
  await app.photograph('replay');
  await page.keyboard.press('Escape');
  await expect(replay).toBeHidden();
  await expect(deliveries.getByRole('row')).toHaveText([/Replayed#1200/, /Forwarded#1401/]);
  await app.photograph('forwarded');
  await page.getByRole('button', { name: 'Compare responses…' }).click();
  await expect(page.getByRole('dialog', { name: 'Compare responses' })).toContainText('Status 401');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Rehearse…' }).click();
  const rehearsal = page.getByRole('dialog', { name: 'Rehearse your server' });
  await rehearsal.getByRole('textbox', { name: 'Duplicates (%)' }).fill('100');
  await rehearsal.getByRole('button', { name: 'Preview' }).click();
  await expect(rehearsal.getByRole('region', { name: 'What will be sent' })).toContainText('Sent again');
  await app.photograph('rehearsal-preview');
  await rehearsal.getByRole('combobox', { name: 'Sign again' }).click();
  await page.getByRole('option', { name: 'github, another secret', exact: true }).click();
  await rehearsal.getByLabel('Secret').fill(secret);
  const start = rehearsal.getByRole('button', { name: 'Rehearse', exact: true });
  await start.press('Enter');
  const report = rehearsal.getByRole('region', { name: 'Rehearsal report' });
  // The server numbers its responses, so a repeated request gets a different response.
  await expect(report.getByRole('status')).toHaveText('Failed: 1 notification in 2 requests, 1 responses differ.');
  // It was the button Stop meanwhile.
  await expect(start).toBeFocused();
  await app.photograph('rehearsal');

  await rehearsal.getByRole('combobox', { name: 'Check the server by' }).click();
  await page.getByRole('option', { name: 'A script' }).click();
  await rehearsal.getByRole('combobox', { name: 'Check script' }).click();
  await page.getByRole('option', { name: 'scripts/check-orders.js' }).click();
  await rehearsal.getByRole('textbox', { name: 'Duplicates (%)' }).fill('0');
  await start.click();
  await expect(report.getByRole('row').last()).toContainText('1/2 tests');
  await app.photograph('rehearsal-script');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Use as…' }).click();
  await page.getByRole('menuitem', { name: 'Create a request' }).click();
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue(`${target.url}/hooks/github?from=test`);
  await target.close();
});
