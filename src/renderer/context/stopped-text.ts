/** Describes the reason and place of a stop. */
import type { DebugStop } from '../../contract/debugger/debugger-calls.ts';
import { placeTitle } from '../collection/script-ref.ts';

const reasons: Record<DebugStop['reason'], string> = {
  breakpoint: 'Stopped at a breakpoint',
  step: 'Stopped after a step',
  pause: 'Paused',
  exception: 'Stopped at an exception',
  statement: 'Stopped at a debugger statement',
};

export const stopReason = ({ reason }: Pick<DebugStop, 'reason'>): string => reasons[reason];

/** Including the script and its line. */
export function stoppedText(stop: DebugStop): string {
  const [frame] = stop.frames;
  if (!frame) return stopReason(stop);
  return `${stopReason(stop)}: ${placeTitle(frame)}`;
}
