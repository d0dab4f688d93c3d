/** Providers and secrets of a workspace, with a real secret store and real notifications. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sign } from '@octokit/webhooks-methods';
import { expect, onTestFinished, test } from 'vitest';
import { createEvents } from '../../platform/events.ts';
import { openSecretStore } from '../../platform/secrets/secret-store.ts';
import { createNotifications, type Notifications } from '../../notifications/notifications.ts';
import { createWorkspaceProviders } from './workspace-providers.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const signal = new AbortController().signal;

async function open() {
  const root = temporaryFolder('workspace');
  const secretFile = path.join(root, 'secrets.json');
  const secrets = await openSecretStore(secretFile, () => undefined);
  const events = createEvents();
  const providers = createWorkspaceProviders({ root, secrets, events, notifications: () => notifications });
  const notifications: Notifications = createNotifications({
    file: path.join(root, 'n.sqlite'),
    readerConfiguration: providers.readerConfiguration,
    onReceived: () => undefined,
    onChanged: (changed) => events.emit('notifications.updated', changed),
    onStatus: () => undefined,
  });
  onTestFinished(() => notifications.close());
  const receive = (headers: Record<string, string>, body: string) =>
    notifications.add([
      {
        receivedAt: new Date(),
        source: 'http',
        method: 'POST',
        path: '/',
        peer: '',
        rawHeaders: Object.entries(headers).flat(),
        body: Buffer.from(body),
      },
    ]);
  const setSecrets = (id: string, list: string[]) =>
    providers.api['webhookProviders.setSecrets']({ id, secrets: list }, signal);
  return { root, secretFile, secrets, events, providers, notifications, receive, setSecrets };
}

test('a secret is stored with the others, used for stored and new notifications, and never returned', async () => {
  const { root, secretFile, secrets, providers, notifications, receive, setSecrets } = await open();
  const headers = { 'X-GitHub-Event': 'ping', 'X-Hub-Signature-256': await sign('the-hook-secret', '{}') };
  expect(await receive(headers, '{}')).toMatchObject([{ provider: 'github', signature: null }]);
  const list = await setSecrets('github', ['former-secret', 'the-hook-secret']);
  expect(list.providers.find(({ id }) => id === 'github')).toMatchObject({ hasSecret: true, scheme: 'github' });
  expect(JSON.stringify(await providers.api['webhookProviders.list']({}, signal))).not.toContain('the-hook-secret');
  expect(await notifications.list({}, { limit: 1 })).toMatchObject([{ signature: 'valid' }]);
  expect(await receive({ ...headers, 'X-Hub-Signature-256': 'sha256=00' }, '{}')).toMatchObject([
    { signature: 'invalid' },
  ]);
  expect(await secrets.valuesToMask(root)).toEqual(['former-secret', 'the-hook-secret']);
  await setSecrets('github', []);
  // Nothing can be checked without a secret, in the list as in the detail.
  expect(await notifications.list({}, { limit: 10 })).toMatchObject([{ signature: null }, { signature: null }]);
  expect(readFileSync(secretFile, 'utf8')).not.toContain('the-hook-secret');
  expect(await receive(headers, '{} ')).toMatchObject([{ signature: null }]);
});

test('a provider that does not sign accepts no secret', async () => {
  const { setSecrets } = await open();
  await expect(setSecrets('messaging', ['x'])).rejects.toMatchObject({ code: 'InvalidParams' });
  await expect(setSecrets('nobody', ['x'])).rejects.toMatchObject({ code: 'InvalidParams' });
});

test('a secret that the scheme of its provider cannot use is refused, and the stored ones stay', async () => {
  const { root, secrets, setSecrets } = await open();
  const usable = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  await setSecrets('standard-webhooks', [usable]);
  for (const [list, message] of [
    [['whsec_not base64'], 'The secret is not base64.'],
    [[usable, 'whpk_short'], 'Secret 2: The key is not 32 bytes in base64.'],
  ] as const) {
    await expect(setSecrets('standard-webhooks', [...list])).rejects.toMatchObject({ code: 'InvalidParams', message });
  }
  expect(await secrets.valuesToMask(root)).toEqual([usable]);
});

test('a file that is added or broken applies to new notifications, and is announced once', async () => {
  const { root, events, providers, receive } = await open();
  expect(await receive({}, '{"from":"acme"}')).toMatchObject([{ provider: null }]);
  const changes: string[][] = [];
  events.subscribe((name, list) => {
    if (name === 'webhookProviders.changed') changes.push((list as { problems: string[] }).problems);
  });
  const file = path.join(root, 'webhook-providers', 'acme.yml');
  mkdirSync(path.dirname(file));
  writeFileSync(file, `name: Acme\nrecognize: [{ fields: { from: acme } }]\nevent: hello\nevents: { hello: {} }`);
  await providers.reload();
  await providers.reload();
  expect(await receive({}, '{"from":"acme"}')).toMatchObject([
    { provider: 'acme', event: 'hello', title: 'Acme: hello' },
  ]);
  writeFileSync(file, 'name: Acme');
  await providers.reload();
  expect(await receive({}, '{"from":"acme"}')).toMatchObject([{ provider: null }]);
  expect(changes).toEqual([[], [expect.stringContaining('webhook-providers/acme.yml') as string]]);
});

test('a changed file renames stored notifications, which are found by the new title and keep pins and notes', async () => {
  const { root, events, providers, notifications, receive, setSecrets } = await open();
  const updates: Record<number, string> = {};
  events.subscribe((name, changed) => {
    if (name !== 'notifications.updated') return;
    for (const { id, title } of changed as { id: number; title: string }[]) updates[id] = title;
  });
  await setSecrets('github', ['hook-secret']);
  const signed = { 'X-GitHub-Event': 'ping', 'X-Hub-Signature-256': await sign('hook-secret', '{"secret":"x"}') };
  await receive(signed, '{"secret":"x"}');
  for (let number = 1; number <= 120; number += 1) await receive({}, `{"from":"acme","number":${number}}`);
  await notifications.change(2, { pinned: true, note: 'the first' });
  const write = async (text: string) => {
    mkdirSync(path.join(root, 'webhook-providers'), { recursive: true });
    writeFileSync(path.join(root, 'webhook-providers', 'acme.yml'), text);
    await providers.reload();
  };
  const acme = 'name: Acme\nrecognize: [{ fields: { from: acme } }]\nevent: order\nevents: { order: {} }\n';
  await write(`${acme}title: 'Order {body.number}'`);
  expect(updates).toMatchObject({ 2: 'Order 1', 121: 'Order 120' });
  expect(Object.keys(updates)).toHaveLength(120);
  expect(await notifications.list({ search: 'Order', provider: 'acme' }, { limit: 1 })).toMatchObject([
    { id: 121, provider: 'acme', event: 'order', kind: 'order', title: 'Order 120' },
  ]);
  expect((await notifications.detail(2)).summary).toMatchObject({ title: 'Order 1', pinned: true, note: 'the first' });
  expect((await notifications.detail(1)).summary).toMatchObject({ provider: 'github', signature: 'valid' });

  await write(`${acme}title: 'Purchase {body.number}'`);
  expect(await notifications.count({ search: 'Purchase' })).toBe(120);
  expect(await notifications.count({ search: 'Order' })).toBe(0);
});
