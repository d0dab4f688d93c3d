/** A webhook of GitHub is recognised, and its signature checked; a provider of the workspace is defined beside it. */
import { createHmac } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inSteps, test } from './fixtures.ts';
import { openListening } from './webhook-page.ts';

const SECRET = 'a-secret-of-the-hook';
const body = JSON.stringify({
  action: 'opened',
  number: 12,
  pull_request: { number: 12, title: 'Widgets are round' },
  repository: { full_name: 'octo-org/widgets' },
  sender: { login: 'ada' },
});
const sendGitHub = (url: string, secret: string) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'X-GitHub-Event': 'pull_request',
      'X-Hub-Signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
    body,
  });

test(
  'webhooks of GitHub and of a provider of the workspace are recognised',
  inSteps({
    'a webhook of GitHub has a title, and its signature is checked after the secret is entered': async ({ app }) => {
      const url = await openListening(app);
      const list = app.page.getByRole('listbox', { name: 'Notifications' });
      const detail = app.page.getByRole('article', { name: 'Notification' });
      await sendGitHub(url, SECRET);
      await list.getByText('Pull request #12 opened in octo-org/widgets').click();
      await expect(detail.getByRole('row', { name: /^sender\.login/ })).toContainText('Account that caused the event');

      await detail.getByRole('button', { name: 'Check the signature…' }).click();
      const dialog = app.page.getByRole('dialog', { name: 'Signatures' });
      const secret = dialog.getByRole('textbox', { name: 'Secret of GitHub' });
      await secret.fill(SECRET);
      await dialog.getByRole('group', { name: 'GitHub' }).getByRole('button', { name: 'Save' }).click();
      await expect(secret).toHaveValue('');
      await expect(secret).toHaveAttribute('placeholder', /stored/);
      await app.photograph('webhook-signatures');
      await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
      await expect(detail.getByText('Signature valid')).toBeVisible();
      await expect(list.getByRole('img', { name: 'Signature valid' })).toBeVisible();
      await expect(list.getByRole('option').first()).toContainText('github pull_request.opened ada: Widgets are round');

      await sendGitHub(url, 'another');
      await expect(list.getByRole('option').first().getByRole('img', { name: 'Signature invalid' })).toBeVisible();
      await list.getByRole('option').first().click();
      await expect(detail.getByText('Signature invalid')).toBeVisible();
      await expect(detail).toContainText('The signature does not match');
      await app.photograph('webhook-signature');
    },
    'without the secret, the list knows no result any more than the shown notification': async ({ app }) => {
      const list = app.page.getByRole('listbox', { name: 'Notifications' });
      await app.page.keyboard.press('ControlOrMeta+K');
      await app.page.getByRole('textbox', { name: 'Search commands' }).fill('>Webhook signatures');
      await app.page.keyboard.press('Enter');
      const dialog = app.page.getByRole('dialog', { name: 'Signatures' });
      await dialog.getByRole('group', { name: 'GitHub' }).getByRole('button', { name: 'Remove' }).click();
      await app.page.getByRole('button', { name: 'Remove the secret' }).click();
      await expect(dialog.getByRole('textbox', { name: 'Secret of GitHub' })).toHaveAttribute('placeholder', 'Secret');
      await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
      await expect(app.page.getByRole('button', { name: 'Check the signature…' })).toBeVisible();
      await expect(list.getByRole('option')).toHaveCount(2);
      await expect(list.getByRole('img', { name: /^Signature/ })).toHaveCount(0);
    },
    'a file of the workspace defines a provider, and its mistakes are reported': async ({ app, workspace }) => {
      const url = await app.page.getByTestId('listener-url').innerText();
      const file = path.join(workspace, 'webhook-providers', 'acme.yml');
      mkdirSync(path.dirname(file));
      writeFileSync(file, 'name: Acme');
      await expect(app.page.getByRole('list', { name: 'Problems of webhook providers' })).toContainText(
        'webhook-providers/acme.yml',
      );
      writeFileSync(
        file,
        "name: Acme\nrecognize: [{ fields: { from: acme } }]\nevent: '{body.type}'\ntitle: 'Parcel {body.parcel} {event}'\n",
      );
      await expect(app.page.getByRole('list', { name: 'Problems of webhook providers' })).toBeHidden();
      await fetch(url, { method: 'POST', body: JSON.stringify({ from: 'acme', type: 'delivered', parcel: 'P-42' }) });
      await expect(app.page.getByRole('listbox', { name: 'Notifications' })).toContainText('Parcel P-42 delivered');
    },
  }),
);
