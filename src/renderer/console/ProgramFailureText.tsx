import { UnstyledButton } from '@mantine/core';
import { isStop } from '../../contract/errors.ts';
import { visibleLines } from '../../contract/visible-text.ts';
import type { ProgramFailure } from '../../contract/runs/run-event.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { showError } from '../ui/messages/notify.ts';
import { pathInWorkspace } from './rows/path-in-workspace.ts';
import classes from './console.module.css';

/** The reason of a failed call; its place in the program's source is a link if the workspace contains the file. */
export function ProgramFailureText({ failure }: { failure: ProgramFailure }) {
  const { app, scripts } = useApp();
  const workspace = useFrom('app', (state) => state.workspace);
  const { message, remedy, file, line, canOpen } = failure;
  const place = ` (${file}:${line})`;
  const source = canOpen && file !== undefined ? pathInWorkspace(workspace, file) : undefined;
  const isLink = source !== undefined && line !== undefined && message.endsWith(place);
  const open = async (path: string, lineNumber: number) => {
    await scripts.getState().openScript(path, lineNumber);
    app.getState().show('scripts');
  };
  return (
    <div className={classes['failure']} data-stopped={isStop(failure) || undefined}>
      <div>
        {visibleLines(isLink ? message.slice(0, -place.length) : message)}
        {isLink && (
          <UnstyledButton
            className={classes['source'] ?? ''}
            onClick={() => void open(source, line).catch(showError)}
            title={`Open ${source} at line ${line}`}
          >
            {file}:{line}
          </UnstyledButton>
        )}
      </div>
      {remedy && <div className={classes['remedy']}>{visibleLines(remedy)}</div>}
    </div>
  );
}
