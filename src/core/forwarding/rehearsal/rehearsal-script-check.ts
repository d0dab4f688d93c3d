/** Runs a script of the workspace that decides whether a server has processed a notification once. */
import type {
  CheckedTest,
  RehearsalAttempt,
  RehearsalScriptCheck,
} from '../../../contract/webhooks/rehearsal-calls.ts';
import { parseBody } from '../../notifications/body/parse-body.ts';
import type { StoredNotification } from '../../notifications/store/store.ts';
import type { CheckResult } from './rehearsal-verdict.ts';

/** The number of tests of one script that the report lists. */
const MAX_TESTS = 100;

export interface CheckScriptRun {
  /** What the script reads as `pm.iterationData`. */
  data: Record<string, unknown>;
  timeoutMs: number;
  signal: AbortSignal;
}
/**
 * Runs the plan's script, and returns the results of its `pm.test` calls and, where the script has thrown or could not
 * finish, the reason. @throws Cancelled
 */
export type RunCheckScript = (run: CheckScriptRun) => Promise<{ tests: CheckedTest[]; problem: string | null }>;

/** @throws Cancelled */
export async function checkByScript(options: {
  run: RunCheckScript;
  check: RehearsalScriptCheck;
  notification: StoredNotification;
  attempts: readonly RehearsalAttempt[];
  signal: AbortSignal;
}): Promise<CheckResult> {
  const { run, check, notification, attempts, signal } = options;
  const { tests, problem } = await run({ data: dataOf(notification, attempts), timeoutMs: check.timeoutMs, signal });
  const listedTests = tests.slice(0, MAX_TESTS);
  if (problem !== null) return { problem: `The script ${check.script} failed: ${problem}`, tests: listedTests };
  if (tests.every(({ state }) => state === 'skipped')) {
    return { problem: `The script ${check.script} has run no test: it needs pm.test.`, tests: listedTests };
  }
  // A failed test is listed even beyond the limit.
  const failedTest = tests.find(({ state }) => state === 'failed');
  return {
    tests: failedTest && !listedTests.includes(failedTest) ? [...listedTests.slice(0, -1), failedTest] : listedTests,
  };
}

function dataOf({ summary, method, path, headers, body }: StoredNotification, attempts: readonly RehearsalAttempt[]) {
  const { text, json } = parseBody(body, headers);
  const { id, provider, event, kind, title, receivedAt } = summary;
  return {
    id,
    provider,
    event,
    kind,
    title,
    receivedAt,
    method,
    path,
    text,
    body: json ?? null,
    headers: Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value])),
    attempts: attempts.map(({ fault, status, text, seen }) => ({ fault, status, text, seen })),
  };
}
