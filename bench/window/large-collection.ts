/**
 * Measures the window with a collection of 5,000 requests: opening, scrolling, searching, and switching between 30
 * tabs.
 */
import type { Page } from '@playwright/test';
import { median, timed, type Figure } from '../figure.ts';
import { frameTime } from './frame-time.ts';
import { openBenchWindow } from './open-window.ts';
import { writeLargeCollection } from './write-collection.ts';

const TABS = 30;

/** Milliseconds from the click on a tab to the frame that shows its content, for each tab twice. */
async function switchTimes(page: Page): Promise<number[]> {
  return page.evaluate<number[]>(
    `(async () => {
      const tabs = [...document.querySelectorAll('[aria-label="Open requests"] > li > button:first-child')];
      const times = [];
      for (const tab of [...tabs, ...tabs]) {
        const startMs = performance.now();
        tab.click();
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        times.push(performance.now() - startMs);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return times;
    })()`,
  );
}

/** Milliseconds from entering a search text to the results, after a first search has read the files. */
async function searchTime(page: Page): Promise<number> {
  await page.keyboard.press('ControlOrMeta+Shift+F');
  const panel = page.getByRole('region', { name: 'Search the collection' });
  const search = (number: number) =>
    timed(async () => {
      await panel.getByRole('textbox', { name: 'Search for' }).fill(`orders/${number}`);
      await panel.getByText(`Request ${number}`, { exact: true }).waitFor();
    });
  await search(4711);
  const times: number[] = [];
  for (const number of [1711, 2711, 3711]) times.push(await search(number));
  return median(times);
}

export async function benchLargeCollection(): Promise<Figure[]> {
  const { page, readyMs, close } = await openBenchWindow(({ workspace }) => writeLargeCollection(workspace));
  const tree = page.getByRole('tree', { name: 'Requests' });
  const listed = await timed(() => tree.getByRole('treeitem').first().waitFor());
  const scrolled = await frameTime(page, tree);

  const tabs = page.getByRole('list', { name: 'Open requests' }).getByRole('listitem');
  await tree.getByRole('treeitem').first().press('Home');
  for (let index = 0; index < TABS; index += 1) {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await tabs.nth(index).and(page.locator('[data-active]')).waitFor();
  }
  const switched = median(await switchTimes(page));
  const searched = await searchTime(page);
  await close();
  return [
    { what: '5,000 requests: the window can be used after', value: readyMs, unit: 'ms', target: 1000 },
    { what: '… its tree is there after', value: readyMs + listed, unit: 'ms', target: 5000 },
    { what: '… scrolling the tree, 95 of 100 frames within', value: scrolled, unit: 'ms', target: 17 },
    { what: '… a text of one of them is found within', value: searched, unit: 'ms', target: 200 },
    { what: `… from one of ${TABS} tabs to another`, value: switched, unit: 'ms', target: 50 },
  ];
}
