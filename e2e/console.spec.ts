/** The console follows the output of runs, shows requests with headers and bodies, and leads to errors. */
import { expect, inSteps, test } from './fixtures.ts';

test(
  'the console follows a run, and shows requests and errors',
  inSteps({
    'the console follows its end during a burst of lines; after scrolling up it stays, and one click returns to the end':
      async ({ app }) => {
        await app.ready();
        await app.page.getByRole('button', { name: 'Show scripts' }).click();
        await app.setScript(
          "for (let i = 0; i < 3000; i++) console.log('line ' + i + ' ' + 'long text '.repeat(i % 40));\nawait new Promise((done) => setTimeout(done, 1500));\nconsole.log('the end');\n",
        );
        await app.run();
        await expect(app.console).toContainText('line 2999');
        await expect(app.console).toContainText('the end');
        await expect(app.runEnd).toBeInViewport();
        await app.console.hover();
        await app.page.mouse.wheel(0, -2000);
        const latest = app.page.getByRole('button', { name: /^Jump to latest/ });
        await expect(latest).toBeVisible();
        await app.run();
        await expect(latest).toHaveText(/Jump to latest \(\d+\)/);
        await latest.click();
        await expect(app.runEnd).toBeInViewport();
        await expect(latest).toBeHidden();
        await app.ended();
      },
    'a request is expanded to its headers and bodies; errors name the line of the script': async ({ app, server }) => {
      await app.clearConsole();
      await app.setScript(
        [
          `await pm.sendRequest({ url: '${server.base}/hello', method: 'POST', header: { 'x-test': '1' }, body: 'ping' });`,
          "const error = new Error('broken');",
          '',
          'console.error(error);',
          "console.warn('careful');",
        ].join('\n'),
      );
      await app.run();
      await expect(app.runEnd).toBeVisible();
      const row = app.console.getByRole('button', { name: new RegExp(`^POST ${server.base}/hello`) });
      await row.click();
      await expect(app.console.getByRole('tabpanel')).toContainText('content-type');
      await app.console.getByRole('tab', { name: 'Request' }).click();
      await expect(app.console.getByRole('tabpanel')).toContainText('x-test');
      await expect(app.console.getByRole('tabpanel')).toContainText('ping');
      await expect(app.console).toContainText(/broken\s+at .*:2:\d+/);
      await expect(app.console).not.toContainText('outrigger:');
      await app.photograph('console-http');
      const show = app.page.getByRole('combobox', { name: 'Show' });
      await show.selectOption('Errors');
      await expect(app.console).toContainText('broken');
      await expect(app.console).not.toContainText('careful');
      await show.selectOption('HTTP');
      await expect(row).toBeVisible();
      await expect(app.console).not.toContainText('broken');
    },
    'what is expanded is still so after it was scrolled out of view': async ({ app, server }) => {
      await app.clearConsole();
      await app.page.getByRole('combobox', { name: 'Show' }).selectOption('All');
      await app.setScript(
        `console.log({ outer: { inner: 'deep' } });\nawait pm.sendRequest('${server.base}/hello');\n` +
          "for (let i = 0; i < 500; i++) console.log('line ' + i);\n",
      );
      await app.run();
      await expect(app.runEnd).toBeVisible();
      await app.console.hover();
      const scroll = (by: number) => app.page.mouse.wheel(0, by);
      await scroll(-1_000_000);
      const row = app.console.getByRole('button', { name: new RegExp(`^GET ${server.base}/hello`) });
      await row.click();
      await app.console.getByRole('tab', { name: 'Request' }).click();
      await app.console.getByRole('button', { name: /outer/ }).first().click();
      await app.console.getByRole('button', { name: /inner/ }).click();
      await expect(app.console).toContainText('inner: "deep"');
      await app.console.hover();
      await scroll(1_000_000);
      await expect(row).toHaveCount(0);
      await scroll(-1_000_000);
      await expect(row).toHaveAttribute('aria-expanded', 'true');
      await expect(app.console.getByRole('tab', { name: 'Request' })).toHaveAttribute('aria-selected', 'true');
      await expect(app.console).toContainText('inner: "deep"');
    },
  }),
);
