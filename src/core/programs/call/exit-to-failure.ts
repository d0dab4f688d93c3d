/** Translates the end of a program into the result for the script that called it. */
import path from 'node:path';
import { codedError, toFailure } from '../../../contract/errors.ts';
import type { ProgramFailure } from '../../../contract/runs/run-event.ts';
import { hasWritten, lastLineOf, printedLines } from '../languages/printed-lines.ts';
import type { ComposedCommand } from './compose-command.ts';
import type { LocatedProgram } from './locate/locate-program.ts';
import { locateSource } from './locate/locate-source.ts';
import { remedyFor } from './remedies.ts';
import { notSplit } from './locate/resolve-executable.ts';
import type { ProgramExit } from '../../processes/spawn-program.ts';

export type Via = 'execute' | 'executeAsync';

/** @param signal of the call; its reason, where it is a coded error, says why the call was stopped. */
export function stopped(file: string, signal: AbortSignal): ProgramFailure {
  const { code, message, remedy } = toFailure(signal.reason);
  if (code !== 'Cancelled') return toFailure(codedError('Cancelled', `${file} was stopped.`));
  return toFailure(codedError('Cancelled', `${file} was stopped. ${message}`, remedy));
}

const MAX_MESSAGE = 2000;
const MAX_LAST_LINE = 500;

interface EndedProgram {
  exit: ProgramExit;
  via: Via;
  composed: ComposedCommand;
  program: LocatedProgram;
  /** The file as the script has named it. */
  file: string;
  /** The longest duration in milliseconds, and the bytes of stdout, and of stderr, that it may print. */
  limits: { timeoutMs: number | undefined; maxOutput: number };
  /** Ends the program when it aborts. */
  signal: AbortSignal;
}

/** Whether the call has failed (docs/external-programs.md, "When a call fails"), and the remedy. */
export function exitToFailure({
  exit,
  via,
  composed,
  program,
  file,
  limits,
  signal,
}: EndedProgram): ProgramFailure | undefined {
  const name = path.basename(file);
  if (exit.endedBy === 'start') return couldNotStart(exit, composed);
  if (exit.endedBy === 'stop') return stopped(file, signal);
  if (exit.endedBy === 'timeout') {
    return toFailure(
      codedError('ProgramTimeout', `${name} ran longer than its timeout of ${limits.timeoutMs} ms and was ended.`),
    );
  }
  if (exit.endedBy === 'output') {
    return toFailure(
      codedError('OutputTooLarge', `${name} printed more than its limit of ${limits.maxOutput} bytes and was ended.`),
    );
  }
  if (via === 'execute' ? !hasWritten(exit.stderr) : exit.exitCode === 0) return undefined;
  const stderr = printedLines(exit.stderr);
  const stdout = printedLines(exit.stdout);
  const remedy = remedyFor({ argv: composed.argv, stdout, stderr, via, exitCode: exit.exitCode }) ?? '';
  const sourceError = exit.signal ? undefined : composed.language?.findError(stderr, stdout);
  if (!sourceError?.message) {
    const ending = exit.signal ? `was ended by ${exit.signal}` : `failed with exit code ${exit.exitCode}`;
    const last = lastLineOf(stderr)?.slice(0, MAX_LAST_LINE);
    const message = `${name} ${exit.exitCode === 0 ? 'wrote to stderr' : ending}${last ? `: ${last}` : '.'}`;
    return toFailure(codedError('ProgramFailed', message, remedy));
  }
  const source = locateSource(sourceError.places, { program, cwd: composed.cwd });
  const place = source.file === undefined ? '' : ` (${source.file}:${source.line})`;
  const message = `${sourceError.message.slice(0, MAX_MESSAGE)}${place}`;
  return { ...toFailure(codedError('ProgramFailed', message, remedy)), ...source };
}

function couldNotStart({ startError }: ProgramExit, { argv }: ComposedCommand): ProgramFailure {
  if (startError?.code === 'ENOENT') {
    return toFailure(codedError('InterpreterNotFound', `${argv[0]} does not exist.`, notSplit(argv[0])));
  }
  if (startError?.code === 'E2BIG') {
    const message = 'The parameters are too long for a command line.';
    return toFailure(codedError('InvalidCall', message, 'Use the option "stdin".'));
  }
  return toFailure(codedError('ProgramFailed', `${argv[0]} could not be started: ${startError?.message ?? ''}`));
}
