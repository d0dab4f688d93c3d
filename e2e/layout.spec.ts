/** The layout of the window: the console's strip, the response beside its request, new files, messages. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { listen } from '../src/core/testing/listen.ts';
import type { AppPage } from './app-page.ts';
import { views } from '../src/renderer/context/views.ts';
import { expect, inSteps, test } from './fixtures.ts';
import { openCollection, request, send, simple, status, tab, tree } from './request-page.ts';

let server: Server;
let base: string;
test.beforeAll(async () => {
  const lines = Array.from({ length: 100 }, (_, at) => [`line ${at}`, at]);
  server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(Object.fromEntries(lines), null, 2));
  });
  base = `http://127.0.0.1:${await listen(server)}`;
});
test.afterAll(() => void server.close());

const script = `runtime:
  scripts:
    - type: after-response
      code: |-
        console.error('first');
        pm.test('second', () => pm.expect(1).to.equal(2));
`;
async function sendLines(app: AppPage, workspace: string): Promise<void> {
  await openCollection(app, workspace, { 'lines.yml': simple('lines', `${base}/lines`) + script }, base);
  await tree(app).getByText('lines', { exact: true }).click();
  await send(app);
  await expect(status(app)).toHaveText('200 OK');
}
/** Waits until the element has a box: it may be re-rendered, as the response is when its last part has arrived. */
const box = async (of: Locator) => {
  const firstBox: { value: Awaited<ReturnType<Locator['boundingBox']>> } = { value: null };
  await expect.poll(async () => (firstBox.value = await of.boundingBox())).not.toBeNull();
  if (!firstBox.value) throw new Error(`${String(of)} is not drawn.`);
  return firstBox.value;
};
const overlap = async (a: Locator, b: Locator) => {
  const [first, second] = [await box(a), await box(b)];
  return (
    first.x < second.x + second.width &&
    second.x < first.x + first.width &&
    first.y < second.y + second.height &&
    second.y < first.y + first.height
  );
};
/**
 * The number of lines of the response's body that are fully visible. Measured at once, because lines are removed when
 * the editor becomes smaller.
 */
const visibleLines = (app: AppPage) =>
  app.page.evaluate<number>(`(() => {
    const editor = [...document.querySelectorAll('[aria-label="Request"] .monaco-editor')].at(-1);
    if (!editor) return 0;
    const { top, bottom } = editor.getBoundingClientRect();
    const lines = [...editor.querySelectorAll('.view-line')].map((line) => line.getBoundingClientRect());
    return lines.filter((line) => line.top >= top && line.bottom <= bottom + 1).length;
  })()`);

