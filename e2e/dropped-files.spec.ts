/** Files and texts that are dropped on the window: imported by the sidebar, the Import dialog and the webhooks, refused elsewhere. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import type { AppPage } from './app-page.ts';
import { expect, inSteps, test } from './fixtures.ts';
import { openCollection, request, simple, tree } from './request-page.ts';

const line = (app: AppPage, name: string) => tree(app).getByRole('treeitem', { name, exact: true });
const sidebar = (app: AppPage) => app.page.getByRole('navigation', { name: 'Workspace' });
const importDialog = (app: AppPage) => app.page.getByRole('dialog', { name: 'Import' });
const hint = (place: Locator) => place.getByText('Drop to import');

interface Dragged {
  files?: { name: string; text: string; utf16?: boolean }[];
  text?: string;
}

/** Dispatches the events of a drag at an element. */
async function drag(target: Locator, { files = [], text }: Dragged, ...types: string[]): Promise<void> {
  const dataTransfer = await target.page().evaluateHandle(`(() => {
    const dataTransfer = new DataTransfer();
    const utf16 = (text) => Uint16Array.from('\\ufeff' + text, (letter) => letter.charCodeAt(0));
    for (const { name, text, utf16: isUtf16 } of ${JSON.stringify(files)})
      dataTransfer.items.add(new File([isUtf16 ? utf16(text) : text], name));
    ${text === undefined ? '' : `dataTransfer.setData('text/plain', ${JSON.stringify(text)});`}
    return dataTransfer;
  })()`);
  for (const type of types) await target.dispatchEvent(type, { dataTransfer });
}

/** Drags paths of this computer from outside of the browser, and drops them in the middle of an element. */
async function dropPaths(app: AppPage, target: Locator, files: string[]): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('The element is not shown.');
  const session = await app.page.context().newCDPSession(app.page);
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...place, data });
  }
  await session.detach();
}

