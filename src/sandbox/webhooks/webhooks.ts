/**
 * pm.webhooks: notifications that have arrived since the request of this script began, and those that will. Filters are
 * applied here, because they may be functions of the script.
 */
import type { Channel } from '../channel.ts';
import type { Libraries } from '../libraries/libraries.ts';
import { isArray } from '../primordials.ts';
import { callerStack } from '../script-position.ts';
import type { Timers } from '../timers.ts';
import { invalidCall, webhookError } from './webhook-error.ts';
import { createFeed, type WaitEnd } from './webhook-feed.ts';
import { checkFilter, describeFilter, mismatches, type Filter, type Notification } from './webhook-filter.ts';
import { createMatcher } from './webhook-matcher.ts';
import { createNearest } from './webhook-nearest.ts';
import { checkOptionsAreSecond, readListOptions, readWaitOptions, type WaitOptions } from './webhook-options.ts';
import { verifyNotification, type Verification } from './webhook-verify.ts';
import { createTimeline } from './webhook-timeline.ts';

const WAIT_MS = 60_000;
const NONE_WITHIN_MS = 5_000;
const MAX_STEPS = 1000;
/** Limit for the bodies that one call of `list` returns, in characters. */
const MAX_LISTED = 32 * 1024 * 1024;

/** The state that all calls of one script share. */
interface WebhookCalls {
  channel: Channel;
  timers: Timers;
  feed: ReturnType<typeof createFeed>;
  /** Ids of the notifications that a wait of this script has returned. */
  returned: Set<number>;
}

export function createWebhooks(channel: Channel, timers: Timers, libraries: Libraries) {
  const calls: WebhookCalls = { channel, timers, feed: createFeed(channel, libraries), returned: new Set() };
  return {
    waitFor(filter?: unknown, options?: unknown): Promise<Notification> {
      return waitFor(calls, filter, options, callerStack());
    },
    list(filter?: unknown, options?: unknown): Notification[] {
      return list(calls, filter, options, callerStack());
    },
    expectNone(filter?: unknown, options?: unknown): Promise<void> {
      return expectNone(calls, filter, options, callerStack());
    },
    expectSequence(filters: unknown, options?: unknown): Promise<Notification[]> {
      return expectSequence(calls, filters, options, callerStack());
    },
    verify(notification: unknown, options?: unknown): Promise<Verification> {
      return verifyNotification(channel, notification, options, callerStack());
    },
    get url(): string {
      return calls.feed.url(callerStack());
    },
  };
}

const isUsable = ({ returned }: WebhookCalls, { id }: Notification, { again }: WaitOptions) =>
  again || !returned.has(id);

interface Search {
  filter: Filter;
  options: WaitOptions;
  onMatch: (match: Notification) => void;
  stack: string;
}

/** The first matching notification, or a description of the others that arrived. */
async function search(calls: WebhookCalls, { filter, options, onMatch, stack }: Search) {
  const matcher = createMatcher(calls, stack);
  const nearest = createNearest();
  const filterText = describeFilter(filter);
  let match: Notification | undefined;
  const end = await calls.feed.follow(
    options,
    () => ({ wants: filterText, arrived: nearest.count(), nearest: nearest.first() }),
    async (notification) => {
      const { matches, differences } = await matcher.match(filter, notification);
      // Checked after the filter, because another wait of this script may have returned it meanwhile.
      if (!matches || !isUsable(calls, notification, options)) {
        nearest.add(notification, differences, matches);
        return false;
      }
      match = notification;
      onMatch(notification);
      return true;
    },
    stack,
  );
  return { match, nearest, end };
}

async function waitFor(calls: WebhookCalls, filter: unknown, options: unknown, stack: string): Promise<Notification> {
  checkOptionsAreSecond('waitFor', filter, options, stack);
  const checkedFilter = checkFilter(filter, stack);
  const wait = readWaitOptions(calls, options, { call: 'waitFor', time: 'timeout', defaultMs: WAIT_MS, stack });
  const onMatch = ({ id }: Notification) => calls.returned.add(id);
  const { match, nearest, end } = await search(calls, { filter: checkedFilter, options: wait, onMatch, stack });
  if (match) return match;
  const count = nearest.count();
  const failed =
    checkedFilter === undefined
      ? `No ${count > 0 ? 'further ' : ''}notification arrived`
      : `No notification matched ${describeFilter(checkedFilter)}`;
  const head = `${failed} within ${wait.ms} ms.`;
  const arrived =
    count === 0
      ? noneArrived(end)
      : `${count === 1 ? 'One' : count} arrived, the nearest first:\n${nearest.lines().join('\n')}`;
  throw webhookError(timeoutFields(`${head} ${arrived}`, end), stack);
}

