/** An error of a script leads to its line by one click, wherever the script is edited. */
import { expect, inSteps, test } from './fixtures.ts';
import { openCollection, openRequest, request, send, simple, status } from './request-page.ts';

test(
  'an error leads to its line, from the response and from the console',
  inSteps({
    'an error leads to the line in the script of a request without a file': async ({ app, server }) => {
      await app.ready();
      await app.page.keyboard.type(`${server.base}/json`);
      await request(app).getByRole('tab', { name: 'Scripts', exact: true }).click();
      await request(app)
        .getByRole('tab', { name: /^Post-response/ })
        .click();
      await request(app).locator('.monaco-editor').first().click();
      await app.page.keyboard.insertText('const a = 1;\nthrow new Error("broken check");');
      await app.page.keyboard.press('ControlOrMeta+Enter');
      await expect(status(app)).toHaveText('200 OK');
      await request(app).getByRole('tab', { name: 'Params', exact: true }).click();
      await expect(app.markers).toHaveCount(0);

      await app.page.getByTestId('run-summary').click();
      await expect(request(app).getByRole('tab', { name: /^Post-response/ })).toHaveAttribute('aria-selected', 'true');
      await expect(app.markers.first()).toBeVisible();
      await expect(request(app).locator('.view-line', { hasText: 'broken check' })).toBeVisible();
      await app.page.keyboard.type('/* here */');
      await expect(request(app).locator('.view-line').nth(1)).toContainText('/* here */');
      // The mark of a line that was changed does not return when the script is shown again.
      await request(app).getByRole('tab', { name: 'Params', exact: true }).click();
      await request(app)
        .getByRole('tab', { name: /^Scripts/ })
        .click();
      await expect(request(app).locator('.view-line').nth(1)).toContainText('/* here */');
      await app.page.evaluate('new Promise(requestAnimationFrame)');
      await expect(app.markers).toHaveCount(0);
      await app.openConsole();
      await expect(app.console).toContainText(`▸ hello / GET ${server.base}/json`);
      await expect(app.console).not.toContainText('Untitled');
      await app.clearConsole();
    },

    'an error in the console leads to the script of the request that threw': async ({ app, workspace, server }) => {
      const throwing = `runtime:\n  scripts:\n    - type: after-response\n      code: |-\n        console.log('before');\n        throw new Error("broken check");\n`;
      await openCollection(app, workspace, { 'one.yml': `${simple('one', 'BASE/json')}${throwing}` }, server.base);
      await openRequest(app, 'GET one');
      await send(app);
      await expect(status(app)).toHaveText('200 OK');
      await app.openConsole();
      await expect(app.console).toContainText('broken check');
      // A logged line does not say which script of the request has logged it.
      await expect(app.console.getByRole('button', { name: 'Go to line 1' })).toHaveCount(0);
      await app.console.getByRole('button', { name: 'Go to line 2' }).click();
      await expect(request(app).getByRole('tab', { name: /^Post-response/ })).toHaveAttribute('aria-selected', 'true');
      await expect(app.markers.first()).toBeVisible();
    },

    'the status of the response shows that a script threw, and a click leads to its line in the request or its folder':
      async ({ app, workspace, server }) => {
        test.slow();
        const throwing = 'const a = 1;\n        throw new Error("broken check");';
        const post = `runtime:\n  scripts:\n    - type: after-response\n      code: |\n        `;
        await openCollection(
          app,
          workspace,
          {
            'five.yml': `${simple('five', 'BASE/a')}${post}${throwing}\n`,
            'two.yml': `${simple('two', 'BASE/b')}${post}pm.test('good', () => {});\n        pm.test('bad', () => { throw new Error('no') });\n`,
            'three.yml': `${simple('three', 'BASE/c')}${post}pm.test('good', () => {});\n`,
            'shop/folder.yml': `info:\n  name: shop\n  type: folder\nrequest:\n  scripts:\n    - type: before-request\n      code: |\n        1;\n        throw new Error("no key");\n`,
            'shop/four.yml': simple('four', 'BASE/d'),
          },
          server.base,
        );
        const summary = app.page.getByTestId('run-summary');
        await openRequest(app, 'GET five');
        await send(app);
        await expect(status(app)).toHaveText('200 OK');
        await expect(summary).toHaveText('Script failed');
        await app.photograph('script-failed');
        await summary.click();
        await expect(request(app).getByRole('tab', { name: /^Post-response/ })).toHaveAttribute(
          'aria-selected',
          'true',
        );
        await expect(app.markers.first()).toBeVisible();
        await expect(request(app).locator('.current-line').first()).toBeVisible();

        await openRequest(app, 'GET two');
        await send(app);
        await expect(summary).toHaveText('1 test failed');
        await summary.click();
        await expect(request(app).getByRole('tab', { name: 'Tests 1/2' })).toHaveAttribute('aria-selected', 'true');
        await expect(request(app)).toContainText('✗ bad');
        await app.photograph('tests-failed');

        await openRequest(app, 'GET three');
        await send(app);
        await expect(summary).toHaveText('1 test passed');

        // The script of the folder fails before the request is sent.
        await openRequest(app, 'GET four');
        await send(app);
        await expect(request(app)).toContainText('because a script failed before the request was sent');
        await expect(request(app)).toContainText('Error: no key');
        await app.photograph('no-response');
        await summary.click();
        await expect(request(app).getByRole('tab', { name: /^Pre-request/ })).toHaveAttribute('aria-selected', 'true');
        await expect(request(app)).toContainText('shop');

        await app.show('runner');
        await app.page.getByRole('button', { name: 'Run', exact: true }).click();
        await app.page.getByRole('listbox', { name: 'Requests of the run' }).getByText('shop / four').click();
        const detail = app.page.getByRole('region', { name: 'Details of the request' });
        await expect(detail).toContainText('Error: no key');
        await expect(detail).toContainText('not sent');
        await expect(detail).not.toContainText('were not stored');
      },
  }),
);
