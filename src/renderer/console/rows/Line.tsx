import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApp } from '../../context/app-context.ts';
import { showError } from '../../ui/messages/notify.ts';
import type { RowPlace } from './console-rows.ts';
import classes from '../console.module.css';

/** A row with the line number of a script; clicking it opens the line if the script is known. */
export function Line(props: { className: string; place?: RowPlace | undefined; children: ReactNode }) {
  const { className, place, children } = props;
  return (
    <div className={`${classes['line']} ${classes[className] ?? ''}`}>
      <span className={classes['text']}>{children}</span>
      {place && <LineNumber place={place} />}
    </div>
  );
}

function LineNumber({ place: { line, script } }: { place: RowPlace }) {
  const { app, response, scripts } = useApp();
  if (!script) return <span className={classes['place']}>line {line}</span>;
  const showLine = async () => {
    app.getState().show('path' in script ? 'scripts' : 'requests');
    if ('path' in script) await scripts.getState().openScript(script.path, line);
    else await response.getState().showScriptError(script.error, script.runId);
  };
  return (
    <UnstyledButton
      className={classes['place'] ?? ''}
      aria-label={`Go to line ${line}`}
      onClick={() => void showLine().catch(showError)}
    >
      line {line}
    </UnstyledButton>
  );
}
