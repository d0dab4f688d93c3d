/** Names of strangers with characters that hide a part of them: escaped in every view. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, inSteps, test } from './fixtures.ts';
import { openCollection, openRequest, request, send, simple, status, tab } from './request-page.ts';
import { openListening } from './webhook-page.ts';

// The bidirectional override would show the rest of the name backwards.
const name = 'pay\u202eexe';
const shownName = 'pay\\u{202e}exe';
const variables = (value: string) => `variables:\n  - name: "${value}"\n    value: "${value}"\n`;
const example = `examples:\n  - name: ${name}\n    response:\n      status: 200\n      statusText: OK\n      body:\n        type: json\n        data: "{}"\n`;
const files = {
  'one.yml': simple('one', `BASE/first?${name}`, example),
  'environments/Base.yml': `name: ${name} base\n${variables(name)}`,
  'environments/Child.yml': `name: ${name}\nextends: ${name} base\n${variables('other')}`,
};

test(
  'hidden characters of names are escaped in each view',
  inSteps({
    'the workspace and the recent ones': async ({ app, workspace, server }) => {
      await openCollection(app, workspace, files, server.base);
      const other = path.join(path.dirname(workspace), name);
      mkdirSync(other);
      const menu = () => app.page.getByRole('button', { name: /^Workspace / });
      const dialog = app.page.getByRole('dialog', { name: 'Open a workspace folder' });
      for (const folder of [other, workspace]) {
        await menu().click();
        await app.page.getByRole('menuitem', { name: /^Open workspace folder/ }).click();
        await dialog.getByRole('textbox').fill(folder);
        await dialog.getByRole('button', { name: /^Open/ }).click();
        await dialog.waitFor({ state: 'hidden' });
        await app.expectNoOverride('the open workspace');
      }
      await menu().click();
      await expect(app.page.getByRole('menuitem', { name: shownName, exact: true })).toBeVisible();
      await app.expectNoOverride('recent workspaces');
      await app.page.keyboard.press('Escape');
    },
    'environments and what they inherit': async ({ app }) => {
      await app.show('environments');
      await app.page.getByRole('navigation', { name: 'Variable scopes' }).getByText(shownName, { exact: true }).click();
      await expect(app.page.getByRole('region', { name: 'Inherited' })).toContainText(`from ${shownName} base`);
      await app.expectNoOverride('inherited variables');
      await app.show('requests');
      await app.page.getByRole('combobox', { name: 'Environment' }).click();
      await app.page.getByRole('option', { name: shownName, exact: true }).click();
      await expect(app.page.getByRole('combobox', { name: 'Environment' })).toHaveValue(shownName);
      await app.expectNoOverride('chosen environment');
    },
    'the timing, examples and cookies of a request': async ({ app }) => {
      await openRequest(app, 'GET one');
      await send(app);
      await expect(status(app)).toHaveText('200 OK');
      await tab(app, /^Timing/).click();
      await app.expectNoOverride('timing');
      await request(app).getByRole('button', { name: 'Examples (1)' }).click();
      await app.page.getByRole('menuitem', { name: shownName }).click();
      await request(app)
        .getByRole('region', { name: `Example ${shownName}` })
        .waitFor();
      await app.expectNoOverride('example');
    },
    notifications: async ({ app }) => {
      const url = await openListening(app);
      const sent = await fetch(`${url}/${encodeURIComponent(name)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ [name]: name }),
      });
      expect(sent.status).toBe(200);
      await app.page.getByRole('listbox', { name: 'Notifications' }).getByRole('option').first().click();
      const detail = app.page.getByRole('article', { name: 'Notification' });
      for (const part of ['Fields', 'Shape', 'Headers', 'Body']) {
        await detail.getByRole('tab', { name: part }).click();
        await app.expectNoOverride(part);
      }
    },
  }),
);
