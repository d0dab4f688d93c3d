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
  /** Continues at the oldest: a new iterator would first skip the places of thousands of removed ones. */
  const entries = originals.entries();
  let bytes = 0;
  return {
    add(id, original) {
      // In a new file, the ids begin again.
      bytes += original.body.length - (originals.get(id)?.body.length ?? 0);
      originals.set(id, original);
      while (originals.size > MAX_COUNT || bytes > MAX_BYTES) {
        const next = entries.next();
        if (next.done) return;
        const [oldest, { body }] = next.value;
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
