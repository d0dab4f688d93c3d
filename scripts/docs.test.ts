/** Every example of the user's pages runs, as it stands there. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paramTypeNames } from '../src/core/programs/param-types.ts';
import { languages } from '../src/core/programs/languages.ts';
import { hasInterpreter } from '../src/core/testing/interpreters.ts';
import { exampleFor } from '../src/core/messaging/recognize.ts';
import { createRunner } from '../src/core/testing/run.ts';
import { createNotifications, type Notifications } from '../src/core/webhooks/notifications.ts';
import { createRunWebhooks } from '../src/core/webhooks/run-webhooks.ts';

const page = readFileSync(path.join(import.meta.dirname, '../docs/external-programs.md'), 'utf8');
const examples = [...page.matchAll(/```js(?: needs=([\w,]+))?\n([\s\S]*?)```/g)].map(([, needs = '', code = '']) => ({
  code,
  needs: needs.split(',').filter(Boolean),
  title: code.split('\n')[0],
}));

let runner: ReturnType<typeof createRunner>;
beforeAll(() => {
  runner = createRunner();
});
afterAll(() => runner.slots.close());

describe('docs/webhooks.md', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../docs/webhooks.md'), 'utf8');
  const scripts = [...text.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => ({
    code,
    title: code.split('\n')[0],
  }));
  let notifications: Notifications;
  beforeAll(async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'outrigger-docs-')), 'n.sqlite');
    notifications = createNotifications({ file, onReceived: () => undefined, onStatus: () => undefined });
    await notifications.listen({ port: 0 });
  });
  afterAll(() => notifications.close());

  test.each(scripts)('$title', async ({ code }) => {
    // The examples let a notification arrive by this; a reader has the simulator, or the service itself.
    const arrive = `const fetchNotification = (kind) => pm.sendRequest({ url: pm.webhooks.url, method: 'POST', body: { mode: 'raw', raw: JSON.stringify(${JSON.stringify(
      Object.fromEntries(
        ['outgoing_status_read', 'outgoing_status_sent', 'swe002'].map((kind) => [kind, exampleFor(kind)]),
      ),
    )}[kind]) } });\n`;
    const webhooks = createRunWebhooks(notifications, () => Promise.resolve());
    const { error, of } = await runner.run(arrive + code, { resources: { webhooks } });
    expect(error).toBeUndefined();
    expect(of('test').filter(({ state }) => state !== 'passed')).toEqual([]);
  });
});

describe('docs/external-programs.md', () => {
  test.each(examples)(
    '$title',
    async ({ code, needs }) => {
      if (!needs.every(hasInterpreter)) return;
      const { outcome, error, of } = await runner.run(code);
      expect(error).toBeUndefined();
      expect(of('test').filter(({ state }) => state !== 'passed')).toEqual([]);
      expect(of('test').length).toBeGreaterThan(0);
      expect(outcome).toBe('passed');
    },
    60_000,
  );

  test('its tables are those of the product', () => {
    for (const { extension, prefix } of languages)
      expect(page).toContain(`| \`${extension}\` | \`${prefix.join(' ')}\` |`);
    for (const name of paramTypeNames.filter((one) => !one.endsWith('[]'))) expect(page).toContain(`\`${name}\``);
  });
});
