/** One call of an external program: options, file, command, consent, run, outcome. */
import { codedError, toFailure } from '../../../contract/errors.ts';
import { abortable } from '../../platform/abortable.ts';
import type { ProgramCall, SendPiece } from '../../../contract/scripts/guest-contract.ts';
import type { ProgramCaller } from '../../../contract/scripts/programs.ts';
import type { GuestReply } from '../../../contract/scripts/to-guest.ts';
import type { ProgramFailure, RunEventBody } from '../../../contract/runs/run-event.ts';
import { composeCommand, type ResolvedCommand } from './compose-command.ts';
import type { Authorize } from '../trust/consent.ts';
import { methodResult, withoutResultMark } from '../jar/jar-result.ts';
import type { WarmCall, WarmJava } from '../jar/warm-java.ts';
import { locateProgram } from './locate/locate-program.ts';
import { isUtf8, outputEncoding } from '../../processes/output/output-decoder.ts';
import type { ProgramGroups } from '../../processes/ending/process-groups.ts';
import { readProgramOptions, type ProgramOptions } from './program-options.ts';
import { INPUT_FILE, needsInputFile, renderCommand } from './printed-command/render-command.ts';
import { resolveExecutable } from './locate/resolve-executable.ts';
import { sendEarly } from './send-early.ts';
import { spawnProgram, type ProgramExit } from '../../processes/spawn-program.ts';
import type { StartProgram } from '../../processes/start-program.ts';
import { exitToFailure, stopped, type Via } from './exit-to-failure.ts';
import { checkWorkingDirectory } from './locate/working-directory.ts';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** The environment that all calls of one script share. */
export interface ProgramContext {
  /** Named by the question to the person. */
  caller: ProgramCaller;
  /** The programs directory. */
  directory: string;
  jarExecuter: string;
  env: NodeJS.ProcessEnv;
  authorize: Authorize;
  emit: (event: RunEventBody) => void;
  groups: Pick<ProgramGroups, 'started' | 'ended'>;
  /** Default: this process starts programs. */
  start?: StartProgram;
  nextCallId: () => number;
  /** Limits the number of programs that run at the same time; others wait for their turn. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Timeout in milliseconds for calls without one; read at each call. Absent: no timeout. */
  defaultTimeoutMs?: () => number | undefined;
  /** JVMs that are reused between calls, for `warm`; absent: such a call starts a JVM of its own. */
  warmJava?: WarmJava | undefined;
  /** Default: this system's. Tests pass another one. */
  platform?: NodeJS.Platform;
}

export interface CallOptions {
  /** The function of `pm` that the script has called. */
  via: Via;
  signal: AbortSignal;
  /** Sends the output to the script while it arrives. */
  sendPiece?: SendPiece | undefined;
}

/** Never rejects: a failed call is a result with the fields of `ProgramError`. */
export async function callProgram(
  context: ProgramContext,
  call: ProgramCall,
  options: CallOptions,
): Promise<GuestReply> {
  const { via, signal } = options;
  try {
    const preparedCall = await prepare(context, via, call);
    const { program, composed } = preparedCall;
    const permission = await context.authorize({ program, composed, caller: context.caller }, signal);
    if (!permission) throw codedError('NotAllowed', `${call.file} was not allowed to run.`);
    const run = (context: ProgramContext) =>
      takeTurn(context, signal, async () => {
        // The file could have been replaced while the call waited for its turn.
        if (permission !== true) await permission();
        return execute(context, { ...preparedCall, call }, options);
      });
    const warmCall = warmCallOf(context, preparedCall);
    if (!warmCall || !context.warmJava) return await run(context);
    // A warm JVM outlives the run, so it is not one of the run's processes.
    const groups = { started: () => undefined, ended: () => undefined };
    return await context.warmJava.use(warmCall, signal, (start) => run({ ...context, start, groups }));
  } catch (error) {
    const failure = signal.aborted ? stopped(call.file, signal) : toFailure(error);
    context.emit({ type: 'program.refused', file: call.file, failure, ...placeOf(call) });
    return refusal(failure, {});
  }
}

/** Does work in its turn. Stop ends the waiting at once: the programs before it may be those of another run. */
async function takeTurn<T>(
  { inTurn }: Pick<ProgramContext, 'inTurn'>,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const turn = Promise.withResolvers<void>();
  const done = inTurn(() => {
    turn.resolve();
    signal.throwIfAborted();
    return work();
  });
  // Rejects later than this call where it was stopped before its turn.
  done.catch(() => undefined);
  await abortable(Promise.race([turn.promise, done]), signal);
  return done;
}

interface PreparedCall {
  program: Awaited<ReturnType<typeof locateProgram>>;
  composed: ResolvedCommand;
  options: ProgramOptions;
  encoding: string;
}

