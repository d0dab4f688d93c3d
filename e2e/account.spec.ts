/** The account of the messaging service: the address and the token with which it posts notifications. */
import { createServer, type IncomingMessage } from 'node:http';
import { startSimulator } from '../src/core/providers/messaging/simulator/simulator.ts';
import { listen } from '../src/core/testing/listen.ts';
import { expect, inSteps, test } from './fixtures.ts';

/** A service that never answers. Its members are the requested operations and the number of closed connections. */
async function startSilentService() {
  const operations: string[] = [];
  let endedRequests = 0;
  const server = createServer((request: IncomingMessage) => {
    operations.push(request.url?.split('/')[2] ?? '');
    request.socket.once('close', () => (endedRequests += 1));
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    operations,
    ended: () => endedRequests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test(
  'the account is set, and waiting for the service can be cancelled',
  inSteps({
    'Cancel and closing the dialog end the request to a service that does not answer': async ({ app }) => {
      const service = await startSilentService();
      await app.ready();
      await app.page.getByRole('button', { name: 'Show webhooks' }).click();
      await app.page.getByRole('button', { name: 'Account…' }).click();
      const dialog = app.page.getByRole('dialog', { name: 'Messaging service account' });
      const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
      await field('apiUrl').fill(service.url);
      await field('idInstance').fill('1');
      await field('apiTokenInstance').fill('token');
      const check = dialog.getByRole('button', { name: 'Save and check' });
      await check.click();
      await expect(dialog.getByRole('status')).toHaveText('Waiting for the response of the service…');
      await expect.poll(() => service.operations).toEqual(['getStateInstance']);
      await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
      await expect(dialog.getByRole('status')).toHaveText(/^Cancelled\./);
      await expect.poll(service.ended).toBe(1);
      await expect(app.page.getByRole('alert').filter({ hasText: 'The request was stopped' })).toBeHidden();

      await check.click();
      await expect.poll(() => service.operations).toEqual(['getStateInstance', 'getStateInstance']);
      await app.page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect.poll(service.ended).toBe(2);
      await expect(app.page.getByRole('alert').filter({ hasText: 'The request was stopped' })).toBeHidden();
      service.close();
    },

    'the dialog shows what will be sent; an address that the service cannot reach is not set': async ({ app }) => {
      const simulator = await startSimulator({ speed: 600 });
      await app.ready();
      await app.page.getByRole('button', { name: 'Show webhooks' }).click();
      await app.page.getByRole('button', { name: 'Account…' }).click();
      const dialog = app.page.getByRole('dialog', { name: 'Messaging service account' });
      const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
      await field('apiUrl').fill(simulator.url);
      await field('idInstance').fill(simulator.idInstance);
      await field('apiTokenInstance').fill(simulator.apiTokenInstance);
      await dialog.getByRole('textbox', { name: /token/i }).first().press('Enter');
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
      await field('apiUrl').fill(simulator.url);
      await app.page.keyboard.press('Escape');
      await expect(dialog.getByRole('alert')).toContainText('Your changes are not saved');
      await dialog.getByRole('button', { name: 'Continue editing' }).click();
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
    },
  }),
);
