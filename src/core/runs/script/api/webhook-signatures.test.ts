/**
 * pm.webhooks.verify, and the signatures in the list: signed by the senders' own libraries, posted to a real listener.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sign } from '@octokit/webhooks-methods';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { NotificationSummary } from '../../../../contract/webhooks/notification.ts';
import type { Notifications } from '../../../notifications/notifications.ts';
import { createTestNotifications } from '../../../notifications/testing/test-notifications.ts';
import { createRunWebhooks } from '../../../notifications/run-webhooks.ts';
import type { ReaderConfiguration } from '../../../providers/webhook-reader.ts';
import { createRunner } from '../../../testing/run.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';

let runner: ReturnType<typeof createRunner>;
let notifications: Notifications;
let settings: ReaderConfiguration = { providers: [], secrets: { github: ['former', 's3cret'] } };
const received: NotificationSummary[] = [];
const file = path.join(temporaryFolder('signed'), 'n.sqlite');
const open = () =>
  createTestNotifications({
    file,
    readerConfiguration: () => Promise.resolve(settings),
    onReceived: (some) => void received.push(...some),
    onChanged: (some) => void received.push(...some),
  });
beforeAll(async () => {
  runner = createRunner();
  notifications = open();
  await notifications.listen({ port: 0 });
});
afterAll(async () => {
  await notifications.close();
  await runner.sandboxes.close();
});

const body = JSON.stringify({ action: 'opened', number: 12, text: 'ünïcode ✓ 12345678901234567890' });
async function postGitHub(signature: string | undefined): Promise<number> {
  await fetch(notifications.status().url, {
    method: 'POST',
    body,
    headers: { 'X-GitHub-Event': 'issues', ...(signature ? { 'X-Hub-Signature-256': signature } : {}) },
  });
  return notifications.lastId();
}
/** Runs a script with `options`, in which the last notification is `n`. */
async function verify(options: string) {
  const webhooks = createRunWebhooks(notifications, () => Promise.resolve());
  const source = `const n = pm.webhooks.list(undefined, { since: { id: 0 } }).at(-1);
    console.log(JSON.stringify(await pm.webhooks.verify(n${options && `, ${options}`})));`;
  const { logged, error } = await runner.run(source, { resources: { webhooks } });
  return error ? `${error.name}: ${error.message}` : (JSON.parse(logged[0] ?? '') as unknown);
}
const summary = (id: number) =>
  vi.waitFor(() => {
    const last = received.findLast((item) => item.id === id);
    expect(last).toBeDefined();
    return last as NotificationSummary;
  });

test('a notification of GitHub is verified when it arrives, and by a script', async () => {
  const id = await postGitHub(await sign('s3cret', body));
  expect(await summary(id)).toMatchObject({ provider: 'github', event: 'issues.opened', signature: 'valid' });
  expect((await notifications.detail(id)).signed).toEqual({
    scheme: 'github',
    result: { state: 'valid', reason: null },
  });
  expect(await verify(`{ scheme: 'github', secret: 's3cret' }`)).toEqual({ valid: true, reason: null });
  expect(await verify(`{ secret: ['other', 's3cret'] }`)).toEqual({ valid: true, reason: null });
  expect(await verify('')).toEqual({ valid: true, reason: null });
  expect(await verify(`{ scheme: 'github', secret: 'wrong' }`)).toEqual({
    valid: false,
    reason: expect.stringContaining('does not match') as string,
  });
  expect(
    await verify(`{ scheme: 'hmac', header: 'x-hub-signature-256', prefix: 'sha256=', secret: 's3cret' }`),
  ).toEqual({ valid: true, reason: null });
});

test('one signed with another secret, or not signed, has a reason', async () => {
  const wrongNotification = await postGitHub(await sign('another', body));
  expect((await summary(wrongNotification)).signature).toBe('invalid');
  const unsigned = await postGitHub(undefined);
  expect((await summary(unsigned)).signature).toBe('missing');
  expect((await notifications.detail(unsigned)).signed?.result?.reason).toBe('There is no header X-Hub-Signature-256.');
  expect(await verify('')).toMatchObject({ valid: false, reason: 'There is no header X-Hub-Signature-256.' });
});

