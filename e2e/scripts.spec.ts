/** The main use case: open, edit and run a script that calls programs, look at the console, stop the script. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inSteps, test } from './fixtures.ts';

test(
  'a script is edited, saved, run, and marked where it is wrong; changes on disk and unsaved changes are kept',
  inSteps({
    'edit, save with the keyboard, run again; the file is written': async ({ app, workspace }) => {
      const file = path.join(workspace, 'scripts/hello.js');
      await app.openScripts();
      await app.setScript("console.log('edited', 1 + 1);");
      await expect(app.page.getByRole('img', { name: 'not saved' })).toBeVisible();
      expect(readFileSync(file, 'utf8')).not.toContain('edited');
      await app.page.keyboard.press('ControlOrMeta+S');
      await expect(app.page.getByRole('img', { name: 'not saved' })).toHaveCount(0);
      expect(readFileSync(file, 'utf8')).toBe("console.log('edited', 1 + 1);");
      await app.run();
      await expect(app.console).toContainText('edited 2');
      await expect(app.runEnd).toContainText(/^finished ·/);
    },
    'the context menu of the editor, opened by the keyboard, covers the text behind it': async ({ app }) => {
      await app.page.getByTestId('script-editor').locator('.monaco-editor').first().click();
      await app.page.keyboard.press('Shift+F10');
      const menu = app.page.locator('.monaco-menu-container .monaco-scrollable-element').first();
      await expect(menu).toBeVisible();
      await expect(menu).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
      await app.page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
    },
    'a script that another program has changed is not overwritten without a question': async ({ app, workspace }) => {
      const file = path.join(workspace, 'scripts/hello.js');
      await app.openScripts();
      await app.setScript('// mine');
      writeFileSync(file, '// theirs');
      await app.page.keyboard.press('ControlOrMeta+S');
      const dialog = app.page.getByRole('dialog', { name: 'Changed on disk' });
      await expect(dialog).toBeVisible();
      expect(readFileSync(file, 'utf8')).toBe('// theirs');
      await dialog.getByRole('button', { name: 'Discard changes' }).click();
      await expect.poll(() => app.editorText()).toContain('// theirs');
      await app.setScript('// mine again');
      writeFileSync(file, '// theirs again');
      await app.page.keyboard.press('ControlOrMeta+S');
      await dialog.getByRole('button', { name: 'Keep mine' }).click();
      await expect.poll(() => readFileSync(file, 'utf8')).toBe('// mine again');
    },
    'an error names its line in the console and marks it in the editor': async ({ app }) => {
      await app.openScripts();
      await app.setScript("const a = 1;\nthrow new Error('broken');");
      await app.run();
      await expect(app.console).toContainText('Error: broken (line 2, column 7)');
      await expect(app.console).toContainText("> 2 | throw new Error('broken');");
      await expect(app.markers).toHaveCount(1);
      await app.photograph('error');
      await app.setScript('const a = 1;\nlet b = (;');
      await app.run();
      await expect(app.console).toContainText("SyntaxError: Unexpected token ';' (line 2, column 10)");
      await expect(app.markers.first()).toBeVisible();
    },
    'a missing interpreter is reported with a way to install it': async ({ app, workspace }) => {
      writeFileSync(path.join(workspace, 'programs/a.sh'), '');
      await app.openScripts();
      await app.setScript("await pm.executeAsync('a.sh', [], { command: 'no-such-shell' });");
      // There is nothing to allow, because the call fails before the person is asked.
      await app.run();
      await expect(app.console).toContainText('no-such-shell was not found on the PATH.');
      await expect(app.console).toContainText('Install');
    },
    'unsaved changes survive closing the tab and reloading the window': async ({ app }) => {
      await app.openScripts();
      await app.setScript('// not saved yet');
      await app.page.getByRole('button', { name: 'Close hello.js' }).click();
      await expect(app.page.getByText('Open a script on the left')).toBeVisible();
      await app.page.getByRole('button', { name: 'hello.js', exact: true }).first().click();
      await expect.poll(() => app.editorText()).toContain('// not saved yet');
      app.page.on('dialog', (dialog) => void dialog.accept());
      await app.page.reload();
      await app.openScripts();
      await expect.poll(() => app.editorText()).toContain('// not saved yet');
      await expect(app.page.getByRole('img', { name: 'not saved' })).toBeVisible();
    },
    'the arrow keys, Home and End move in the list of scripts': async ({ app, workspace }) => {
      writeFileSync(path.join(workspace, 'scripts/last.js'), '');
      const lines = app.page.getByRole('list', { name: 'Scripts', exact: true }).getByRole('button');
      await expect(lines).toHaveText(['hello.js', 'last.js']);
      await lines.first().press('ArrowDown');
      await expect(lines.last()).toBeFocused();
      await lines.last().press('Home');
      await expect(lines.first()).toBeFocused();
      await lines.first().press('End');
      await expect(lines.last()).toBeFocused();
    },
  }),
);

test(
  'the sample is denied, runs with consent, and its console lines lead to the command and the script',
  inSteps({
    'a denied program is an error of the script, with a remedy': async ({ app }) => {
      await app.openScripts();
      await app.run();
      await app.consent.getByRole('button', { name: 'Deny' }).click();
      await expect(app.runEnd).toContainText('ended with an error');
      await expect(app.console).toContainText('hello.py was not allowed to run.');
      await app.clearConsole();
    },
    'the sample runs: consent, commands, output, log and tests, live and in order': async ({ app }) => {
      await expect(app.tab('hello.js')).toBeVisible();
      await expect.poll(() => app.editorText()).toContain("await pm.executeAsync('hello.py', ['world', 42]");

      await app.run();
      await expect(app.consent).toContainText('python hello.py world 42');
      await expect(app.consent).toContainText(/[0-9a-f]{64}/);
      await app.photograph('consent');
      await app.consent.getByRole('button', { name: 'Every program in this directory' }).click();

      await expect(app.runEnd).toContainText('passed · tests: 3 passed, 0 failed');
      const lines = await app.console.innerText();
      // It comes through a pipe of its own, so it may be before or behind the line of stdout.
      expect(lines).toMatch(/stderr\s*about to greet world/);
      const expected = [
        /scripts\/hello\.js/,
        /\$\s*cd \S+ && python hello\.py world 42\s+.*s · exit 0/,
        /stdout\s*Hello world, 43/,
        /log\s*Python says: Hello world, 43/,
        /\$\s*cd \S+ && node hello\.js world 42/,
        /stdout\s*\{"greeting":"Hello world","next":43\}/,
        /log\s*JavaScript says: \{ greeting: "Hello world", next: 43 \}/,
        /\$\s*cd \S+ && sh hello\.sh 'spaces are fine' '\$HOME' 'it'\\''s'/,
        /stdout\s*Hello it's/,
        /✓ pass\s*Python greets and counts/,
        /✓ pass\s*the shell got every argument unchanged/,
        /passed · tests: 3 passed/,
      ];
      let at = 0;
      for (const pattern of expected) {
        const match = pattern.exec(lines.slice(at));
        expect(match, `${pattern} in its place`).not.toBeNull();
        at += match?.index ?? 0;
      }
      await app.photograph('finished');
    },
    'the command can be copied, and a console line leads to its line of the script': async ({ app, host }) => {
      await app.page.getByRole('button', { name: 'Copy the command' }).first().click();
      await expect(app.page.getByText('Copied')).toBeVisible();
      if (host === 'web') {
        const clipboard = () => app.page.evaluate('navigator.clipboard.readText()');
        await expect.poll(clipboard).toMatch(/^cd \S+ && python hello\.py world 42$/);
      }
      await app.page.getByRole('button', { name: 'Go to line 13' }).first().click();
      await app.page.keyboard.insertText('/* here */');
      await expect.poll(() => app.editorText()).toContain('/* here */const shell = await');
    },
    'an answer is remembered: the second run does not ask': async ({ app }) => {
      await expect(app.page.getByTestId('run-end')).toHaveCount(1);
      await app.run();
      await expect(app.page.getByTestId('run-end')).toHaveCount(2);
      await expect(app.runEnd).toContainText(/^passed ·/);
    },
    'every command is in the palette, and the theme is changed': async ({ app }) => {
      await app.page.keyboard.press('ControlOrMeta+K');
      await app.page.getByRole('textbox', { name: 'Search commands' }).fill('theme');
      await app.page.emulateMedia({ colorScheme: 'light' });
      await expect(app.page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
      await app.page.getByText('Theme: dark').click();
      await expect(app.page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    },
  }),
);

