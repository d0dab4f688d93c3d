/** Every field of a body with its type, its value and its meaning. */
import type { NotificationDetail } from '../../contract/notification.ts';
import { unixTimeAsDate } from './unix-time.ts';

type Field = NotificationDetail['fields'][number];

const MAX_FIELDS = 2000;
const MAX_DEPTH = 100;
/** Characters of a name; the path of a deep field repeats those above it. */
const MAX_NAME = 200;

/** @param meaningOf the meaning of the field at a path, which is dotted, with `[n]` for items of arrays */
export function fieldsOf(body: unknown, meaningOf: (path: string) => string): Field[] {
  const fields: Field[] = [];
  const visit = (value: unknown, path: string, depth: number): void => {
    if (fields.length >= MAX_FIELDS) return;
    if (depth < MAX_DEPTH && Array.isArray(value) && value.length > 0) {
      for (const [index, item] of value.entries()) {
        if (fields.length >= MAX_FIELDS) return;
        visit(item, `${path}[${index}]`, depth + 1);
      }
      return;
    }
    if (depth < MAX_DEPTH && isRecord(value) && Object.keys(value).length > 0) {
      for (const [name, item] of Object.entries(value)) {
        if (fields.length >= MAX_FIELDS) return;
        const key = name.slice(0, MAX_NAME);
        visit(item, path ? `${path}.${key}` : key, depth + 1);
      }
      return;
    }
    const isContainer = typeof value === 'object' && value !== null;
    const type = Array.isArray(value) ? 'array' : isContainer ? 'object' : value === null ? 'null' : typeLabel(value);
    const plain = isContainer ? (Array.isArray(value) ? '[]' : '{}') : (value as Field['value']);
    const date = unixTimeAsDate(path, plain);
    fields.push({ path, type, value: plain, meaning: [meaningOf(path), date].filter(Boolean).join(': ') });
  };
  if (isRecord(body) || Array.isArray(body)) visit(body, '', 0);
  return fields;
}

const typeLabel = (value: unknown): string => (Number.isInteger(value) ? 'integer' : typeof value);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
