/**
 * Converts a notification to a cURL command or to a line of a script. Braces in it are not interpreted as variables.
 */
import type { NotificationDetail } from '../../../contract/webhooks/notification.ts';

/** Lower-case names of headers that belong to a connection, or that every client adds itself. */
export const connectionHeaders: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

/**
 * A cURL command for POSIX shells with the whole request. Single quotes keep the shell from interpreting anything. A
 * body that is not text is written as base64, so that its bytes are preserved.
 * @param bytes the body as it was sent
 */
export function asCurl(
  { method, headers, path }: Pick<NotificationDetail, 'method' | 'headers' | 'path'>,
  url: string,
  bytes: Uint8Array,
): string {
  const quote = (part: string) => `'${part.replaceAll("'", `'\\''`)}'`;
  const address = `${url.replace(/\/$/, '')}${path}`;
  const sent = headers.filter(({ name }) => !connectionHeaders.has(name.toLowerCase()));
  const has = (headerName: string) => sent.some(({ name }) => name.toLowerCase() === headerName);
  const text = textOf(bytes);
  const hasBody = bytes.length > 0;
  return [
    ...(text === undefined ? [`printf %s ${quote(base64Of(bytes))} | base64 -d |`] : []),
    'curl',
    method === 'HEAD' ? '--head' : `-X ${/^[A-Z]+$/.test(method) ? method : quote(method)}`,
    // Without these options, curl expands brackets and resolves `..`.
    ...(/[[\]{}]/.test(address) ? ['--globoff'] : []),
    ...(/\/\.{1,2}(?:\/|$)/.test(path) ? ['--path-as-is'] : []),
    quote(address),
    ...sent.map(({ name, value }) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    // Otherwise curl adds its default header.
    ...(hasBody && !has('content-type') ? [`-H 'Content-Type:'`] : []),
    // With `--data-binary`, curl would read a text that begins with `@` as the name of a file.
    ...(hasBody ? [text === undefined ? '--data-binary @-' : `--data-raw ${quote(text)}`] : []),
  ].join(' ');
}

/** The headers as they are written in a request, one per line. */
export const headerLines = ({ headers }: Pick<NotificationDetail, 'headers'>): string =>
  headers.map(({ name, value }) => `${name}: ${value}`).join('\n');

/** Undefined for bytes that are not UTF-8, or that a shell cannot pass on. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Fields that identify the event in the bodies of known providers. */
const discriminators = [
  'typeWebhook',
  'idMessage',
  'status',
  'stateInstance',
  'type',
  'event',
  'eventType',
  'event_type',
  'action',
  'topic',
];

/** A script line that waits for a notification like this one. */
export function asWaitFor({ text }: Pick<NotificationDetail, 'text'>): string {
  const body = parsedObject(text);
  if (!body) return 'const notification = await pm.webhooks.waitFor(() => true, { timeout: 30000 });';
  const filter: Record<string, unknown> = {};
  for (const name of discriminators) {
    if (typeof body[name] === 'string') filter[name] = body[name];
  }
  const type = (body['messageData'] as { typeMessage?: unknown } | undefined)?.typeMessage;
  if (typeof type === 'string') filter['messageData'] = { typeMessage: type };
  return `const notification = await pm.webhooks.waitFor(${literal(filter)}, { timeout: 30000 });`;
}

function parsedObject(text: string): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function literal(value: unknown): string {
  if (typeof value !== 'object' || value === null)
    return `'${JSON.stringify(String(value)).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  const parts = Object.entries(value).map(([key, item]) => `${key}: ${literal(item)}`);
  return parts.length > 0 ? `{ ${parts.join(', ')} }` : '{}';
}
