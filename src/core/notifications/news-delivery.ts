/** Announces changes in the store of notifications: to its listeners, and to pending waits. */
import { EventEmitter, once } from 'node:events';
import type { NotificationsOptions } from './notifications-api.ts';
import type { StoreNews } from './shared/messages.ts';

type Listeners = Pick<NotificationsOptions, 'onReceived' | 'onChanged' | 'onRemoved' | 'onRestored'>;

export interface NewsDelivery {
  deliver(news: StoreNews): void;
  /**
   * Resolves when a notification has arrived, or is there already. Rejects when the signal aborts.
   * @param isThere is called after the wait has begun, so that no arrival in between is missed
   */
  arrival(isThere: () => Promise<boolean>, signal: AbortSignal): Promise<void>;
}

export function createNewsDelivery(listeners: Listeners): NewsDelivery {
  const arrivals = new EventEmitter();
  arrivals.setMaxListeners(0);
  return {
    deliver(news) {
      if (news.t === 'indexed') arrivals.emit('received');
      deliverTo(listeners, news);
    },
    async arrival(isThere, signal) {
      const stopListening = new AbortController();
      const arrival = once(arrivals, 'received', { signal: AbortSignal.any([signal, stopListening.signal]) });
      arrival.catch(() => undefined);
      try {
        if (!(await isThere())) await arrival;
      } finally {
        stopListening.abort();
      }
    },
  };
}

function deliverTo(listeners: Listeners, news: StoreNews): void {
  switch (news.t) {
    case 'indexed':
      return listeners.onReceived(news.summaries);
    case 'changed':
      return listeners.onChanged?.(news.summaries);
    case 'removed':
      return listeners.onRemoved?.(news.ids);
    case 'restored':
      return listeners.onRestored?.(news.ids);
  }
}
