/** Reads the JSON of other programs, which comes from files and scripts and can have any form. */
import { isRecord as isObject, type Json } from '../../platform/json/is-record.ts';

export { isObject, type Json };

export const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** The rows of a table. A single one may stand without a list. */
export const tableRows = (value: unknown): Json[] => (isObject(value) ? [value] : list(value));

/** The value as a text: empty for null and undefined, JSON for other values that are not texts. */
export const text = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The text of a raw body. As in Postman, numbers and booleans, which are not texts, are not sent. */
export const rawText = (raw: unknown): string => (typeof raw === 'number' || typeof raw === 'boolean' ? '' : text(raw));
