/** A notification in other words: as a command, as a line of a script. Nothing in it is interpolated. */
import type { NotificationDetail } from '../../../contract/webhooks/notification.ts';

/** Headers that belong to a connection, or that every client writes itself; in lower case. */
export const ofConnection: ReadonlySet<string> = new Set([
  ...['host', 'content-length', 'connection', 'keep-alive', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'expect'],
]);

/**
 * The whole request for POSIX shells: what stands in single quotes has no meaning there. A body that is no text is
 * written as base64, so that its bytes stay what they are.
 * @param bytes the body as it was sent
 */
export function asCurl(
  { method, headers, path }: Pick<NotificationDetail, 'method' | 'headers' | 'path'>,
  url: string,
  bytes: Uint8Array,
): string {
  const quote = (part: string) => `'${part.replaceAll("'", `'\\''`)}'`;
  const address = `${url.replace(/\/$/, '')}${path}`;
  const sent = headers.filter(({ name }) => !ofConnection.has(name.toLowerCase()));
  const has = (headerName: string) => sent.some(({ name }) => name.toLowerCase() === headerName);
  const text = textOf(bytes);
  const hasBody = bytes.length > 0;
  return [
    ...(text === undefined ? [`printf %s ${quote(base64Of(bytes))} | base64 -d |`] : []),
    'curl',
    method === 'HEAD' ? '--head' : `-X ${/^[A-Z]+$/.test(method) ? method : quote(method)}`,
    // Without them, curl gives brackets a meaning and resolves `..`.
    ...(/[[\]{}]/.test(address) ? ['--globoff'] : []),
    ...(/\/\.{1,2}(?:\/|$)/.test(path) ? ['--path-as-is'] : []),
    quote(address),
    ...sent.map(({ name, value }) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    // curl would add one of its own.
    ...(hasBody && !has('content-type') ? [`-H 'Content-Type:'`] : []),
    // `--data-binary` would read the file that a text with `@` at its beginning names.
    ...(hasBody ? [text === undefined ? '--data-binary @-' : `--data-raw ${quote(text)}`] : []),
  ].join(' ');
}

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

/** Fields of a body that say which event it is, in the words of one provider or another. */
const discriminators = [
  ...['typeWebhook', 'idMessage', 'status', 'stateInstance'],
  ...['type', 'event', 'eventType', 'event_type', 'action', 'topic'],
];

/** The line of a script that waits for one like this. */
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
