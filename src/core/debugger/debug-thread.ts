/** One sandbox process that is debugged: its breakpoints, where it is stopped, and what can be asked there. */
import type { Debugger, Runtime } from 'node:inspector';
import { codedError } from '../../contract/errors.ts';
import type {
  Breakpoint,
  BreakpointState,
  DebugProperties,
  DebugResume,
  DebugStop,
  DebugValue,
  ExceptionStops,
} from '../../contract/debugger-calls.ts';
import { createBreakpoints } from './breakpoints.ts';
import { createEditedLines } from './edited-lines.ts';
import { createExceptionFilter, isException } from './exception-stops.ts';
import { connectInspector } from './inspector-client.ts';
import { createRemoteValues } from './remote-values.ts';
import { createStackReader } from './stack-reader.ts';
import type { SandboxScript } from '../sandbox-process/sandbox-pool.ts';

/** An expression of the debug console is ended after this time. */
const EVALUATE_MS = 5000;
/** Awaited work is followed back so many times. */
const ASYNC_DEPTH = 8;
/** Scripts that are not the user's: those of Node, and of the sandbox. */
const INTERNAL = ['^node:', '^file:', '^outrigger:'];

const commands: Record<DebugResume, string> = {
  continue: 'Debugger.resume',
  'step-over': 'Debugger.stepOver',
  'step-into': 'Debugger.stepInto',
  'step-out': 'Debugger.stepOut',
};

export interface DebugSettings {
  breakpoints: readonly Breakpoint[];
  exceptions: ExceptionStops;
}
export interface DebugThread {
  change(settings: DebugSettings): Promise<void>;
  /** @throws DebuggerFailed when it is not stopped */
  resume(how: DebugResume): Promise<void>;
  pause(): Promise<void>;
  /** @throws DebuggerFailed when the handle is of an earlier stop */
  properties(handle: number): Promise<DebugProperties>;
  /** @throws DebuggerFailed when it is not stopped in such a frame */
  evaluate(frame: number, expression: string): Promise<{ value: DebugValue; threw: boolean }>;
  close(): void;
}
export interface DebugThreadOptions {
  /** Of the inspector. */
  address: string;
  /** The script that the process runs; left out where only modules and named scripts are debugged. */
  script?: SandboxScript | undefined;
  settings: DebugSettings;
  onStopped: (stop: Omit<DebugStop, 'runId' | 'thread'>) => void;
  /** It runs again, or its process has ended. */
  onResumed: () => void;
  onBreakpoints: (states: BreakpointState[]) => void;
  /** An expression did not end, and has taken the script with it. */
  onBroken: (reason: string) => void;
}

const PAUSE_AGAIN_MS = 50;