test(
  'very many console lines stay usable, endless scripts are stopped, and the editor completes programs and the pm API',
  inSteps({
    'the console stays usable with very many lines, and the filter finds one of them': async ({ app }) => {
      await app.openScripts();
      await app.setScript("for (let i = 0; i < 30000; i++) console.log('line', i);");
      await app.run();
      await expect(app.runEnd).toContainText(/^finished ·/, { timeout: 30_000 });
      expect(await app.console.locator('[data-index]').count()).toBeLessThan(200);
      await app.page.getByRole('textbox', { name: 'Filter the console' }).fill('line 29999');
      await expect(app.console).toContainText('line 29999');
      await app.page.getByRole('textbox', { name: 'Filter the console' }).fill('');
      await app.page.getByRole('combobox', { name: 'Show' }).selectOption('Tests');
      await expect(app.console).not.toContainText('line 29999');
      await app.page.getByRole('button', { name: 'Clear the console' }).click();
      await expect(app.console).toContainText('What scripts, programs and requests do is listed here.');
      await app.page.getByRole('combobox', { name: 'Show' }).selectOption('All');
    },
    'Stop ends an endless script and the programs that it has started': async ({ app, workspace }) => {
      writeFileSync(path.join(workspace, 'programs/slow.sh'), 'echo "pid $$"; sleep 300 & wait');
      await app.openScripts();
      await app.setScript("pm.executeAsync('slow.sh'); for (;;) await new Promise((r) => setTimeout(r, 10));");
      await app.runAllowingAll();
      await expect(app.console).toContainText(/pid \d+/);
      const pid = Number(/pid (\d+)/.exec(await app.console.innerText())?.[1]);
      expect(() => process.kill(pid, 0)).not.toThrow();
      await app.stop();
      await expect(app.runEnd).toContainText('stopped');
      await app.ended();
      await expect.poll(() => isAlive(pid)).toBe(false);
      // The application continues to work.
      await app.setScript('for (;;) {}');
      await app.run();
      await expect(
        app.page.getByRole('region', { name: 'Script' }).getByRole('button', { name: 'Stop' }),
      ).toBeVisible();
      await app.page.keyboard.press('ControlOrMeta+.');
      await app.ended();
      await expect(app.runEnd).toContainText('stopped');
      await app.setScript("console.log('goes on');");
      await app.run();
      await expect(app.console).toContainText('goes on');
    },

    'the editor completes programs, and the classes and methods of a jar': async ({ app }) => {
      await app.openScripts();
      await app.setScript('');
      await app.page.keyboard.type("pm.executeAsync('");
      await expect(app.page.locator('.suggest-widget')).toContainText('greeter.jar', { timeout: 30_000 });
      await app.page.keyboard.press('Escape');
      await app.setScript('');
      await app.page.keyboard.insertText(
        "pm.executeAsync('greeter.jar', [], { className: 'example.Greeter', method: '",
      );
      await app.page.keyboard.press('Control+Space');
      await expect(app.page.locator('.suggest-widget')).toContainText('average(double[])', { timeout: 30_000 });
    },
    'the editor completes the pm API and the language of scripts': async ({ app }) => {
      await app.openScripts();
      for (const [typed, completed] of [
        ['pm.exec', 'executeAsync'],
        ["''.padS", 'padStart'],
        ['[].toSp', 'toSpliced'],
      ] as const) {
        await app.setScript('');
        await app.page.keyboard.type(typed);
        await app.page.keyboard.press('Control+Space');
        await expect(app.page.locator('.suggest-widget')).toContainText(completed, { timeout: 30_000 });
        await app.page.keyboard.press('Escape');
      }
    },
  }),
);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
