/** Tells the observers of one workspace what has changed: one call after the other, in the order of the changes. */
import { EventEmitter, once } from 'node:events';
import type { NotificationsOptions } from './notifications-api.ts';
import type { StoreNews } from './shared/messages.ts';

export interface Announcements {
  announce(news: StoreNews): void;
  /** Resolves when the observers have handled everything that was announced so far. */
  whenHandled(): Promise<void>;
  /** Resolves with the next notifications that are announced. Rejects when the signal aborts. */
  nextReceived(signal: AbortSignal): Promise<unknown>;
}

type Observers = Pick<NotificationsOptions, 'onReceived' | 'onChanged' | 'onRemoved' | 'onRestored'>;

export function createAnnouncements(observers: Observers): Announcements {
  let lastCall = Promise.resolve();
  const arrivals = new EventEmitter();
  // Any number of scripts may wait at once.
  arrivals.setMaxListeners(0);

  return {
    announce(news) {
      if (news.t === 'settled') arrivals.emit('received');
      lastCall = lastCall.then(() => callObserver(observers, news)).catch(() => undefined);
    },
    whenHandled: () => lastCall,
    nextReceived: (signal) => once(arrivals, 'received', { signal }),
  };
}

function callObserver({ onReceived, onChanged, onRemoved, onRestored }: Observers, news: StoreNews) {
  switch (news.t) {
    case 'settled':
      return onReceived(news.summaries);
    case 'changed':
      return onChanged?.(news.summaries);
    case 'removed':
      return onRemoved?.(news.ids);
    case 'restored':
      return onRestored?.(news.ids);
  }
}