function list(calls: WebhookCalls, filter: unknown, options: unknown, stack: string): Notification[] {
  checkOptionsAreSecond('list', filter, options, stack);
  const checkedFilter = checkFilter(filter, stack);
  const { start, limit } = readListOptions(calls, options, stack);
  const matcher = createMatcher(calls, stack);
  const matches: Notification[] = [];
  let characters = 0;
  if (limit === 0) return matches;
  calls.feed.readAll(
    start,
    (notification, length) => {
      if (!matcher.matchNow(checkedFilter, notification)) return false;
      characters += length;
      if (characters > MAX_LISTED) throw tooMuchListed(matches.length, stack);
      return matches.push(notification) >= limit;
    },
    stack,
  );
  return matches;
}

async function expectNone(calls: WebhookCalls, filter: unknown, options: unknown, stack: string): Promise<void> {
  checkOptionsAreSecond('expectNone', filter, options, stack);
  const checkedFilter = checkFilter(filter, stack);
  const wait = readWaitOptions(calls, options, {
    call: 'expectNone',
    time: 'within',
    defaultMs: NONE_WITHIN_MS,
    stack,
  });
  const { match } = await search(calls, { filter: checkedFilter, options: wait, onMatch: () => undefined, stack });
  if (!match) return;
  const message = `No notification was expected within ${wait.ms} ms, but one arrived: ${match.title} (number ${match.id}, ${match.receivedAt}).`;
  throw webhookError({ code: 'WebhookTimeout', message, name: 'AssertionError' }, stack);
}

async function expectSequence(
  calls: WebhookCalls,
  filters: unknown,
  options: unknown,
  stack: string,
): Promise<Notification[]> {
  const steps = checkSteps(filters, stack);
  const wait = readWaitOptions(calls, options, { call: 'expectSequence', time: 'within', defaultMs: WAIT_MS, stack });
  const matcher = createMatcher(calls, stack);
  const descriptions = steps.map(describeFilter);
  const timeline = createTimeline();
  const matches: Notification[] = [];
  const end = await calls.feed.follow(
    wait,
    () => ({
      wants: `step ${matches.length + 1} of ${steps.length}: ${descriptions[matches.length]}`,
      arrived: timeline.count(),
      nearest: timeline.nearest(),
    }),
    async (notification) => {
      const step = matches.length;
      const { matches: fits, differences } = await matcher.match(steps[step], notification);
      if (!isUsable(calls, notification, wait)) {
        if (fits) timeline.addReturned(notification);
        return false;
      }
      if (fits) {
        timeline.add(notification, step);
        return matches.push(notification) === steps.length;
      }
      timeline.add(notification, undefined, laterStep(steps, step, notification));
      timeline.compare(notification, differences);
      return false;
    },
    stack,
  );
  if (end.isDone) {
    for (const { id } of matches) calls.returned.add(id);
    return matches;
  }
  const step = matches.length;
  const head = `The sequence stopped at step ${step + 1} of ${steps.length}: nothing matched ${descriptions[step]} within ${wait.ms} ms.`;
  throw webhookError(timeoutFields(`${head}\n${timeline.draw(descriptions)}`, end), stack);
}

const noneArrived = ({ problem }: WaitEnd): string =>
  problem === undefined
    ? 'None arrived: does the service have the address of the listener, and does it send this kind?'
    : 'None arrived.';

/** The usual reasons for a timeout are that the listener has refused the sender, and that the queue cannot be reached. */
function timeoutFields(message: string, { refused, problem }: WaitEnd): Record<string, unknown> {
  const lines = refused.map((text) => `\n  ${text}`);
  const meanwhile = lines.length > 0 ? `\nThe listener refused requests meanwhile:${lines.join('')}` : '';
  const unreceived = problem === undefined ? '' : `\nThe queue of the account is not received: ${problem}`;
  return { code: 'WebhookTimeout', message: message + meanwhile + unreceived };
}

function tooMuchListed(count: number, stack: string): Error {
  const message = `pm.webhooks.list has found more than ${MAX_LISTED / 1024 / 1024} MB in ${count} notifications. Read them in pages: list(filter, { limit: 100 }), then list(filter, { limit: 100, since: last }).`;
  return webhookError({ code: 'ScriptLimit', message }, stack);
}

function checkSteps(filters: unknown, stack: string): Filter[] {
  if (isArray(filters) && filters.length > 0 && filters.length <= MAX_STEPS) {
    return filters.map((filter) => checkFilter(filter, stack));
  }
  throw invalidCall(`A sequence is a list of 1 to ${MAX_STEPS} filters, in the order that is wanted.`, stack);
}

/** The later step that the notification matches; functions are not called, because they may have side effects. */
function laterStep(steps: readonly Filter[], step: number, notification: Notification): number | undefined {
  for (let index = step + 1; index < steps.length; index += 1) {
    const filter = steps[index];
    if (filter !== undefined && typeof filter !== 'function' && mismatches(filter, notification).length === 0)
      return index;
  }
  return undefined;
}
