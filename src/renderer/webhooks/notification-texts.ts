/** Exports, imports and sends notifications. */
import { codedError } from '../../contract/errors.ts';
import { textOfFile } from '../../contract/utf16-text.ts';
import { MAX_IMPORT_CHARACTERS } from '../../contract/webhooks/notification-file-calls.ts';
import type { NotificationTexts, WebhookParts } from './webhook-state.ts';

export function createNotificationTexts({ client, get }: WebhookParts): NotificationTexts {
  return {
    async exportFile(format, { ids, signal, onRead } = {}) {
      const params = { filter: get().filter, format, ...(ids ? { ids } : {}) };
      // The browser may store blobs on disk, so a large export does not have to be in memory.
      const pieces: Blob[] = [];
      let bytes = 0;
      let from: number | null | undefined;
      while (from !== null) {
        const next = { ...params, ...(from === undefined ? {} : { from }) };
        const piece = await client.call('notifications.export', next, signal);
        if (signal?.aborted) throw codedError('Cancelled', 'The export was cancelled. No file was written.');
        const blob = new Blob([piece.text]);
        pieces.unshift(blob); // The last piece of the file comes first.
        onRead?.((bytes += blob.size));
        from = piece.next;
      }
      return new Blob(pieces, { type: 'text/plain' });
    },
    async importFile(file, signal) {
      // Checked before it is read, because a text of more than half a gigabyte cannot exist.
      if (file.size > MAX_IMPORT_CHARACTERS) {
        const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MB`;
        const message = `${file.name} has ${megabytes(file.size)}; ${megabytes(MAX_IMPORT_CHARACTERS)} are allowed.`;
        throw codedError('FileTooLarge', message, 'Divide it into several files: each line is one notification.');
      }
      const text = textOfFile(await file.arrayBuffer());
      try {
        return (await client.call('notifications.import', { text }, signal)).count;
      } finally {
        // What was stored before it was cancelled is listed, too.
        await get().load();
      }
    },
    sample: async (kind, values) => (await client.call('notifications.sample', { kind, values })).text,
    send: (text, url, signal) => client.call('notifications.send', { text, url }, signal),
  };
}
