/** Reads the notifications that a rehearsal plan names. */
import { codedError } from '../../../contract/errors.ts';
import type { RehearsalPlan } from '../../../contract/webhooks/rehearsal-calls.ts';
import type { Notifications } from '../../notifications/notifications.ts';
import type { StoredNotification } from '../../notifications/store/store.ts';

/** Bytes of the bodies that one rehearsal has in memory, because they are sent several times. */
const MAX_BYTES = 256 * 1024 * 1024;

/** In the order of their arrival. @throws InvalidParams when there are none, FileTooLarge, NotificationNotFound */
export async function notificationsOf(
  { notifications: { ids, filter, limit } }: RehearsalPlan,
  current: Pick<Notifications, 'page' | 'stored'>,
): Promise<StoredNotification[]> {
  const notifications = ids
    ? await readIds(new Set(ids), current)
    : (await current.page(filter, { limit, maxBytes: MAX_BYTES + 1 })).toReversed();
  requireSmall(notifications);
  if (notifications.length > 0) return notifications;
  const message = 'There are no notifications to send.';
  throw codedError('InvalidParams', message, 'Receive or import some first, or change the filter.');
}

async function readIds(
  ids: ReadonlySet<number>,
  current: Pick<Notifications, 'stored'>,
): Promise<StoredNotification[]> {
  const notifications: StoredNotification[] = [];
  for (const id of [...ids].sort((a, b) => a - b)) {
    notifications.push(await current.stored(id));
    requireSmall(notifications);
  }
  return notifications;
}

function requireSmall(notifications: readonly StoredNotification[]): void {
  const bytes = notifications.reduce((total, { body }) => total + body.length, 0);
  if (bytes <= MAX_BYTES) return;
  const message = 'The bodies of these notifications have more than 256 MB together.';
  throw codedError('FileTooLarge', message, 'Choose fewer notifications.');
}
