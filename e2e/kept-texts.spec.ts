/**
 * The state of an editor is restored when its tab is shown again: undo history, cursor, folding and scroll position.
 */
import type { AppPage } from './app-page.ts';
import { expect, inSteps, test } from './fixtures.ts';
import { openCollection, openRequest, request, simple, tab } from './request-page.ts';

const rows = Array.from({ length: 200 }, (_, index) => `    "row ${index}": ${index}`).join(',\n');
const post = (name: string) => `info:
  name: ${name}
  type: http
http:
  method: POST
  url: http://127.0.0.1/
  body:
    type: json
    data: |-
      {
        "first": {
${rows.replaceAll(/^/gm, '      ')}
        },
        "last": 1
      }
`;
const lines = (app: AppPage) => request(app).locator('.view-lines').first();
const cursor = (app: AppPage) =>
  request(app).locator('.monaco-editor textarea, .monaco-editor .native-edit-context').first();
/** Shows an open request by clicking its tab. */
const choose = (app: AppPage, name: RegExp) =>
  app.page.getByRole('list', { name: 'Open requests' }).getByRole('button', { name }).click();
const press = (app: AppPage, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => app.page.keyboard.press(key)), Promise.resolve());
/** Undoes step by step, because the editor decides whether one step is a word or a line. */
const undoUntil = (app: AppPage, isUndone: () => Promise<boolean>) =>
  expect(async () => {
    await press(app, 'ControlOrMeta+Z');
    expect(await isUndone()).toBe(true);
  }).toPass();

test(
  'the texts of a body, of a script file and of the scripts of requests',
  inSteps({
    'a body: undo, cursor, folding and scroll position survive another tab, another part and another view': async ({
      app,
      workspace,
    }) => {
      await openCollection(app, workspace, { 'one.yml': post('one'), 'two.yml': post('two') }, '');
      await openRequest(app, 'POST one');
      await tab(app, /^Body/).click();
      await lines(app).click();
      await press(app, 'ControlOrMeta+End');
      await expect(lines(app)).toContainText('"last": 1');
      await app.page.keyboard.insertText(' typed');
      await press(app, 'ControlOrMeta+Home', 'ArrowDown', 'ControlOrMeta+Shift+BracketLeft');
      // Both lines are in view only when what is between them is folded.
      await expect(lines(app)).toContainText('"first"');
      await expect(lines(app)).toContainText('"last": 1');
      await expect(lines(app)).not.toContainText('row 3');

      await openRequest(app, 'POST two');
      await expect(lines(app)).toContainText('row 3');
      await choose(app, /^POST one/);
      await expect(lines(app)).toContainText('"last": 1');
      await expect(lines(app)).not.toContainText('row 3');
      await tab(app, /^Headers/).click();
      await tab(app, /^Body/).click();
      await app.show('webhooks');
      await app.show('requests');
      await expect(lines(app)).not.toContainText('row 3');

      await cursor(app).focus();
      // The cursor is on the folded line.
      await app.page.keyboard.insertText('here');
      await expect(lines(app)).toContainText(/here\s+"first"/);
      await undoUntil(app, async () => !/here|typed/.test(await lines(app).innerText()));
    },
    'a script file: undo and cursor survive another file': async ({ app }) => {
      await app.openScripts();
      await expect.poll(() => app.editorText()).toContain('hello.py');
      const editor = app.page.getByTestId('script-editor');
      await editor.locator('.view-lines').first().click();
      await press(app, 'ControlOrMeta+End');
      await app.page.keyboard.insertText('// typed at the end');
      await press(app, 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
      await app.page.getByRole('button', { name: 'New script' }).first().click();
      await app.page.keyboard.type('other');
      await press(app, 'Enter');
      await expect.poll(() => app.editorText()).toContain('The answer is');
      await app.tab('hello.js not saved').click();
      await expect.poll(() => app.editorText()).toContain('typed at the end');
      await editor.locator('textarea, .native-edit-context').first().focus();
      await app.page.keyboard.insertText('very ');
      await expect.poll(() => app.editorText()).toContain('typed at the very end');
      await undoUntil(app, async () => !(await app.editorText()).includes('typed at the'));
    },

    'a script: discarded changes can be undone, and the completion of another request offers none of its declarations':
      async ({ app, workspace }) => {
        const files = {
          'three.yml': simple('three', 'http://127.0.0.1/'),
          'four.yml': simple('four', 'http://127.0.0.1/'),
        };
        await openCollection(app, workspace, files, '');
        await openRequest(app, 'GET three');
        await tab(app, /^Scripts/).click();
        await lines(app).click();
        await app.page.keyboard.insertText('const declaredInThree = 1;');
        await expect(lines(app)).toContainText('declaredInThree');

        await openRequest(app, 'GET four');
        await tab(app, /^Scripts/).click();
        await expect(lines(app)).not.toContainText('declaredInThree');
        await lines(app).click();
        await app.page.keyboard.insertText('const declaredInFour = 2;\n');
        await app.page.keyboard.type('declared');
        const suggestions = app.page.locator('.suggest-widget.visible');
        await expect(suggestions).toContainText('declaredInFour');
        await expect(suggestions).not.toContainText('declaredInThree');
        await press(app, 'Escape');

        await choose(app, /^GET three/);
        await app.page.getByRole('button', { name: /^GET three/ }).click({ button: 'right' });
        await app.page.getByRole('menuitem', { name: 'Discard changes' }).click();
        await expect(lines(app)).not.toContainText('declaredInThree');
        await cursor(app).focus();
        await press(app, 'ControlOrMeta+Z');
        await expect(lines(app)).toContainText('declaredInThree');
      },
  }),
);
