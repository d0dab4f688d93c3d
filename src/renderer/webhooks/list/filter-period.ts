/** The time of arrival by which the list is filtered, as the person chooses it. */
import type { NotificationFilter } from '../../../contract/webhooks/notification.ts';

/**
 * The last minutes, the calendar day, or local times in the format of `<input type="datetime-local">` (empty:
 * unlimited).
 */
export type FilterPeriod =
  | { type: 'last'; minutes: number }
  | { type: 'today' }
  | { type: 'between'; from: string; to: string };

export const periodChoices: readonly { label: string; period: FilterPeriod }[] = [
  { label: 'Last 5 minutes', period: { type: 'last', minutes: 5 } },
  { label: 'Last hour', period: { type: 'last', minutes: 60 } },
  { label: 'Today', period: { type: 'today' } },
  { label: 'From – to', period: { type: 'between', from: '', to: '' } },
];

/** Converts a period to the first and the last moment that the host filters by. */
export function timesOf(period: FilterPeriod | undefined, now: Date): Pick<NotificationFilter, 'since' | 'until'> {
  switch (period?.type) {
    case undefined:
      return {};
    case 'last':
      return { since: new Date(now.getTime() - period.minutes * 60_000).toISOString() };
    case 'today':
      return { since: new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString() };
    case 'between': {
      const [from, to] = [new Date(period.from), new Date(endOfMinute(period.to))];
      return {
        ...(isNaN(from.getTime()) ? {} : { since: from.toISOString() }),
        ...(isNaN(to.getTime()) ? {} : { until: to.toISOString() }),
      };
    }
  }
}

export function periodLabel(period: FilterPeriod): string {
  if (period.type === 'last' && period.minutes !== 60) return `Last ${period.minutes} minutes`;
  if (period.type !== 'between') return period.type === 'today' ? 'Today' : 'Last hour';
  const readable = (text: string) => text.replace('T', ' ');
  return [period.from && `from ${readable(period.from)}`, period.to && `to ${readable(period.to)}`]
    .filter(Boolean)
    .join(' ');
}

/** The field has a precision of minutes, and the chosen minute is included. */
const endOfMinute = (text: string): string => (/T\d\d:\d\d$/.test(text) ? `${text}:59.999` : text);
