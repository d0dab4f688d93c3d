import type { RunState } from '../../../contract/runs/fold-run.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import classes from '../response.module.css';
import shared from '../../ui/shared.module.css';

const signs = { passed: '✓', failed: '✗', skipped: '–' };

/** Tests and script errors of a run in order, including those of requests that scripts have run. */
export function TestList({ run }: { run: RunState | undefined }) {
  const entries = (run?.entries ?? []).flatMap((entry) => {
    if (entry.kind !== 'single') return [];
    const { event } = entry;
    if (event.type === 'test') return [{ state: event.state, text: event.name, error: event.error?.message }];
    if (event.type !== 'script.error') return [];
    const { name, message } = event.error;
    return [{ state: 'failed' as const, text: 'A script failed', error: `${name}: ${message}` }];
  });
  if (entries.length === 0) {
    return <p className={shared['quiet']}>No tests. pm.test in the post-response script adds one.</p>;
  }
  return (
    <ul className={classes['tests']}>
      {entries.map(({ state, text, error }, index) => (
        <li key={index} data-state={state}>
          {signs[state]} {visibleText(text)}
          {error !== undefined && <small>{visibleText(error)}</small>}
        </li>
      ))}
    </ul>
  );
}
