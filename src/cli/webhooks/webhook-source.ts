/** The source of notifications for the command line: those of a workspace, or an exported file. */
import path from 'node:path';
import { codedError } from '../../contract/errors.ts';
import { notificationsOfFile } from '../../core/forwarding/notifications-of-file.ts';
import { createNotifications, type Notifications } from '../../core/notifications/notifications.ts';
import type { AppFiles } from '../../core/platform/files/app-files.ts';
import { workspaceStateFolder } from '../../core/platform/files/private-files.ts';
import { requireFolder } from '../../core/session/files/workspace-files.ts';
import { countText } from '../../contract/count-text.ts';
import { readInputFile } from '../read-input-file.ts';

export interface SourceOptions {
  /** A folder; left out: the current one. */
  workspace?: string;
  /** NDJSON in the format of an export. */
  from?: string;
}
export type WebhookSource = Pick<Notifications, 'page' | 'stored' | 'close'>;

const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** @throws FileNotFound, FileTooLarge, NotAFolder, InvalidParams for a line of the file */
export async function openWebhookSource(options: SourceOptions, { storeThread }: AppFiles): Promise<WebhookSource> {
  if (options.from !== undefined) {
    return sourceOfFile(options.from, await readInputFile(options.from, 'file of notifications', MAX_FILE_BYTES));
  }
  const root = await requireFolder(path.resolve(options.workspace ?? '.'));
  const file = path.join(workspaceStateFolder(root), 'notifications.sqlite');
  return createNotifications({ file, storeThread, onReceived: () => undefined, onStatus: () => undefined });
}

function sourceOfFile(name: string, text: string): WebhookSource {
  const { count, at } = notificationsOfFile(text);
  return {
    async page(filter, { limit }) {
      if (Object.keys(filter).length > 0) {
        const message = 'The plan has a filter, and a file cannot be searched.';
        throw codedError('InvalidParams', message, 'Leave out --from, or name the notifications with ids.');
      }
      const ids = Array.from({ length: Math.min(limit, count) }, (_, index) => count - index);
      return Promise.resolve(ids.flatMap((id) => at(id) ?? []));
    },
    async stored(id) {
      const notification = at(id);
      if (!notification)
        throw codedError(
          'NotificationNotFound',
          `${name} has ${countText(count, 'notification')}, and no number ${id}.`,
        );
      return Promise.resolve(notification);
    },
    close: () => Promise.resolve(),
  };
}
