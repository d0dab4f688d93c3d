/** Decides which programs a run of the command line may start. */
import path from 'node:path';
import { countText } from '../../contract/count-text.ts';
import { codedError } from '../../contract/errors.ts';
import type { ConsentAnswer, ConsentQuestion } from '../../contract/scripts/programs.ts';
import { authorizeByLock } from '../../core/programs/lock/authorize-by-lock.ts';
import type { Lock } from '../../core/programs/lock/lock-file.ts';
import { locateProgram } from '../../core/programs/call/locate/locate-program.ts';
import { createAuthorize, type Authorize, type ConsentRequest } from '../../core/programs/trust/consent.ts';
import {
  describeAdditions,
  identifyProgram,
  type ProgramIdentity,
} from '../../core/programs/trust/program-identity.ts';
import type { TrustStore } from '../../core/programs/trust/trust-store.ts';
import { askOnTerminal } from '../console/ask-on-terminal.ts';

/** The flags decide first, then stored trust, then a question if there is a terminal. */
export function authorizeByFlags(
  { allowPrograms, allowProgram = [] }: { allowPrograms?: boolean | undefined; allowProgram?: string[] | undefined },
  directory: string,
  trust: TrustStore,
): Authorize {
  if (allowPrograms) return () => Promise.resolve(true);
  const allowedPrograms = new Map(allowProgram.map((text) => readAllowed(directory, text)));
  const askOrTrust = createAuthorize(trust, (question, signal) => {
    const flag = allowedPrograms.get(question.file) === undefined ? 'file' : 'content';
    return askOrRefuse(question, signal, allowedPrograms.has(question.file) ? flag : undefined);
  });
  return async (request, signal) => {
    const { file } = request.program;
    if (!allowedPrograms.has(file)) return askOrTrust(request, signal);
    const identity = await identifyProgram(request);
    const sha256 = allowedPrograms.get(file);
    const isCovered = describeAdditions(identity).length === 0 && (sha256 === undefined || isAlone(identity));
    if (!isCovered) return askOrTrust(request, signal);
    return sha256 === undefined || (() => requireContent(request, sha256));
  };
}

/** Whether all code of the program is in its file, as far as that is known. */
const isAlone = ({ sources, problem }: ProgramIdentity) => Object.keys(sources).length === 0 && problem === undefined;

/**
 * Allows exactly the programs in a lock file.
 * @param lockName `<file>` of a lock that was approved on this computer, or `<file>@<sha256>` with the hash of its content
 * @throws NotAllowed when the content differs from the approved one
 */
export async function authorizeByLockFile(
  lockName: string,
  readLock: (file: string) => Promise<Lock>,
  trust: TrustStore,
): Promise<Authorize> {
  const { file, sha256 } = splitHash(lockName);
  const lock = await readLock(file);
  if (sha256 === undefined ? !(await trust.coversLock(lock.sha256)) : sha256 !== lock.sha256) {
    throw codedError(
      'NotAllowed',
      `The lock file ${file} ${sha256 === undefined ? 'is not approved on this computer' : 'has another content'}: its SHA-256 is ${lock.sha256}.`,
      `Look at it, then approve it with outrigger programs approve ${file}, or name its content: --allow-lock ${file}@${lock.sha256}`,
    );
  }
  return authorizeByLock(lock, path.basename(file));
}

/** @throws InvalidParams where the hash is not complete: people copy the short form that lists show */
function splitHash(text: string): { file: string; sha256: string | undefined } {
  const [, file = text, sha256] = /^(.+)@([0-9a-f]{6,})…?$/i.exec(text) ?? [];
  if (sha256 !== undefined && sha256.length !== 64) {
    throw codedError(
      'InvalidParams',
      `The SHA-256 behind "@" in ${text} has ${countText(sha256.length, 'digit')}: it must have 64.`,
      'Name the whole SHA-256, or none.',
    );
  }
  return { file, sha256: sha256?.toLowerCase() };
}

/** Parses `<file>` or `<file>@<sha256>` into the real path and the required hash. */
function readAllowed(directory: string, text: string): [file: string, sha256: string | undefined] {
  const { file, sha256 } = splitHash(text);
  return [locateProgram(directory, file).file, sha256];
}

async function requireContent(request: ConsentRequest, sha256: string): Promise<void> {
  const now = await identifyProgram(request);
  if (now.sha256 === sha256 && isAlone(now)) return;
  const difference =
    now.sha256 === sha256
      ? `runs with other files than when it was allowed: ${Object.keys(now.sources)[0] ?? now.problem}`
      : `has another content than --allow-program names: its SHA-256 is ${now.sha256}`;
  throw codedError(
    'NotAllowed',
    `${path.basename(now.file)} ${difference}.`,
    'Look at what has changed, and name the new SHA-256.',
  );
}

/**
 * Asks on the terminal.
 * @param allowed what `--allow-program` allows of the program, which does not cover this call: its file, or one content
 * @throws NotAllowed without a terminal, naming the flag that allows the program
 */
export async function askOrRefuse(
  question: ConsentQuestion,
  signal: AbortSignal,
  allowed?: 'file' | 'content',
): Promise<ConsentAnswer> {
  if (process.stdin.isTTY && process.stderr.isTTY) return askOnTerminal(question, signal);
  const name = path.relative(question.directory, question.file);
  const { additions, sources, onceOnly } = question;
  if (additions.length > 0) {
    const difference = allowed
      ? `--allow-program ${name} covers its ordinary call only, and this call differs by`
      : 'This call differs from its ordinary call by';
    throw codedError(
      'NotAllowed',
      `${name} may not run: ${difference} ${additions.join(', ')}. Nobody can be asked here.`,
      'Allow exactly this with --allow-lock <file>, or all programs with --allow-programs.',
    );
  }
  if (allowed === 'content') {
    const others = onceOnly ?? `it runs with ${countText(sources.count, 'other file')}: ${sources.names.join(', ')}.`;
    throw codedError(
      'NotAllowed',
      `${name} may not run: --allow-program ${name}@… names the content of this file only, and ${others} Nobody can be asked here.`,
      `Allow exactly this with --allow-lock <file>, or any content with --allow-program ${name}.`,
    );
  }
  throw codedError(
    'NotAllowed',
    `${name} may not run: nobody can be asked here.`,
    `Allow it with --allow-program ${name}, or all programs with --allow-programs.`,
  );
}
