import { Button } from '@mantine/core';
import classes from './empty-state.module.css';

/** The content of an empty view: one sentence, and one action. */
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
