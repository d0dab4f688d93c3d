/** The window can be used before a large collection has been read. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AppPage } from './app-page.ts';
import { expect, test } from './fixtures.ts';
import { request, simple, tree } from './request-page.ts';

const REQUESTS = 1_500;

test('input during the reading of requests is not lost', async ({ pages }, info) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'outrigger-e2e-large-'));
  const workspace = path.join(folder, 'shop');
  mkdirSync(workspace);
  writeFileSync(path.join(workspace, 'opencollection.yml'), 'opencollection: 1.0.0\ninfo:\n  name: Shop\n');
  for (let number = 0; number < REQUESTS; number += 1) {
    writeFileSync(path.join(workspace, `${number}.yml`), simple(`Request ${number}`, 'https://example.com'));
  }
  const web = await pages.startHost(workspace, path.join(folder, 'config'));
  const page = await pages.newPage();
  try {
    const app = new AppPage(page, info);
    await page.goto(web.address);
    const address = request(app).getByRole('textbox', { name: 'Address' });
    await expect(address).toBeFocused();
    await page.keyboard.type('https://example.com/typed');
    await tree(app).getByRole('treeitem', { name: 'GET Request 1', exact: true }).waitFor();
    await expect(address).toHaveValue('https://example.com/typed');
    await expect(address).toBeFocused();
    await page.reload();
    await expect(address).toHaveValue('https://example.com/typed');

    const search = page.getByRole('textbox', { name: 'Search requests' });
    const line = tree(app).getByRole('treeitem', { name: 'GET Request 1400', exact: true });
    await search.fill('Request 1400');
    await line.click();
    await search.press('Escape');
    await expect(search).toHaveValue('');
    await expect(line).toBeInViewport();
    await page.reload();
    await expect(line).toBeInViewport();
  } finally {
    await page.close();
    await web.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
