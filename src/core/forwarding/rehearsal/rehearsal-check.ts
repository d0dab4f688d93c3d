/** Asks a server how often it has processed a notification. */
import { headerValueOf } from '../../../contract/http/header-value.ts';
import { codedError } from '../../../contract/errors.ts';
import type { RehearsalAddressCheck } from '../../../contract/webhooks/rehearsal-calls.ts';
import { parseBody } from '../../notifications/body/parse-body.ts';
import type { StoredNotification } from '../../notifications/store/store.ts';
import { valueAt } from '../../providers/definition/request-values.ts';
import { parseTarget } from '../outgoing-webhook.ts';
import type { CheckResult } from './rehearsal-verdict.ts';
import type { WebhookSender } from '../send-webhook.ts';

const CHECK_TIMEOUT_MS = 10_000;

/** @throws Cancelled */
export async function countProcessed(options: {
  sender: WebhookSender;
  check: RehearsalAddressCheck;
  notification: StoredNotification;
  signal: AbortSignal;
}): Promise<CheckResult> {
  const { sender, check, notification, signal } = options;
  const { method, headers, count } = check;
  let url: URL;
  try {
    url = checkUrl(check.url, notification);
  } catch (error) {
    return { problem: (error as Error).message };
  }
  const request = { origin: url.origin, path: `${url.pathname}${url.search}`, method, headers, body: Buffer.alloc(0) };
  const checkResponse = await sender.send(request, { signal, timeoutMs: CHECK_TIMEOUT_MS });
  const problem = (reason: string): CheckResult => ({ problem: `The check ${method} ${url.href} failed: ${reason}` });
  if (checkResponse.failure !== null) return problem(checkResponse.failure);
  if (checkResponse.status === 404) return { count: 0 };
  if (checkResponse.status === null || checkResponse.status < 200 || checkResponse.status > 299)
    return problem(`it was answered with ${checkResponse.status}.`);
  try {
    const counted = countIn(JSON.parse(checkResponse.body.toString('utf8')) as unknown, count);
    return counted === undefined ? problem('its response contains neither a number nor a list.') : { count: counted };
  } catch (error) {
    return problem((error as Error).message);
  }
}

/** The number at a path such as `data.orders.0.id`, or the length of the list at it; undefined for any other value. */
function countIn(json: unknown, path: string | undefined): number | undefined {
  const value = path === undefined ? json : valueAt(json, path.split('.'));
  return typeof value === 'number' ? value : Array.isArray(value) ? value.length : undefined;
}

/**
 * @throws InvalidParams when the notification lacks a value that the address template names, a value would lead to
 * another part of the server, or the result is not an address
 */
export function checkUrl(template: string, notification: StoredNotification): URL {
  const text = template.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (_marker, name: string) => {
    const value = valueOf(name, notification);
    if (value === undefined) {
      const message = `The check cannot be made: notification ${notification.summary.id} has no ${name}.`;
      throw codedError('InvalidParams', message, 'Name id, body.<field>, query.<name> or header.<name>.');
    }
    if (value === '.' || value === '..') {
      const message = `The check cannot be made: the ${name} of notification ${notification.summary.id} is "${value}", which changes the path of the address.`;
      throw codedError('InvalidParams', message, 'Name a value that identifies what was processed.');
    }
    return encodeURIComponent(value);
  });
  return parseTarget(text);
}

function valueOf(name: string, { summary, path, headers, body }: StoredNotification): string | undefined {
  if (name === 'id') return String(summary.id);
  const [, part = '', key = ''] = /^(header|query|body)\.(.+)$/s.exec(name) ?? [];
  if (part === 'header') return headerValueOf(headers, key.toLowerCase());
  if (part === 'query') return new URLSearchParams(path.split('?').slice(1).join('?')).get(key) ?? undefined;
  if (part !== 'body') return undefined;
  const value = valueAt(parseBody(body, headers).json, key.split('.'));
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
