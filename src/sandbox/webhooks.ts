/**
 * pm.webhooks: notifications that have arrived since the run began, and those still to come (decisions page, "in
 * scripts"). Filters are applied here, for they may be functions of the script.
 */
import type { ArrivedNotification } from '../contract/notification.ts';
import type { Channel } from './channel.ts';
import { isArray, keysOf, parseJson, PlainError, toJson, toText } from './primordials.ts';
import { callerStack, positionIn } from './script-position.ts';

interface Notification extends Omit<ArrivedNotification, 'text'> {
  body: unknown;
}
interface Mismatch {
  path: string;
  wanted: string;
  found: string;
}
type Filter = string | Record<string, unknown> | ((body: unknown, notification: Notification) => unknown);

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_WITHIN_MS = 5_000;
const MAX_SHOWN = 20;
const now = Date.now;

export function createWebhooks(channel: Channel) {
  const seen = new Map<number, Notification>();
  const take = (items: ArrivedNotification[]): Notification[] =>
    items.map((item) => {
      const known = seen.get(item.id);
      if (known) return known;
      const { text, ...rest } = item;
      const made = { ...rest, body: parsed(text) };
      seen.set(item.id, made);
      return made;
    });
  const refuse = (fields: Record<string, unknown>, stack: string) => webhookError(fields, stack);
  const listNow = (stack: string): Notification[] => {
    const { line } = positionIn(stack);
    const reply = channel.callSync('webhooks.list', line ? { line } : {});
    if (!reply.ok) throw refuse(reply.error, stack);
    return take(parseJson(reply.value) as ArrivedNotification[]);
  };

  /** The first that fits, of what is there and what comes until the time is over. */
  async function search(filter: unknown, ms: number, stack: string): Promise<Notification | undefined> {
    const deadline = now() + ms;
    let after = 0;
    for (;;) {
      const reply = await channel.call('webhooks.next', { after, waitMs: Math.max(0, deadline - now()) });
      if (!reply.ok) throw refuse(reply.error, stack);
      const { items, last } = parseJson(reply.value) as { items: ArrivedNotification[]; last: number };
      for (const notification of take(items)) if (await fits(filter, notification)) return notification;
      after = last;
      if (items.length === 0 && now() >= deadline) return undefined;
    }
  }

  return {
    async waitFor(filter?: unknown, options?: { timeout?: unknown }): Promise<Notification> {
      const stack = callerStack();
      const ms = milliseconds(options?.timeout, DEFAULT_TIMEOUT_MS, 'timeout', stack);
      checkFilter(filter, stack);
      const found = await search(filter, ms, stack);
      if (found) return found;
      throw refuse({ code: 'WebhookTimeout', message: explain(filter, ms, [...seen.values()]) }, stack);
    },
    list(filter?: unknown): Notification[] {
      const stack = callerStack();
      checkFilter(filter, stack);
      return listNow(stack).filter((notification) => {
        if (typeof filter !== 'function') return mismatches(filter, notification).length === 0;
        return (filter as (body: unknown, notification: Notification) => unknown)(notification.body, notification);
      });
    },
    async expectNone(filter?: unknown, options?: { within?: unknown }): Promise<void> {
      const stack = callerStack();
      const ms = milliseconds(options?.within, DEFAULT_WITHIN_MS, 'within', stack);
      checkFilter(filter, stack);
      const found = await search(filter, ms, stack);
      if (!found) return;
      const message = `No notification was expected within ${ms} ms, but one arrived: ${found.title} (number ${found.id}, ${found.receivedAt}).`;
      throw refuse({ code: 'WebhookTimeout', message, name: 'AssertionError' }, stack);
    },
    get url(): string {
      const stack = callerStack();
      const reply = channel.callSync('webhooks.url', {});
      if (reply.ok) return reply.value;
      throw refuse(reply.error, stack);
    },
  };
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function milliseconds(value: unknown, usual: number, name: string, stack: string): number {
  if (value === undefined) return usual;
  const ms = Number(value);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  throw webhookError({ code: 'InvalidCall', message: `The option "${name}" is a number of milliseconds.` }, stack);
}

function checkFilter(filter: unknown, stack: string): void {
  const kind = typeof filter;
  if (filter === undefined || kind === 'string' || kind === 'function') return;
  if (kind === 'object' && filter !== null && !isArray(filter)) return;
  const message =
    'A filter is part of a notification, such as { typeWebhook: "incomingCall" }, a kind, or a function of the body.';
  throw webhookError({ code: 'InvalidCall', message }, stack);
}

async function fits(filter: unknown, notification: Notification): Promise<boolean> {
  if (typeof filter === 'function') {
    return Boolean(await (filter as Extract<Filter, (...values: never[]) => unknown>)(notification.body, notification));
  }
  return mismatches(filter, notification).length === 0;
}

/** Where a notification differs from what the filter wants; nothing where it fits. */
function mismatches(filter: unknown, { body, kind, code }: Notification): Mismatch[] {
  if (filter === undefined) return [];
  if (typeof filter === 'string') {
    const type = (body as { typeWebhook?: unknown } | null)?.typeWebhook;
    if (filter === kind || filter === code || filter === type) return [];
    return [{ path: 'kind', wanted: filter, found: toText(kind ?? type ?? 'unknown') }];
  }
  const found: Mismatch[] = [];
  compare(filter, body, '', found, 0);
  return found;
}

function compare(wanted: unknown, found: unknown, path: string, into: Mismatch[], depth: number): void {
  const differs = () => into.push({ path: path || 'body', wanted: short(wanted), found: short(found) });
  if (wanted instanceof RegExp) {
    if (typeof found !== 'string' || !wanted.test(found)) differs();
    return;
  }
  if (typeof wanted !== 'object' || wanted === null || depth > 50) {
    if (wanted !== found) differs();
    return;
  }
  if (typeof found !== 'object' || found === null || isArray(wanted) !== isArray(found)) return void differs();
  for (const key of keysOf(wanted)) {
    const here = path ? `${path}.${key}` : key;
    const has = Object.hasOwn(found, key);
    compare(
      (wanted as Record<string, unknown>)[key],
      has ? (found as Record<string, unknown>)[key] : undefined,
      here,
      into,
      depth + 1,
    );
  }
}

function short(value: unknown): string {
  const text =
    value instanceof RegExp ? toText(value) : value === undefined ? 'nothing' : (toJson(value) as string | undefined);
  return (text ?? toText(value)).slice(0, 80);
}

/** What did arrive, the one that comes nearest first, and in what it differs. */
function explain(filter: unknown, ms: number, arrived: Notification[]): string {
  const wanted =
    filter === undefined ? 'any notification' : typeof filter === 'function' ? 'the function' : short(filter);
  const head = `No notification matched ${wanted} within ${ms} ms.`;
  if (arrived.length === 0)
    return `${head} None arrived: is its address set in the account, and the switch for its kind?`;
  const told = arrived
    .map((notification) => ({
      notification,
      why: typeof filter === 'function' ? [] : mismatches(filter, notification),
    }))
    .sort((a, b) => a.why.length - b.why.length || b.notification.id - a.notification.id);
  const lines = told.slice(0, MAX_SHOWN).map(({ notification: { title, receivedAt }, why }) => {
    const reasons = why.slice(0, 3).map(({ path, wanted: want, found }) => `${path} is ${found}, wanted ${want}`);
    return `  ${receivedAt.slice(11, 23)} ${title}${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}`;
  });
  if (told.length > MAX_SHOWN) lines.push(`  … ${told.length - MAX_SHOWN} more`);
  return `${head} ${arrived.length === 1 ? 'One' : arrived.length} arrived, the nearest first:\n${lines.join('\n')}`;
}

function webhookError(fields: Record<string, unknown>, stack: string): Error {
  const error = new PlainError(toText(fields['message']));
  const name = fields['name'] === undefined ? 'WebhookError' : toText(fields['name']);
  Object.assign(error, { code: fields['code'], name });
  error.stack = `${name}: ${error.message}\n${stack.split('\n').slice(1).join('\n')}`;
  return error;
}
