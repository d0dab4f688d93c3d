/** What the end of a program means for the script that called it. */
import path from 'node:path';
import { codedError, toFailure, type Failure } from '../../../contract/errors.ts';
import type { ComposedCommand } from './compose-command.ts';
import { findExecutable } from '../../processes/find-executable.ts';
import { remedyFor } from './remedies.ts';
import type { ProgramExit } from '../../processes/spawn-program.ts';

export type Via = 'execute' | 'executeAsync';

export const stopped = (file: string): Failure => toFailure(codedError('Cancelled', `${file} was stopped.`));

interface Verdict {
  exit: ProgramExit;
  via: Via;
  composed: ComposedCommand;
  env: NodeJS.ProcessEnv;
  file: string;
}

/** Whether the call has failed (external-programs, "A call ends in one of two outcomes"), and what to do then. */
export async function judge({ exit, via, composed, env, file }: Verdict): Promise<Failure | undefined> {
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
  // What the method has thrown is what went wrong; that it came through a jar is known.
  const thrown = composed.isMethod && exitCode === 1 ? firstLine(stderr) : '';
  if (thrown) return toFailure(codedError('ProgramFailed', thrown, remedy));
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

const firstLine = (text: string) => text.trimStart().split(/\r?\n/)[0]?.trim().slice(0, 2000) ?? '';

function lastLine(text: string): string {
  return text.trimEnd().split(/\r?\n/).at(-1)?.trim().slice(0, 500) ?? '';
}
