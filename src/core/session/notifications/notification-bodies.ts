/** Shows bodies of notifications like those of responses: by line, as text and as bytes. */
import type { HostApi } from '../../../contract/host-contract.ts';
import { mediaType } from '../../../contract/http/media-type.ts';
import { notificationBodyId } from '../../../contract/webhooks/notification-body-id.ts';
import type { Notifications } from '../../notifications/notifications.ts';
import type { BodyViews } from '../../runs/responses/body-views.ts';

export function createNotificationBodies(
  notifications: Pick<Notifications, 'detail' | 'stored'>,
  bodies: BodyViews,
): Pick<HostApi, 'notifications.get'> {
  return {
    async 'notifications.get'({ id }) {
      const [detail, { body }] = await Promise.all([notifications.detail(id), notifications.stored(id)]);
      bodies.add(notificationBodyId(id, 'sent'), body, detail.contentType);
      // The text is already decoded.
      const type = `${mediaType(detail.contentType) || 'text/plain'}; charset=utf-8`;
      bodies.add(notificationBodyId(id, 'text'), Buffer.from(detail.text), type);
      return detail;
    },
  };
}
