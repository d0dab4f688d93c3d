import { inject } from 'vitest';
import { createNotifications, type Notifications } from '../notifications.ts';
import type { NotificationsOptions } from '../notifications-api.ts';

/**
 * Notifications whose store runs on the built thread, as in the application: the source of the thread takes three times
 * the processor time to start. Callbacks that are not named do nothing.
 */
export const createTestNotifications = (
  options: Partial<NotificationsOptions> & Pick<NotificationsOptions, 'file'>,
): Notifications =>
  createNotifications({
    storeThread: inject('storeThread'),
    onReceived: () => undefined,
    onStatus: () => undefined,
    ...options,
  });
