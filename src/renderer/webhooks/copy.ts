/** A notification in other words: as a command, as a line of a script. Nothing in it is interpolated. */
import type { NotificationDetail } from '../../contract/notification.ts';

/** For POSIX shells: the body in single quotes, in which nothing has a meaning. */
export function asCurl(detail: Pick<NotificationDetail, 'headers' | 'text' | 'path'>, url: string): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const type = detail.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? 'application/json';
  const address = `${url.replace(/\/$/, '')}${detail.path}`;
  return `curl -X POST ${quote(address)} -H ${quote(`Content-Type: ${type}`)} --data-binary ${quote(detail.text)}`;
}

/** The line of a script that waits for one like this. */
export function asWaitFor({ text }: Pick<NotificationDetail, 'text'>): string {
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return 'const notification = await pm.webhooks.waitFor(() => true, { timeout: 30000 });';
  }
  const filter: Record<string, unknown> = {};
  for (const name of ['typeWebhook', 'idMessage', 'status', 'stateInstance']) {
    if (typeof body[name] === 'string') filter[name] = body[name];
  }
  const type = (body['messageData'] as { typeMessage?: unknown } | undefined)?.typeMessage;
  if (typeof type === 'string') filter['messageData'] = { typeMessage: type };
  return `const notification = await pm.webhooks.waitFor(${literal(filter)}, { timeout: 30000 });`;
}

function literal(value: unknown): string {
  if (typeof value !== 'object' || value === null)
    return `'${String(value).replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;
  const parts = Object.entries(value).map(([key, item]) => `${key}: ${literal(item)}`);
  return parts.length > 0 ? `{ ${parts.join(', ')} }` : '{}';
}
