/** The report of a rehearsal as text, one line for each notification. */
import type { CheckedTest, RehearsalAttempt, RehearsalReport } from '../../../contract/webhooks/rehearsal-calls.ts';
import { countText } from '../../../contract/count-text.ts';

const MAX_TITLE = 40;

/** Lines without line ends. They contain text of servers unescaped: the caller escapes control characters. */
export function rehearsalTable({ notifications, verdicts, requests, passed, seed }: RehearsalReport): string[] {
  const rows = notifications.map(({ notification, title, verdict, processed, tests, attempts, reason }) => [
    `#${notification}`,
    title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE - 1)}…` : title,
    verdict,
    processed === null ? testsText(tests) : String(processed),
    attempts.map(attemptText).join(', '),
    verdict === 'once' || verdict === 'accepted' ? '' : reason,
  ]);
  const head = ['Number', 'Notification', 'Verdict', 'Processed', 'Answers', ''];
  const widths = head.map((name, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? name).length)));
  const lines = [head, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const counts = Object.entries(verdicts).map(([verdict, count]) => `${count} ${verdict}`);
  const all = `${countText(notifications.length, 'notification')} in ${countText(requests, 'request')}, seed ${seed}: ${counts.join(', ')}.`;
  return [...lines, '', `${passed ? 'Passed' : 'Failed'}. ${all}`];
}

/** For example `2/3 tests`. */
function testsText(tests: readonly CheckedTest[]): string {
  const passed = tests.filter(({ state }) => state === 'passed').length;
  return tests.length === 0 ? '-' : `${passed}/${tests.length} tests`;
}

/** For example `200`, `502 (gateway error)` or `gave up`. */
function attemptText({ status, fault, seen }: Pick<RehearsalAttempt, 'status' | 'fault' | 'seen'>): string {
  const responseText = status === null ? (fault === 'time-out' ? 'gave up' : 'no response') : String(status);
  if (fault === 'gateway error') return `${responseText} (seen as 502)`;
  return fault === 'none' || !seen ? responseText : `${responseText} (${fault})`;
}