/** Resolves when its breakpoints are set, before its script begins. @throws DebuggerFailed */
export async function attachDebugThread(options: DebugThreadOptions): Promise<DebugThread> {
  const { onStopped, onResumed, onBreakpoints } = options;
  let stoppedIn: string[] | undefined;
  const handlers: Record<string, (params: never) => void> = {
    'Debugger.scriptParsed': (script: Debugger.ScriptParsedEventDataType) => stacks.addScript(script),
    'Runtime.executionContextCreated': ({ context }: Runtime.ExecutionContextCreatedEventDataType) =>
      stacks.addContext(context),
    'Debugger.breakpointResolved': (resolved: Debugger.BreakpointResolvedEventDataType) =>
      breakpoints.resolve(resolved),
    'Debugger.paused': (paused: Debugger.PausedEventDataType) => void stop(paused).catch(() => undefined),
    'Debugger.resumed': () => leave(),
  };
  const client = await connectInspector(options.address, (method, params) => handlers[method]?.(params as never));
  const values = createRemoteValues(client);
  const edited = createEditedLines(options.script);
  const stacks = createStackReader(values, edited);
  const filter = createExceptionFilter(client, stacks);
  const breakpoints = createBreakpoints({
    ...{ client, edited, onChanged: onBreakpoints },
    context: () => stacks.scriptContext(),
  });

  async function stop(paused: Debugger.PausedEventDataType): Promise<void> {
    const shown = paused.callFrames.filter((frame) => stacks.isOfUser(frame));
    // Such as a step that leads out of the script: there is nothing to see.
    if (shown.length === 0 || !(await filter.wants(paused, exceptions)))
      return void (await client.call('Debugger.resume'));
    stoppedIn = shown.map(({ callFrameId }) => callFrameId);
    onStopped({
      reason: isException(paused) ? 'exception' : reasonOf(paused),
      breakpoints: breakpoints.idsOf(paused.hitBreakpoints ?? []),
      exception:
        isException(paused) && paused.data ? await values.exceptionOf(paused.data as Runtime.RemoteObject) : null,
      frames: shown.map(stacks.frame),
      asyncFrames: stacks.asyncFrames(paused.asyncStackTrace),
    });
  }
  let lastCommand: DebugResume | 'pause' | undefined;
  function reasonOf({ hitBreakpoints = [] }: Debugger.PausedEventDataType): DebugStop['reason'] {
    if (hitBreakpoints.length > 0) return 'breakpoint';
    if (lastCommand === 'pause') return 'pause';
    return lastCommand === undefined || lastCommand === 'continue' ? 'statement' : 'step';
  }
  function leave(): void {
    if (!stoppedIn) return;
    stoppedIn = undefined;
    values.forget();
    onResumed();
  }
  function requireStopped(): string[] {
    if (stoppedIn) return stoppedIn;
    throw codedError('DebuggerFailed', 'The script is not stopped.', 'Pause it, or set a breakpoint.');
  }
  let exceptions: ExceptionStops = 'none';
  async function change(settings: DebugSettings): Promise<void> {
    exceptions = settings.exceptions;
    await client.call('Debugger.setPauseOnExceptions', { state: exceptions === 'none' ? 'none' : 'all' });
    await breakpoints.set(settings.breakpoints);
  }

  void client.closed.then((broken) => {
    leave();
    // Without a debugger the script would go on.
    if (broken !== undefined) options.onBroken(`The connection of the debugger has broken off: ${broken}.`);
  });
  await Promise.all([
    client.call('Runtime.enable'),
    client.call('Debugger.enable', { maxScriptsCacheSize: 0 }),
    client.call('Debugger.setBlackboxPatterns', { patterns: INTERNAL }),
    client.call('Debugger.setAsyncCallStackDepth', { maxDepth: ASYNC_DEPTH }),
  ]);
  await change(options.settings);

  return {
    change,
    async resume(how) {
      requireStopped();
      lastCommand = how;
      // The script may end with this command, and its process before it has answered.
      await Promise.race([client.closed, client.call(commands[how])]);
    },
    async pause() {
      lastCommand = 'pause';
      await client.call('Debugger.pause');
      // V8 drops a pause that comes while the sandbox's own code runs: it is asked for until the script stops.
      const again = setInterval(() => {
        if (lastCommand !== 'pause' || stoppedIn) clearInterval(again);
        else client.call('Debugger.pause').catch(() => clearInterval(again));
      }, PAUSE_AGAIN_MS);
    },
    async properties(handle) {
      const found = await values.properties(handle);
      if (found) return found;
      throw codedError('DebuggerFailed', 'The script has gone on: this value is not there any more.');
    },
    async evaluate(frame, expression) {
      const callFrameId = requireStopped()[frame];
      if (callFrameId === undefined) throw codedError('DebuggerFailed', `There is no frame ${frame}.`);
      try {
        const { result, exceptionDetails } = await client.call<Debugger.EvaluateOnCallFrameReturnType>(
          'Debugger.evaluateOnCallFrame',
          { callFrameId, expression, silent: true, includeCommandLineAPI: false, timeout: EVALUATE_MS },
        );
        return { value: values.valueOf(result), threw: exceptionDetails !== undefined };
      } catch (error) {
        if (!/terminated/.test((error as Error).message)) throw error;
        const text = `The expression did not end within ${EVALUATE_MS / 1000} s; the script was ended with it.`;
        options.onBroken(text);
        return { value: { type: 'error', text, handle: null }, threw: true };
      }
    },
    close: () => client.close(),
  };
}
