/** The programs view: the list of programs, their interpreters, trust, and calling one. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listen } from '../src/core/testing/listen.ts';
import { expect, inSteps, test } from './fixtures.ts';

test(
  'programs are allowed after a question, called in a form, and found in another directory',
  inSteps({
    'keys and clicks that were meant for something else do not answer the question': async ({ app }) => {
      await app.ready();
      await app.setScript("await pm.executeAsync('hello.sh', ['x\\u202e\\ny']);");
      // Presses Escape at the moment when the question appears, as a person does who goes on typing; a key pressed by the
      // test could be too late.
      await app.page.evaluate(`new MutationObserver((_, observer) => {
    const dialog = document.querySelector('[role=dialog]');
    if (!dialog) return;
    observer.disconnect();
    dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true }));
    document.documentElement.dataset.pressed = 'Escape';
  }).observe(document.body, { childList: true, subtree: true })`);
      await app.run();
      await expect(app.page.locator('html')).toHaveAttribute('data-pressed', 'Escape');
      await expect(app.consent).toBeVisible();
      const once = app.consent.getByRole('button', { name: 'Allow once' });
      // No button has the focus, so these keys press none.
      await app.page.keyboard.press('Enter');
      await app.page.keyboard.press('Space');
      await expect(app.consent).toBeVisible();
      await expect(once).not.toBeFocused();
      await expect(once).toBeEnabled();
      await app.page.keyboard.press('Enter');
      await expect(app.consent).toBeVisible();
      // Neither the mark that reverses text nor the line break is rendered.
      await expect(app.consent).toContainText('\\342\\200\\256');
      await expect(app.consent).toContainText("'\\x0ay'");
      await once.click();
      await expect(app.runEnd).toContainText(/^finished ·/);
    },
    'a run that asks again after each denial is stopped in the question': async ({ app }) => {
      await app.clearConsole();
      await app.setScript("for (;;) try { await pm.executeAsync('hello.sh', ['x']); } catch {}");
      await app.run();
      await app.consent.getByRole('button', { name: 'Stop the run' }).click();
      await expect(app.consent).toBeHidden();
      await expect(app.runEnd).toContainText('stopped');
      await app.clearConsole();
      await app.run();
      await expect(app.consent).toBeVisible();
      await app.page.keyboard.press('ControlOrMeta+.');
      await expect(app.consent).toBeHidden();
      await expect(app.runEnd).toContainText('stopped');
    },
    'a question names its script, and the shortcut or the button stops only the run that asks': async ({ app }) => {
      const shown = Promise.withResolvers<void>();
      const server = http.createServer((_request, response) => void shown.promise.then(() => response.end()));
      const port = await listen(server);
      await app.clearConsole();
      await app.setScript(
        `await pm.sendRequest('http://127.0.0.1:${port}/'); await pm.executeAsync('hello.sh', ['x']);`,
      );
      await app.run();
      await app.show('programs');
      await app.page
        .getByRole('list', { name: 'Program files' })
        .getByRole('button', { name: /^hello\.sh/ })
        .click();
      await app.page.getByRole('form').getByRole('button', { name: 'Run' }).click();
      await expect(app.page.getByRole('contentinfo')).toContainText('2 runs under way');
      shown.resolve();
      // Which of them asks first depends on how many scripts this computer runs at the same time.
      const asker = app.consent.getByRole('row', { name: /^Asked by/ });
      const first = (await asker.textContent()) ?? '';
      await app.page.keyboard.press('ControlOrMeta+.');
      await expect(asker).not.toHaveText(first);
      await expect(app.page.getByTestId('run-end')).toHaveCount(1);
      const second = (await asker.textContent()) ?? '';
      await app.consent.getByRole('button', { name: 'Stop the run' }).click();
      await expect(app.consent).toBeHidden();
      expect([first, second].sort()).toEqual([
        'Asked byscripts/hello.js',
        'Asked bytry hello.sh, in the Programs view',
      ]);
      await expect(app.page.getByTestId('run-end')).toHaveText([/^stopped/, /^stopped/]);
      // What was stopped is no problem.
      await expect(app.consoleStrip).toHaveText('Console');
      await app.show('scripts');
      server.close();
    },
    'a run is stopped while it asks for a secret': async ({ app }) => {
      const dialog = app.page.getByRole('dialog', { name: 'Allow scripts to use secrets?' });
      await app.clearConsole();
      // A name cannot change the direction of the question, or push its buttons out of view.
      await app.setScript("await pm.vault.get('key\\u202e' + 'x'.repeat(900));");
      await app.run();
      await expect(dialog.locator('code').last()).toHaveText(/^key\\u\{202e\}x+…$/);
      await expect(dialog.getByRole('button', { name: 'Deny' })).toBeInViewport();
      await dialog.getByRole('button', { name: 'Stop the run' }).click();
      await expect(dialog).toBeHidden();
      await expect(app.runEnd).toContainText('stopped');
    },
    'parallel calls ask once if the answer covers all of them': async ({ app }) => {
      await app.clearConsole();
      await app.setScript(
        "await Promise.all(Array.from({ length: 20 }, (_, at) => pm.executeAsync('hello.sh', [String(at)])));",
      );
      await app.run();
      await app.consent.getByRole('button', { name: 'Always this file' }).click();
      await expect(app.runEnd).toContainText(/^finished ·/);
      await app.page.getByRole('button', { name: 'Show programs' }).click();
      await expect(app.page.getByRole('button', { name: /^Revoke trust in .*hello\.sh$/ })).toHaveCount(1);
    },
    'trust is listed and taken back; the next call asks again': async ({ app }) => {
      await app.show('scripts');
      await app.clearConsole();
      await app.setScript("await pm.executeAsync('hello.sh', ['x']);");
      await app.run();
      await expect(app.runEnd).toContainText(/^finished ·/);
      await app.page.getByRole('button', { name: 'Show programs' }).click();
      await app.page.getByRole('button', { name: /^Revoke trust in .*hello\.sh$/ }).click();
      await expect(app.page.getByText('None yet: you are asked when a script first calls a program.')).toBeVisible();
      await app.show('scripts');
      await app.run();
      await expect(app.consent).toBeVisible();
      await app.consent.getByRole('button', { name: 'Deny' }).click();
      await expect(app.runEnd).toContainText('ended with an error');
    },
    'a method of a jar is chosen from a list': async ({ app }) => {
      await app.show('programs');
      await app.page
        .getByRole('list', { name: 'Program files' })
        .getByRole('button', { name: /^greeter\.jar/ })
        .click();
      await app.page.getByRole('combobox', { name: 'Method' }).click();
      await app.page.getByRole('option', { name: 'example.Greeter.greet(String, int)' }).click();
      await app.page.getByRole('textbox', { name: 'Arguments' }).fill('world\n42');
      await expect(app.page.getByTestId('call-expression')).toHaveText(
        "await pm.executeAsync('greeter.jar', ['world', 42], { className: 'example.Greeter', method: 'greet', paramTypes: ['String', 'int'] })",
      );
      await app.photograph('programs');
      await app.page.getByRole('form').getByRole('button', { name: 'Run' }).click();
      await app.consent.getByRole('button', { name: 'Always this file' }).click();
      await expect(app.console).toContainText('Hello world, 43');
    },
    'a program is called in a form, which shows the script line of the same call': async ({ app }) => {
      const view = app.page.getByRole('region', { name: 'Programs', exact: true });
      const files = app.page.getByRole('list', { name: 'Program files' });
      await expect(files).toContainText('hello.py');
      await expect(view).toContainText(/Python 3\.\d+/, { timeout: 20_000 });
      await files.getByRole('button', { name: /^hello\.sh/ }).click();
      await view.getByRole('textbox', { name: 'Arguments' }).fill("it's me\n$HOME");
      await view.getByRole('textbox', { name: 'env' }).fill('GREETING=hi');
      const expression = `await pm.executeAsync('hello.sh', ['it\\'s me', '$HOME'], { env: { GREETING: 'hi' } })`;
      await expect(app.page.getByTestId('call-expression')).toHaveText(expression);
      await view.getByRole('button', { name: 'Run' }).click();
      await app.consent.getByRole('button', { name: 'Every program in this directory' }).click();
      await expect(app.console).toContainText("$ env GREETING=hi sh hello.sh 'it'\\''s me' '$HOME'".slice(2));
      await expect(app.console).toContainText("Hello it's me");
      await expect(app.runEnd).toContainText(/^finished ·/);
    },
    'another programs directory is set for the workspace, and reset': async ({ app, host }) => {
      // The desktop window has the system's folder dialog.
      if (host === 'desktop') return;
      const other = mkdtempSync(path.join(tmpdir(), 'outrigger-programs-'));
      writeFileSync(path.join(other, 'elsewhere.sh'), 'echo from elsewhere');
      await app.page.getByRole('button', { name: 'Change…' }).click();
      await app.page.getByRole('textbox', { name: 'Folder on this computer' }).fill('/nonexistent');
      await app.page.getByRole('button', { name: 'Open', exact: true }).click();
      await expect(app.page.getByText('The folder /nonexistent does not exist.')).toBeVisible();
      await app.page.getByRole('textbox', { name: 'Folder on this computer' }).fill(other);
      await app.page.keyboard.press('Enter');
      const files = app.page.getByRole('list', { name: 'Program files' });
      await expect(files).toContainText('elsewhere.sh');
      await app.page.reload();
      await app.ready();
      await app.page.getByRole('button', { name: 'Show programs' }).click();
      await expect(files).toContainText('elsewhere.sh');
      await app.page.getByRole('button', { name: 'Default' }).click();
      await expect(files).toContainText('hello.py');
    },
  }),
);
