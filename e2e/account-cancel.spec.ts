/** The account dialog shows that it waits for a service that does not answer, and the wait can be cancelled. */
import { createServer, type IncomingMessage } from 'node:http';
import { listen } from '../src/core/testing/listen.ts';
import { expect, test } from './fixtures.ts';

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

test('Cancel and closing the dialog end the request to a service that does not answer', async ({ app }) => {
  const service = await startSilentService();
  await app.ready();
  await app.page.getByRole('button', { name: 'Show webhooks' }).click();
  await app.page.getByRole('button', { name: 'Account…' }).click();
  const dialog = app.page.getByRole('dialog', { name: 'Account of the messaging service' });
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
});
