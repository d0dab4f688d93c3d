/** Decides whether a server has processed a notification once: from its responses, and from the result of a check. */
import type { CheckedTest, RehearsalAttempt, RehearsalVerdict } from '../../../contract/webhooks/rehearsal-calls.ts';

interface VerdictWithReason {
  verdict: RehearsalVerdict;
  reason: string;
}
/** `count`: how often the notification was processed; `problem`: why the check could not be made. */
export type CheckResult = { count: number } | { tests: CheckedTest[] } | { problem: string; tests?: CheckedTest[] };

export const isAccepted = ({ status, failure }: Pick<RehearsalAttempt, 'status' | 'failure'>): boolean =>
  failure === null && status !== null && status >= 200 && status < 300;

/** @param attempts in the order in which they were sent */
export function rehearsalVerdictOf(
  attempts: readonly RehearsalAttempt[],
  check: CheckResult | undefined,
): VerdictWithReason {
  const seenAttempts = attempts.filter((attempt) => attempt.seen);
  const accepted = seenAttempts.filter(isAccepted);
  if (accepted.length === 0) {
    const last = seenAttempts.at(-1);
    const reason = last?.failure ?? (last ? `the last response was ${last.status}` : 'no response was seen');
    return { verdict: 'lost', reason: `It was never accepted: ${reason}` };
  }
  if (check && 'problem' in check) return { verdict: 'unclear', reason: check.problem };
  const failure = check && failureOf(check);
  if (failure) return failure;
  // A retry after a refused attempt of the same step is not a repetition to the server.
  const repeats = seenAttempts.filter(({ fault }) => fault === 'duplicate' || fault === 'redelivery');
  const refusedAttempt = lastOfEachStep(repeats).find((attempt) => !isAccepted(attempt));
  if (refusedAttempt) {
    const responseText = refusedAttempt.failure ?? `${refusedAttempt.status}`;
    return {
      verdict: 'repeat refused',
      reason: `The sender would keep repeating it: a repeat was answered with ${responseText}`,
    };
  }
  if (check) {
    const reason = 'count' in check ? 'It was processed once.' : 'Every test of the script passed.';
    return { verdict: 'once', reason };
  }
  const texts = new Set(accepted.map(({ status, text }) => `${status} ${text}`));
  if (texts.size > 1) {
    return { verdict: 'responses differ', reason: 'A repeat had another response: it may have been processed again.' };
  }
  return { verdict: 'accepted', reason: 'Every response was a 2xx; add a check to see how often it was processed.' };
}

function failureOf(check: Exclude<CheckResult, { problem: string }>): VerdictWithReason | undefined {
  if ('tests' in check) {
    const failedTest = check.tests.find(({ state }) => state === 'failed');
    const reason = failedTest && `${failedTest.name}: ${failedTest.error ?? 'failed'}`;
    return reason === undefined ? undefined : { verdict: 'check failed', reason };
  }
  if (check.count === 0) {
    return { verdict: 'lost', reason: 'It was accepted, and the check says that it was not processed.' };
  }
  return check.count === 1 ? undefined : { verdict: 'several times', reason: `It was processed ${check.count} times.` };
}

function lastOfEachStep(attempts: readonly RehearsalAttempt[]): RehearsalAttempt[] {
  return [...new Map(attempts.map((attempt) => [attempt.step, attempt])).values()];
}
