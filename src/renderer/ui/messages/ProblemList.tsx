import { countText } from '../../../contract/count-text.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import classes from './problem-list.module.css';

const MAX_SHOWN = 100;

/** Files of the workspace that could not be read, in a box that leaves room for the list below it. */
export function ProblemList({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <div className={classes['problems']} role="alert" tabIndex={0} aria-label="Files with problems">
      {problems.slice(0, MAX_SHOWN).map((problem) => (
        <p key={problem}>{visibleText(problem)}</p>
      ))}
      {problems.length > MAX_SHOWN && <p>and {countText(problems.length - MAX_SHOWN, 'more file')}</p>}
    </div>
  );
}
