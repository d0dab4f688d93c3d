/** Imports files of notifications, which a person has chosen or dropped. */
import type { StoreApi } from 'zustand';
import { countText } from '../../contract/count-text.ts';
import { codedError } from '../../contract/errors.ts';
import type { Dropped } from '../ui/drop/dropped.ts';
import { showError, showHint } from '../ui/messages/notify.ts';
import { withCancelButton } from '../ui/messages/slow-work.tsx';
import type { WebhookStore } from './webhook-state.ts';

/** The ends of the names of files with notifications. */
export const NOTIFICATION_FILES = ['.ndjson', '.jsonl'] as const;

export async function importNotificationFile(webhooks: StoreApi<WebhookStore>, file: File): Promise<void> {
  await withCancelButton(`Importing ${file.name}…`, async (signal) => {
    const count = await webhooks.getState().importFile(file, signal);
    // Old notifications are far down in the list, and those that do not pass its filter are not in it.
    showHint(`${countText(count, 'notification')} imported from ${file.name}.`);
  });
}

/** Imports the files of a drop that hold notifications, and says where the others are imported. */
export async function importDropped(
  webhooks: StoreApi<WebhookStore>,
  { files, folders, text }: Dropped,
): Promise<void> {
  const isKnown = ({ name }: { name: string }) => NOTIFICATION_FILES.some((end) => name.toLowerCase().endsWith(end));
  const others = [...folders.map((name) => ({ name })), ...files.filter((file) => !isKnown(file))];
  const [first] = others;
  if (first !== undefined) showError(notImported(others.length > 1 ? `These ${others.length} files` : first.name));
  else if (text.trim() !== '') showError(notImported('The dropped text'));
  for (const file of files.filter(isKnown)) await importNotificationFile(webhooks, file).catch(showError);
}

const notImported = (subject: string) =>
  codedError(
    'InvalidData',
    `${subject}: not imported. Only NDJSON files (${NOTIFICATION_FILES.join(', ')}) are imported as notifications.`,
    'Requests, also those of a HAR file, are imported where the list of requests is: show the requests, and drop it there.',
  );
