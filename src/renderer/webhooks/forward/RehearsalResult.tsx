import type {
  RehearsalAttempt,
  RehearsalReport,
  RehearsedNotification,
} from '../../../contract/webhooks/rehearsal-calls.ts';
import { countText } from '../../../contract/count-text.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import classes from './forward.module.css';

/** The verdict of a rehearsal for each notification, with its reason. */
export function RehearsalResult({ report }: { report: RehearsalReport }) {
  const { passed, notifications, requests, verdicts } = report;
  const counts = Object.entries(verdicts).map(([verdict, count]) => `${count} ${verdict}`);
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label="Rehearsal report">
      <p className={classes['outcome']} data-passed={passed} role="status">
        {passed ? 'Passed' : 'Failed'}: {countText(notifications.length, 'notification')} in{' '}
        {countText(requests, 'request')}, {counts.join(', ')}.
      </p>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th>Notification</th>
            <th>Verdict</th>
            <th>Processed</th>
            <th>Responses</th>
            <th>Reason</th>
          </tr>
        </thead>
        <tbody>
          {notifications.map(({ notification, title, verdict, processed, tests, attempts, reason }) => (
            <tr key={notification}>
              <td title={visibleText(title)}>#{notification}</td>
              <td className={classes[verdict === 'once' || verdict === 'accepted' ? 'good' : 'bad']}>{verdict}</td>
              <td title={tests.map(({ name, state }) => visibleText(`${name}: ${state}`)).join('\n')}>
                {tests.length > 0 ? testsText(tests) : (processed ?? '–')}
              </td>
              <td>{attempts.map(attemptText).join(', ')}</td>
              <td className={classes['wide']} title={visibleText(reason)}>
                {visibleText(reason)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const testsText = (tests: RehearsedNotification['tests']): string =>
  `${tests.filter(({ state }) => state === 'passed').length}/${countText(tests.length, 'test')}`;

const attemptText = ({ status, fault }: RehearsalAttempt): string =>
  `${status ?? (fault === 'time-out' ? 'gave up' : 'no response')}${fault === 'gateway error' ? ' (seen as 502)' : ''}`;
