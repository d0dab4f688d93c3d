import type { ReactNode } from 'react';
import classes from './field-bar.module.css';

/** The fields with the settings of a run, above its results, with the buttons at the end of the row. */
export function FieldBar({ fields, buttons, below }: { fields: ReactNode; buttons: ReactNode; below?: ReactNode }) {
  return (
    <header className={classes['bar']}>
      {fields}
      <div className={classes['buttons']}>{buttons}</div>
      {below}
    </header>
  );
}
