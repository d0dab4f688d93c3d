/** Times of arrival with milliseconds: what a sender sends in one go arrives in the same second. */

const time = { hour: 'numeric', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 } as const;

/** @param at ISO 8601. @returns the local date and time, in the format of `locale` (default: that of the window) */
export const arrivalText = (at: string, locale?: string): string =>
  new Date(at).toLocaleString(locale, { year: 'numeric', month: 'numeric', day: 'numeric', ...time });

/** @param at ISO 8601. @returns the local time of day, in the format of `locale` (default: that of the window) */
export const arrivalTime = (at: string, locale?: string): string => new Date(at).toLocaleTimeString(locale, time);
