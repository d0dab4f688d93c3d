/** Shows numeric times as dates. */

const NAMES_OF_TIMES =
  /(?:^|[._])(?:time_?stamp|ts|time|date|created|updated|expires?|expiration|exp|iat|nbf)$|(?:_at|At|_time|Time|Timestamp|_timestamp|_on)$/;

/**
 * @param path dotted; its last name decides whether the number can be a time
 * @returns ISO 8601 in UTC, for seconds with 10 digits or milliseconds with 13; otherwise undefined
 */
export function unixTimeAsDate(path: string, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isInteger(value) || !NAMES_OF_TIMES.test(path)) return undefined;
  if (value >= 1e9 && value < 1e10) return new Date(value * 1000).toISOString().replace('.000', '');
  if (value >= 1e12 && value < 1e13) return new Date(value).toISOString();
  return undefined;
}
