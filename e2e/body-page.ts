/** What is done with the body of a response: its tree with the keyboard, the links of its preview. */
import type { AppPage } from './app-page.ts';
import { expect } from './fixtures.ts';
import { request } from './request-page.ts';

/** Opens a member of a list of more than 500 objects, moves through the lines with the keys of a tree, and reads more. */
export async function useJsonTree(app: AppPage): Promise<void> {
  const json = request(app).getByRole('tree', { name: 'Tree of the body' });
  const line = json.getByRole('treeitem', { name: '[1], 5 inside', exact: true });
  await line.click();
  await expect(json).toContainText('"row 1"');
  await expect(line).toHaveAttribute('aria-expanded', 'true');
  await expect(json.locator('[tabindex="0"]')).toHaveCount(1);
  for (const [key, focused] of [
    ['ArrowRight', /^id: /],
    ['ArrowLeft', '[1], 5 inside'],
    ['ArrowLeft', '[1], 5 inside'],
    ['ArrowDown', '[2], 5 inside'],
    ['Home', '[0], 5 inside'],
    ['End', /^[\d,]+ more…$/],
    ['Enter', '[500], 5 inside'],
  ] as const) {
    await app.page.keyboard.press(key);
    await expect(json.locator(':focus')).toHaveAccessibleName(focused);
  }
  await app.page.keyboard.press('Home');
  await app.page.keyboard.press('Enter');
  // Only the line with the focus, or the one below the pointer, has a button that copies its path.
  await app.page.mouse.move(0, 0);
  await expect(json.getByRole('button')).toHaveCount(1);
  await app.page.keyboard.press('ControlOrMeta+c');
  await expect.poll(() => app.page.evaluate('navigator.clipboard.readText()')).toBe('[0]');
}

/** Clicks the links of the page that the test server sends, which do nothing. */
export async function clickPreviewLinks(app: AppPage): Promise<void> {
  const page = request(app).frameLocator('iframe');
  const windows = app.page.context().pages().length;
  await page.getByRole('link', { name: 'away' }).click();
  await expect(page.locator('h1')).toHaveText('A page');
  await page.getByRole('link', { name: 'here' }).click();
  await expect(app.page.getByText('A preview does not open links.')).toBeVisible();
  await expect(page.locator('h1')).toHaveText('A page');
  expect(app.page.context().pages()).toHaveLength(windows);
}
