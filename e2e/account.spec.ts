/** The account of the messaging service: the address and the token with which it posts notifications. */
import { startSimulator } from '../src/core/providers/messaging/simulator/simulator.ts';
import { expect, test } from './fixtures.ts';

test('the dialog shows what will be sent; an address that the service cannot reach is not set', async ({ app }) => {
  const simulator = await startSimulator({ speed: 600 });
  await app.ready();
  await app.page.getByRole('button', { name: 'Show webhooks' }).click();
  await app.page.getByRole('button', { name: 'Account…' }).click();
  const dialog = app.page.getByRole('dialog', { name: 'Account of the messaging service' });
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  await field('apiUrl').fill(simulator.url);
  await field('idInstance').fill(simulator.idInstance);
  await field('apiTokenInstance').fill(simulator.apiTokenInstance);
  await dialog.getByRole('button', { name: 'Save and check' }).click();
  await expect(dialog.getByRole('row', { name: /incomingBlockWebhook/ })).toContainText('yes');

  const set = dialog.getByRole('button', { name: 'Set address and token…' });
  await expect(set).toBeDisabled();
  await field('webhookUrlToken').fill('Basic dTpw');
  await expect(dialog).toContainText('The service sends "Authorization: Basic " and the token.');
  await field('webhookUrl').fill('http://192.168.1.5/');
  await expect(set).toBeEnabled();
  await field('apiUrl').fill('https://api.green-api.com');
  await expect(dialog).toContainText('The service cannot reach this address from the internet.');
  await expect(set).toBeDisabled();
  await field('webhookUrl').fill('https://hooks.example.org/');
  await set.click();
  await expect(dialog).toContainText('webhookUrlToken: Basic •••');
  await expect(dialog.getByRole('alert')).not.toContainText('dTpw');
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(dialog.getByRole('alert')).toBeHidden();

  const { idInstance, apiTokenInstance, url } = simulator;
  const settings = await fetch(`${url}/waInstance${idInstance}/getSettings/${apiTokenInstance}`);
  expect(await settings.json()).toMatchObject({
    webhookUrl: 'https://hooks.example.org/',
    webhookUrlToken: 'Basic dTpw',
  });
  await simulator.close();
});
