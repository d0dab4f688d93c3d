/** The list of notifications: filtered by time and by several properties at once; two notifications compared. */
import { expect, inSteps, test } from './fixtures.ts';
import { openListening } from './webhook-page.ts';

test(
  'notifications are compared, and filtered by several properties',
  inSteps({
    'two notifications are compared, by the button and by a click with Ctrl': async ({ app }) => {
      const { page } = app;
      const url = await openListening(app);
      const headers = { 'content-type': 'application/json' };
      for (const state of ['sent', 'paid', 'paid']) {
        await fetch(new URL('/orders', url), { method: 'POST', headers, body: JSON.stringify({ order: 7, state }) });
      }
      const lines = page.getByRole('listbox', { name: 'Notifications' }).getByRole('option');
      await expect(lines).toHaveCount(3);
      await lines.first().click();
      await page.getByRole('button', { name: 'Compare…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Compare notifications' });
      await expect(dialog.getByRole('status')).toHaveText('Method, path, headers and body are the same.');
      await dialog.getByRole('combobox', { name: 'Compare' }).click();
      await page.getByRole('option', { name: /^1 · / }).click();
      await expect(dialog.getByRole('status')).toHaveText('Different: body.');
      await expect(dialog.locator('.line-insert').first()).toBeVisible();
      await app.photograph('webhooks-compare');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'Compare…' })).toBeFocused();

      await lines.last().click({ modifiers: ['ControlOrMeta'] });
      await expect(dialog.getByRole('combobox', { name: 'Compare' })).toHaveValue(/^1 · /);
      await expect(dialog.getByRole('combobox', { name: 'With' })).toHaveValue(/^3 · /);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    },

    'filters are chosen in one popover, shown below the search, and removed one by one': async ({ app }) => {
      const { page } = app;
      await page.setViewportSize({ width: 1024, height: 700 });
      const url = await page.getByTestId('listener-url').innerText();
      await fetch(new URL('/orders?a=1', url), { method: 'PUT', body: 'chair' });
      await fetch(new URL('/users', url), { method: 'POST', body: 'lamp' });
      const lines = page.getByRole('listbox', { name: 'Notifications' }).getByRole('option');
      await expect(lines).toHaveCount(5);

      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('combobox', { name: 'Time' }).click();
      await page.getByRole('option', { name: 'Last 5 minutes' }).click();
      await page.getByRole('combobox', { name: 'Path' }).fill('/users');
      await page.getByRole('combobox', { name: 'Path' }).press('Enter');
      await expect(lines).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('combobox', { name: 'Path' })).toBeHidden();
      const used = page.getByRole('list', { name: 'Active filters' }).getByRole('button');
      await expect(used).toHaveText(['Last 5 minutes', '/users']);
      await expect(lines).toHaveText([/POST \/users/]);
      await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeVisible();

      await page.getByRole('button', { name: 'Remove the filter /users' }).click();
      await expect(lines).toHaveCount(5);
      await page.getByRole('button', { name: 'Filters (1)' }).click();
      await page.getByRole('combobox', { name: 'Time' }).click();
      await page.getByRole('option', { name: 'From – to' }).click();
      await page.getByLabel('To', { exact: true }).fill('2001-01-01T00:00');
      await app.photograph('webhooks-filters-from-to');
      await page.keyboard.press('Escape');
      await expect(used).toHaveText(['to 2001-01-01 00:00']);
      await page.getByRole('button', { name: 'Show all' }).click();
      await expect(lines).toHaveCount(5);
    },

    'a refused request says what to do, and has no number': async ({ app }) => {
      const { page } = app;
      const url = await page.getByTestId('listener-url').innerText();
      await fetch(url, { method: 'POST', body: '{}', headers: { origin: 'https://elsewhere.example' } });
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('combobox', { name: 'Show' }).click();
      await page.getByRole('option', { name: 'Refused' }).click();
      await page.keyboard.press('Escape');
      const lines = page.getByRole('listbox', { name: 'Notifications' }).getByRole('option');
      // Until the filtered list is read, the list has the notifications that are not refused.
      await expect(lines).toHaveCount(1);
      await lines.click();
      const detail = page.getByRole('article', { name: 'Notification' });
      await expect(detail).toContainText('Accept requests from web pages');
      await expect(detail).not.toContainText('number');
      await page.getByRole('button', { name: 'Remove the filter Refused' }).click();
    },

    'thousands of fields are shown in parts, unreadable characters escaped; malformed JSON says where': async ({
      app,
    }) => {
      const { page } = app;
      const url = await page.getByTestId('listener-url').innerText();
      const lines = page.getByRole('listbox', { name: 'Notifications' }).getByRole('option');
      const form = Array.from({ length: 450 }, (_, at) => `%1b${at}${'x'.repeat(400)}=%00`).join('&');
      await fetch(new URL('/form', url), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form,
      });
      await lines.filter({ hasText: '/form' }).click();
      const detail = page.getByRole('article', { name: 'Notification' });
      await expect(detail.getByRole('heading')).toHaveText(/^\\x1b0x{195}…, and 442 more$/);
      const rows = detail.getByRole('table').getByRole('row');
      await expect(rows).toHaveCount(201);
      await expect(rows.nth(1)).toContainText(/\\x1b0x{298}… \(402 characters\)text\\x00/);
      await detail.getByRole('button', { name: 'Show 200 more of 450 fields' }).click();
      await expect(rows).toHaveCount(401);
      await detail.getByRole('button', { name: 'Show the last 50 of 450 fields' }).click();
      await expect(rows).toHaveCount(451);
      await expect(detail.getByRole('button', { name: /^Show/ })).toHaveCount(0);
      await expect(detail).not.toContainText('fields.');

      await fetch(new URL('/many', url), { method: 'POST', body: JSON.stringify(Array(2345).fill(1)) });
      await lines.filter({ hasText: '/many' }).click();
      await expect(detail).toContainText('The body has 2,345 fields. The first 2,000 are listed');

      await fetch(new URL('/broken', url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"a": 1,\n "b": [1,2,}',
      });
      await lines.filter({ hasText: '/broken' }).click();
      await expect(detail).toContainText(/The body is not valid JSON: .* at line 2, column 12\./);
    },
  }),
);