test(
  'the response beside its request, the strip of the console, messages, new files, and filters of the lists',
  inSteps({
    'a response shows twenty lines at 1440 by 900, and ten at 1024 by 700': async ({ app, workspace }) => {
      await sendLines(app, workspace);
      await expect.poll(() => visibleLines(app)).toBeGreaterThanOrEqual(20);
      await app.page.setViewportSize({ width: 1024, height: 700 });
      await expect.poll(() => visibleLines(app)).toBeGreaterThanOrEqual(10);
      await app.photograph('response');
      // As at 150 %: the address has room, and Send is in view.
      await app.page.setViewportSize({ width: 683, height: 467 });
      const address = request(app).getByRole('textbox', { name: 'Address' });
      await expect.poll(async () => (await box(address)).width).toBeGreaterThan(150);
      await expect(request(app).getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 1 });
      // The table scrolls sideways, and not its pane as well.
      await tab(app, /^Headers/)
        .first()
        .click();
      const pane = request(app).getByRole('tabpanel', { name: /^Headers/ });
      await expect(pane.getByRole('table')).toBeVisible();
      const hidden = (element: { scrollWidth: number; clientWidth: number }) =>
        element.scrollWidth - element.clientWidth;
      expect(await pane.evaluate(hidden)).toBe(0);
      await app.page.setViewportSize({ width: 1440, height: 900 });
    },
    'the console is a strip with the number of problems; only scripts open it automatically': async ({ app }) => {
      await expect(app.consoleStrip).toHaveText('Console2 problems');
      await expect(app.console).toHaveCount(0);
      await app.page.keyboard.press('ControlOrMeta+J');
      await expect(app.console).toContainText('first');
      for (const view of ['webhooks', 'runner', 'history', 'environments', 'settings']) {
        await app.show(view);
        await expect(app.console).toHaveCount(0);
      }
      await app.setScript("console.log('from a script')");
      await expect(app.console).toHaveCount(0);
      await app.run();
      await expect(app.console).toContainText('from a script');
      await expect(app.page.getByTestId('console-problems')).toHaveCount(0);
      await app.consoleStrip.click();
      await expect(app.console).toHaveCount(0);
      await app.show('requests');
      await expect(app.console).toContainText('from a script');
    },
    'the response is beside its request in a wide window, until it is moved below': async ({ app }) => {
      const sent = request(app).getByRole('tab', { name: 'Params' });
      const isBeside = async () => (await box(status(app))).x > (await box(sent)).x + 300;
      await expect.poll(isBeside).toBe(true);
      await app.page.setViewportSize({ width: 1200, height: 900 });
      await expect.poll(isBeside).toBe(false);
      await expect(app.page.getByRole('button', { name: /^Put the response/ })).toHaveCount(0);
      await app.page.setViewportSize({ width: 1440, height: 900 });
      await expect.poll(isBeside).toBe(true);
      await app.page.getByRole('button', { name: 'Put the response below the request' }).click();
      await expect.poll(isBeside).toBe(false);
      await app.page.reload();
      await app.ready();
      await send(app);
      await expect(status(app)).toHaveText('200 OK');
      await expect.poll(isBeside).toBe(false);
    },

    'a message covers no button of a dialog, and disappears with its cause': async ({ app, workspace }) => {
      await app.page.setViewportSize({ width: 1024, height: 700 });
      await app.show('webhooks');
      await app.page.getByRole('button', { name: 'Send a sample…' }).first().click();
      const dialog = app.page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:1/');
      const sendButton = dialog.getByRole('button', { name: 'Send', exact: true });
      await sendButton.click();
      // Monaco has alerts of its own for screen readers.
      const message = app.page.locator('[role=alert]').and(app.page.locator('.mantine-Notification-root'));
      await expect(message).toBeVisible();
      await sendButton.scrollIntoViewIfNeeded();
      await expect.poll(() => overlap(message, sendButton)).toBe(false);
      expect(await overlap(message, app.page.getByRole('contentinfo'))).toBe(false);
      await app.photograph('message-over-dialog');
      await message.getByRole('button').click();
      await app.page.keyboard.press('Escape');

      // Saving fails while the folder is missing, and succeeds after it is restored.
      await app.setScript('// kept');
      const folder = path.join(workspace, 'scripts');
      rmSync(folder, { recursive: true });
      await app.page.keyboard.press('ControlOrMeta+S');
      await expect(message).toContainText('its folder does not exist');
      mkdirSync(folder);
      await app.page.keyboard.press('ControlOrMeta+S');
      await expect(message).toHaveCount(0);
      expect(readFileSync(path.join(folder, 'hello.js'), 'utf8')).toBe('// kept');
      await app.page.setViewportSize({ width: 1440, height: 900 });
    },

    'a script is created in the interface, and a program from the template of its language': async ({
      app,
      workspace,
    }) => {
      await app.openScripts();
      // The view without an open script has a second button of this name.
      await app.page.getByRole('button', { name: 'New script', exact: true }).first().click();
      const dialog = app.page.getByRole('dialog');
      const name = dialog.getByRole('textbox', { name: 'Name' });
      await name.fill('hello');
      await name.press('Enter');
      await expect(dialog).toContainText('scripts/hello.js exists already.');
      await name.fill('orders/first');
      await expect(dialog).toContainText('Will be saved as scripts/orders/first.js');
      await app.photograph('new-script');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await expect(app.tab('orders/first.js')).toHaveAttribute('aria-current', 'page');
      await expect.poll(() => app.editorText()).toContain('pm.test(');
      await app.run();
      await expect(app.runEnd).toContainText('passed · tests: 1 passed');

      await app.show('programs');
      await app.page.getByRole('button', { name: 'New program', exact: true }).click();
      await dialog.getByRole('combobox', { name: 'Language' }).click();
      await app.page.getByRole('option', { name: /^Python/ }).click();
      await name.fill('greet');
      await app.photograph('new-program');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await expect.poll(() => app.editorText()).toContain('import sys');
      // The source can be edited, and the program is listed and can be called at once.
      await app.page.getByTestId('script-editor').locator('.monaco-editor').first().click();
      await app.page.keyboard.press('ControlOrMeta+End');
      await app.page.keyboard.insertText('# mine\n');
      await app.page.keyboard.press('ControlOrMeta+S');
      await expect.poll(() => readFileSync(path.join(workspace, 'programs/greet.py'), 'utf8')).toContain('# mine');
      await app.show('programs');
      await expect(app.page.getByRole('form', { name: 'Try greet.py' })).toBeVisible();
      await app.page.getByRole('textbox', { name: 'Arguments' }).fill('world\n41');
      await app.page.getByRole('form').getByRole('button', { name: 'Run' }).click();
      await app.consent.getByRole('button', { name: 'Allow once' }).click();
      await expect(app.console).toContainText('Hello world, 42');
      expect(existsSync(path.join(workspace, 'scripts/orders/first.js'))).toBe(true);
    },
    'lists are filtered by name, and each button of the rail has its word as its name': async ({ app }) => {
      await app.openScripts();
      await app.page.getByRole('textbox', { name: 'Search scripts' }).fill('lua');
      await expect(app.page.getByRole('list', { name: 'Scripts', exact: true }).getByRole('listitem')).toHaveCount(0);
      await expect(app.page.getByRole('list', { name: 'Programs to call' }).getByRole('listitem')).toHaveCount(1);
      await app.show('programs');
      await app.page.getByRole('textbox', { name: 'Search programs' }).fill('HELLO .p');
      await expect(app.page.getByRole('list', { name: 'Program files' })).toHaveText(/hello\.php.*hello\.py/);
      const entries = await app.page.getByRole('navigation', { name: 'Views' }).getByRole('button').all();
      expect(entries).toHaveLength(views.length);
      for (const entry of entries) {
        const word = (await entry.innerText()).trim().toLowerCase();
        expect(await entry.getAttribute('aria-label')).toBe(`Show ${word}`);
      }
      await app.show('environments');
      await app.photograph('environments');
    },
  }),
);

