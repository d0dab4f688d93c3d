/** Breakpoints in scripts: set, hit, inspected, resumed and restored. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inSteps, test } from './fixtures.ts';
import {
  breakpointList,
  clickMargin,
  debug,
  debuggedProcesses,
  evaluate,
  evaluated,
  expectStop,
  glyphs,
  panel,
  scriptYaml,
  stack,
  status,
  stoppedLine,
  variables,
} from './debugger-page.ts';
import { openCollection, openRequest, request, simple, tab } from './request-page.ts';

const source = `const user = { name: 'Ada', roles: ['admin'] };
let total = 1;
await new Promise((resolve) => setTimeout(resolve, 5));
total += 41;
console.log(user.name, total);`;

test(
  'breakpoints in a script, in a request and in the collection',
  inSteps({
    'breakpoints before and after an await: values, evaluation, hover, resume': async ({ app }) => {
      await app.openScripts();
      await app.setScript(source);
      await clickMargin(app, 2);
      await clickMargin(app, 5);
      await expect(glyphs(app)).toHaveCount(2);
      await app.page.keyboard.press('ControlOrMeta+Shift+Enter');
      await expect(app.page.getByRole('dialog', { name: /Debug the scripts/ })).toContainText('inspector');
      await app.photograph('consent');
      // As in the other questions, a key that is typed at this moment allows nothing.
      await app.page.keyboard.press('Enter');
      await app.page.getByRole('button', { name: 'Allow and debug' }).click();
      await expectStop(app, /Stopped at a breakpoint: scripts\/hello\.js, line 2/);
      await expect(app.page.getByRole('region', { name: 'Script' })).toContainText('Stopped at a breakpoint');
      await expect(variables(app)).toContainText('user');
      await expect(variables(app)).toContainText('pm.environment');
      await app.page.keyboard.press('F5');
      await expectStop(app, /line 5/);
      await variables(app).getByRole('treeitem', { name: /^user/ }).click();
      await expect(variables(app).getByRole('treeitem', { name: 'name : "Ada"' })).toBeVisible();
      await app.page.getByRole('button', { name: 'Add a watch' }).click();
      await app.page.getByRole('textbox', { name: 'Expression to watch' }).fill('total * 2');
      await app.page.keyboard.press('Enter');
      await expect(app.page.getByRole('tree', { name: 'Watch' })).toContainText('84');
      await expect(app.page.getByRole('button', { name: 'Add a watch' })).toBeFocused();
      await evaluate(app, 'total + 1');
      await expect(evaluated(app)).toContainText('43');
      await evaluate(app, 'total = 7');
      await expect(app.page.getByRole('tree', { name: 'Watch' })).toContainText('14');
      await expect(variables(app).getByRole('treeitem', { name: 'total : 7' })).toBeVisible();
      await app.page.locator('.view-line').filter({ hasText: 'console.log' }).getByText('name').hover();
      await expect(app.page.locator('.monaco-hover').filter({ hasText: 'user.name: "Ada"' })).toBeVisible();
      await app.photograph('stopped');
      // The values are removed first, then the panel around them: the focus stays in the window.
      await variables(app).getByRole('treeitem', { name: 'total : 7' }).click();
      await app.page.keyboard.press('F5');
      await expect(app.runEnd).toContainText(/^finished ·/);
      await expect(app.console).toContainText('Ada 7');
      await expect(panel(app)).toBeHidden();
      await expect.poll(() => app.focused()).not.toMatch(/^BODY/);
      await clickMargin(app, 2);
      await clickMargin(app, 5);
      await expect(glyphs(app)).toHaveCount(0);
      await app.page.keyboard.press('ControlOrMeta+S');
      await expect(app.page.getByRole('img', { name: 'not saved' })).toHaveCount(0);
    },

    'a condition and a log point are set beside the line, move with the text, and survive a reload': async ({
      app,
      workspace,
    }) => {
      await app.openScripts();
      const loop = 'for (let n = 0; n < 5; n += 1) {\n  n.toString();\n}\nconsole.log("end");';
      writeFileSync(path.join(workspace, 'scripts/hello.js'), loop);
      await expect.poll(() => app.editorText()).toContain('n.toString()');
      await clickMargin(app, 2, 'right');
      await app.page.getByRole('menuitem', { name: 'Breakpoint with a condition…' }).click();
      await app.page.getByRole('textbox', { name: /^Line 2/ }).fill('n === 3');
      await app.page.keyboard.press('Enter');
      await clickMargin(app, 1, 'right');
      await app.screenshot('menu');
      await app.page.getByRole('menuitem', { name: 'Log point…' }).click();
      await app.page.getByRole('textbox', { name: /^Line 1/ }).fill('begins {1 + 1}');
      await app.screenshot('form');
      await app.checkAccessibility(undefined, ['aria-dialog-name', 'aria-allowed-attr']);
      await app.page.keyboard.press('Enter');
      await expect(glyphs(app)).toHaveCount(2);
      await app.page.locator('.view-line').first().click();
      await app.page.keyboard.press('Home');
      await app.page.keyboard.insertText('// first\n');
      await app.page.keyboard.press('ControlOrMeta+S');
      await expect(app.page.getByRole('img', { name: 'not saved' })).toHaveCount(0);
      await app.page.reload();
      await app.openScripts();
      await expect(glyphs(app)).toHaveCount(2);
      await debug(app);
      await expectStop(app, /line 3$/);
      await expect(breakpointList(app)).toContainText('hello.js:2begins {1 + 1}');
      await expect(breakpointList(app)).toContainText('hello.js:3n === 3');
      await evaluate(app, 'n');
      await expect(evaluated(app)).toContainText('3');
      await app.page.keyboard.press('F5');
      await expect(app.runEnd).toContainText(/^finished ·/);
      await expect(app.console).toContainText('begins 2');
      await clickMargin(app, 2);
      await clickMargin(app, 3);
      await expect(glyphs(app)).toHaveCount(0);
    },

    'with the keyboard alone: step into a module and out of it, stop, edit, run again': async ({ app, workspace }) => {
      mkdirSync(path.join(workspace, 'lib'));
      const module = 'exports.double = (n) => {\n  const result = n * 2;\n  return result;\n};\n';
      writeFileSync(path.join(workspace, 'lib/double.js'), module);
      await app.openScripts();
      await app.setScript(
        `const { double } = pm.require('lib/double.js');\nconst four = double(2);\nconsole.log(four);`,
      );
      await app.page.keyboard.press('ArrowUp');
      await app.page.keyboard.press('F9');
      await expect(glyphs(app)).toHaveCount(1);
      await app.page.keyboard.press('ControlOrMeta+Shift+Enter');
      await expectStop(app, /hello\.js, line 2/);
      await app.page.keyboard.press('F11');
      await expectStop(app, /lib\/double\.js, line 2/);
      await app.page.keyboard.press('F10');
      await expectStop(app, /lib\/double\.js, line 3/);
      await stack(app)
        .getByRole('button', { name: /hello\.js:2/ })
        .press('Enter');
      await expect(app.page.locator('[class*="callerLine"]')).toHaveCount(1);
      await expect(variables(app)).toContainText('four');
      await app.page.keyboard.press('Shift+F11');
      await expectStop(app, /hello\.js, line [23]/);
      await app.page.keyboard.press('Shift+F5');
      await expect(app.runEnd).toContainText('stopped');
      await expect(stoppedLine(app)).toHaveCount(0);
      await app.setScript('console.log("again");');
      await app.run();
      await expect(app.console).toContainText('again');
    },

    'a breakpoint of the collection stops a run of the runner': async ({ app, workspace, server }) => {
      const collection = `opencollection: 1.0.0\ninfo:\n  name: Shop\nrequest:\n${scriptYaml('before-request', 'let all = 1;\nall += 1;')}`;
      const files = { 'opencollection.yml': collection, 'read.yml': simple('Read', 'BASE/json') };
      await openCollection(app, workspace, files, server.base);
      await app.page.getByRole('button', { name: 'More for the collection' }).click();
      await app.page.getByRole('menuitem', { name: 'Collection settings' }).click();
      // The untitled request, which is shown until then, has a tab with the same name.
      await expect(request(app).getByRole('button', { name: 'Save the collection' })).toBeVisible();
      await tab(app, /^Scripts/).click();
      await clickMargin(app, 2);
      await app.show('runner');
      await app.page.getByRole('checkbox', { name: 'All requests' }).check();
      await app.page.getByRole('button', { name: 'Debug', exact: true }).click();
      await expectStop(app, /collection pre-request of read, line 2/);
      await expect(request(app)).toContainText('Shop');
      await app.page.keyboard.press('F5');
      await app.show('runner');
      await expect(app.page.getByRole('region', { name: 'Runner' })).toContainText('200');
    },

    'the script of a request: its tab opens, the response is shown, and the debugger stops where the script throws':
      async ({ app, workspace, server }) => {
        const code = "const { code } = pm.response;\npm.test('fails', () => pm.expect(code).to.equal(1));";
        const files = { 'read.yml': simple('Read', 'BASE/json', `runtime:\n${scriptYaml('after-response', code)}`) };
        await openCollection(app, workspace, files, server.base);
        await openRequest(app, 'GET Read');
        await tab(app, /^Scripts/).click();
        await clickMargin(app, 2);
        await tab(app, /^Headers/)
          .first()
          .click();
        await request(app).getByRole('button', { name: 'Debug', exact: true }).click();
        await expectStop(app, /read post-response, line 2/);
        await variables(app)
          .getByRole('treeitem', { name: /^pm\.response/ })
          .click();
        await expect(variables(app)).toContainText('code200');
        await app.photograph('request-stopped');
        await app.page.getByRole('combobox', { name: 'Pause on exceptions' }).selectOption('all');
        await app.page.keyboard.press('F5');
        await expect(status(app)).toContainText('Stopped at an exception');
        await expect(stack(app)).toContainText('AssertionError');
        await request(app).getByRole('button', { name: 'Stop', exact: true }).click();
        await expect(status(app)).not.toContainText('Stopped at');
      },
  }),
);

test('closing the window while a script is stopped leaves no process', async ({ ownHost, host }) => {
  test.skip(host === 'desktop' || process.platform === 'win32', 'the processes of a host are listed by ps');
  const { app, web } = await ownHost.start();
  const debugged = () => debuggedProcesses(web.child.pid);
  await app.openScripts();
  await app.setScript('debugger;');
  await debug(app, true);
  await expectStop(app, /debugger statement/);
  expect(debugged()).toHaveLength(1);
  await app.page.close();
  await expect.poll(debugged).toEqual([]);
  await web.stop();
});
