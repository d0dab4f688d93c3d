/** Reads the notifications that a rehearsal plan names. */
import { codedError } from '../../../contract/errors.ts';
import type { RehearsalPlan } from '../../../contract/webhooks/rehearsal-calls.ts';
import type { Notifications } from '../../notifications/notifications.ts';
import type { StoredNotification } from '../../notifications/store/store.ts';

/** In the order of their arrival. @throws InvalidParams when there are none, NotificationNotFound */
export async function notificationsOf(
  { notifications: { ids, filter, limit } }: RehearsalPlan,
  current: Pick<Notifications, 'page' | 'stored'>,
): Promise<StoredNotification[]> {
  const uniqueIds = ids && [...new Set(ids)].sort((a, b) => a - b);
  const notifications = uniqueIds
    ? await Promise.all(uniqueIds.map((id) => current.stored(id)))
    : (await current.page(filter, { limit })).toReversed();
  if (notifications.length > 0) return notifications;
  const message = 'There are no notifications to rehearse with.';
  throw codedError('InvalidParams', message, 'Receive or import some first, or change the filter.');
}
