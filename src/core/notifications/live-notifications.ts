/**
 * The latest notifications unmasked, in memory. On disk their secrets are masked, but a script that checks the sender's
 * token, or a person who looks for a mistake in it, needs them.
 */
import type { ReceivedNotification } from './listener/arrival.ts';
import { asBuffer, type Original } from './listener/inbox.ts';

const MAX_COUNT = 2000;
const MAX_BYTES = 32 * 1024 * 1024;

export interface LiveNotifications {
  add(id: number, original: Original): void;
  /** The notification with its secrets, while they are in memory. */
  restored<T extends ReceivedNotification>(id: number, stored: T): T;
}

export function createLiveNotifications(): LiveNotifications {
  const originals = new Map<number, Original>();
  let bytes = 0;
  return {
    add(id, original) {
      originals.set(id, original);
      bytes += original.body.length;
      for (const [oldest, { body }] of originals) {
        if (originals.size <= MAX_COUNT && bytes <= MAX_BYTES) return;
        originals.delete(oldest);
        bytes -= body.length;
      }
    },
    restored(id, stored) {
      const original = originals.get(id);
      if (!original) return stored;
      return { ...stored, path: original.path, headers: original.headers, body: asBuffer(original.body) };
    },
  };
}