test(
  'files and texts are imported by dropping them, and nothing else of the window takes them',
  inSteps({
    'files on the sidebar': async ({ app, workspace }) => {
      await openCollection(app, workspace, { 'a.yml': simple('first', 'http://first/') }, '');
      await expect(line(app, 'GET first')).toBeVisible();
      const files = ['one', 'two'].map((name) => ({ name: `${name}.sh`, text: `curl http://${name}.test/${name}` }));
      await drag(line(app, 'GET first'), { files }, 'dragenter', 'dragover');
      await expect(hint(sidebar(app))).toBeVisible();
      await app.photograph('import-by-dropping');
      await drag(sidebar(app), { files }, 'dragleave');
      await expect(hint(sidebar(app))).toHaveCount(0);
      await drag(line(app, 'GET first'), { files }, 'dragenter', 'dragover', 'drop');
      await expect(importDialog(app).getByRole('status')).toHaveCount(2);
      await expect(hint(sidebar(app))).toHaveCount(0);
      await importDialog(app).getByRole('button', { name: 'Done' }).click();
      await expect(tree(app).getByRole('treeitem')).toHaveCount(3);
      await expect(request(app).getByRole('textbox', { name: 'Address' })).toHaveValue('http://two.test/two');
    },
    'files and a text on the dialog': async ({ app }) => {
      await drag(sidebar(app), { text: "curl http://three.test/three -H 'a: b'" }, 'dragover', 'drop');
      const field = importDialog(app).getByLabel('Text to import');
      await expect(field).toHaveValue("curl http://three.test/three -H 'a: b'");
      const files = [
        { name: 'four.sh', text: 'curl http://four.test/four' },
        { name: 'notes.txt', text: 'no format' },
      ];
      await drag(importDialog(app), { files }, 'dragenter', 'dragover');
      await expect(hint(importDialog(app))).toBeVisible();
      await drag(importDialog(app), { files }, 'drop');
      await expect(importDialog(app).getByRole('status')).toHaveCount(1);
      await expect(importDialog(app).getByRole('alert')).toContainText('notes.txt has an unknown format');
      await expect(field).toHaveValue("curl http://three.test/three -H 'a: b'");
      await importDialog(app).getByRole('button', { name: 'Import', exact: true }).click();
      await expect(importDialog(app).getByRole('status')).toHaveCount(2);
      await importDialog(app).getByRole('button', { name: 'Done' }).click();
      await expect(tree(app).getByRole('treeitem')).toHaveCount(5);
    },
    'a file in UTF-16 on the search': async ({ app }) => {
      await app.page.keyboard.press('ControlOrMeta+Shift+F');
      const search = app.page.getByRole('region', { name: 'Search the collection' });
      const files = [{ name: 'five.sh', text: 'curl http://five.test/gr\u00fc\u00dfe', utf16: true }];
      await drag(search, { files }, 'dragenter', 'dragover');
      await expect(app.page.getByText('Drop to import')).toBeVisible();
      await drag(search, { files }, 'drop');
      await expect(importDialog(app).getByRole('status')).toHaveCount(1);
      await importDialog(app).getByRole('button', { name: 'Done' }).click();
      await expect(request(app).getByRole('textbox', { name: 'Address' })).toHaveValue(
        'http://five.test/gr\u00fc\u00dfe',
      );
      await search.getByRole('button', { name: 'Close the search' }).click();
      await expect(tree(app).getByRole('treeitem')).toHaveCount(6);
    },
    'notifications and other files on the webhooks': async ({ app }) => {
      await app.show('webhooks');
      const view = app.page.getByRole('region', { name: 'Webhooks' });
      const notification = {
        receivedAt: '2026-01-02T03:04:05.000Z',
        method: 'POST',
        path: '/',
        headers: [],
        body: '{}',
      };
      const files = [
        { name: 'kept.ndjson', text: `${JSON.stringify(notification)}\n` },
        { name: 'requests.har', text: '{"log": {"entries": []}}' },
      ];
      await drag(view, { files }, 'dragenter', 'dragover');
      await expect(hint(view)).toBeVisible();
      await drag(view, { files }, 'drop');
      await expect(hint(view)).toHaveCount(0);
      await expect(app.page.getByRole('alert')).toContainText('requests.har: not imported.');
      await expect(app.page.getByText('1 notification imported from kept.ndjson.')).toBeVisible();
      await app.show('requests');
    },
    'lines that are dragged in the tree are moved': async ({ app }) => {
      await line(app, 'GET first').dragTo(line(app, 'GET four'));
      await expect(importDialog(app)).toHaveCount(0);
      await expect(tree(app).getByRole('treeitem')).toHaveCount(6);
    },
    'a folder is refused; a file that is dropped elsewhere does not replace the page': async ({ app, workspace }) => {
      const folder = path.join(workspace, 'dropped');
      mkdirSync(folder);
      const file = path.join(workspace, 'dropped.html');
      writeFileSync(file, '<h1>Another page</h1>');
      await dropPaths(app, sidebar(app), [folder]);
      await expect(importDialog(app).getByRole('alert')).toContainText('dropped is a folder');
      await app.page.keyboard.press('Escape');
      await expect(importDialog(app)).toHaveCount(0);

      const url = app.page.url();
      const pages = () => app.page.context().pages().length;
      const before = pages();
      const address = request(app).getByRole('textbox', { name: 'Address' });
      for (const place of [app.page.getByRole('contentinfo'), address, request(app)]) {
        await dropPaths(app, place, [file]);
      }
      // The second event reaches the page after what the browser does with the first one.
      await dropPaths(app, sidebar(app), [folder]);
      await expect(importDialog(app).getByRole('alert')).toBeVisible();
      await app.page.keyboard.press('Escape');
      await expect(importDialog(app)).toHaveCount(0);
      await expect(address).toHaveValue(/test/);
      expect(app.page.url()).toBe(url);
      expect(pages()).toBe(before);
    },
  }),
);
