/** Two notifications as texts that are compared line by line, and in which parts they differ. */
import type { NotificationDetail } from '../../../contract/webhooks/notification.ts';

export interface ComparedNotification {
  detail: Pick<NotificationDetail, 'method' | 'path' | 'headers'>;
  /** The body as text; JSON and XML formatted. */
  body: string;
}
type Header = NotificationDetail['headers'][number];

/** The request line, the headers in the order of their names, and the body. */
export function comparisonText({ detail, body }: ComparedNotification): string {
  const headers = byName(detail.headers).map(
    ({ name, value }) => `${name}: ${/^authorization$/i.test(name) ? '(masked)' : value}`,
  );
  return [`${detail.method} ${detail.path}`, ...headers, '', body].join('\n');
}

/** Such as `path`, `header X-Request-Id` and `body`; nothing when they are the same. */
export function differingParts(one: ComparedNotification, other: ComparedNotification): string[] {
  const names = byName([...one.detail.headers, ...other.detail.headers]).map(({ name }) => name);
  const unique = names.filter((name, index) => !isSameName(name, names[index - 1]));
  const valuesOf = ({ detail: { headers } }: ComparedNotification, headerName: string) =>
    JSON.stringify(headers.filter(({ name }) => isSameName(name, headerName)).map(({ value }) => value));
  const isDifferent = (name: string) => valuesOf(one, name) !== valuesOf(other, name);
  return [
    ...(one.detail.method === other.detail.method ? [] : ['method']),
    ...(one.detail.path === other.detail.path ? [] : ['path']),
    ...unique.filter(isDifferent).map((name) => `header ${name}`),
    ...(one.body === other.body ? [] : ['body']),
  ];
}

const isSameName = (one: string, other: string | undefined): boolean => one.toLowerCase() === other?.toLowerCase();
const byName = (headers: readonly Header[]): Header[] =>
  headers.toSorted((one, other) => {
    const [first, second] = [one.name.toLowerCase(), other.name.toLowerCase()];
    return first < second ? -1 : first > second ? 1 : 0;
  });