test('open items and sizes are restored when the host starts again', async ({ ownHost, host }) => {
  test.skip(host === 'desktop', 'each start of this test is a browser window of its own');
  const stored = () => readFileSync(path.join(ownHost.config, 'settings.json'), 'utf8');
  /** How much of the height the view has, in percent. */
  const storedShare = () => Number(/\\"view\\":([\d.]+)/.exec(stored())?.[1]);
  const first = await ownHost.start();
  await first.app.ready();
  await first.app.openConsole();
  const separator = first.app.page.getByRole('separator', { name: 'Height of the console' });
  const before = (await box(first.app.console)).height;
  await separator.focus();
  const share = async () => Number(await separator.getAttribute('aria-valuenow'));
  for (let step = 0; step < 3; step += 1) {
    const earlier = await share();
    await separator.press('ArrowUp');
    await expect.poll(share).toBeLessThan(earlier);
  }
  await expect.poll(async () => (await box(first.app.console)).height).toBeGreaterThan(before + 20);
  const { height } = await box(first.app.console);
  // Sizes are stored a moment after a key, on a slow machine after each of the three.
  await expect.poll(async () => Math.abs(storedShare() - (await share()))).toBeLessThan(1);
  await first.quit();

  const second = await ownHost.start();
  await second.app.ready();
  await expect(second.app.consoleStrip).toHaveAttribute('aria-expanded', 'true');
  await expect.poll(async () => Math.abs((await box(second.app.console)).height - height)).toBeLessThan(3);
  await second.quit();
});
