/** Opening folders, and starting with a folder that cannot be opened. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { WebSocketRoute } from '@playwright/test';
import { execaSync } from 'execa';
import { listen } from '../src/core/testing/listen.ts';
import { expect, inSteps, root, test } from './fixtures.ts';

test(
  'another folder and an empty folder are opened',
  inSteps({
    'another folder is opened by its path; a path that is not a folder is refused in the dialog': async ({
      app,
      host,
    }) => {
      test.skip(host === 'desktop', 'the desktop window has the system’s folder dialog');
      const folder = mkdtempSync(path.join(tmpdir(), 'outrigger-other-'));
      mkdirSync(path.join(folder, 'scripts'));
      writeFileSync(path.join(folder, 'scripts/first.js'), '// first script');
      await app.ready();
      await app.page.keyboard.press('ControlOrMeta+O');
      const field = app.page.getByRole('textbox', { name: 'Folder on this computer' });
      await expect(field).not.toHaveValue('');
      // The path of the open folder is selected, so typing replaces it.
      await expect(field).toBeFocused();
      await app.page.keyboard.type('/nonexistent/folder');
      await expect(field).toHaveValue('/nonexistent/folder');
      await app.page.getByRole('button', { name: 'Open', exact: true }).click();
      await expect(app.page.getByText('The folder /nonexistent/folder does not exist.')).toBeVisible();
      await app.photograph('open-folder');
      // Only what can be created is offered to be created.
      const create = app.page.getByRole('button', { name: 'Create and open' });
      const file = path.join(folder, 'scripts/first.js');
      for (const [typed, reason] of [
        [file, `${file} is a file, not a folder.`],
        [`${file}/below`, `It cannot be created: ${file} is a file.`],
        ['shop', '“shop” is not an absolute path.'],
      ] as const) {
        await field.fill(typed);
        await field.press('Enter');
        await expect(app.page.getByText(reason)).toBeVisible();
        await expect(create).toHaveCount(0);
      }
      await field.fill(`${folder}/new`);
      await field.press('Enter');
      await expect(create).toBeVisible();
      await field.fill(folder);
      await app.page.keyboard.press('Enter');
      await app.show('scripts');
      await expect(app.tab('first.js')).toBeVisible();
      await expect.poll(() => app.editorText()).toContain('// first script');
      await app.show('programs');
      await expect(app.page.getByText('The folder of the programs does not exist yet.')).toBeVisible();
    },
    'an empty folder shows the next step': async ({ app }) => {
      await app.page.keyboard.press('ControlOrMeta+O');
      await app.page
        .getByRole('textbox', { name: 'Folder on this computer' })
        .fill(mkdtempSync(path.join(tmpdir(), 'empty-')));
      await app.page.keyboard.press('Enter');
      await app.show('scripts');
      await expect(app.page.getByText('Open a script on the left')).toBeVisible();
      await app.photograph('empty');
    },
  }),
);

const startWrongly = (...args: string[]) =>
  execaSync(process.execPath, [path.join(root, 'out/main/web.cjs'), '--no-open', ...args], { reject: false });

test('a start with a wrong folder shows what is wrong, why, and what to do', async ({ host }) => {
  test.skip(host === 'desktop', 'the web host’s options');
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'outrigger-file-')), 'file');
  writeFileSync(file, '');
  expect(startWrongly('--workspace', '/nonexistent')).toMatchObject({
    exitCode: 2,
    stderr: 'Outrigger did not start: The folder /nonexistent does not exist.\nChoose an existing folder.',
  });
  expect(startWrongly('--workspace', file).stderr).toContain('is a file, not a folder');
  expect(startWrongly('--port', 'x').stderr).toContain('It must be a number');
  expect(startWrongly('--nope').stderr).toContain('--workspace <folder>');
  const taken = net.createServer();
  const port = await listen(taken);
  const { exitCode, stderr } = startWrongly('--port', String(port));
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`Port ${port} is used by another program.`);
  taken.close();
});

test('the host ends with its signal; the page says so and keeps unsaved changes', async ({
  pages,
  workspace,
  host,
}) => {
  test.skip(host === 'desktop', 'a desktop window ends with its host');
  const config = mkdtempSync(path.join(tmpdir(), 'outrigger-config-'));
  const { web, page } = await pages.startPage(workspace, config);
  await page.locator('[data-app-state="ready"]').waitFor();
  expect(await web.stop()).toBe(0);
  const lost = page.getByRole('dialog', { name: 'Outrigger does not respond' });
  await expect(lost).toContainText('start Outrigger again');
  await expect(lost).toContainText('Everything that you typed is stored.');
  await page.keyboard.press('Escape');
  await expect(lost).toBeVisible();
  await page.close();
});

test('a page that loses its connection goes on with what was typed when the host answers again', async ({
  pages,
  workspace,
  host,
}) => {
  test.skip(host === 'desktop', 'a desktop window ends with its host');
  const config = mkdtempSync(path.join(tmpdir(), 'outrigger-config-'));
  const web = await pages.startHost(workspace, config);
  const page = await pages.newPage();
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket('**/host', (socket) => {
    sockets.push(socket);
    socket.connectToServer();
  });
  await page.goto(web.address);
  await page.locator('[data-app-state="ready"]').waitFor();
  await page.getByRole('button', { name: 'Show scripts' }).click();
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('// typed just before');
  const reloaded = page.waitForEvent('load');
  await sockets[0]?.close();
  await reloaded;
  await page.getByRole('button', { name: 'Show scripts' }).click();
  await expect(page.locator('.view-lines').first()).toContainText('typed just before');
  expect(sockets).toHaveLength(3);
  // A text of an open dialog is not stored anywhere: the page stays until the person has decided.
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('textbox', { name: 'Search commands' }).fill('>New program…');
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('button', { name: 'New program…' }).first().click();
  await page.getByRole('dialog', { name: 'New program' }).getByRole('textbox').first().fill('sign');
  await sockets[2]?.close();
  const back = page.getByRole('dialog', { name: 'Outrigger responds again' });
  await expect(back.getByRole('button', { name: /^Copy .*: / })).toBeVisible();
  const loadedAgain = page.waitForEvent('load');
  await back.getByRole('button', { name: 'Load the page again' }).click();
  await loadedAgain;
  await page.close();
  await web.stop();
});
