/** Compares two notifications: their texts for a line-by-line comparison, and the names of the parts that differ. */
import type { NotificationDetail } from '../../../../contract/webhooks/notification.ts';

export interface ComparedNotification {
  detail: Pick<NotificationDetail, 'method' | 'path' | 'headers'>;
  /** The body as text; JSON and XML formatted. */
  body: string;
}
type Header = NotificationDetail['headers'][number];

/** The request line, the headers sorted by name, and the body. */
export function comparisonText({ detail, body }: ComparedNotification): string {
  const headers = byName(detail.headers).map(
    ({ name, value }) => `${name}: ${/^authorization$/i.test(name) ? '(masked)' : value}`,
  );
  return [`${detail.method} ${detail.path}`, ...headers, '', body].join('\n');
}

/** Names of parts such as `path`, `header X-Request-Id` and `body`; empty when the notifications are equal. */
export function differingParts(first: ComparedNotification, second: ComparedNotification): string[] {
  const names = byName([...first.detail.headers, ...second.detail.headers]).map(({ name }) => name);
  const unique = names.filter((name, index) => !isSameName(name, names[index - 1]));
  const valuesOf = ({ detail: { headers } }: ComparedNotification, headerName: string) =>
    JSON.stringify(headers.filter(({ name }) => isSameName(name, headerName)).map(({ value }) => value));
  const isDifferent = (name: string) => valuesOf(first, name) !== valuesOf(second, name);
  return [
    ...(first.detail.method === second.detail.method ? [] : ['method']),
    ...(first.detail.path === second.detail.path ? [] : ['path']),
    ...unique.filter(isDifferent).map((name) => `header ${name}`),
    ...(first.body === second.body ? [] : ['body']),
  ];
}

const isSameName = (name: string, other: string | undefined): boolean => name.toLowerCase() === other?.toLowerCase();
const byName = (headers: readonly Header[]): Header[] =>
  headers.toSorted((a, b) => {
    const [first, second] = [a.name.toLowerCase(), b.name.toLowerCase()];
    return first < second ? -1 : first > second ? 1 : 0;
  });
