/** Converts a notification to a request of the collection, and to a script that tests for a notification like it. */
import type { EditedBody, EditedRequest } from '../../../contract/collection/collection.ts';
import type { NotificationDetail } from '../../../contract/webhooks/notification.ts';
import { blankRequest } from '../../collection/tabs/open-item.ts';
import { asWaitFor, connectionHeaders } from './copy.ts';

type Source = Pick<NotificationDetail, 'method' | 'path' | 'headers' | 'text' | 'summary'>;

/** The first assertions of a created test. */
const MAX_ASSERTIONS = 8;
const MAX_VALUE = 80;
const MAX_DEPTH = 4;
/** Matches markers such as `{{SWE002}}`, which must not be replaced as variables. */
const MAX_MARKERS = 50;

/** @param url the server to which the request is sent; the path is appended */
export function asRequest(detail: Source, url: string): EditedRequest {
  const headers = detail.headers.filter(({ name }) => !connectionHeaders.has(name.toLowerCase()));
  const address = `${url.replace(/\/$/, '')}${detail.path}`;
  const { body, isExact } = bodyOf(detail);
  const all = [address, ...headers.map(({ value }) => value), isExact ? detail.text : ''].join('\n');
  const markers = [...new Set([...all.matchAll(/\{\{([^{}]*?)\}\}/g)].map(([, name = '']) => name))];
  const about = `Notification ${detail.summary.id}, received at ${detail.summary.receivedAt}.`;
  return {
    ...blankRequest,
    method: detail.method,
    url: address,
    headers: headers.map(({ name, value }) => ({ name, value })),
    body,
    auth: { type: 'none' },
    // Variables are not replaced in the received content: a variable with the marker as its value stands for each
    // marker.
    variables: markers.slice(0, MAX_MARKERS).map((name) => ({ name, value: `{{${name}}}` })),
    docs: isExact ? about : `${about} Its body is not text: save it as a file and choose the file here.`,
  };
}

/** `isExact`: the text equals the body byte for byte, as far as the request's charset allows. */
function bodyOf({ text, headers, summary }: Source): { body: EditedBody; isExact: boolean } {
  const header = (headerName: string) => headers.find(({ name }) => name.toLowerCase() === headerName)?.value ?? '';
  const contentType = header('content-type');
  if (summary.size === 0) return { body: { type: 'none' }, isExact: true };
  if (header('content-encoding') !== '' || text === '' || text.includes('\uFFFD') || text.includes('\0')) {
    return { body: { type: 'file', path: '', contentType }, isExact: false };
  }
  const type = /json/i.test(contentType) ? 'json' : /xml/i.test(contentType) ? 'xml' : 'text';
  return { body: { type, text }, isExact: true };
}

/** A script that waits for a notification like this one, and asserts the values that both should have. */
export function asTest(detail: Pick<NotificationDetail, 'text' | 'method' | 'summary'>): string {
  const title = JSON.stringify(detail.summary.title);
  const lines = assertionsOf(detail.text).map((line) => `  ${line}`);
  return [
    `// Waits for a notification like number ${detail.summary.id}.`,
    asWaitFor(detail),
    `pm.test(${title}, () => {`,
    ...(lines.length > 0 ? lines : ['  pm.expect(notification.text).to.not.equal("");']),
    '});',
    '',
  ].join('\n');
}

function assertionsOf(text: string): string[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return [];
  }
  const assertions: string[] = [];
  const visit = (value: unknown, accessor: string, depth: number): void => {
    if (assertions.length >= MAX_ASSERTIONS || depth > MAX_DEPTH) return;
    if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        const isName = /^[A-Za-z_$][\w$]*$/.test(key);
        const index = Array.isArray(value) ? key : JSON.stringify(key);
        visit(item, isName && !Array.isArray(value) ? `${accessor}.${key}` : `${accessor}[${index}]`, depth + 1);
      }
    } else if (isLasting(value)) assertions.push(`pm.expect(${accessor}).to.equal(${JSON.stringify(value)});`);
  };
  visit(json, 'notification.body', 0);
  return assertions;
}

/** Whether the next notification of this kind probably has the same value. Identifiers and times do not. */
function isLasting(value: unknown): boolean {
  if (typeof value === 'boolean') return true;
  return typeof value === 'string' && value !== '' && value.length <= MAX_VALUE && !/\d{3}|:\/\/|[{}\n]/.test(value);
}
