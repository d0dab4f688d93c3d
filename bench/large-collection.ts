/** A collection of 5,000 requests in the window: its tree is scrolled, and 30 tabs are switched between. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { launchBrowser, startWebHost } from '../e2e/fixtures.ts';
import { median, type Figure } from './figure.ts';
import { frameTime } from './frame-time.ts';

const FOLDERS = 100;
const REQUESTS = 50;
const TABS = 30;

function writeCollection(workspace: string): void {
  mkdirSync(workspace);
  writeFileSync(path.join(workspace, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Large\n');
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    mkdirSync(path.join(workspace, `folder-${folder}`));
    for (let request = 0; request < REQUESTS; request += 1) {
      const name = `request ${folder}-${request}`;
      const url = `http://127.0.0.1/${folder}/${request}`;
      const body = `  body:\n    type: json\n    data: |-\n      {"id": ${request}}\n`;
      writeFileSync(
        path.join(workspace, `folder-${folder}/request-${request}.yml`),
        `info:\n  name: ${name}\n  type: http\nhttp:\n  method: POST\n  url: ${url}\n${body}`,
      );
    }
  }
}

/** Milliseconds from the click on a tab to the frame that shows it, each tab twice. */
async function switchTimes(page: Page): Promise<number[]> {
  return page.evaluate<number[]>(
    `(async () => {
      const tabs = [...document.querySelectorAll('[aria-label="Open requests"] > li > button:first-child')];
      const times = [];
      for (const tab of [...tabs, ...tabs]) {
        const began = performance.now();
        tab.click();
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        times.push(performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return times;
    })()`,
  );
}

export async function benchLargeCollection(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'outrigger-bench-tree-'));
  const workspace = path.join(folder, 'large');
  writeCollection(workspace);
  const web = await startWebHost(['--workspace', workspace], { OUTRIGGER_CONFIG_DIR: path.join(folder, 'config') });
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(web.address);
  await page.locator('[data-app-state="ready"]').waitFor();
  const tree = page.getByRole('tree', { name: 'Requests' });
  await tree.getByRole('treeitem').first().waitFor();
  const scrolled = await frameTime(page, tree);

  const tabs = page.getByRole('list', { name: 'Open requests' }).getByRole('listitem');
  await tree.getByRole('treeitem').first().press('Home');
  for (let index = 0; index < TABS; index += 1) {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await tabs.nth(index).waitFor();
  }
  const switched = median(await switchTimes(page));
  await browser.close();
  await web.stop();
  rmSync(folder, { recursive: true, force: true });
  return [
    { what: '5,000 requests: scrolling the tree, 95 of 100 frames within', value: scrolled, unit: 'ms', target: 17 },
    { what: `… from one of ${TABS} tabs to another`, value: switched, unit: 'ms', target: 50 },
  ];
}
