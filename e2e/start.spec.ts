/** The first minute: from an empty folder to a response and a saved file. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { AppPage } from './app-page.ts';
import { draftsOf, expect, test } from './fixtures.ts';
import { request, status } from './request-page.ts';

const openRequests = (app: AppPage) => app.page.getByRole('list', { name: 'Open requests' });
const address = (app: AppPage) => request(app).getByRole('textbox', { name: 'Address' });

async function emptyFolder(app: AppPage, workspace: string): Promise<void> {
  await app.ready();
  for (const name of readdirSync(workspace)) rmSync(path.join(workspace, name), { recursive: true });
}

test('after one click: an address, Enter, the response; then a file', async ({ app, workspace, server }) => {
  await emptyFolder(app, workspace);
  await expect(address(app)).toBeFocused();
  await app.photograph('start');
  await app.page.keyboard.type(`${server.base.replace('http://', '')}/json`);
  await app.page.keyboard.press('Enter');
  await expect(status(app)).toContainText('200');
  expect(readdirSync(workspace)).toEqual([]);

  await app.page.keyboard.press('ControlOrMeta+S');
  const dialog = app.page.getByRole('dialog', { name: 'Save the request' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('json');
  await app.photograph('save-request');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('First');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(openRequests(app).getByRole('button', { name: 'GET First' })).toHaveAttribute('aria-current', 'page');
  await expect(request(app).getByRole('button', { name: 'Save the request' })).toBeDisabled();
  expect(readFileSync(path.join(workspace, 'First.yml'), 'utf8')).toContain('/json');
  expect(existsSync(path.join(workspace, 'opencollection.yml'))).toBe(true);
  // The response is still shown, because saving does not replace the request.
  await expect(status(app)).toContainText('200');
  // No script was shown, so the language service has not started.
  const workers = () => app.page.workers().map((worker) => worker.url());
  await expect.poll(workers).toContainEqual(expect.stringContaining('editor.worker'));
  expect(workers()).not.toContainEqual(expect.stringContaining('ts.worker'));
  await app.show('scripts');
  await expect.poll(workers).toContainEqual(expect.stringContaining('ts.worker'));
});

test('the operations of the messaging service are offered as an example', async ({ app, workspace }) => {
  await emptyFolder(app, workspace);
  const examples = app.page.getByRole('list', { name: 'Examples' });
  await examples.getByRole('button', { name: 'Messaging service operations' }).click();
  await expect(openRequests(app).getByRole('button')).not.toHaveCount(0);
  await expect(app.page.getByRole('button', { name: 'Untitled request' })).toHaveCount(0);
});

test('the sample with programs is offered as an example', async ({ app, workspace }) => {
  await emptyFolder(app, workspace);
  await app.page.getByRole('list', { name: 'Examples' }).getByRole('button', { name: 'Sample programs' }).click();
  await expect(app.tab('hello.js')).toBeVisible();
});

test('untitled requests survive a crash of the host', async ({ ownHost, host }) => {
  test.skip(host === 'desktop', 'each start of this test is a browser window of its own');
  async function start() {
    const { app, web, quit } = await ownHost.start();
    await app.ready();
    await app.page.getByRole('button', { name: 'Show requests' }).click();
    return { app, web, quit };
  }
  const first = await start();
  await address(first.app).fill('http://127.0.0.1/typed');
  await expect.poll(() => draftsOf(ownHost.config)).toContain('/typed');
  first.web.child.kill('SIGKILL');
  await first.app.page.close();

  const second = await start();
  await expect(address(second.app)).toHaveValue('http://127.0.0.1/typed');
  await second.quit();
});
