import { UnstyledButton } from '@mantine/core';
import type { DebugPlace, DebugStop } from '../../contract/debugger/debugger-calls.ts';
import { placeTitle, scriptTitle } from '../collection/script-ref.ts';
import { useApp, useFrom } from '../context/app-context.ts';
import { stopReason } from '../context/stopped-text.ts';
import { countText } from '../../contract/count-text.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { showError } from '../ui/messages/notify.ts';
import { showFrame } from './show-frame.ts';
import classes from './debugger.module.css';

/** The active functions of each stopped script. A click on one shows its line and its values. */
export function CallStack() {
  const stops = useFrom('debugger', (state) => state.stops);
  const isRunning = useFrom('debugger', (state) => state.runId !== undefined);
  return (
    <section aria-label="Call stack">
      <h3 className={classes['heading']}>Call stack</h3>
      {stops.map((stop) => (
        <StoppedScript key={stop.thread} stop={stop} />
      ))}
      {stops.length === 0 && (
        <EmptyState text={isRunning ? 'Running.' : 'Set a breakpoint in the margin of a script, and press Debug.'} />
      )}
    </section>
  );
}

function StoppedScript({ stop }: { stop: DebugStop }) {
  const stores = useApp();
  const chosenFrame = useFrom('debugger', (state) => (state.stop?.thread === stop.thread ? state.frame : undefined));
  const choose = (frame: DebugPlace, index: number) => {
    stores.debugger.getState().chooseFrame(stop, index);
    showFrame(stores, frame).catch(showError);
  };
  return (
    <>
      <p className={classes['reason']} role="status">
        {stopReason(stop)}
        {stop.exception && <span className={classes['threw']}>{stop.exception.text}</span>}
      </p>
      <ul className={classes['list']}>
        {stop.frames.map((frame, index) => (
          <li key={index}>
            <UnstyledButton
              className={classes['row'] ?? ''}
              aria-current={index === chosenFrame || undefined}
              onClick={() => choose(frame, index)}
            >
              <FrameText place={frame} />
            </UnstyledButton>
          </li>
        ))}
        {stop.moreFrames > 0 && <li className={classes['note']}>and {countText(stop.moreFrames, 'outer call')}</li>}
        {stop.asyncFrames.length > 0 && <li className={classes['note']}>awaited by</li>}
        {stop.asyncFrames.map((frame, index) => (
          <li key={`awaited ${index}`}>
            <UnstyledButton
              className={classes['row'] ?? ''}
              onClick={() => void showFrame(stores, frame).catch(showError)}
            >
              <FrameText place={frame} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  );
}

function FrameText({ place }: { place: DebugPlace }) {
  const { name, script, line, edited } = place;
  return (
    <>
      <span className={classes['name']}>{name === '' ? '(script)' : name}</span>
      <small title={placeTitle(place)}>
        {script === '' ? 'text' : scriptTitle(edited ?? script)}:{edited?.line ?? line}
      </small>
    </>
  );
}
