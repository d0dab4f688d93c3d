/** The form in which a script receives a stored notification. */
import type { ArrivedNotification } from '../../contract/webhooks/notification.ts';
import { parseBody } from './body/parse-body.ts';
import type { StoredNotification } from './store/store.ts';

export function toArrived({ summary, method, path, headers, body }: StoredNotification): ArrivedNotification {
  const { id, kind, title, code, receivedAt, provider, event } = summary;
  const { text } = parseBody(body, headers);
  const query = path.includes('?') ? path.slice(path.indexOf('?') + 1) : '';
  return {
    id,
    kind,
    title,
    code,
    receivedAt,
    provider,
    event,
    method,
    path,
    text,
    query: byName([...new URLSearchParams(query)], (values) => (values.length === 1 ? (values[0] ?? '') : values)),
    headers: byName(
      headers.map(({ name, value }) => [name.toLowerCase(), value]),
      (values) => values.join(', '),
    ),
    headerList: headers,
    base64: Buffer.from(text).equals(body) ? null : body.toString('base64'),
  };
}

function byName<T>(pairs: readonly [string, string][], join: (values: string[]) => T): Record<string, T> {
  const groups = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries([...groups].map(([name, same]) => [name, join(same.map(([, value]) => value))]));
}
