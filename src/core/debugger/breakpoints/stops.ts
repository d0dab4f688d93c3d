/** The stop of a debugged script, and the commands that continue it. */
import type { Debugger, Runtime } from 'node:inspector';
import type { DebugResume, DebugStop, ExceptionStops } from '../../../contract/debugger/debugger-calls.ts';
import { codedError } from '../../../contract/errors.ts';
import type { Breakpoints } from './breakpoints.ts';
import { createExceptionFilter, isException } from './exception-stops.ts';
import type { InspectorClient } from '../inspector/inspector-client.ts';
import type { RemoteValues } from '../inspector/remote-values.ts';
import type { StackReader } from '../inspector/stack-reader.ts';

const PAUSE_AGAIN_MS = 50;

const commands: Record<DebugResume, string> = {
  continue: 'Debugger.resume',
  'step-over': 'Debugger.stepOver',
  'step-into': 'Debugger.stepInto',
  'step-out': 'Debugger.stepOut',
};

/** A stop without the ids of the run and the thread, which the process does not know. */
export type ThreadStop = Omit<DebugStop, 'runId' | 'thread'>;

export interface Stops {
  /** V8 has paused the script: announces the stop, unless the script is to continue at once. @throws DebuggerFailed */
  enter(paused: Debugger.PausedEventDataType, exceptions: ExceptionStops): Promise<void>;
  /** The script continues, or its process has ended. */
  leave(): void;
  /** @returns the inspector's id of a frame. @throws DebuggerFailed when the script is not stopped in such a frame */
  requireFrame(frame: number): string;
  /** @throws DebuggerFailed when the script is not stopped */
  resume(command: DebugResume): Promise<void>;
  pause(): Promise<void>;
}

export function createStops(options: {
  client: InspectorClient;
  values: RemoteValues;
  stacks: StackReader;
  breakpoints: Pick<Breakpoints, 'idsOf'>;
  onStopped: (stop: ThreadStop) => void;
  onResumed: () => void;
}): Stops {
  const { client, values, stacks, breakpoints, onStopped, onResumed } = options;
  const filter = createExceptionFilter(client, stacks);
  /** Ids of the frames that are shown; undefined while the script runs. */
  let stoppedIn: string[] | undefined;
  let lastCommand: DebugResume | 'pause' | undefined;

  function requireStopped(): string[] {
    if (stoppedIn) return stoppedIn;
    throw codedError('DebuggerFailed', 'The script is not stopped.', 'Pause it, or set a breakpoint.');
  }
  function leave(): void {
    if (!stoppedIn) return;
    stoppedIn = undefined;
    values.forget();
    onResumed();
  }
  return {
    leave,
    async enter(paused, exceptions) {
      const userFrames = paused.callFrames.filter((frame) => stacks.isOfUser(frame));
      // For example after a step that leads out of the script: no frame of the user is left.
      if (userFrames.length === 0 || !(await filter.shouldStop(paused, exceptions)))
        return void (await client.call('Debugger.resume'));
      stoppedIn = userFrames.map(({ callFrameId }) => callFrameId);
      const thrown = isException(paused) ? (paused.data as Runtime.RemoteObject | undefined) : undefined;
      onStopped({
        reason: isException(paused) ? 'exception' : reasonOf(paused, lastCommand),
        breakpoints: breakpoints.idsOf(paused.hitBreakpoints ?? []),
        exception: thrown ? await values.exceptionOf(thrown) : null,
        ...stacks.listed(userFrames),
        asyncFrames: stacks.asyncFrames(paused.asyncStackTrace),
      });
    },
    requireFrame(frame) {
      const callFrameId = requireStopped()[frame];
      if (callFrameId === undefined) throw codedError('DebuggerFailed', `There is no frame ${frame}.`);
      return callFrameId;
    },
    async resume(command) {
      requireStopped();
      lastCommand = command;
      // V8 releases the values with the command, and says only later that the script has resumed.
      leave();
      // This command may end the script, and its process may end before it answers.
      await Promise.race([client.closed, client.call(commands[command])]);
    },
    async pause() {
      lastCommand = 'pause';
      await pauseUntil(client, () => lastCommand !== 'pause' || stoppedIn !== undefined);
    },
  };
}

/** V8 ignores a pause request while the sandbox's own code runs, so the request is repeated until the script stops. */
async function pauseUntil(client: InspectorClient, isOver: () => boolean): Promise<void> {
  await client.call('Debugger.pause');
  const timer = setInterval(() => {
    if (isOver()) clearInterval(timer);
    else client.call('Debugger.pause').catch(() => clearInterval(timer));
  }, PAUSE_AGAIN_MS);
}

function reasonOf(
  { hitBreakpoints = [] }: Debugger.PausedEventDataType,
  lastCommand: DebugResume | 'pause' | undefined,
): DebugStop['reason'] {
  if (hitBreakpoints.length > 0) return 'breakpoint';
  if (lastCommand === 'pause') return 'pause';
  return lastCommand === undefined || lastCommand === 'continue' ? 'statement' : 'step';
}
