/** Values of a received request by name, for templates and conditions of providers. Never throws. */
import { headerValueOf } from '../../../contract/http/header-value.ts';
import { parseBoundedJson } from '../../platform/json/bounded-json.ts';
import { isRecord } from '../../platform/json/is-record.ts';
import type { ReceivedContent } from '../recognition.ts';

export interface RequestValues {
  /** The JSON of the body, or the fields of a form; undefined for other bodies. */
  body: unknown;
  header(name: string): string | undefined;
  /** Returns a parameter of the query. */
  query(name: string): string | undefined;
}

export function requestValues({ path, headers, parsed }: ReceivedContent): RequestValues {
  const header = (name: string) => headerValueOf(headers, name.toLowerCase());
  let query: URLSearchParams | undefined;
  return {
    body: parsed.form ? formBody(parsed.form) : parsed.json,
    header,
    query(name) {
      query ??= new URLSearchParams(path.split('?').slice(1).join('?'));
      return query.get(name) ?? undefined;
    },
  };
}

/**
 * If the field `payload` of a form is JSON, that JSON is used: GitHub and Slack send it so. Of several fields with one
 * name, the first is used.
 */
function formBody(form: readonly { name: string; value: string }[]): unknown {
  const fields = Object.fromEntries(form.map(({ name, value }) => [name, value] as const).toReversed());
  const payload = Object.hasOwn(fields, 'payload') ? fields['payload'] : undefined;
  if (payload === undefined) return fields;
  const parsed = parseBoundedJson(payload);
  return 'json' in parsed && isRecord(parsed.json) ? parsed.json : fields;
}

/** The value at a path of names and indexes; undefined where any part of the path is missing. */
export function valueAt(body: unknown, path: readonly string[]): unknown {
  let value: unknown = body;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
