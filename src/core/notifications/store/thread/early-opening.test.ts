/** Opening a store that exists before the first call. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { createTestNotifications } from '../../testing/test-notifications.ts';

async function storedFile(): Promise<string> {
  const file = path.join(temporaryFolder('early'), 'n.sqlite');
  const notifications = createTestNotifications({ file });
  await notifications.lastId();
  await notifications.close();
  return file;
}

/** SQLite has this file while a database is open, and removes it when the last connection is closed. */
const isOpen = (file: string) => existsSync(`${file}-wal`);

/** Waits for as long as a store takes that is opened now. */
async function untilAnotherIsOpen(): Promise<void> {
  const file = await storedFile();
  const notifications = createTestNotifications({ file });
  notifications.openSoon(0);
  await vi.waitFor(() => expect(isOpen(file)).toBe(true), 10_000);
  await notifications.close();
}

test('a store that exists is opened before anything asks for it, and closed with the workspace', async () => {
  const file = await storedFile();
  expect(isOpen(file)).toBe(false);
  const notifications = createTestNotifications({ file });
  notifications.openSoon(0);
  await vi.waitFor(() => expect(isOpen(file)).toBe(true), 10_000);
  await notifications.close();
  expect(isOpen(file)).toBe(false);
});

test('no store is created where there is none', async () => {
  const file = path.join(temporaryFolder('early'), 'state', 'n.sqlite');
  const notifications = createTestNotifications({ file });
  onTestFinished(() => notifications.close());
  notifications.openSoon(0);
  await untilAnotherIsOpen();
  expect(existsSync(path.dirname(file))).toBe(false);
});

test('a workspace that is closed before opens no store', async () => {
  const file = await storedFile();
  const notifications = createTestNotifications({ file });
  notifications.openSoon(0);
  await notifications.close();
  await untilAnotherIsOpen();
  expect(isOpen(file)).toBe(false);
});

test('what makes the file unusable is reported to the call that needs it', async () => {
  const notifications = createTestNotifications({ file: temporaryFolder('early') });
  onTestFinished(() => notifications.close());
  notifications.openSoon(0);
  await untilAnotherIsOpen();
  await expect(notifications.lastId()).rejects.toMatchObject({ code: 'StorageFailed' });
});
