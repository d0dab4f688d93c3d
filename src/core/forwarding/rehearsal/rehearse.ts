/**
 * Sends notifications to a server of the user with the faults of real senders, by plan, and reports how the server
 * handled them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { codedError } from '../../../contract/errors.ts';
import type {
  RehearsalAttempt,
  RehearsalPlan,
  RehearsalReport,
  RehearsalStep,
  RehearsedNotification,
} from '../../../contract/webhooks/rehearsal-calls.ts';
import type { StoredNotification } from '../../notifications/store/store.ts';
import { outgoingWebhook, parseTarget } from '../outgoing-webhook.ts';
import { countProcessed } from './rehearsal-check.ts';
import { checkByScript, type RunCheckScript } from './rehearsal-script-check.ts';
import { rehearsalSteps } from './rehearsal-steps.ts';
import { isAccepted, rehearsalVerdictOf, type CheckResult } from './rehearsal-verdict.ts';
import type { WebhookSender } from '../send-webhook.ts';

/** Characters of a response that are compared and reported. */
const MAX_TEXT = 2000;

interface Rehearsal {
  sender: WebhookSender;
  plan: RehearsalPlan;
  /** In the order of their arrival. */
  notifications: readonly StoredNotification[];
  url: string;
  /** The secret with which requests are signed, where the plan names a scheme. */
  secret?: string | undefined;
  /** Runs the script that checks, where the plan names one. */
  runScript?: RunCheckScript | undefined;
  /** Hides the known secrets in the report. */
  mask: <T>(value: T) => T;
  onProgress?: (done: number, total: number) => void;
  signal: AbortSignal;
}

/** @throws InvalidParams for the address, the secret or the script, Cancelled */
export async function rehearse(rehearsal: Rehearsal): Promise<RehearsalReport> {
  const { plan, notifications, url, mask, onProgress } = rehearsal;
  parseTarget(url);
  if (plan.sign && !rehearsal.secret) {
    throw codedError(
      'InvalidParams',
      'The plan signs its requests, but no secret is stored or named.',
      'Enter the secret, or let the plan not sign.',
    );
  }
  if (plan.check && 'script' in plan.check && !rehearsal.runScript) {
    throw codedError(
      'InvalidParams',
      `The check of the plan is the script ${plan.check.script}, and no script can run here.`,
      'Let the plan check an address instead.',
    );
  }
  const byId = new Map(notifications.map((notification) => [notification.summary.id, notification]));
  const steps = rehearsalSteps([...byId.keys()], plan);
  const [startedAt, startMs] = [new Date(), performance.now()];
  const attempts = new Map<number, RehearsalAttempt[]>();
  let doneCount = 0;
  for (const group of groupsOf(steps)) {
    const taking = group.map(async ([step, index]) => {
      const notification = byId.get(step.notification);
      if (!notification) return;
      const sent = await takeStep(rehearsal, { step, index, notification, startMs });
      attempts.set(step.notification, [...(attempts.get(step.notification) ?? []), ...sent]);
      onProgress?.((doneCount += 1), steps.length);
    });
    await Promise.all(taking);
  }
  const results: RehearsedNotification[] = [];
  for (const notification of notifications) {
    const { id, title } = notification.summary;
    const sorted = attempts.get(id)?.sort((a, b) => a.atMs - b.atMs) ?? [];
    const check = await checkOne(rehearsal, notification, sorted);
    const processed = check && 'count' in check ? check.count : null;
    const tests = check && 'tests' in check ? (check.tests ?? []) : [];
    results.push({ notification: id, title, ...rehearsalVerdictOf(sorted, check), processed, tests, attempts: sorted });
  }
  const verdicts: RehearsalReport['verdicts'] = {};
  for (const { verdict } of results) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  return mask({
    startedAt: startedAt.toISOString(),
    url,
    seed: plan.seed,
    verdicts,
    notifications: results,
    passed: results.every(({ verdict }) => verdict === 'once' || verdict === 'accepted'),
    requests: [...attempts.values()].flat().length,
    durationMs: Math.round(performance.now() - startMs),
  });
}

async function checkOne(
  { sender, plan, runScript, signal }: Rehearsal,
  notification: StoredNotification,
  attempts: readonly RehearsalAttempt[],
): Promise<CheckResult | undefined> {
  const { check } = plan;
  if (!check) return undefined;
  if (!('script' in check)) return countProcessed({ sender, check, notification, signal });
  return runScript && checkByScript({ run: runScript, check, notification, attempts, signal });
}

/** Groups the steps of the same moment; each keeps its index. */
function groupsOf(steps: readonly RehearsalStep[]): [RehearsalStep, number][][] {
  const groups: [RehearsalStep, number][][] = [];
  for (const [index, step] of steps.entries()) {
    if (step.together && groups.length > 0) groups.at(-1)?.push([step, index]);
    else groups.push([[step, index]]);
  }
  return groups;
}

/** Sends one step, and again while the server refuses it, as its real sender would. */
async function takeStep(
  { sender, plan, url, secret, signal }: Rehearsal,
  {
    step,
    index,
    notification,
    startMs,
  }: { step: RehearsalStep; index: number; notification: StoredNotification; startMs: number },
): Promise<RehearsalAttempt[]> {
  const { fault, delayMs } = step;
  const isUnseen = fault === 'time-out' || fault === 'gateway error';
  const attempts: RehearsalAttempt[] = [];
  await pause(delayMs, signal);
  for (let attempt = 1; ; attempt += 1) {
    const sign = plan.sign && secret ? { scheme: plan.sign, secret, now: new Date() } : null;
    const webhook = outgoingWebhook(notification, parseTarget(url), { sign });
    const timeoutMs = fault === 'time-out' ? plan.giveUpAfterMs : plan.timeoutMs;
    const atMs = Math.round(performance.now() - startMs);
    const { status, body, durationMs, failure } = await sender.send(webhook, { signal, timeoutMs });
    const sent: RehearsalAttempt = {
      step: index,
      fault,
      attempt,
      atMs,
      status,
      failure,
      durationMs: Math.round(durationMs),
      text: body.toString('utf8').slice(0, MAX_TEXT),
      // The server has processed the request even if its response comes before the simulated sender gives up.
      seen: fault === 'time-out' ? failure === null : fault !== 'gateway error',
    };
    attempts.push(sent);
    if (isUnseen || isAccepted(sent) || webhook.refusal || attempt > plan.retries) return attempts;
    await pause(plan.retryAfterMs, signal);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0) return;
  await sleep(ms, undefined, { signal }).catch(() => {
    throw codedError('Cancelled', 'The rehearsal was stopped.');
  });
}
