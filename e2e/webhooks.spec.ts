/**
 * Notifications: the listener switched on; received, recognised, inspected, sent again, deleted; awaited by a script.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exampleFor, exampleKinds } from '../src/core/providers/messaging/recognition/recognize.ts';
import { startSimulator } from '../src/core/providers/messaging/simulator/simulator.ts';
import { hasInterpreter } from '../src/core/testing/interpreters.ts';
import type { AppPage } from './app-page.ts';
import { expect, inSteps, test } from './fixtures.ts';
import { openRequest, send, status } from './request-page.ts';
import { openListening } from './webhook-page.ts';

const post = (url: string, body: unknown) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const list = (app: AppPage) => app.page.getByRole('listbox', { name: 'Notifications' });
const detail = (app: AppPage) => app.page.getByRole('article', { name: 'Notification' });

test(
  'every kind is recognised, inspected, deleted and restored; the list is searched',
  inSteps({
    'every kind is recognised; one is inspected, copied, deleted and restored': async ({ app }) => {
      const url = await openListening(app);
      await app.photograph('webhooks-empty');
      for (const kind of exampleKinds) await post(url, exampleFor(kind));
      await expect(list(app).getByRole('option').first()).toContainText('From the queue');
      await expect(app.page.getByText(`${exampleKinds.length} notifications`)).toBeVisible();
      await expect(
        app.page.getByRole('button', {
          name: new RegExp(`webhooks 127\\.0\\.0\\.1:\\d+ \\(${exampleKinds.length} received\\)$`),
        }),
      ).toBeVisible();

      await app.page.getByRole('button', { name: 'Filters' }).click();
      await app.page.getByRole('combobox', { name: 'Code' }).click();
      await app.page.getByRole('option', { name: 'SWE002', exact: true }).click();
      await app.page.keyboard.press('Escape');
      await expect(app.page.getByRole('list', { name: 'Active filters' })).toHaveText('SWE002');
      await expect(app.page.getByText('1 notification', { exact: true })).toBeVisible();
      await list(app).getByRole('option').first().click();
      await expect(detail(app)).toContainText(
        'A document from Ada (QA) arrived: SWE002. The file is larger than 100 MB',
      );
      await expect(detail(app)).toContainText('Look at the message on the phone.');
      await expect(detail(app).getByRole('row', { name: /downloadUrl/ })).toContainText('{{SWE002}}');
      await app.photograph('webhooks');

      await detail(app).getByRole('button', { name: 'Copy…' }).click();
      await app.page.getByRole('menuitem', { name: 'cURL' }).click();
      const clipboard = () => app.page.evaluate('navigator.clipboard.readText()');
      await expect.poll(clipboard).toMatch(/^curl -X POST .*\{\{SWE002\}\}/);
      for (const [item, copied] of [
        ['Headers', /^content-type: application\/json$/im],
        ['Body', /^\{"typeWebhook[^]*\{\{SWE002\}\}/],
      ] as const) {
        await detail(app).getByRole('button', { name: 'Copy…' }).click();
        await app.page.getByRole('menuitem', { name: item }).click();
        await expect.poll(clipboard).toMatch(copied);
      }
      await detail(app).getByRole('tab', { name: 'Body' }).click();
      await detail(app).getByText('Hex', { exact: true }).click();
      await expect(detail(app)).toContainText('00000000  7b 22 74 79 70 65 57 65');

      await detail(app).getByRole('button', { name: 'Delete' }).click();
      await expect(app.page.getByText('No notification matches the filter.')).toBeVisible();
      await app.page.getByRole('button', { name: 'Undo' }).click();
      await expect(app.page.getByText('1 notification', { exact: true })).toBeVisible();
    },

    'the search finds words; an arriving notification does not scroll the one that is being read': async ({ app }) => {
      await app.page.getByRole('button', { name: 'Remove the filter SWE002' }).click();
      const url = await app.page.getByTestId('listener-url').innerText();
      for (let count = 0; count < 60; count += 1)
        await post(url, { typeWebhook: `kind${count}`, words: `needle${count}` });
      await expect(app.page.getByText(`${exampleKinds.length + 60} notifications`)).toBeVisible();
      await list(app).hover();
      await app.page.mouse.wheel(0, 1000);
      const unknownKind = list(app).getByText('Unknown kind: kind30');
      // The wheel has been turned, and the list may still scroll.
      await expect(unknownKind).toBeInViewport();
      await (await unknownKind.elementHandle())?.waitForElementState('stable');
      const before = await unknownKind.boundingBox();
      await post(url, exampleFor('incoming_call_offer'));
      await expect(app.page.getByRole('button', { name: '1 new' })).toBeVisible();
      const after = await unknownKind.boundingBox();
      expect(Math.abs((after?.y ?? 0) - (before?.y ?? 1000))).toBeLessThan(2);
      const search = app.page.getByRole('textbox', { name: 'Search notifications' });
      await search.fill('needle41');
      await expect(list(app).getByRole('option')).toHaveText([/kind41/]);
      await search.press('Escape');
      await expect(search).toHaveValue('');
      await expect(search).toBeFocused();
      await expect(app.page.getByText(`${exampleKinds.length + 61} notifications`)).toBeVisible();
      await search.press('Escape');
      await expect(search).not.toBeFocused();
    },
  }),
);

test(
  'the listener, exported notifications, rules and the account of the messaging service',
  inSteps({
    'retention and address are remembered while the listener is off': async ({ app, workspace }) => {
      await app.ready();
      await app.page.getByRole('button', { name: 'Show webhooks' }).click();
      const open = () => app.page.getByRole('button', { name: 'Listener…' }).click();
      const dialog = app.page.getByRole('dialog', { name: 'Listener' });
      const field = (name: string) => dialog.getByRole('textbox', { name });
      await open();
      await field('Port').fill('7799');
      await field('Retention (days)').fill('30');
      await dialog.getByRole('combobox', { name: 'TLS' }).click();
      await app.page.getByRole('option', { name: 'Certificate files' }).click();
      writeFileSync(path.join(workspace, 'cert.pem'), '');
      await dialog.getByRole('button', { name: 'Choose the file of Certificate (PEM)' }).click();
      await app.page.getByRole('dialog', { name: 'Choose a file' }).getByRole('option', { name: 'cert.pem' }).click();
      // A path in the workspace would not be one for the listener.
      await expect(field('Certificate (PEM)')).toHaveValue(path.join(workspace, 'cert.pem'));
      await app.photograph('webhooks-listener');
      await dialog.getByRole('combobox', { name: 'TLS' }).click();
      await app.page.getByRole('option', { name: 'Off' }).click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toBeHidden();
      await app.page.reload();
      await open();
      await expect(field('Port')).toHaveValue('7799');
      await expect(field('Retention (days)')).toHaveValue('30');
      await expect(field('Max size (MB)')).toHaveValue('');
      await app.page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    },
    'exporting and importing yields the same notifications': async ({ app }) => {
      const url = await openListening(app);
      await post(url, exampleFor('swe001'));
      await expect(list(app).getByRole('option')).toHaveCount(1);
      await app.page.getByRole('button', { name: 'More for the list' }).click();
      const [download] = await Promise.all([
        app.page.waitForEvent('download'),
        app.page.getByRole('menuitem', { name: 'Export as NDJSON' }).click(),
      ]);
      const text = readFileSync(await download.path(), 'utf8');
      expect(JSON.parse(text)).toMatchObject({ body: JSON.stringify(exampleFor('swe001')) });
      const file = path.join(mkdtempSync(path.join(tmpdir(), 'outrigger-import-')), 'n.ndjson');
      writeFileSync(file, text);
      const choosing = app.page.waitForEvent('filechooser');
      await app.page.getByRole('button', { name: 'More for the list' }).click();
      await app.page.getByRole('menuitem', { name: 'Import NDJSON…' }).click();
      await (await choosing).setFiles(file);
      await expect(list(app).getByRole('option')).toHaveCount(2);
      await expect(list(app).getByRole('option').first()).toContainText('repeat of 1');
      await expect(
        app.page.getByRole('status').filter({ hasText: '1 notification imported from n.ndjson.' }),
      ).toBeVisible();
    },
    'the account is checked, a switch is set after a question, and the queue is a second source': async ({ app }) => {
      const simulator = await startSimulator({ speed: 600 });
      await app.page.getByRole('button', { name: 'Account…' }).click();
      const dialog = app.page.getByRole('dialog', { name: 'Messaging service account' });
      await dialog.getByRole('textbox', { name: 'apiUrl' }).fill(simulator.url);
      await dialog.getByRole('textbox', { name: 'idInstance' }).fill(simulator.idInstance);
      await dialog.getByRole('textbox', { name: 'apiTokenInstance' }).fill('wrong');
      await dialog.getByRole('button', { name: 'Save and check' }).click();
      await expect(app.page.getByRole('alert').filter({ hasText: 'The token is wrong' })).toBeVisible();
      await dialog.getByRole('textbox', { name: 'apiTokenInstance' }).fill(simulator.apiTokenInstance);
      await dialog.getByRole('button', { name: 'Save and check' }).click();
      await expect(dialog).toContainText('The account is authorized.');
      await expect(dialog.getByRole('row', { name: /incomingWebhook/ })).toContainText('yes');
      await expect(app.page.getByRole('alert').filter({ hasText: 'The token is wrong' })).toBeHidden();
      await app.photograph('account');
      simulator.notify(exampleFor('incoming_poll'));
      await dialog.getByRole('button', { name: 'Receive through a queue' }).click();
      await expect(list(app).getByRole('option').first()).toContainText('Incoming: poll');
      await expect(dialog.getByRole('textbox', { name: 'webhookUrl', exact: true })).toHaveValue(/^http:\/\/127/);
      await dialog.getByRole('button', { name: 'Set address and token…' }).click();
      await dialog.getByRole('button', { name: 'Change', exact: true }).click();
      await expect(dialog).toContainText('the queue stays empty');
      await app.page.keyboard.press('Escape');
      await simulator.close();
    },
    'a sample with changed values is sent to the listener; a rule responds with an error': async ({ app }) => {
      const url = await app.page.getByTestId('listener-url').innerText();
      await app.page.getByRole('button', { name: 'Listener…' }).click();
      const listener = app.page.getByRole('dialog', { name: 'Listener' });
      await listener.getByRole('tab', { name: 'Respond' }).click();
      await listener.getByRole('button', { name: 'Add a rule' }).click();
      const rule = listener.getByRole('group', { name: 'Rule 1' });
      await rule.getByRole('combobox', { name: 'Provider' }).click();
      await app.page.getByRole('option', { name: 'Messaging service' }).click();
      await rule.getByRole('combobox', { name: 'Name of header 1' }).fill('Retry-After');
      await rule.getByRole('textbox', { name: 'Value of header 1' }).fill('7');
      await app.photograph('webhooks-rule');
      await listener.getByRole('button', { name: 'Save' }).click();
      await expect(listener).toBeHidden();
      const refused = await post(url, exampleFor('swe001'));
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([500, '7']);
      await app.page.getByRole('button', { name: 'Send a sample…' }).click();
      const dialog = app.page.getByRole('dialog', { name: 'Send a sample' });
      await dialog.getByRole('textbox', { name: 'Sender (senderName)' }).fill('Grace');
      await expect(dialog.getByRole('textbox', { name: 'Body' })).toHaveValue(/"senderName": "Grace"/);
      await app.photograph('webhooks-sample');
      const body = dialog.getByRole('textbox', { name: 'Body' });
      await body.fill('{"edited": true}');
      await dialog.getByRole('textbox', { name: 'Sender (senderName)' }).fill('Hopper');
      await expect(dialog).toContainText('the kind and the fields above do not change it');
      await expect(body, 'an edited body is not replaced by a sample').toHaveValue('{"edited": true}');
      await dialog.getByRole('button', { name: 'Use the sample again' }).click();
      await expect(body).toHaveValue(/"senderName": "Hopper"/);
      await dialog.getByRole('textbox', { name: 'Address' }).press('Enter');
      await expect(dialog).toContainText('Answered 500');
      await app.page.keyboard.press('Escape');
      await expect(list(app).getByRole('option')).toHaveCount(5);
    },
  }),
);

test(
  'a script waits for notifications: shown and stopped in every view, and ended by the statuses of a message',
  inSteps({
    'what a script waits for, the remaining time, and the nearest notification; Stop ends it': async ({ app }) => {
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
    },
    'a script waits for the statuses of what it sent, through the simulated service': async ({ app }) => {
      await app.show('webhooks');
      const url = await app.page.getByTestId('listener-url').innerText();
      const simulator = await startSimulator({ speed: 60, webhookUrl: url });
      const { idInstance, apiTokenInstance } = simulator;
      await app.page.getByRole('button', { name: 'Show scripts' }).click();
      const address = `${simulator.url}/waInstance${idInstance}/sendMessage/${apiTokenInstance}`;
      // No line ends with an open bracket, because the editor would close it while the text is being typed.
      await app.setScript(`const body = { mode: 'raw', raw: JSON.stringify({ chatId: '79990000002@c.us', message: 'hi' }) };
const header = { 'Content-Type': 'application/json' };
const sent = await pm.sendRequest({ url: '${address}', method: 'POST', header, body });
const { idMessage } = sent.json();
const seen = (status) => pm.webhooks.waitFor({ idMessage, status }, { timeout: 10000, again: true });
for (const status of ['sent', 'delivered', 'read']) pm.test(status, async () => pm.expect((await seen(status)).body.status).to.equal(status));
await seen('read');
console.log('all of it', pm.webhooks.list().map(({ kind }) => kind));`);
      await app.run();
      await expect(app.runEnd).toContainText('3 passed');
      await app.console.getByRole('button', { name: /^\[/ }).click();
      await expect(app.console).toContainText('outgoing_api_text');
      await app.photograph('await-webhooks');
      await app.page.getByRole('button', { name: 'Show webhooks' }).click();
      await list(app).getByRole('option').first().click();
      await expect(detail(app).getByRole('list', { name: 'Message history' }).getByRole('button')).toHaveText([
        /Outgoing \(API\): text/,
        /^sent/,
        /^delivered/,
        /^read/,
      ]);
      await app.photograph('message-life');
      await simulator.close();
    },
  }),
);

test.describe('the sample workspace', () => {
  test.use({ sample: 'messaging' });
  test('signed in Java, sent, and awaited to its last status', async ({ app, workspace }) => {
    test.skip(!hasInterpreter('java'), 'needs a Java runtime');
    const simulator = await startSimulator({ speed: 60, webhookUrl: await openListening(app) });
    const environment = path.join(workspace, 'environments/Simulator.yml');
    const text = readFileSync(environment, 'utf8').replace('http://127.0.0.1:7799', simulator.url);
    writeFileSync(environment, text);
    await app.page.getByRole('button', { name: 'Show requests' }).click();
    await app.page.getByRole('combobox', { name: 'Environment' }).click();
    await app.page.getByRole('option', { name: 'Simulator' }).click();
    await openRequest(app, 'POST Send a signed message');
    await send(app);
    await app.consent.getByRole('button', { name: 'Every program in this directory' }).click();
    await app.openConsole();
    await expect(app.runEnd).toContainText('5 passed');
    await expect(app.console).toContainText('example.Signer');
    await expect(status(app)).toHaveText('200 OK');
    await simulator.close();
  });
});