test('the time of a signature is compared with the time of arrival', async () => {
  const event = JSON.stringify({ id: 'evt_1', object: 'event', type: 'charge.failed' });
  const timestamp = Math.floor(Date.now() / 1000) - 1000;
  const header = new Stripe('sk_test').webhooks.generateTestHeaderString({
    payload: event,
    secret: 'whsec_a',
    timestamp,
  });
  await fetch(notifications.status().url, { method: 'POST', body: event, headers: { 'Stripe-Signature': header } });
  expect(await verify(`{ scheme: 'stripe', secret: 'whsec_a' }`)).toMatchObject({
    valid: false,
    reason: expect.stringMatching(/^It was signed 100\d seconds before it arrived; 300 are tolerated\.$/) as string,
  });
  expect(await verify(`{ secret: 'whsec_a', tolerance: 2000 }`)).toEqual({ valid: true, reason: null });
});

test('a secret that is entered later is used for earlier notifications', async () => {
  const { length } = await notifications.list({ provider: 'stripe' }, { limit: 10 });
  expect(length).toBe(1);
  settings = { providers: [], secrets: { ...settings.secrets, stripe: ['whsec_b'] } };
  await notifications.refreshReader();
  await notifications.checkSignatures('stripe');
  expect(await notifications.list({ provider: 'stripe' }, { limit: 10 })).toMatchObject([{ signature: 'invalid' }]);
});

test('the example of docs/webhook-providers.md', async () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../../../docs/webhook-providers.md'), 'utf8');
  const [, script = ''] = /```js\n([^]*?)```/.exec(page) ?? [];
  const webhooks = createRunWebhooks(notifications, () => Promise.resolve());
  await postGitHub(await sign('s3cret', body));
  const { error, of } = await runner.run(script, { resources: { webhooks }, variables: { hookSecret: 's3cret' } });
  expect(error).toBeUndefined();
  expect(of('test')).toMatchObject([{ name: 'GitHub has signed it', state: 'passed' }]);
});

test('wrong options are reported', async () => {
  expect(await verify(`{ scheme: 'git-hub', secret: 'x' }`)).toMatch(/WebhookError: .*scheme/);
  expect(await verify(`{ scheme: 'hmac', secret: 'x' }`)).toMatch(/option "header"/);
  expect(await verify(`{ scheme: 'github', secret: pm.environment.get('nothing') }`)).toMatch(
    /The option "secret" is a text .* not undefined/,
  );
  expect(await verify(`{ scheme: 'github', secret: 'x', tolerance: -1 }`)).toMatch(/option "tolerance"/);
});

test('a signature that was valid on arrival stays valid when its secrets are masked on disk', async () => {
  const masked = createTestNotifications({
    file: `${file}-masked`,
    readerConfiguration: () => Promise.resolve(settings),
    mask: () => (value) => JSON.parse(JSON.stringify(value).replaceAll('hush', '(masked)')) as typeof value,
    onReceived: (some) => void received.push(...some),
  });
  await masked.listen({ port: 0 });
  const text = '{"token":"hush"}';
  const headers = { 'X-GitHub-Event': 'ping', 'X-Hub-Signature-256': await sign('s3cret', text) };
  await fetch(masked.status().url, { method: 'POST', body: text, headers });
  const id = await masked.lastId();
  expect(await masked.detail(id)).toMatchObject({
    summary: { signature: 'valid' },
    signed: { result: { state: 'valid' } },
  });
  await masked.close();
  const secondNotifications = createTestNotifications({
    file: `${file}-masked`,
    readerConfiguration: () => Promise.resolve(settings),
  });
  const detail = await secondNotifications.detail(id);
  expect(detail.text).toContain('(masked)');
  expect(detail.signed?.result).toEqual({ state: 'valid', reason: null });
  await secondNotifications.close();
});
