/** Which programs a run of the command line may start. */
import path from 'node:path';
import { codedError } from '../contract/errors.ts';
import type { ConsentAnswer, ConsentQuestion } from '../contract/host-contract.ts';
import { locateProgram } from '../core/programs/call/locate-program.ts';
import { createAuthorize, type Authorize } from '../core/programs/trust/consent.ts';
import type { TrustStore } from '../core/programs/trust/trust-store.ts';
import { askOnTerminal } from './ask-on-terminal.ts';

/** The flags decide first, then what is trusted already, then a question where somebody can answer. */
export function authorizeByFlags(
  { allowPrograms, allowProgram = [] }: { allowPrograms?: boolean | undefined; allowProgram?: string[] | undefined },
  directory: string,
  trust: TrustStore,
): Authorize {
  if (allowPrograms) return () => Promise.resolve(true);
  const allowed = new Set(allowProgram.map((file) => locateProgram(directory, file).file));
  const askOrTrust = createAuthorize(trust, askOrRefuse);
  return async (request, signal) => allowed.has(request.program.file) || askOrTrust(request, signal);
}

/** Asks on the terminal. @throws NotAllowed where there is none, with the flag that allows the program */
export async function askOrRefuse(question: ConsentQuestion, signal: AbortSignal): Promise<ConsentAnswer> {
  if (process.stdin.isTTY && process.stderr.isTTY) return askOnTerminal(question, signal);
  const name = path.relative(question.directory, question.file);
  throw codedError(
    'NotAllowed',
    `${name} may not run: nobody can be asked here.`,
    `Allow it with --allow-program ${name}, or all programs with --allow-programs.`,
  );
}
