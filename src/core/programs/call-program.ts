/**
 * One call of an external program, from the script's words to its answer: options, file, command, consent, run,
 * verdict (external-programs, "States and transitions").
 */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { codedError, toFailure, type Failure } from '../../contract/errors.ts';
import type { GuestReply, ProgramCall } from '../../contract/guest-contract.ts';
import type { RunEventBody } from '../../contract/run-event.ts';
import { composeCommand, type ComposedCommand } from './compose-command.ts';
import type { Authorize } from './consent.ts';
import { findExecutable } from './find-executable.ts';
import { methodResult, withoutResultMark } from './jar-result.ts';
import { locateProgram } from './locate-program.ts';
import { readProgramOptions } from './program-options.ts';
import { remedyFor } from './remedies.ts';
import { renderCommand } from './render-command.ts';
import { spawnProgram, type ProgramExit } from './spawn-program.ts';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
type Via = 'execute' | 'executeAsync';

/** What every call of one run shares. */
export interface ProgramContext {
  /** The External Programs Directory. */
  directory: string;
  jarExecuter: string;
  env: NodeJS.ProcessEnv;
  authorize: Authorize;
  emit: (event: RunEventBody) => void;
  /** Told the id of each process group that is started, to end what it may leave behind. */
  onStarted: (pid: number) => void;
  nextCallId: () => number;
}

/** Never rejects: a failed call is an answer, with the fields of `ProgramError`. */
export async function callProgram(
  context: ProgramContext,
  via: Via,
  call: ProgramCall,
  signal: AbortSignal,
): Promise<GuestReply> {
  const place = call.line ? { line: call.line } : {};
  try {
    const { options, warnings } = readProgramOptions(call.options, via);
    const hints = call.convertedObject
      ? [...warnings, `An object was passed to ${call.file} as plain text; use JSON.stringify to pass its content.`]
      : warnings;
    for (const text of hints) context.emit({ type: 'console', level: 'warn', text, from: 'outrigger', ...place });
    const program = await locateProgram(context.directory, call.file);
    const composed = composeCommand({ program, args: call.args, options, jarExecuter: context.jarExecuter });
    await requireFolder(composed.cwd);
    const env = options.env ?? {};
    if (!(await context.authorize({ program, composed, env }, signal))) {
      throw codedError('NotAllowed', `${call.file} was not allowed to run.`);
    }
    signal.throwIfAborted();

    const callId = context.nextCallId();
    const command = renderCommand(composed.argv);
    context.emit({ type: 'program.started', callId, command, cwd: composed.cwd, via, ...place });
    const isMethod = composed.argv.includes(context.jarExecuter);
    const exit = await spawnProgram({
      argv: composed.argv,
      cwd: composed.cwd,
      env: mergeEnvironment(context.env, env),
      stdin: options.stdin,
      timeoutMs: options.timeout,
      maxOutput: options.maxOutput ?? MAX_OUTPUT_BYTES,
      signal,
      onStarted: context.onStarted,
      onLines: (stream, text) => {
        const shown = isMethod && stream === 'stdout' ? withoutResultMark(text) : text;
        if (shown) context.emit({ type: 'program.output', callId, stream, text: shown });
      },
    });
    const failure = await judge({ exit, via, composed, env: context.env, file: call.file });
    const { exitCode, durationMs } = exit;
    const end = { callId, exitCode, signal: exit.signal, durationMs };
    context.emit({ type: 'program.finished', ...end, ...(failure ? { failure } : {}) });
    if (!failure) {
      return { ok: true, value: withoutLastLineEnd(isMethod ? methodResult(exit.stdout) : exit.stdout) };
    }
    return refusal(failure, { ...exit, command });
  } catch (error) {
    const failure = signal.aborted ? stopped(call.file) : toFailure(error);
    context.emit({ type: 'program.refused', file: call.file, failure, ...place });
    return refusal(failure, {});
  }
}

