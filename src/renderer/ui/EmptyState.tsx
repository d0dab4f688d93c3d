import { Button } from '@mantine/core';
import classes from './empty-state.module.css';

/** What stands in the middle of a view that has nothing to show: one sentence, and the one thing to do about it. */
export function EmptyState({ text, action }: { text: string; action?: { label: string; onClick: () => void } }) {
  return (
    <div className={classes['empty']}>
      <p>{text}</p>
      {action && (
        <Button size="xs" variant="default" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
