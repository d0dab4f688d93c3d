import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { editorTarget } from '../monaco/editor-target.ts';
import classes from './console.module.css';

/** A row that belongs to a line of the script; the number goes there. */
export function Line({
  className,
  line,
  children,
}: {
  className: string;
  line?: number | undefined;
  children: ReactNode;
}) {
  return (
    <div className={`${classes['line']} ${classes[className] ?? ''}`}>
      <span className={classes['text']}>{children}</span>
      {line !== undefined && (
        <UnstyledButton
          className={classes['place'] ?? ''}
          aria-label={`Go to line ${line}`}
          onClick={() => editorTarget.get()?.reveal(line)}
        >
          :{line}
        </UnstyledButton>
      )}
    </div>
  );
}
