/** Why and where a script is stopped, in words. */
import type { DebugStop } from '../../contract/debugger-calls.ts';

const reasons: Record<DebugStop['reason'], string> = {
  breakpoint: 'Stopped at a breakpoint',
  step: 'Stopped after a step',
  pause: 'Paused',
  exception: 'Stopped at an exception',
  statement: 'Stopped at a debugger statement',
};

export const stopReason = ({ reason }: Pick<DebugStop, 'reason'>): string => reasons[reason];

/** With the script and its line; a script of a request has the name of the request. */
export function stoppedText(stop: DebugStop): string {
  const [frame] = stop.frames;
  if (!frame) return stopReason(stop);
  return `${stopReason(stop)}: ${frame.script}, line ${frame.edited?.line ?? frame.line}`;
}
