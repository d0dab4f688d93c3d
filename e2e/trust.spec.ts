/** The scope of a permission for a program, as the interface shows it. */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inSteps, test } from './fixtures.ts';

test(
  'the scope of permissions for a program and for a directory',
  inSteps({
    'a permission is valid for the environment variables that were shown, and the list names them': async ({ app }) => {
      await app.ready();
      await app.setScript("await pm.executeAsync('hello.sh', ['x'], { env: { HOME: '/tmp' } });");
      await app.run();
      await expect(app.consent).toContainText('HOME=/tmp');
      await expect(app.consent).toContainText('Other files that the program reads or imports are not covered');
      await expect(app.consent).toContainText('What you allow is for the variable HOME.');
      await app.consent.getByRole('button', { name: 'Always this file' }).click();
      await expect(app.runEnd).toContainText(/^finished ·/);
      await app.page.getByRole('button', { name: 'Show programs' }).click();
      await expect(app.page.getByRole('list', { name: 'Trusted programs' })).toContainText('only with the same HOME');
      await app.page.getByRole('button', { name: 'Show scripts' }).click();
      await app.setScript("await pm.executeAsync('hello.sh', ['x'], { env: { HOME: '/' } });");
      await app.run();
      await expect(app.consent).toContainText('HOME=/');
      await app.consent.getByRole('button', { name: 'Deny' }).click();
      await expect(app.runEnd).toContainText('ended with an error');
    },
    'the warning stands first, and denying is in view in a low window': async ({ app }) => {
      await app.page.setViewportSize({ width: 1024, height: 700 });
      await app.setScript(
        "await pm.executeAsync('hello.sh', ['x'], { env: { LD_PRELOAD: '/tmp/x.so', A: '1' }, cwd: '..' });",
      );
      await app.run();
      const [warning, file] = await Promise.all(
        ['LD_PRELOAD can cause other code than this file to run.', 'SHA-256'].map((text) =>
          app.consent.getByText(text, { exact: true }).boundingBox(),
        ),
      );
      expect(warning?.y).toBeLessThan(file?.y ?? 0);
      const deny = app.consent.getByRole('button', { name: 'Deny' });
      await expect(deny).toBeInViewport({ ratio: 1 });
      await deny.click();
      await expect(app.runEnd).toContainText('ended with an error');
    },
    'the question about a program that was allowed until it changes says that it has changed': async ({
      app,
      workspace,
    }) => {
      const hasChanged = app.consent.getByText('Its content has changed since.');
      await app.setScript("await pm.executeAsync('hello.sh', ['x']);");
      await app.run();
      await expect(app.consent).toContainText('SHA-256');
      await expect(hasChanged).toBeHidden();
      await app.consent.getByRole('button', { name: 'Always, until the file changes' }).click();
      await expect(app.runEnd).toContainText(/^finished ·/);
      appendFileSync(path.join(workspace, 'programs/hello.sh'), '\n# changed\n');
      await app.run();
      await expect(hasChanged).toBeVisible();
      await app.consent.getByRole('button', { name: 'Deny' }).click();
      await expect(app.runEnd).toContainText('ended with an error');
    },
    'every program of the directory is allowed, until one of its files changes': async ({ app, workspace }) => {
      await app.setScript(
        "await pm.executeAsync('hello.sh', ['x', '1']); await pm.executeAsync('hello.js', ['x', '1']);",
      );
      await app.run();
      await app.consent.getByRole('button', { name: 'Every program, until a file in this directory changes' }).click();
      await expect(app.runEnd).toContainText(/^finished ·/);
      await app.page.getByRole('button', { name: 'Show programs' }).click();
      await expect(app.page.getByRole('list', { name: 'Trusted programs' })).toContainText(
        'every program in it, until one of its files changes',
      );
      const marks = app.page.getByRole('list', { name: 'Program files' }).getByRole('img', { name: 'trusted' });
      await expect(marks).not.toHaveCount(0);
      appendFileSync(path.join(workspace, 'programs/hello.js'), '\n// changed\n');
      await expect(marks).toHaveCount(0);
      await expect(app.page.getByRole('list', { name: 'Trusted programs' })).toContainText('changed since');
      await app.setScript("await pm.executeAsync('hello.js', ['x', '1']);");
      await app.run();
      await expect(app.consent).toContainText(
        'You have allowed every program of this directory until a file in it changes. One has changed since.',
      );
      await app.consent.getByRole('button', { name: 'Deny' }).click();
      await expect(app.runEnd).toContainText('ended with an error');
    },
  }),
);
