/**
 * Fills the templates of a rule's response with values of the answered request. Only the rule's text is searched for
 * templates; text from a request never is.
 */
import { headerValueOf } from '../../../../contract/http/header-value.ts';
import { codedError } from '../../../../contract/errors.ts';
import { valueAt } from '../../../providers/definition/request-values.ts';
import type { Arrival } from '../arrival.ts';
import { headerPairs } from '../arrival.ts';
import { parseBody } from '../../body/parse-body.ts';

/** Matches `{{request.query.id}}`, `{{request.body.items[0].id}}`, `{{notification.id}}`. */
const TEMPLATE = /\{\{\s*((?:request|notification)\.[^{}]{1,500}?)\s*\}\}/g;

/** Characters that the values of one response may have together: a rule may repeat a large body many times. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

export interface ResponseTemplate {
  headers: readonly { name: string; value: string }[];
  /** Null for the default body: the id of the notification. */
  body: string | null;
}

/** @param id of the notification. @throws InvalidParams when the response would be too long */
export function fillTemplate(
  { headers, body }: ResponseTemplate,
  arrival: Arrival,
  id: number,
): { headers: { name: string; value: string }[]; body: string } {
  const valueOf = createLookup(arrival, id);
  let room = MAX_CHARACTERS;
  const fill = (text: string, write: (value: unknown) => string) =>
    text.replace(TEMPLATE, (_template, name: string) => {
      const written = write(valueOf(name));
      room -= written.length;
      if (room < 0)
        throw codedError('InvalidParams', `The response of the rule has more than ${MAX_CHARACTERS} characters.`);
      return written;
    });
  const isJson = headers.some(({ name, value }) => /^content-type$/i.test(name) && /[/+]json\b/i.test(value));
  return {
    // Header values must not contain line ends or characters beyond Latin-1.
    headers: headers.map(({ name, value }) => ({
      name,
      value: fill(value, plainText).replace(/[^\t\x20-\x7e\x80-\xff]/g, ' '),
    })),
    body: body === null ? String(id) : fill(body, isJson ? jsonText : plainText),
  };
}

function createLookup(arrival: Arrival, id: number): (name: string) => unknown {
  const headers = headerPairs(arrival.rawHeaders);
  const query = arrival.path.includes('?') ? arrival.path.slice(arrival.path.indexOf('?') + 1) : '';
  let parsed: ReturnType<typeof parseBody> | undefined;
  const body = () => (parsed ??= parseBody(arrival.body, headers));
  return (name) => {
    const [, group = '', member = ''] = /^(?:request\.)?(\w+)(?:[.[](.*))?$/s.exec(name) ?? [];
    switch (name.startsWith('notification.') ? name : group) {
      case 'notification.id':
        return id;
      case 'method':
        return arrival.method;
      case 'path':
        return arrival.path.split('?', 1)[0];
      case 'query':
        return member === '' ? query : new URLSearchParams(query).get(member);
      case 'headers':
        return headerValueOf(headers, member.toLowerCase());
      case 'body':
        return name === 'request.body' ? body().text : bodyValue(body(), name.slice('request.body'.length));
      default:
        return undefined;
    }
  };
}

/** @param path such as `.items[0].id` */
function bodyValue({ json, form }: ReturnType<typeof parseBody>, path: string): unknown {
  const keys = [...path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\["([^"]*)"\]/g)].map(
    ([, name, index, quoted]) => name ?? index ?? quoted ?? '',
  );
  if (json === undefined) return form?.find(({ name }) => name === keys.join('.'))?.value;
  return valueAt(json, keys);
}

function plainText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * A value for use inside of JSON: a text without its quotes, which the rule's text contains, and anything else as JSON.
 */
function jsonText(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value).slice(1, -1);
  return value === undefined ? 'null' : JSON.stringify(value);
}
