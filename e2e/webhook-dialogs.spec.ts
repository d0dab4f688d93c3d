/** The dialogs of the Webhooks view: secrets, rules, the certificate, forwarding, and a replay that is cancelled. */
import { startTarget } from '../src/core/forwarding/testing/target-server.ts';
import { expect, inSteps, test } from './fixtures.ts';
import { openListening } from './webhook-page.ts';

test(
  'the dialogs of the webhooks keep the focus, ask before they remove, and can be cancelled',
  inSteps({
    'a secret is removed after a question, and the focus stays at its field': async ({ app }) => {
      await openListening(app);
      const { page } = app;
      await page.getByRole('button', { name: 'Signatures…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Signatures' });
      const provider = dialog.getByRole('group', { name: 'GitHub' });
      const secret = dialog.getByRole('textbox', { name: 'Secret of GitHub' });
      await secret.fill('a-secret');
      await provider.getByRole('button', { name: 'Save' }).press('Enter');
      await expect(secret).toHaveAttribute('placeholder', /stored/);
      await expect(secret).toBeFocused();
      await provider.getByRole('button', { name: 'Remove' }).press('Enter');
      await page.getByRole('button', { name: 'Cancel' }).press('Enter');
      await expect(secret).toHaveAttribute('placeholder', /stored/);
      await provider.getByRole('button', { name: 'Remove' }).press('Enter');
      await page.getByRole('button', { name: 'Remove the secret' }).press('Enter');
      await expect(secret).toHaveAttribute('placeholder', 'Secret');
      await expect(secret).toBeFocused();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    },
    'the order of the rules is changed, and a status can be deleted and typed again': async ({ app }) => {
      const { page } = app;
      await page.getByRole('button', { name: 'Listener…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Listener' });
      await dialog.getByRole('tab', { name: 'Respond' }).click();
      const rule = (number: number) => dialog.getByRole('group', { name: `Rule ${number}` });
      for (const [number, name] of [
        [1, 'first'],
        [2, 'second'],
      ] as const) {
        await dialog.getByRole('button', { name: 'Add a rule' }).click();
        await rule(number).getByRole('textbox', { name: 'Name', exact: true }).fill(name);
      }
      const status = rule(2).getByRole('textbox', { name: 'Status' });
      await status.press('ControlOrMeta+A');
      await status.press('Backspace');
      await expect(status).toHaveValue('');
      await status.pressSequentially('404');
      await status.press('Tab');
      await expect(status).toHaveValue('404');
      const times = rule(2).getByRole('textbox', { name: 'Times' });
      await times.press('End');
      await times.pressSequentially('.5');
      await expect(times).toHaveValue('35');
      await expect(rule(1).getByRole('button', { name: 'Try this rule earlier' })).toBeDisabled();
      await rule(2).getByRole('button', { name: 'Try this rule earlier' }).press('Enter');
      await expect(rule(1).getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('second');
      await expect(rule(1).getByRole('textbox', { name: 'Status' })).toHaveValue('404');
      await rule(1).getByRole('textbox', { name: 'Status' }).press('Enter');
      await dialog.waitFor({ state: 'hidden' });
      const response = await fetch(await page.getByTestId('listener-url').innerText(), { method: 'POST', body: '{}' });
      expect(response.status).toBe(404);
    },
    'a port that cannot be one is refused, and stays in the field': async ({ app }) => {
      const { page } = app;
      await page.getByRole('button', { name: 'Listener…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Listener' });
      const port = dialog.getByRole('textbox', { name: 'Port' });
      for (const typed of ['', '70000']) {
        await port.fill(typed);
        await dialog.getByRole('button', { name: 'Save' }).click();
        await expect(page.getByRole('alert').filter({ hasText: 'A port is a number from 0 to 65535' })).toBeVisible();
        await expect(port).toHaveValue(typed);
        await page.getByRole('alert').getByRole('button').click();
        await expect(page.getByRole('alert')).toHaveCount(0);
      }
      await expect(port).toHaveAccessibleDescription(/A port is a number/);
      await port.fill('7798');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'hidden' });
    },
    'the dialog of the listener shows the path of the certificate that senders have to trust': async ({ app }) => {
      const { page } = app;
      await page.getByRole('button', { name: 'Listener…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Listener' });
      await dialog.getByRole('combobox', { name: 'TLS' }).click();
      await page.getByRole('option', { name: 'Self-signed certificate' }).click();
      await expect(dialog.getByText(/listener-cert\.pem$/)).toBeVisible();
      await dialog.getByRole('button', { name: 'Copy the path of the certificate' }).click();
      const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
      await expect.poll(clipboard).toMatch(/^[/A-Z].*listener-cert\.pem$/);
      await page.keyboard.press('Escape');
      await dialog.getByRole('button', { name: 'Discard changes' }).click();
      await dialog.waitFor({ state: 'hidden' });
    },
    'a replay to a server that does not respond is cancelled': async ({ app }) => {
      const { page } = app;
      const target = await startTarget(() => undefined);
      await page.getByRole('listbox', { name: 'Notifications' }).getByRole('option').first().click();
      await page.getByRole('button', { name: 'Replay…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Replay' });
      await dialog.getByRole('textbox', { name: 'Address' }).fill(target.url);
      await dialog.getByRole('textbox', { name: 'Address' }).press('Enter');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog.getByRole('status')).toHaveText(/^Cancelled/);
      await expect(dialog.getByRole('button', { name: 'Send' })).toBeEnabled();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await target.close();
    },
    'the focus stays in a dialog whose pressed button disappears': async ({ app }) => {
      const { page } = app;
      await page.getByRole('button', { name: 'Forward…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Forward to your server' });
      const address = dialog.getByRole('textbox', { name: 'Address of your server' });
      await address.fill('http://127.0.0.1:9/');
      await page.keyboard.press('Enter');
      await dialog.getByRole('button', { name: 'Stop forwarding' }).press('Enter');
      await expect(dialog.getByRole('button', { name: 'Stop forwarding' })).toHaveCount(0);
      await expect(dialog.getByRole('button', { name: 'Forward' })).toBeFocused();
    },
  }),
);
