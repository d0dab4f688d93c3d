/** Tells the observers of one workspace about notifications: one call after the other, in the order of the numbers. */
import { EventEmitter, once } from 'node:events';
import type { NotificationSummary } from '../../contract/notification.ts';
import type { NotificationsOptions } from './notifications-api.ts';

export interface Announcements {
  received(summaries: NotificationSummary[]): void;
  changed(summaries: NotificationSummary[]): void;
  /** Resolves when the observers have handled everything that was announced so far. */
  whenHandled(): Promise<void>;
  /** Resolves with the next call of `received`. Rejects when the signal aborts. */
  nextReceived(signal: AbortSignal): Promise<unknown>;
}

export function createAnnouncements({
  onReceived,
  onChanged = () => undefined,
}: Pick<NotificationsOptions, 'onReceived' | 'onChanged'>): Announcements {
  let lastCall = Promise.resolve();
  const events = new EventEmitter();
  // Any number of scripts may wait at once.
  events.setMaxListeners(0);

  return {
    received(summaries) {
      events.emit('received');
      lastCall = lastCall.then(() => onReceived(summaries)).catch(() => undefined);
    },
    changed(summaries) {
      lastCall = lastCall.then(() => onChanged(summaries)).catch(() => undefined);
    },
    whenHandled: () => lastCall,
    nextReceived: (signal) => once(events, 'received', { signal }),
  };
}
