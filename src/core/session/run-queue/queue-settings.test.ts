import { expect, test } from 'vitest';
import type { Settings } from '../../../contract/settings.ts';
import type { ApplicationServices } from '../application-services.ts';
import { createQueueSettings } from './queue-settings.ts';

/** The settings of a queue in memory. */
function openSettings() {
  let content = { runQueues: {} } as unknown as Settings;
  const passwords = new Map<string, string>();
  const services = {
    settings: {
      get: () => content,
      update: (change: (current: Settings) => Settings) => Promise.resolve(void (content = change(content))),
    },
    secrets: {
      of: () => ({
        get: (name: string) => Promise.resolve(passwords.get(name)),
        set: (name: string, value: string) => Promise.resolve(void passwords.set(name, value)),
        unset: (name: string) => Promise.resolve(void passwords.delete(name)),
      }),
    },
  };
  return createQueueSettings(services as unknown as Pick<ApplicationServices, 'settings' | 'secrets'>, '/shop');
}

test('the password of an address is stored apart from it', async () => {
  const queue = openSettings();
  expect(await queue.set({ address: 'redis://:a%40b@host:6379' })).toMatchObject({
    address: 'redis://host:6379',
    hasPassword: true,
  });
  expect(await queue.url()).toBe('redis://:a%40b@host:6379');
});

test('an address whose password has a percent sign that is not encoded is refused with a remedy', async () => {
  const queue = openSettings();
  const refused = queue.set({ address: 'redis://:50%@host:6379' });
  await expect(refused).rejects.toMatchObject({
    code: 'InvalidParams',
    remedy: expect.stringContaining('%25') as string,
  });
  expect((await queue.get()).address).toBe('');
});