const stopped = (file: string) => toFailure(codedError('Cancelled', `${file} was stopped.`));

/** The environment of the program: the application's, with the call's on top; null takes a variable away. */
function mergeEnvironment(base: NodeJS.ProcessEnv, changes: Record<string, string | null>): NodeJS.ProcessEnv {
  const merged = { ...base };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete merged[name];
    else merged[name] = value;
  }
  return merged;
}

async function requireFolder(cwd: string): Promise<void> {
  const found = await stat(cwd).catch(() => undefined);
  if (!found?.isDirectory())
    throw codedError('WorkingDirectoryNotFound', `The working directory ${cwd} does not exist.`);
}

/** ONE line end at the end of stdout is not part of the result (external-programs-decisions, "result"). */
export function withoutLastLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}

interface Verdict {
  exit: ProgramExit;
  via: Via;
  composed: ComposedCommand;
  env: NodeJS.ProcessEnv;
  file: string;
}

async function judge({ exit, via, composed, env, file }: Verdict): Promise<Failure | undefined> {
  const name = path.basename(file);
  if (exit.endedBy === 'start') return couldNotStart(exit, composed, env);
  if (exit.endedBy === 'stop') return stopped(file);
  if (exit.endedBy === 'timeout') {
    return toFailure(codedError('ProgramTimeout', `${name} ran longer than its timeout and was ended.`));
  }
  if (exit.endedBy === 'output') {
    return toFailure(codedError('OutputTooLarge', `${name} printed more than its limit and was ended.`));
  }
  const stderr = ownStderr(exit.stderr);
  const failed = via === 'execute' ? stderr !== '' : exit.exitCode !== 0;
  if (!failed) return undefined;
  const how = exit.signal ? `was ended by ${exit.signal}` : `failed with exit code ${exit.exitCode}`;
  const what = exit.exitCode === 0 ? 'wrote to stderr' : how;
  const said = lastLine(stderr);
  const { exitCode, stdout } = exit;
  const remedy = remedyFor({ argv: composed.argv, stdout, stderr, via, exitCode });
  return toFailure(codedError('ProgramFailed', `${name} ${what}${said ? `: ${said}` : '.'}`, remedy));
}

async function couldNotStart(exit: ProgramExit, composed: ComposedCommand, env: NodeJS.ProcessEnv): Promise<Failure> {
  const [command] = composed.argv;
  if (exit.startError?.code === 'E2BIG') {
    return toFailure(
      codedError('InvalidCall', 'The parameters are too long for a command line.', 'Use the option "stdin".'),
    );
  }
  if (exit.startError?.code !== 'ENOENT') {
    return toFailure(codedError('ProgramFailed', `${command} could not be started: ${exit.startError?.message ?? ''}`));
  }
  const message = `${command} was not found on the PATH.`;
  if (command === 'python' && (await findExecutable('python3', env))) {
    return toFailure(
      codedError('InterpreterNotFound', message, 'Use pm.executeAsync with the option command: "python3".'),
    );
  }
  const install = composed.language && composed.argv[0] === composed.language.prefix[0] && composed.language.install;
  const remedy = install && `Install ${install}, or name another program with the option "command" of pm.executeAsync.`;
  return toFailure(codedError('InterpreterNotFound', message, remedy || undefined));
}

/** The Java launcher announces its options on stderr; that is not the program speaking. */
function ownStderr(stderr: string): string {
  return stderr.replace(/^(Picked up \w*JAVA\w*OPTIONS:.*|NOTE: Picked up .*)\r?\n?/gm, '');
}

function lastLine(text: string): string {
  return text.trimEnd().split(/\r?\n/).at(-1)?.trim().slice(0, 500) ?? '';
}

function refusal(failure: Failure, exit: Partial<ProgramExit> & { command?: string }): GuestReply {
  return {
    ok: false,
    error: {
      message: `${failure.message} ${failure.remedy}`,
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
