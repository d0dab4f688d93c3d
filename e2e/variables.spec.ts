/** Tables, variables and environments. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AppPage } from './app-page.ts';
import { expect, inSteps, test } from './fixtures.ts';
import { responseBody, openCollection, openRequest, request, send, simple, tab } from './request-page.ts';

// A screenshot of each screen is taken in four variants, which takes long on a busy machine.
test.slow();
let base = '';
test.beforeAll(({ server }) => {
  ({ base } = server);
});
const open = (app: AppPage, workspace: string, files: Record<string, string>) =>
  openCollection(app, workspace, files, base);
const box = (app: AppPage, name: string) => request(app).getByRole('textbox', { name, exact: true });

test(
  'tables and variables of requests',
  inSteps({
    'headers with the keyboard: completion of names, arrow keys, pasting lines, moving, description, text mode, saving':
      async ({ app, workspace }) => {
        await open(app, workspace, { 'one.yml': simple('one', 'BASE/items') });
        await openRequest(app, 'GET one');
        await tab(app, /^Headers/)
          .first()
          .click();
        const name = (row: number) => request(app).getByRole('combobox', { name: `Name of header ${row}` });
        await name(1).pressSequentially('accept-l');
        await expect(app.page.getByRole('option', { name: 'Accept-Language' })).toHaveAttribute(
          'aria-selected',
          'true',
        );
        await app.page.keyboard.press('Enter');
        await expect(name(1)).toHaveValue('Accept-Language');
        await app.page.keyboard.press('Enter');
        await expect(name(2)).toBeFocused();
        const lines = JSON.stringify('X-Folder: 1\nX-Two: 2 // the second\n# X-Off: 3\n');
        await app.page.evaluate(`navigator.clipboard.writeText(${lines})`);
        await app.page.keyboard.press('ControlOrMeta+V');
        await expect(name(4)).toHaveValue('X-Off');
        await expect(request(app).getByRole('checkbox', { name: 'Enable header 4' })).not.toBeChecked();
        await expect(box(app, 'Description of header 3')).toHaveValue('the second');
        await app.page.keyboard.press('ArrowUp');
        await expect(name(1)).toBeFocused();
        await app.page.keyboard.press('Alt+ArrowDown');
        await expect(name(2)).toHaveValue('Accept-Language');
        await expect(name(2)).toBeFocused();
        await box(app, 'Value of header 2').fill('cy');
        await app.photograph('headers');

        await request(app).getByRole('button', { name: 'Bulk edit' }).click();
        const text = box(app, 'All headers as text');
        await expect(text).toHaveValue('X-Folder: 1\nAccept-Language: cy\nX-Two: 2 // the second\n# X-Off: 3');
        await text.fill('X-Folder: one // http://why\nX-Two: 2 // the second\n# X-Off: 3');
        await request(app).getByRole('button', { name: 'Edit as table' }).click();
        await expect(box(app, 'Description of header 1')).toHaveValue('http://why');
        await request(app)
          .getByTitle(/^Drag to move/)
          .nth(1)
          .dragTo(name(1));
        await expect(name(1)).toHaveValue('X-Two');
        await app.page.keyboard.press('ControlOrMeta+S');
        await expect(request(app).getByRole('button', { name: 'Save the request' })).toBeDisabled();
        const saved = readFileSync(path.join(workspace, 'one.yml'), 'utf8');
        expect(saved).toMatch(/name: X-Two\s+value: "2"\s+description: the second\s+- name: X-Folder/);
        await send(app);
        await expect(responseBody(app)).toContainText('"folder": "one"');
      },

    'a table of a thousand rows renders only the visible ones, and keys reach the others': async ({
      app,
      workspace,
    }) => {
      const rows = Array.from({ length: 1000 }, (_, index) => `    - name: x${index}\n      value: "${index}"\n`).join(
        '',
      );
      await open(app, workspace, { 'many.yml': simple('many', 'BASE/items', `  headers:\n${rows}`) });
      await openRequest(app, 'GET many');
      await tab(app, /^Headers/)
        .first()
        .click();
      await expect(box(app, 'Value of header 1')).toHaveValue('0');
      expect(await request(app).getByRole('row').count()).toBeLessThan(100);
      await box(app, 'Value of header 1').focus();
      await app.page.keyboard.press('ArrowDown');
      // Without a pause, in which rows would be rendered.
      await app.page.evaluate(`for (let row = 2; row <= 60; row += 1)
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }))`);
      await expect(box(app, 'Value of header 61')).toBeFocused();
      await expect(box(app, 'Value of header 61')).toBeInViewport();
      await app.page.keyboard.type('!');
      await expect(box(app, 'Value of header 61')).toHaveValue(/!/);
    },

    'each kind of body and auth keeps its content over a reload; the file gets the chosen kind': async ({
      app,
      workspace,
    }) => {
      await open(app, workspace, { 'kinds.yml': simple('kinds', 'BASE/items') });
      await openRequest(app, 'GET kinds');
      const choose = async (what: string, option: string) => {
        await request(app).getByRole('combobox', { name: what }).click();
        await app.page.getByRole('option', { name: option, exact: true }).click();
      };
      const select = (name: RegExp) => tab(app, name).first().click();
      await select(/^Body/);
      await choose('Body type', 'Form (URL-encoded)');
      await box(app, 'Name of field 1').fill('a');
      await box(app, 'Value of field 1').fill('typed into the form');
      await choose('Body type', 'JSON');
      await choose('Body type', 'No body');
      await select(/^Auth/);
      await choose('Auth type', 'Bearer token');
      await request(app).getByLabel('Token', { exact: true }).fill('typed-token');
      await choose('Auth type', 'Basic auth');
      await box(app, 'Username').fill('ada');
      await app.page.reload();
      await app.ready();
      await select(/^Auth/);
      await expect(box(app, 'Username')).toHaveValue('ada');
      await choose('Auth type', 'Bearer token');
      await expect(request(app).getByLabel('Token', { exact: true })).toHaveValue('typed-token');
      await select(/^Body/);
      await choose('Body type', 'Form (URL-encoded)');
      await expect(box(app, 'Value of field 1')).toHaveValue('typed into the form');
      await app.page.keyboard.press('ControlOrMeta+S');
      await expect(request(app).getByRole('button', { name: 'Save the request' })).toBeDisabled();
      const saved = readFileSync(path.join(workspace, 'kinds.yml'), 'utf8');
      expect(saved).toContain('typed into the form');
      expect(saved).not.toContain('ada');
    },

    'names are completed in the address; Enter and Send ask once about a variable without a value': async ({
      app,
      workspace,
    }) => {
      await open(app, workspace, {
        'named.yml': simple('named', 'BASE/items'),
        'environments/Local.yml': 'name: Local\nvariables:\n  - name: orderId\n    value: "42"\n',
      });
      await openRequest(app, 'GET named');
      const address = box(app, 'Address');
      await address.fill(`${base}/`);
      await address.press('End');
      await address.pressSequentially('{{ord');
      await expect(app.page.getByRole('option', { name: /^orderId/ })).toContainText('42 · Local');
      await address.press('Enter');
      await expect(address).toHaveValue(`${base}/{{orderId}}`);
      await address.press('End');
      await address.pressSequentially('/{{missing}}');
      await address.press('Enter');
      const question = app.page.getByRole('dialog', { name: 'A variable has no value' });
      await expect(question.getByRole('list', { name: 'Names without a value' })).toHaveText('{{missing}}');
      await app.photograph('send-asks');
      await question.getByRole('button', { name: 'Send anyway' }).click();
      await expect(responseBody(app)).toContainText('/42/%7B%7Bmissing%7D%7D');
      await send(app);
      await expect(question).toBeHidden();
      await address.fill(`${base}/${Array.from({ length: 40 }, (_, index) => `{{name${index}}}`).join('')}`);
      await send(app);
      const longQuestion = app.page.getByRole('dialog', { name: 'Variables have no value' });
      await expect(longQuestion.getByRole('button', { name: 'Send anyway' })).toBeInViewport({ ratio: 1 });
      await app.page.keyboard.press('Escape');
      await address.fill(`${base}/{{other}}`);
      await send(app);
      await question.getByRole('button', { name: 'Define' }).click();
      const environments = app.page.getByRole('region', { name: 'Environments' });
      await expect(environments.getByRole('textbox', { name: 'Value of variable 2', exact: true })).toBeFocused();
      await app.page.keyboard.type('defined');
      await expect
        .poll(() => readFileSync(path.join(workspace, 'environments/Local.yml'), 'utf8'))
        .toContain('defined');
    },

    'a secret is masked in the console and the tests until it is wanted': async ({ app, workspace }) => {
      const script =
        "const { key } = pm.environment.toObject();\n        console.log({ key });\n        pm.test('is ' + key, () => {});";
      const scripts = `runtime:\n  scripts:\n    - type: after-response\n      code: |\n        ${script}\n`;
      await open(app, workspace, {
        'masked.yml': simple('masked', 'BASE/items?key={{key}}', scripts),
        'environments/Local.yml': 'name: Local\nvariables:\n  - secret: true\n    name: key\n',
      });
      await app.page.getByRole('button', { name: 'Show environments' }).click();
      const environments = app.page.getByRole('region', { name: 'Environments' });
      // The page has read the file that the step before had changed.
      await expect(environments.getByRole('textbox', { name: 'Name of variable 1', exact: true })).toHaveValue('key');
      await environments.getByLabel('Value of variable 1', { exact: true }).fill('hunter22');
      await expect(environments.getByRole('status', { name: 'State of the variables' })).toHaveText('Saved');
      await app.page.getByRole('button', { name: 'Show requests' }).click();
      await openRequest(app, 'GET masked');
      await send(app);
      await app.openConsole();
      await expect(app.console).toContainText('key: "(secret)"');
      await expect(app.console).toContainText('/items?key=(secret)');
      const response = request(app);
      await response.getByRole('tab', { name: /^Tests/ }).click();
      await expect(response).toContainText('is (secret)');
      await app.photograph('secrets-masked');
      await response.getByRole('button', { name: 'Show secrets' }).click();
      await expect(response).toContainText('is hunter22');
      await expect(app.console).toContainText('key: "hunter22"');
      await app.console.getByRole('button', { name: /^GET .*hunter22/ }).click();
      await app.console.getByRole('tab', { name: 'Request' }).click();
      await app.photograph('secrets-shown');
      await app.page.getByRole('region', { name: 'Console' }).getByRole('button', { name: 'Show secrets' }).click();
      await expect(app.page.getByText('hunter22')).toHaveCount(0);
    },

    'environments: Esc and another view lose nothing; undo; a secret shown on demand; a variable switched off': async ({
      app,
      workspace,
    }) => {
      const file = path.join(workspace, 'environments/Local.yml');
      const read = () => readFileSync(file, 'utf8');
      await open(app, workspace, {
        'environments/Local.yml': 'name: Local\nvariables:\n  - name: a\n    value: "1"\n  - name: b\n    value: "2"\n',
      });
      await app.page.getByRole('button', { name: 'Show environments' }).click();
      const environments = app.page.getByRole('region', { name: 'Environments' });
      const field = (name: string) => environments.getByRole('textbox', { name, exact: true });
      await expect(field('Name of variable 1')).toHaveValue('a');
      await field('Value of variable 1').fill('typed');
      await app.page.keyboard.press('Escape');
      await app.page.getByRole('button', { name: 'Show requests' }).click();
      await expect.poll(read).toContain('value: typed');
      await app.page.getByRole('button', { name: 'Show environments' }).click();
      await field('Value of variable 1').press('ControlOrMeta+Z');
      await expect(field('Value of variable 1')).toHaveValue('1');
      await expect.poll(read).not.toContain('typed');

      await environments.getByRole('row').nth(1).hover();
      await environments.getByRole('button', { name: 'Remove variable 1' }).click();
      await expect.poll(read).not.toContain('name: a');
      // Fields beside the table undo their own typing.
      await environments.getByRole('textbox', { name: 'Search environments' }).press('ControlOrMeta+Z');
      await environments.getByRole('button', { name: 'New environment', exact: true }).click();
      const naming = app.page.getByRole('dialog', { name: 'New environment' });
      await naming.getByRole('textbox', { name: 'Name' }).press('ControlOrMeta+Z');
      await app.page.keyboard.press('Escape');
      await expect(naming).toBeHidden();
      await expect(field('Name of variable 1')).toHaveValue('b');
      await app.page.getByRole('button', { name: 'Undo' }).last().click();
      await expect.poll(read).toContain('name: a');

      await environments.getByRole('checkbox', { name: 'Enable variable 2' }).uncheck();
      await expect.poll(read).toContain('disabled: true');
      await field('Name of variable 3').fill('api-key');
      await environments.getByRole('checkbox', { name: 'Secret: variable 3' }).check();
      await environments.getByLabel('Value of variable 3', { exact: true }).fill('very-secret');
      const state = environments.getByRole('status', { name: 'State of the variables' });
      await expect(state).toHaveText('Saved');
      expect(read()).not.toContain('very-secret');
      await app.page.reload();
      await app.ready();
      await expect(environments.getByLabel('Value of variable 3', { exact: true })).toHaveValue('');
      await environments.getByRole('button', { name: 'Show the value of api-key' }).click();
      await expect(field('Value of variable 3')).toHaveValue('very-secret');
      await field('Name of variable 4').fill('a');
      await expect(environments).toContainText('a is there more than once');
      await app.photograph('environments-page');

      await environments.getByRole('button', { name: 'Globals' }).click();
      // Until the former input has been stored, the page shows the variables of the environment.
      await expect(field('Name of variable 1')).toHaveValue('');
      await field('Name of variable 1').fill('everywhere');
      await field('Value of variable 1').fill('yes');
      await expect(state).toHaveText('Saved');
      await app.page.reload();
      await app.ready();
      await environments.getByRole('button', { name: 'Globals' }).click();
      await expect(field('Value of variable 1')).toHaveValue('yes');
    },

    'an environment that extends another one shows what it inherits, and declares one of them': async ({
      app,
      workspace,
    }) => {
      await open(app, workspace, {
        'environments/Base.yml': 'name: Base\nvariables:\n  - name: shared\n    value: of base\n',
        'environments/Local.yml': 'name: Local\nextends: Base\nvariables:\n  - name: own\n    value: "1"\n',
      });
      await app.page.getByRole('button', { name: 'Show environments' }).click();
      const environments = app.page.getByRole('region', { name: 'Environments' });
      await environments.getByRole('button', { name: 'Local', exact: true }).click();
      const inherited = environments.getByRole('region', { name: 'Inherited' });
      await expect(inherited).toContainText('of base from Base');
      await app.photograph('environments-inherited');
      await inherited.getByRole('button', { name: 'Declare shared in this environment' }).click();
      await expect(inherited).toBeHidden();
      await expect
        .poll(() => readFileSync(path.join(workspace, 'environments/Local.yml'), 'utf8'))
        .toMatch(/extends: Base[^]*name: shared\s+value: of base/);
    },
  }),
);
