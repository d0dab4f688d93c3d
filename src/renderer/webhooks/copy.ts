/** A notification in other words: as a command, as a line of a script. Nothing in it is interpolated. */
import type { NotificationDetail } from '../../contract/notification.ts';

/** Headers that belong to a connection, or that every client writes itself; in lower case. */
export const ofConnection: ReadonlySet<string> = new Set([
  ...['host', 'content-length', 'connection', 'keep-alive', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'expect'],
]);

/**
 * The whole request for POSIX shells: what stands in single quotes has no meaning there. A body that is no text is
 * written as base64, so that its bytes stay what they are.
 */
export function asCurl(
  { method, headers, text, path, bytes, summary }: Pick<NotificationDetail, CurlParts>,
  url: string,
): string {
  const quote = (part: string) => `'${part.replaceAll("'", `'\\''`)}'`;
  const address = `${url.replace(/\/$/, '')}${path}`;
  const sent = headers.filter(({ name }) => !ofConnection.has(name.toLowerCase()));
  const has = (wanted: string) => sent.some(({ name }) => name.toLowerCase() === wanted);
  // A longer body is known as text only.
  const isWhole = atob(bytes).length === summary.size;
  const isText = !isWhole || bytes === base64Of(text);
  const hasBody = summary.size > 0;
  return [
    ...(hasBody && !isText ? [`printf %s ${quote(bytes)} | base64 -d |`] : []),
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
    ...(hasBody ? [isText ? `--data-raw ${quote(text)}` : '--data-binary @-'] : []),
  ].join(' ');
}
type CurlParts = 'method' | 'headers' | 'text' | 'path' | 'bytes' | 'summary';

const base64Of = (text: string): string => {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
};

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

/** Bytes as people read them: offset, sixteen at a time, and the letters among them. */
export function hexDump(base64: string, max = 4096): string {
  const bytes = Uint8Array.from(atob(base64).slice(0, max), (letter) => letter.charCodeAt(0));
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const row = [...bytes.subarray(at, at + 16)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const letters = row.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '·')).join('');
    lines.push(`${at.toString(16).padStart(8, '0')}  ${hex.padEnd(47)}  ${letters}`);
  }
  return lines.join('\n');
}
