/** Calls that exchange stored notifications with files. */
import * as z from 'zod';
import { notificationFilter } from './notification.ts';

/** Characters of a file that is imported at once; its bytes are at least as many. */
export const MAX_IMPORT_CHARACTERS = 100 * 1024 * 1024;

export const notificationFileCalls = {
  /**
   * Exports the matching notifications, or those with the given ids. An export of any size is returned in pieces, the
   * last piece of the file first; joined in the opposite order they are the file. The next call has the `next` of the
   * last one as its `from`.
   */
  'notifications.export': {
    params: z.strictObject({
      filter: notificationFilter,
      ids: z.array(z.number().int()).max(1000).optional(),
      format: z.enum(['ndjson', 'har']),
      from: z.number().int().nonnegative().optional(),
    }),
    /** `next` is null at the end. */
    result: z.object({ text: z.string(), next: z.number().int().nullable() }),
  },
  'notifications.import': {
    params: z.strictObject({ text: z.string().max(MAX_IMPORT_CHARACTERS) }),
    result: z.object({ count: z.number().int() }),
  },
};
