/** One debugged sandbox process: its breakpoints, its stop, and the evaluation of expressions there. */
import type { Debugger, Runtime } from 'node:inspector';
import pLimit from 'p-limit';
import { codedError } from '../../contract/errors.ts';
import type {
  Breakpoint,
  BreakpointState,
  DebugProperties,
  DebugResume,
  DebugValue,
  ExceptionStops,
} from '../../contract/debugger/debugger-calls.ts';
import { createBreakpoints } from './breakpoints/breakpoints.ts';
import { createEditedLines } from './lines/edited-lines.ts';
import { connectInspector, type InspectorClient } from './inspector/inspector-client.ts';
import { createRemoteValues } from './inspector/remote-values.ts';
import { createStackReader } from './inspector/stack-reader.ts';
import { createStops, type ThreadStop } from './breakpoints/stops.ts';
import type { SandboxScript } from '../sandbox-process/pool/sandbox-pool.ts';

/** An expression of the debug console is cancelled after this time, in milliseconds. */
const EVALUATE_MS = 5000;
/** Asynchronous stacks are followed back over this many awaits. */
const ASYNC_DEPTH = 8;
/** URLs of scripts that are not the user's: those of Node and of the sandbox. */
const INTERNAL = ['^node:', '^file:', '^outrigger:'];

export interface StopConditions {
  breakpoints: readonly Breakpoint[];
  exceptions: ExceptionStops;
}
interface EvaluationResult {
  value: DebugValue;
  threw: boolean;
}
export interface DebugThread {
  change(conditions: StopConditions): Promise<void>;
  /** @throws DebuggerFailed when it is not stopped */
  resume(command: DebugResume): Promise<void>;
  pause(): Promise<void>;
  /** @throws DebuggerFailed when the handle is of an earlier stop */
  properties(handle: number): Promise<DebugProperties>;
  /** @throws DebuggerFailed when it is not stopped in such a frame */
  evaluate(frame: number, expression: string): Promise<EvaluationResult>;
  /** The result is an error where the expression would have a side effect. @throws DebuggerFailed like `evaluate` */
  evaluateReadOnly(frame: number, expression: string): Promise<EvaluationResult>;
  close(): void;
}
export interface DebugThreadOptions {
  /** The address of the inspector. */
  address: string;
  /** The script that the process runs; absent where only modules and named scripts are debugged. */
  script?: SandboxScript | undefined;
  conditions: StopConditions;
  onStopped: (stop: ThreadStop) => void;
  /** The script continues, or its process has ended. */
  onResumed: () => void;
  onBreakpoints: (states: BreakpointState[]) => void;
  /** An expression did not end in time, and the script was ended with it. */
  onBroken: (reason: string) => void;
}

/** Resolves when the breakpoints are set, before the script begins. @throws DebuggerFailed */
export async function attachDebugThread(options: DebugThreadOptions): Promise<DebugThread> {
  const { onStopped, onResumed, onBreakpoints, onBroken } = options;
  let exceptions: ExceptionStops = 'none';
  const handlers: Record<string, (params: never) => void> = {
    'Debugger.scriptParsed': (script: Debugger.ScriptParsedEventDataType) => stacks.addScript(script),
    'Runtime.executionContextCreated': ({ context }: Runtime.ExecutionContextCreatedEventDataType) =>
      stacks.addContext(context),
    'Debugger.breakpointResolved': (resolved: Debugger.BreakpointResolvedEventDataType) =>
      breakpoints.resolve(resolved),
    'Debugger.paused': (paused: Debugger.PausedEventDataType) =>
      // Without a stop that is shown, nobody could continue the script. After the end of the process this does nothing.
      void stops
        .enter(paused, exceptions)
        .catch((error: unknown) => client.breakOff(`its stop: ${(error as Error).message}`)),
    'Debugger.resumed': () => stops.leave(),
  };
  const client = await connectInspector(options.address, (method, params) => handlers[method]?.(params as never));
  const values = createRemoteValues(client);
  const editedLines = createEditedLines(options.script);
  const stacks = createStackReader(values, editedLines);
  const breakpoints = createBreakpoints({ client, edited: editedLines, onChanged: onBreakpoints, stacks });
  const stops = createStops({ client, values, stacks, breakpoints, onStopped, onResumed });
  void client.closed.then((reason) => {
    stops.leave();
    // If the connection is lost, the script has to end: without a debugger it would continue unattended.
    if (reason !== undefined) onBroken(`The connection to the debugger was lost: ${reason}.`);
  });

  async function apply(conditions: StopConditions): Promise<void> {
    exceptions = conditions.exceptions;
    await client.call('Debugger.setPauseOnExceptions', { state: exceptions === 'none' ? 'none' : 'all' });
    await breakpoints.set(conditions.breakpoints);
  }
  /** V8 refuses a breakpoint whose predecessor at the same place is not removed yet. */
  const inTurn = pLimit(1);
  const change = (conditions: StopConditions) => inTurn(() => apply(conditions));
  async function evaluate(frame: number, question: AskedExpression): Promise<EvaluationResult> {
    const answer = await evaluateExpression(client, stops.requireFrame(frame), question);
    if (answer) return { value: values.valueOf(answer.result), threw: answer.exceptionDetails !== undefined };
    const text = `The expression did not finish within ${EVALUATE_MS / 1000} s, so the script was ended.`;
    onBroken(text);
    return { value: { type: 'error', text, handle: null }, threw: true };
  }
  await enableDebugger(client);
  await change(options.conditions);

  return {
    change,
    resume: stops.resume,
    pause: stops.pause,
    async properties(handle) {
      const properties = await values.properties(handle);
      if (properties) return properties;
      throw codedError('DebuggerFailed', 'The script has continued: this value is no longer available.');
    },
    evaluate: (frame, expression) => evaluate(frame, { expression }),
    evaluateReadOnly: (frame, expression) => evaluate(frame, { expression, throwOnSideEffect: true }),
    close: () => client.close(),
  };
}

async function enableDebugger(client: InspectorClient): Promise<void> {
  await Promise.all([
    client.call('Runtime.enable'),
    client.call('Debugger.enable', { maxScriptsCacheSize: 0 }),
    client.call('Debugger.setBlackboxPatterns', { patterns: INTERNAL }),
    client.call('Debugger.setAsyncCallStackDepth', { maxDepth: ASYNC_DEPTH }),
  ]);
}

type AskedExpression = Pick<Debugger.EvaluateOnCallFrameParameterType, 'expression' | 'throwOnSideEffect'>;

/** @returns undefined when the expression did not end in time, which has ended the script. @throws DebuggerFailed */
async function evaluateExpression(
  client: InspectorClient,
  callFrameId: string,
  expression: AskedExpression,
): Promise<Debugger.EvaluateOnCallFrameReturnType | undefined> {
  try {
    return await client.call<Debugger.EvaluateOnCallFrameReturnType>('Debugger.evaluateOnCallFrame', {
      ...expression,
      callFrameId,
      silent: true,
      includeCommandLineAPI: false,
      generatePreview: true,
      timeout: EVALUATE_MS,
    });
  } catch (error) {
    if (/terminated/.test((error as Error).message)) return undefined;
    throw error;
  }
}
