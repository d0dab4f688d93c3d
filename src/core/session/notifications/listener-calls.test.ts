import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { answerRule } from '../../../contract/webhooks/answer-rules.ts';
import { KEEP_ALL, type ListenerTls } from '../../../contract/webhooks/listener-settings.ts';
import { createNotifications, type Notifications } from '../../notifications/notifications.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createListenerControl } from './listener-calls.ts';
import type { ListenerSettings, SavedListener } from './listener-settings.ts';

let opened: Notifications;
afterEach(() => opened.close());

/** The control of a listener that was switched on, and its settings in memory. */
function controlWith(tls: ListenerTls, setToken: () => Promise<void> = () => Promise.resolve()) {
  let token: string | undefined;
  let saved: SavedListener = {
    on: true,
    host: '127.0.0.1',
    port: 0,
    keep: KEEP_ALL,
    allowBrowsers: false,
    rules: [],
    tls,
  };
  const settings: ListenerSettings = {
    saved: () => saved,
    save: async (listener) => Promise.resolve(void (saved = listener)),
    token: () => Promise.resolve(token),
    setToken: async (next) => {
      await setToken();
      token = next || undefined;
    },
    withSavedAddress: (status) => status,
  };
  const file = path.join(temporaryFolder('control'), 'n.sqlite');
  opened = createNotifications({ file, onReceived: () => undefined, onStatus: () => undefined });
  const control = createListenerControl(opened, settings);
  return { control, saved: settings.saved, token: settings.token, settings };
}

test('the reason why a saved listener cannot start is its notice, until it can', async () => {
  const missing = path.join(temporaryFolder('control'), 'missing.pem');
  const { control } = controlWith({ mode: 'files', certFile: missing, keyFile: missing });
  await control.start();
  expect(opened.status()).toMatchObject({ listening: false, notice: expect.stringContaining(missing) as string });

  const signal = new AbortController().signal;
  await expect(control.calls['notifications.listen']({ on: true }, signal)).rejects.toThrow(missing);
  expect(opened.status().notice).toContain(missing);

  const withoutTls: ListenerTls = { mode: 'off', certFile: '', keyFile: '' };
  await control.calls['notifications.listen']({ on: true, tls: withoutTls }, signal);
  expect(opened.status()).toMatchObject({ listening: true, notice: null });
});

test('a change that does not concern the listener itself interrupts no sender', async () => {
  const { control } = controlWith({ mode: 'off', certFile: '', keyFile: '' });
  await control.start();
  const { host, port } = opened.status();
  const sender = net.connect(port, host);
  await once(sender, 'connect');
  sender.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbe');
  const { signal } = new AbortController();
  const keep = { days: 3, megabytes: null };
  await control.calls['notifications.listen']({ on: true, host, port, keep }, signal);
  expect(opened.status()).toMatchObject({ listening: true, port, keep });
  sender.write('go');
  const [answer] = (await once(sender, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200/);
  sender.destroy();
});

test('settings with which it cannot listen are refused, and the listener goes on with the former ones', async () => {
  const { control, saved, token } = controlWith({ mode: 'off', certFile: '', keyFile: '' });
  await control.start();
  const before = saved();
  const { port } = opened.status();
  const { signal } = new AbortController();
  const missing = path.join(temporaryFolder('control'), 'missing.pem');
  const files: ListenerTls = { mode: 'files', certFile: missing, keyFile: missing };
  const listen = control.calls['notifications.listen'];
  const withFiles = { tls: files, token: 'secret', keep: { days: 3, megabytes: null } };
  await expect(listen({ on: true, ...withFiles }, signal)).rejects.toThrow(missing);
  expect(opened.status()).toMatchObject({ listening: true, port, notice: null, hasToken: false, keep: KEEP_ALL });
  expect(await fetch(opened.status().url, { method: 'POST' })).toMatchObject({ status: 200 });

  // Kept for documentation (RFC 5737): no computer has this address.
  const elsewhere = { host: '192.0.2.1', token: 'secret', keep: { days: 3, megabytes: null } };
  await expect(listen({ on: true, ...elsewhere }, signal)).rejects.toMatchObject({ code: 'InvalidParams' });
  expect(opened.status()).toMatchObject({ listening: true, notice: null, hasToken: false, keep: KEEP_ALL });
  expect(opened.status().host).toBe('127.0.0.1');
  expect(saved()).toEqual(before);
  expect(await token()).toBeUndefined();

  await listen({ on: false }, signal);
  await expect(listen({ on: false, tls: files }, signal)).rejects.toThrow(missing);
  expect(saved().tls).toEqual(before.tls);
});

test('the token of a listener that other machines reach cannot be removed, and stays', async () => {
  const { control, token } = controlWith({ mode: 'off', certFile: '', keyFile: '' });
  const listen = control.calls['notifications.listen'];
  const { signal } = new AbortController();
  await listen({ on: true, host: '0.0.0.0', token: 'secret' }, signal);
  await expect(listen({ on: true, token: '' }, signal)).rejects.toThrow('can be reached from other machines');
  expect(await token()).toBe('secret');
  expect(opened.status()).toMatchObject({ listening: true, hasToken: true });
});

test('a listener whose new settings cannot be saved goes on', async () => {
  const { control, settings } = controlWith({ mode: 'off', certFile: '', keyFile: '' });
  await control.start();
  const { port } = opened.status();
  settings.save = () => Promise.reject(new Error('No space is left.'));
  const listen = control.calls['notifications.listen'];
  await expect(listen({ on: true, allowBrowsers: true }, new AbortController().signal)).rejects.toThrow('No space');
  expect(opened.status()).toMatchObject({ listening: true, port, allowBrowsers: false });
});

test('rules that are set while the listener is being changed are kept', async () => {
  let storeToken = () => undefined as void;
  const tokenIsStored = new Promise<void>((resolve) => (storeToken = resolve));
  const isStoring = vi.fn(() => tokenIsStored);
  const { control, saved } = controlWith({ mode: 'off', certFile: '', keyFile: '' }, isStoring);
  await control.start();
  const { signal } = new AbortController();
  const rule = answerRule.parse({ name: 'slow', status: 500, persistent: true });
  const switching = control.calls['notifications.listen']({ on: false, token: 'secret' }, signal);
  await vi.waitFor(() => expect(isStoring).toHaveBeenCalled());
  const setting = control.calls['notifications.setRules']({ rules: [rule] }, signal);
  storeToken();
  await Promise.all([switching, setting]);
  expect(saved().rules).toEqual([rule]);
});

test.each(['not an address', '127.0.0.1.5', '999.1.1.1', 'http://localhost', '-'])(
  'an address that no computer can have is refused while the listener is off: %s',
  async (host) => {
    const { control, saved } = controlWith({ mode: 'off', certFile: '', keyFile: '' });
    const { signal } = new AbortController();
    const listen = control.calls['notifications.listen'];
    await expect(listen({ on: false, host }, signal)).rejects.toThrow('is not an address to listen on');
    expect(saved().host).toBe('127.0.0.1');
    for (const good of ['::1', 'my-host.local', '0.0.0.0']) await listen({ on: false, host: good }, signal);
  },
);
