/** Responses stored as examples of a request: saved, opened, deleted. Documentation rendered from Markdown. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inSteps, test } from './fixtures.ts';
import { responseBody, openCollection, openRequest, request, send, simple, status } from './request-page.ts';

test(
  'examples and documentation of a request',
  inSteps({
    'a response is saved as an example, shown again with its request, deleted and restored': async ({
      app,
      workspace,
      server,
    }) => {
      await openCollection(app, workspace, { 'one.yml': simple('one', 'BASE/first') }, server.base);
      const file = () => readFileSync(path.join(workspace, 'one.yml'), 'utf8');
      await openRequest(app, 'GET one');
      await send(app);
      await expect(status(app)).toHaveText('200 OK');
      await request(app).getByRole('button', { name: 'Save as an example' }).click();
      const dialog = app.page.getByRole('dialog', { name: 'Save as an example' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('All is well');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect.poll(file).toContain('name: All is well');
      expect(file()).toContain('session=(masked)');

      await request(app).getByRole('button', { name: 'Examples (1)' }).click();
      await app.page.getByRole('menuitem', { name: 'All is well' }).click();
      const example = request(app).getByRole('region', { name: 'Example All is well' });
      await expect(example.getByTestId('example-status')).toHaveText('200 OK');
      await expect(responseBody(app)).toContainText('"url": "/first"');
      await example.getByRole('tab', { name: 'Request' }).click();
      await expect(example).toContainText(`GET ${server.base}/first`);
      await app.photograph('example');

      await example.getByRole('button', { name: 'Delete the example' }).click();
      await expect(example).toBeHidden();
      await expect.poll(file).not.toContain('All is well');
      await app.page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(file).toContain('name: All is well');
    },
    'documentation is rendered as Markdown without HTML and without pictures from the network, and can be edited':
      async ({ app, workspace, server }) => {
        const docs =
          'docs: |\n  # Orders\n  Creates **one** order. <b>raw</b>\n\n  ![logo](BASE/logo.png)\n\n  [Site](https://example.com)\n';
        await openCollection(app, workspace, { 'described.yml': simple('described', 'BASE/a', docs) }, server.base);
        const requestedUrls: string[] = [];
        app.page.on('request', (item) => requestedUrls.push(item.url()));
        await openRequest(app, 'GET described');
        await request(app).getByRole('tab', { name: /^Docs/ }).click();
        await expect(request(app).getByRole('heading', { name: 'Orders' })).toBeVisible();
        await expect(request(app).locator('strong')).toHaveText('one');
        await expect(request(app)).toContainText('Image not loaded: logo');
        await expect(request(app).getByRole('link', { name: 'Site' })).toHaveAttribute('rel', 'noopener noreferrer');
        expect(await request(app).locator('b', { hasText: 'raw' }).count()).toBe(0);
        expect(requestedUrls.filter((url) => url.includes('logo'))).toEqual([]);
        await app.photograph('docs');
        await request(app).getByText('Edit', { exact: true }).click();
        await request(app).getByRole('textbox', { name: 'Docs' }).fill('# Changed');
        await request(app).getByText('Preview', { exact: true }).click();
        await expect(request(app).getByRole('heading', { name: 'Changed' })).toBeVisible();
      },
  }),
);
