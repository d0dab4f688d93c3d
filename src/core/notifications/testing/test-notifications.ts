import { inject } from 'vitest';
import { createNotifications, type Notifications } from '../notifications.ts';
import type { NotificationsOptions } from '../notifications-api.ts';

/**
 * Notifications whose store runs on the built thread, as in the application: starting the thread's source takes three
 * times the processor time. Absent callbacks do nothing.
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
