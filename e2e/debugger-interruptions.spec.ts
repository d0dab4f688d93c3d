/**
 * What a person may do while a script is stopped, other than resuming it: delete it, leave the workspace, evaluate
 * something that never ends.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
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
} from './debugger-page.ts';
import { expect, inSteps, test } from './fixtures.ts';
import { openCollection, openRequest, request, simple, tab, tree } from './request-page.ts';

const preRequest = (code: string) => `runtime:\n${scriptYaml('before-request', code)}`;

/** The right end of the text of the innermost frame in pixels, also where its element is narrower than the text. */
const END_OF_PLACE = `(() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector('[aria-label="Call stack"] small'));
  return range.getBoundingClientRect().right;
})()`;

test(
  'a script is paused, stopped, edited and deleted during a debugged run',
  inSteps({
    'an endless script is paused; Stop ends an endless expression': async ({ app }) => {
      await app.openScripts();
      await app.setScript('let n = 0;\nconsole.log("begins");\nwhile (true) n += 1;');
      await debug(app, true);
      await expect(app.console).toContainText('begins');
      await app.page.keyboard.press('F6');
      await expectStop(app, /Paused.*line 3|line 3/);
      await evaluate(app, 'for (;;);');
      await app.page.keyboard.press('Shift+F5');
      await expect(app.runEnd).toContainText('stopped');
      await expect(stoppedLine(app)).toHaveCount(0);
      await app.setScript('console.log("again");');
      await app.run();
      await expect(app.console).toContainText('again');
    },
    'when a script is edited while it is stopped, the run continues with the old text and the next run uses the new one':
      async ({ app }) => {
        await app.setScript('let n = 1;\nn += 1;\nconsole.log("result", n);');
        await clickMargin(app, 2);
        await app.page
          .getByRole('region', { name: 'Script' })
          .getByRole('button', { name: 'Debug', exact: true })
          .click();
        // Debugging this folder has been allowed before.
        await expectStop(app, /line 2/);
        await app.setScript('console.log("edited");');
        await expect(app.page.getByText('The run continues with the script as it was at its start')).toBeVisible();
        await app.page.keyboard.press('F5');
        await expect(app.console).toContainText('result 2');
        await app.run();
        await expect(app.console).toContainText('edited');
      },

    'when a request is deleted while its script is stopped, the script runs to its end': async ({
      app,
      workspace,
      server,
    }) => {
      const files = {
        'read.yml': simple('Read', 'BASE/json', preRequest('let n = 1;\nn += 1;\nn += 2;\nconsole.log("went on", n);')),
      };
      await openCollection(app, workspace, files, server.base);
      await openRequest(app, 'GET Read');
      await tab(app, /^Scripts/).click();
      await clickMargin(app, 2);
      await debug(app);
      await expectStop(app, /read pre-request, line 2/);
      await expect(request(app).getByText('Sending…')).toHaveCount(0);
      await expect(request(app).getByText(/^Stopped at a breakpoint: .*line 2$/)).toBeVisible();
      await tree(app).getByRole('treeitem', { name: 'GET Read', exact: true }).focus();
      await app.page.keyboard.press('Delete');
      await expect(tree(app).getByRole('treeitem', { name: 'GET Read', exact: true })).toHaveCount(0);
      await evaluate(app, 'n + 40');
      await expect(evaluated(app)).toContainText('41');
      for (const line of [3, 4]) {
        await app.page.keyboard.press('F10');
        await expect(status(app)).toHaveText(new RegExp(`line ${line}$`));
      }
      const errors = app.page.getByRole('alert').filter({ hasText: /no longer exists|gone on|object/ });
      await expect(errors).toHaveText(/read\.yml no longer exists/);
      await app.page.keyboard.press('F5');
      await expect(panel(app)).toBeHidden();
      await expect(app.console).toContainText('went on 4');
      await expect(errors).toHaveCount(0);
    },

    'the current line is in view in a small window, also when the debugger covers half of it': async ({
      app,
      workspace,
      server,
    }) => {
      await app.page.setViewportSize({ width: 1024, height: 700 });
      const code = Array.from({ length: 60 }, (_, index) => `pm.variables.set('n${index + 1}', ${index + 1});`).join(
        '\n',
      );
      await openCollection(
        app,
        workspace,
        {
          'long.yml': simple(
            'Long',
            'BASE/json',
            preRequest(`${code}\n(function withANameThatIsWiderThanTheColumn() { debugger; })();`),
          ),
        },
        server.base,
      );
      await openRequest(app, 'GET Long');
      await request(app).getByRole('button', { name: 'Debug', exact: true }).click();
      await expectStop(app, /line 61/);
      await app.screenshot('small');
      await expect(stoppedLine(app)).toBeInViewport();
      await expect(stack(app)).toContainText('long pre-request:61');
      const column = await stack(app).boundingBox();
      const endOfLine = await app.page.evaluate<number>(END_OF_PLACE);
      expect(endOfLine).toBeLessThanOrEqual((column?.x ?? 0) + (column?.width ?? 0));
    },
  }),
);

test('when another folder is opened while a script is stopped, the debugger is empty; its breakpoints are there again later', async ({
  ownHost,
  workspace,
  host,
}) => {
  test.skip(host === 'desktop' || process.platform === 'win32', 'the processes of a host are listed by ps');
  const other = mkdtempSync(path.join(tmpdir(), 'outrigger-other-'));
  mkdirSync(path.join(other, 'scripts'));
  writeFileSync(path.join(other, 'scripts/hello.js'), 'console.log("other");\nconsole.log("end");');
  const { app, web, quit } = await ownHost.start();
  const { page } = app;
  const debugged = () => debuggedProcesses(web.child.pid);
  const open = async (root: string) => {
    await page.keyboard.press('ControlOrMeta+O');
    await page.getByRole('textbox', { name: 'Folder on this computer' }).fill(root);
    await page.keyboard.press('Enter');
  };
  await app.openScripts();
  await app.setScript('let n = 1;\nn += 1;');
  await page.keyboard.press('ControlOrMeta+S');
  await clickMargin(app, 2);
  await debug(app, true);
  await expectStop(app, /line 2/);
  expect(debugged()).toHaveLength(1);
  await open(other);
  await app.show('scripts');
  await expect.poll(() => app.editorText()).toContain('other');
  await expect.poll(debugged).toEqual([]);
  await expect(panel(app)).toBeHidden();
  await expect(stoppedLine(app)).toHaveCount(0);
  await expect(status(app)).not.toContainText('Stopped at');
  await expect(glyphs(app)).toHaveCount(0);
  // Consent to debugging is given for each folder.
  await clickMargin(app, 2);
  await debug(app, true);
  await expectStop(app, /line 2/);
  await page.keyboard.press('F5');
  await expect(app.runEnd).toContainText(/^finished ·/);
  await open(workspace);
  await app.show('scripts');
  await expect.poll(() => app.editorText()).toContain('n += 1');
  await expect(glyphs(app)).toHaveCount(1);
  await quit();
  rmSync(other, { recursive: true, force: true });
});
