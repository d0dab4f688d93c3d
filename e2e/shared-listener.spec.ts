/**
 * A window that shares the listener of `outrigger listen`: its rules are used there, and it takes over when that
 * process is killed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from './fixtures.ts';

const cli = path.join(import.meta.dirname, '../out/main/cli.cjs');

/** Starts `outrigger listen` on any free port; resolves when it listens. */
async function startListen(workspace: string, config: string) {
  const child = spawn(process.execPath, [cli, 'listen', '--port', '0', '--workspace', workspace], {
    env: { ...process.env, OUTRIGGER_CONFIG_DIR: config },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const line of createInterface({ input: child.stderr })) {
    const url = /listening on (\S+)/.exec(line)?.[1];
    if (url !== undefined) return { child, url };
  }
  throw new Error('outrigger listen has ended.');
}
/** Resolves to the status of the response, or to undefined while nobody listens. */
const post = (url: string, body: string) =>
  fetch(url, { method: 'POST', body }).then(
    ({ status }) => status,
    () => undefined,
  );

test('rules of the window are used by the listener of the command line; the window listens when that is killed', async ({
  ownHost,
  workspace,
  host,
}) => {
  test.skip(host === 'desktop', 'the host of the interface is started here');
  const { child, url } = await startListen(workspace, ownHost.config);
  const { app, quit } = await ownHost.start();
  const { page } = app;
  await app.ready();
  await app.show('webhooks');
  const dialog = page.getByRole('dialog', { name: 'Listener' });
  await page.getByRole('button', { name: 'Listener…' }).click();
  await dialog.getByRole('textbox', { name: 'Port' }).fill(new URL(url).port);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Listen', exact: true }).click();
  await expect(
    page.getByText(`Shares the listener of another Outrigger that has this workspace open (process ${child.pid})`),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Listener…' }).click();
  await dialog.getByRole('tab', { name: 'Respond' }).click();
  await dialog.getByRole('button', { name: 'Add a rule' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByTestId('listener-rules')).toHaveText('1 rule in use');
  await expect(page.getByTestId('listener-rules')).toHaveCSS('text-transform', 'none');
  await expect.poll(() => post(url, '{"before":1}')).toBe(500);
  const list = page.getByRole('listbox', { name: 'Notifications' });
  await expect(list.getByText('before').first()).toBeVisible();

  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  await expect(page.getByText('Shares the listener')).toBeHidden();
  await expect.poll(() => post(url, '{"after":1}')).toBe(500);
  await expect(list.getByText('after').first()).toBeVisible();

  await quit();
});
