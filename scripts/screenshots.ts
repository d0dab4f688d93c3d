/**
 * `npm run screenshots`: takes the pictures of the documentation from the built application, with content in each view.
 * Needs Chromium, as the end-to-end tests do.
 */
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { launchBrowser } from '../e2e/browser.ts';
import { root, startWebHost } from '../e2e/fixtures.ts';
import { startTestServer } from '../e2e/test-server.ts';
import { exampleFor, exampleKinds } from '../src/core/providers/messaging/recognition/recognize.ts';

const images = path.join(root, 'docs/images');
// A fixed name, because the pictures show it.
const folder = path.join(tmpdir(), 'pictures');
rmSync(folder, { recursive: true, force: true });
const workspace = path.join(folder, 'shop');
const server = await startTestServer();

function write(name: string, text: string): void {
  const file = path.join(workspace, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
const request = (name: string, method: string, more = '') =>
  `info:\n  name: ${name}\n  type: http\nhttp:\n  method: ${method}\n  url: "{{base}}/json"\n${more}`;

cpSync(path.join(root, 'examples/hello'), workspace, { recursive: true });
write('opencollection.yml', 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
write(
  'environments/Local.yml',
  `name: Local\nvariables:\n  - name: base\n    value: ${server.base}\n  - name: customer\n    value: "42"\n  - secret: true\n    name: token\n`,
);
write('orders/folder.yml', 'info:\n  name: Orders\n  type: folder\n');
write('orders/list.yml', request('List orders', 'GET'));
write(
  'orders/create.yml',
  request(
    'Create an order',
    'POST',
    `  headers:
    - name: Accept
      value: application/json
    - name: X-Customer
      value: "{{customer}}"
  body:
    type: json
    data: '{ "item": "lamp", "count": 2 }'
runtime:
  scripts:
    - type: before-request
      code: |-
        const value = await pm.executeAsync('hello.sh', ['signed']);
        pm.request.headers.add({ key: 'X-Signature', value });
    - type: tests
      code: |-
        pm.test('is accepted', () => pm.response.to.have.status(200));
        pm.test('is JSON', () => pm.response.to.be.json);
`,
  ),
);
for (const method of ['PUT', 'PATCH', 'DELETE']) {
  write(`orders/${method.toLowerCase()}.yml`, request(`${method[0]}${method.slice(1).toLowerCase()} an order`, method));
}

// The interpreters of the system, in place of those that whoever draws the pictures has chosen.
const bin = path.join(folder, 'bin');
mkdirSync(bin, { recursive: true });
symlinkSync('/usr/bin/python3', path.join(bin, 'python'));
const host = await startWebHost(['--workspace', workspace], {
  OUTRIGGER_CONFIG_DIR: path.join(folder, 'config'),
  PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
});
const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
try {
  await drawAll(page);
} finally {
  await browser.close();
  await host.stop();
  server.close();
  rmSync(folder, { recursive: true, force: true });
}

async function drawAll(page: Page): Promise<void> {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const show = (view: string) => button(`Show ${view}`).click();
  async function draw(name: string): Promise<void> {
    // The pointer must not show a tooltip.
    await page.mouse.move(720, 899);
    await page.screenshot({ path: path.join(images, `${name}.png`), animations: 'disabled' });
    console.log(`docs/images/${name}.png`);
  }
  await page.goto(host.address);
  await page.locator('[data-app-state="ready"]').waitFor();

  await show('scripts');
  await page.keyboard.press('ControlOrMeta+Enter');
  await button('Every program in this directory').click();
  await page.getByTestId('run-end').last().waitFor();
  await draw('outrigger');

  await show('requests');
  await page.getByRole('treeitem', { name: 'POST Create an order' }).click();
  await button('Send').click();
  await page.getByTestId('response-status').waitFor();
  await page.getByRole('tab', { name: 'Tests 2/2' }).waitFor();
  await page.mouse.move(0, 0);
  // Monaco colours a text a moment after it shows it. Then its tokens have other classes than the first one.
  const response = page.getByRole('region', { name: 'Request', exact: true }).locator('.view-lines').last();
  await response.locator('span[class^="mtk"]:not(.mtk1)').nth(4).waitFor();
  await draw('requests');

  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('textbox', { name: 'Search commands' }).fill('order');
  await page.getByRole('dialog', { name: 'Commands' }).getByText('List orders').waitFor();
  await draw('palette');
  await page.keyboard.press('Escape');

  await show('environments');
  await page.getByRole('textbox', { name: 'Value of variable 1', exact: true }).waitFor();
  await draw('environments');

  await show('programs');
  await page.getByRole('navigation', { name: 'Workspace' }).getByText('hello.py').click();
  const interpreters = page.getByRole('region', { name: 'Interpreters and trust' });
  await interpreters.getByRole('button', { name: /^Copy an example \.?py$/ }).waitFor();
  await draw('programs');

  await show('runner');
  await button('Run').click();
  await page.getByRole('region', { name: 'Runner' }).getByText('Create an order').last().waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'hidden' });
  await draw('runner');

  await show('history');
  await page.getByRole('option').first().click();
  await draw('history');

  await show('webhooks');
  await button('Listener…').click();
  await page.getByRole('dialog', { name: 'Listener' }).getByRole('textbox', { name: 'Port' }).fill('0');
  await page.getByRole('dialog', { name: 'Listener' }).getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog', { name: 'Listener' }).waitFor({ state: 'hidden' });
  await page.getByRole('switch', { name: 'Listen for notifications' }).click({ force: true });
  const url = await page.getByTestId('listener-url').innerText();
  for (const kind of exampleKinds.slice(0, 16)) {
    const headers = { 'content-type': 'application/json' };
    await fetch(url, { method: 'POST', headers, body: JSON.stringify(exampleFor(kind)) });
  }
  await page.getByText('16 notifications').waitFor();
  await page.getByRole('listbox', { name: 'Notifications' }).getByRole('option').first().click();
  await page.getByRole('article', { name: 'Notification' }).waitFor();
  await draw('webhooks');

  await show('settings');
  await draw('settings');
}
