/** Requests: created, edited, sent with their scripts, saved as files of the workspace. */
import http from 'node:http';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listen } from '../src/core/testing/listen.ts';
import type { AppPage } from './app-page.ts';
import { expect, inSteps, test } from './fixtures.ts';
import { addRequest, openRequest, tree } from './request-page.ts';

let server: http.Server;
let base = '';
test.beforeAll(async () => {
  server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.url?.startsWith('/slow')) return;
      if (request.url === '/broken') return void response.writeHead(500).end();
      response.writeHead(request.url === '/none' ? 404 : 201, { 'content-type': 'application/json', 'x-kind': 'test' });
      response.end(
        JSON.stringify({ method: request.method, url: request.url, signature: request.headers['x-signature'], body }),
      );
    });
  });
  base = `http://127.0.0.1:${await listen(server)}`;
});
test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const file = `# written by hand
info:
  name: Create an order
  type: http
  seq: 1
http:
  method: POST
  url: "{{base}}/orders"
  body:
    type: json
    data: |-
      {"name":"tea"}
runtime:
  scripts:
    - type: before-request
      code: |-
        const signature = await pm.executeAsync('hello.sh', ['signed']);
        pm.request.headers.add({ key: 'X-Signature', value: signature });
    - type: after-response
      code: |-
        pm.test('created', () => pm.response.to.have.status(201));
        pm.test('signed', () => pm.expect(pm.response.json().signature).to.equal('Hello signed'));
`;
function collection(workspace: string): void {
  writeFileSync(path.join(workspace, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  for (const folder of ['orders', 'environments']) mkdirSync(path.join(workspace, folder), { recursive: true });
  writeFileSync(path.join(workspace, 'orders/create.yml'), file);
  writeFileSync(path.join(workspace, 'orders/broken.yml'), 'http: [\n');
  writeFileSync(
    path.join(workspace, 'environments/Test.yml'),
    `name: Test\nvariables:\n  - name: base\n    value: ${base}\n`,
  );
}
async function open(app: AppPage, workspace: string): Promise<void> {
  collection(workspace);
  await app.ready();
  await app.show('requests');
  await openRequest(app, 'POST Create an order');
}
const request = (app: AppPage) => app.page.getByRole('region', { name: 'Request', exact: true });

test(
  'requests are sent with their scripts, saved, refused, stopped, and repeated in several tabs',
  inSteps({
    'an edit survives a reload, is sent before it is saved, and saving changes nothing else in the file': async ({
      app,
      workspace,
      host,
    }) => {
      // The desktop window is not reloaded.
      if (host === 'desktop') return;
      await open(app, workspace);
      await request(app).getByRole('textbox', { name: 'Address' }).fill('{{base}}/none');
      await app.page.reload();
      await app.ready();
      // Open items are restored with their unsaved changes.
      await expect(request(app).getByRole('textbox', { name: 'Address' })).toHaveValue('{{base}}/none');
      expect(readFileSync(path.join(workspace, 'orders/create.yml'), 'utf8')).toBe(file);
      await request(app).getByRole('button', { name: 'Send', exact: true }).click();
      await app.consent.getByRole('button', { name: 'Allow once' }).click();
      await expect(app.page.getByTestId('response-status')).toHaveText('404 Not Found');
      await expect(request(app).getByRole('tab', { name: 'Tests 1/2' })).toBeVisible();
      await request(app).getByRole('button', { name: 'Save the request' }).click();
      await expect(request(app).getByRole('button', { name: 'Save the request' })).toBeDisabled();
      expect(readFileSync(path.join(workspace, 'orders/create.yml'), 'utf8')).toBe(file.replace('/orders"', '/none"'));
    },

    'a request is sent with its scripts; the response, its tests and the console show the result': async ({
      app,
      workspace,
    }) => {
      await open(app, workspace);
      await expect(app.page.getByText(/^orders\/broken\.yml, line \d/)).toBeVisible();
      await expect(request(app).getByRole('textbox', { name: 'Address' })).toHaveValue('{{base}}/orders');
      await request(app).getByRole('button', { name: 'Send', exact: true }).click();
      await app.consent.getByRole('button', { name: 'Every program in this directory' }).click();
      await expect(app.page.getByTestId('response-status')).toHaveText('201 Created');
      await app.openConsole();
      await expect(app.console).toContainText('Hello signed');
      await expect(app.console).toContainText(`${base}/orders`);
      await expect(request(app).getByRole('tab', { name: 'Tests 2/2' })).toBeVisible();
      await expect(request(app).locator('.view-lines').last()).toContainText('"signature"');
      await app.photograph('request');
      await request(app).getByRole('tab', { name: 'Timing' }).click();
      await expect(request(app).getByText('Waiting')).toBeVisible();
      await expect(request(app).getByRole('tabpanel', { name: 'Timing' })).not.toContainText('not measured');
      await app.photograph('request-timing');
      await request(app).getByRole('tab', { name: 'Tests 2/2' }).click();
      await expect(request(app)).toContainText('✓ signed');
    },

    'a file outside the workspace is sent only after it was allowed on this computer': async ({ app, workspace }) => {
      const outside = path.join(mkdtempSync(path.join(tmpdir(), 'outrigger-outside-')), 'letter.txt');
      writeFileSync(outside, 'from outside');
      await open(app, workspace);
      await addRequest(app, 'Letter');
      await expect(tree(app).getByRole('treeitem', { name: 'GET Letter' })).toHaveAttribute('aria-selected', 'true');
      await request(app).getByRole('textbox', { name: 'Address' }).fill(`${base}/letter`);
      await request(app).getByRole('combobox', { name: 'Method' }).fill('POST');
      await request(app).getByRole('tab', { name: /^Body/ }).click();
      await request(app).getByRole('combobox', { name: 'Body type' }).click();
      await app.page.getByRole('option', { name: 'File', exact: true }).click();
      await request(app).getByRole('textbox', { name: 'File', exact: true }).fill(outside);
      const note = request(app).getByRole('note', { name: /^About the file/ });
      await expect(note).toContainText('is outside the workspace. It is sent only when you allow it.');
      await request(app).getByRole('button', { name: 'Send', exact: true }).click();
      await expect(request(app)).toContainText('The body cannot be sent');
      await note.getByRole('button', { name: 'Allow this file on this computer' }).click();
      await expect(note).toContainText('You allow this workspace to send it.');
      await request(app).getByRole('button', { name: 'Send', exact: true }).click();
      await expect(app.page.getByTestId('response-status')).toHaveText('201 Created');
      await expect(request(app).locator('.view-lines').last()).toContainText('from outside');
      await request(app).getByRole('button', { name: 'Save the request' }).click();
      await expect(request(app).getByRole('button', { name: 'Save the request' })).toBeDisabled();
      expect(readFileSync(path.join(workspace, 'Letter.yml'), 'utf8')).not.toContain('allow');
      await note.getByRole('button', { name: 'Revoke the permission' }).click();
      await expect(note).toContainText('It is sent only when you allow it.');
      await request(app).getByRole('button', { name: 'Send', exact: true }).click();
      await expect(request(app)).toContainText('The body cannot be sent');
    },

    'a refused connection is reported with a remedy; Stop ends a send that hangs': async ({ app, workspace }) => {
      await open(app, workspace);
      await request(app)
        .getByRole('tab', { name: /^Scripts/ })
        .click();
      await request(app)
        .getByRole('tab', { name: /^Pre-request/ })
        .click();
      await request(app).getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:1/');
      await request(app).getByRole('button', { name: 'Send', exact: true }).click();
      await app.openConsole();
      await expect(app.console).toContainText('ECONNREFUSED');
      await expect(request(app)).toContainText('Nothing accepts connections at');
      await request(app).getByRole('textbox', { name: 'Address' }).fill('{{base}}/slow');
      await request(app).getByRole('button', { name: 'Send', exact: true }).click();
      const leaves = () =>
        app.page.evaluate<boolean>("window.dispatchEvent(new Event('beforeunload', { cancelable: true }))");
      await expect(request(app).getByRole('button', { name: 'Stop' })).toBeVisible();
      expect(await leaves()).toBe(false);
      await request(app).getByRole('button', { name: 'Stop' }).click();
      await expect(app.runEnd).toContainText('stopped');
      await expect.poll(leaves).toBe(true);
    },
    'without tests, nothing has passed: the end of the run is the status': async ({ app }) => {
      await app.page.getByRole('button', { name: /^New request/ }).click();
      await request(app).getByRole('textbox', { name: 'Address' }).fill(`${base}/broken`);
      await request(app).getByRole('button', { name: 'Send', exact: true }).click();
      const end = app.page.getByRole('contentinfo').getByRole('status');
      await expect(end).toContainText('500 Internal Server Error');
      await expect(end).not.toContainText('passed');
    },
    'a request is sent while another tab waits for its response; Stop ends only that of its own tab': async ({
      app,
    }) => {
      const address = request(app).getByRole('textbox', { name: 'Address' });
      const sendButton = request(app).getByRole('button', { name: 'Send', exact: true });
      const stopButton = request(app).getByRole('button', { name: 'Stop', exact: true });
      for (const path of ['slow', 'quick', 'slow?second']) {
        await app.page.getByRole('button', { name: /^New request/ }).click();
        await address.fill(`${base}/${path}`);
        await sendButton.click();
        if (path === 'quick') await expect(app.page.getByTestId('response-status')).toContainText('201');
        else await expect(stopButton).toBeVisible();
      }
      await expect(app.page.getByRole('contentinfo')).toContainText('2 runs under way');
      await stopButton.click();
      await expect(sendButton).toBeVisible();
      await app.page
        .getByRole('list', { name: 'Open requests' })
        .getByText(/\/slow$/)
        .click();
      await expect(stopButton).toBeVisible();
      await stopButton.click();
      await expect(sendButton).toBeVisible();
    },
  }),
);

test('a collection is created where there is none, and the operations of the service are added', async ({
  app,
  workspace,
}) => {
  await app.ready();
  await app.page.getByRole('button', { name: 'Show requests' }).click();
  await app.page.getByRole('button', { name: 'Messaging service operations' }).click();
  await expect(tree(app).getByRole('treeitem', { name: 'GET Get account settings' })).toBeVisible();
  await expect(app.page.getByRole('combobox', { name: 'Environment' })).toHaveValue('Messaging service');
  await addRequest(app, 'My own');
  await expect(tree(app).getByRole('treeitem', { name: 'GET My own' })).toHaveAttribute('aria-selected', 'true');
  await request(app).getByRole('textbox', { name: 'Address' }).fill(`${base}/mine`);
  await app.page.keyboard.press('ControlOrMeta+Enter');
  await expect(app.page.getByTestId('response-status')).toHaveText('201 Created');
  await app.page.keyboard.press('ControlOrMeta+S');
  await expect(request(app).getByRole('button', { name: 'Save the request' })).toBeDisabled();
  expect(readFileSync(path.join(workspace, 'My own.yml'), 'utf8')).toContain(`${base}/mine`);
  await app.page.getByRole('button', { name: 'Environments, cookies, connections' }).click();
  await app.page.getByRole('menuitem', { name: 'Show environments' }).click();
  const environments = app.page.getByRole('region', { name: 'Environments' });
  await environments.getByRole('textbox', { name: 'Value of variable 3', exact: true }).fill('7103000042');
  await environments.getByRole('textbox', { name: 'Value of variable 4', exact: true }).fill('very-secret');
  await expect(environments.getByRole('status', { name: 'State of the variables' })).toHaveText('Saved');
  await app.page.getByRole('button', { name: 'Show requests' }).click();
  const saved = readFileSync(path.join(workspace, 'environments/Messaging service.yml'), 'utf8');
  expect(saved).toContain('7103000042');
  expect(saved).not.toContain('very-secret');
  await request(app)
    .getByRole('textbox', { name: 'Address' })
    .fill(`${base}/waInstance{{idInstance}}/getSettings/{{apiTokenInstance}}`);
  await app.page.keyboard.press('ControlOrMeta+Enter');
  await expect(request(app).locator('.view-lines').last()).toContainText(
    '/waInstance7103000042/getSettings/very-secret',
  );
  await app.openConsole();
  await expect(app.console).toContainText('/waInstance7103000042/getSettings/(token)');
});
