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
  }),
);
