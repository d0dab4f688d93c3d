/**
 * Measures what a person notices in the window: a large response and a million notifications, shown, searched and
 * scrolled.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startTestServer } from '../../e2e/test-server.ts';
import { residentBytes } from '../../src/core/processes/process-memory.ts';
import { openNotificationStore } from '../../src/core/notifications/store/store.ts';
import { workspaceStateFolder } from '../../src/core/platform/files/private-files.ts';
import { timed, type Figure } from '../figure.ts';
import { frameTime } from './frame-time.ts';
import { benchLargeCollection } from './large-collection.ts';
import { fillStore, STORED } from '../webhooks/notifications.ts';
import { openBenchWindow } from './open-window.ts';

/** An odd number: the notification has an event's id. */
const FOUND = 2 * Math.floor(STORED * 0.38) + 1;

/** An expression for the page: whether it has loaded the view of the webhooks, and nothing more for half a second. */
const ARE_VIEWS_LOADED = `(() => {
  const files = performance.getEntriesByType('resource');
  const lastMs = Math.max(...files.map(({ responseEnd }) => responseEnd));
  return files.some(({ name }) => name.includes('/WebhooksView-')) && performance.now() - lastMs > 500;
})()`;

function fill(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const store = openNotificationStore(file, () => undefined);
  fillStore(store);
  store.close();
}

export async function benchWindow(): Promise<Figure[]> {
  const server = await startTestServer();
  const { page, pid, close } = await openBenchWindow(({ workspace, config }) => {
    writeFileSync(path.join(workspace, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
    writeFileSync(
      path.join(workspace, 'large.yml'),
      `info:\n  name: large\n  type: http\nhttp:\n  method: GET\n  url: ${server.base}/large\n`,
    );
    fill(path.join(workspaceStateFolder(workspace, { OUTRIGGER_CONFIG_DIR: config }), 'notifications.sqlite'));
  });

  // The window can be used before its other views and the editor are loaded, which would be measured otherwise. The
  // state "networkidle" can be reached before they are requested.
  while (!(await page.evaluate<boolean>(ARE_VIEWS_LOADED))) await page.waitForTimeout(100);
  const list = page.getByRole('listbox', { name: 'Notifications' });
  const listed = await timed(async () => {
    await page.getByRole('button', { name: 'Show webhooks' }).click();
    await list.getByRole('option').first().waitFor();
  });
  const scrolled = await frameTime(page, list);
  const searched = await timed(async () => {
    await page.getByRole('textbox', { name: 'Search notifications' }).fill(`evt_${FOUND}`);
    await page.getByText('1 notification', { exact: true }).waitFor();
  });
  const memory = ((await residentBytes(pid)) ?? 0) / 1e6;

  await page.getByRole('button', { name: 'Show requests' }).click();
  await page.getByRole('treeitem', { name: 'GET large' }).click();
  const body = page.getByRole('region', { name: 'Body of the response' });
  server.largeSize(); // Creates the body, which takes longer than showing it.
  const shown = await timed(async () => {
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await body.getByText('"name": "row 0"').waitFor();
  });
  await page.getByText(/^[\d,]+ lines$/).waitFor({ timeout: 60_000 });
  const large = await frameTime(page, body);

  await close();
  server.close();
  return [
    { what: 'a million notifications: the list is there after', value: listed, unit: 'ms', target: 1000 },
    { what: '… a text of one of them is found after', value: searched, unit: 'ms', target: 500 },
    { what: '… scrolling, 95 of 100 frames within', value: scrolled, unit: 'ms', target: 17 },
    { what: '… memory of the host', value: memory, unit: 'MB', target: 400 },
    { what: '50 MB of JSON: sent, received and its first screen shown after', value: shown, unit: 'ms', target: 1000 },
    { what: '… scrolling, 95 of 100 frames within', value: large, unit: 'ms', target: 17 },
    ...(await benchLargeCollection()),
  ];
}