/** The call for a warm JVM, or undefined when the call is not warm. */
function warmCallOf({ warmJava }: ProgramContext, { program, composed, options }: PreparedCall): WarmCall | undefined {
  const { method, executable, cwd, environment } = composed;
  if (!method || !(options.warm ?? warmJava?.isWarm(program.file))) return undefined;
  const { signature, parameters, warmArgv } = method;
  const { stdin } = options;
  return { jar: program.file, argv: warmArgv, executable, cwd, env: environment, signature, parameters, stdin };
}

/** Finds every mistake that can be found before the program is started. */
async function prepare(context: ProgramContext, via: Via, call: ProgramCall): Promise<PreparedCall> {
  const { platform = process.platform, jarExecuter, env: base } = context;
  const { options, warnings } = readProgramOptions(call.options, via);
  const hints = call.convertedObject
    ? [...warnings, `An object was passed to ${call.file} as plain text; use JSON.stringify to pass its content.`]
    : warnings;
  for (const text of hints) context.emit({ type: 'console', level: 'warn', text, from: 'outrigger', ...placeOf(call) });
  const encoding = outputEncoding(options.windowsEncoding, platform);
  const nul = call.args.findIndex((text) => text.includes('\0'));
  if (nul >= 0) throw codedError('InvalidCall', `Parameter ${nul + 1} of ${call.file} contains a NUL character.`);
  const program = locateProgram(context.directory, call.file);
  const composed = composeCommand({ program, args: call.args, options, jarExecuter, environment: base, platform });
  // The existence of the programs directory itself has already been checked.
  if (composed.cwd !== program.directory) await checkWorkingDirectory(composed.cwd);
  return {
    program,
    composed: await resolveExecutable(composed, base, platform),
    options,
    // JarExecuter writes UTF-8 on every system.
    encoding: composed.isMethod ? 'utf-8' : encoding,
  };
}

async function execute(
  context: ProgramContext,
  { program, composed, options, encoding, call }: PreparedCall & { call: ProgramCall },
  { via, signal, sendPiece }: CallOptions,
): Promise<GuestReply> {
  const callId = context.nextCallId();
  const { argv, executable, cwd, isMethod, environment } = composed;
  const stdin = composed.stdin ?? options.stdin;
  const command = renderCommand({ argv, executable, env: composed.env, cwd, stdin }, context.platform);
  context.emit({ type: 'program.started', callId, file: call.file, command, executable, cwd, via, ...placeOf(call) });
  if (needsInputFile(stdin, context.platform)) {
    const text = `To paste the command of ${call.file}, save its standard input as ${INPUT_FILE} in ${cwd} first.`;
    context.emit({ type: 'console', level: 'info', text, from: 'outrigger', ...placeOf(call) });
  }
  // The output of a method and its return value can be separated only at the end.
  const early = sendPiece && !isMethod && isUtf8(encoding) ? sendEarly(sendPiece) : undefined;
  const limits = {
    timeoutMs: options.timeout ?? context.defaultTimeoutMs?.(),
    maxOutput: options.maxOutput ?? MAX_OUTPUT_BYTES,
  };
  const exit = await spawnProgram({
    argv,
    executable,
    cwd,
    env: environment,
    stdin,
    ...limits,
    encoding,
    signal,
    start: context.start,
    onStarted: context.groups.started,
    onEnded: context.groups.ended,
    ...(early ? { onStdout: early.take } : {}),
    onLines: (stream, text) => {
      const output = isMethod && stream === 'stdout' ? withoutResultMark(text) : text;
      if (output) context.emit({ type: 'program.output', callId, stream, text: output });
    },
  });
  const failure = exitToFailure({ exit, via, composed, program, file: call.file, limits, signal });
  const end = { callId, exitCode: exit.exitCode, signal: exit.signal, durationMs: exit.durationMs };
  context.emit({ type: 'program.finished', ...end, ...(failure ? { failure } : {}) });
  if (failure) return refusal(failure, { ...exit, command });
  const unsent = early?.unsent();
  if (unsent !== undefined) return { ok: true, value: withoutLastLineEnd(unsent) };
  return { ok: true, value: withoutLastLineEnd(isMethod ? methodResult(exit.stdout) : exit.stdout) };
}

const placeOf = ({ line }: ProgramCall) => (line ? { line } : {});

/** Exactly one line end at the end of stdout is not part of the result. */
function withoutLastLineEnd(text: string): string {
  if (!text.endsWith('\n')) return text;
  return text.slice(0, text.endsWith('\r\n') ? -2 : -1);
}

function refusal(failure: ProgramFailure, exit: Partial<ProgramExit> & { command?: string }): GuestReply {
  return {
    ok: false,
    error: {
      message: failure.message,
      ...(failure.remedy ? { remedy: failure.remedy } : {}),
      ...(failure.file === undefined ? {} : { file: failure.file, line: failure.line }),
      code: failure.code,
      exitCode: exit.exitCode ?? null,
      signal: exit.signal ?? null,
      stdout: exit.stdout ?? '',
      stderr: exit.stderr ?? '',
      command: exit.command ?? '',
      durationMs: exit.durationMs ?? 0,
    },
  };
}
