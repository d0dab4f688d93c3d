/**
 * Asks the person before an untrusted program runs: a script can come from somebody else's collection, and `command`
 * may be any program.
 */
import { randomUUID } from 'node:crypto';
import { codedError } from '../../../contract/errors.ts';
import type { ConsentAnswer, ConsentQuestion } from '../../../contract/scripts/programs.ts';
import { renderCommand } from '../call/printed-command/render-command.ts';
import { canChangeCode } from './code-variables.ts';
import { hashFolder, nameIn, type FolderHash } from './hash-sources.ts';
import { createPendingDecisions, type Decision } from './pending-decisions.ts';
import {
  describeAdditions,
  describeDifferences,
  identifyProgram,
  variantOf,
  type ConsentRequest,
  type ProgramIdentity,
} from './program-identity.ts';
import type { TrustEntry, TrustStore, TrustSubject } from './trust-store.ts';

export type { ConsentRequest } from './program-identity.ts';

/** Asks the person. Rejects when the signal aborts. */
export type AskConsent = (question: ConsentQuestion, signal: AbortSignal) => Promise<ConsentAnswer>;

/**
 * False: the program may not run. True: it may, whatever its content is when it starts. A function: it may, if the
 * function resolves directly before the start; it rejects when anything has changed that decides which code runs.
 */
export type Permission = boolean | (() => Promise<void>);
export type Authorize = (request: ConsentRequest, signal: AbortSignal) => Promise<Permission>;

/** The number of other covered files that a question names; further ones are counted. */
const MAX_NAMED = 8;

export function createAuthorize(trust: TrustStore, ask: AskConsent): Authorize {
  const pending = createPendingDecisions(trust);

  async function askPerson(request: ConsentRequest, identity: ProgramIdentity, stop: AbortSignal): Promise<Decision> {
    const { directory } = identity;
    const folder = await hashFolder(directory);
    const folderHash = typeof folder === 'string' ? undefined : folder.sha256;
    const question = questionOf(request, identity, folder);
    const changed = await trust.changeOf(identity, folderHash);
    const answer = await ask({ ...question, ...(changed ? { changed } : {}) }, stop);
    if (answer === 'deny') return 'denied';
    await requireSame(request, identity);
    // The last call that waits for the answer may have been stopped meanwhile.
    stop.throwIfAborted();
    if (answer === 'once' || identity.problem !== undefined) return 'once';
    const entry = entryOf(answer, identity, folderHash);
    if (!entry) return 'once';
    await trust.add(entry);
    await pending.releaseTrusted();
    return 'trusted';
  }

  return async (request, signal) => {
    const identity = await identifyProgram(request);
    const isTrusted = (now: ProgramIdentity) => trust.covers(subjectOf(now));
    const confirmTrusted = async () => {
      const now = await identifyProgram(request);
      if (!(await isTrusted(now))) throw changed(identity, now);
    };
    if (await isTrusted(identity)) return confirmTrusted;
    const { argv, executable, env } = request.composed;
    // Each run asks for itself, because the person may stop one of them, or allow a call of one of them only.
    const key = JSON.stringify([request.caller.runId, identity, argv, executable, env]);
    const decide = (stop: AbortSignal) => askPerson(request, identity, stop);
    const decision = await pending.decide(key, subjectOf(identity), decide, signal);
    if (decision === 'denied') return false;
    return decision === 'once' ? () => requireSame(request, identity) : confirmTrusted;
  };
}

/** @throws NotAllowed when anything has changed that decides which code runs */
async function requireSame(request: ConsentRequest, identity: ProgramIdentity): Promise<void> {
  const now = await identifyProgram(request);
  if (describeDifferences(identity, now).length > 0) throw changed(identity, now);
}

/** @returns undefined when the answer applies to one call only */
function entryOf(answer: ConsentAnswer, identity: ProgramIdentity, folder: string | undefined): TrustEntry | undefined {
  const { directory, file, sha256 } = identity;
  const variant = variantOf(identity);
  if (answer === 'always-this-content') return { scope: 'content', file, sha256, variant };
  if (answer === 'always-this-file') return { scope: 'file', file, variant };
  if (answer === 'directory') return { scope: 'directory', directory, variant };
  if (answer === 'directory-content' && folder)
    return { scope: 'directory-content', directory, sha256: folder, variant };
  return undefined;
}

function subjectOf(identity: ProgramIdentity): TrustSubject {
  const { directory, file, sha256 } = identity;
  return { directory, file, sha256, variant: variantOf(identity) };
}

function changed(before: ProgramIdentity, now: ProgramIdentity) {
  const differences = describeDifferences(before, now);
  const changes = differences.length > 0 ? differences.join(', ') : 'the programs directory, or what is trusted';
  return codedError('NotAllowed', `${now.file} was changed after it was allowed: ${changes}.`, 'Run the script again.');
}

function directoryContentOf(
  { directory, file, sha256 }: ProgramIdentity,
  folder: FolderHash | string,
): ConsentQuestion['directoryContent'] {
  if (typeof folder === 'string') return { problem: folder };
  const name = nameIn(directory, file);
  if (folder.files[name] !== sha256) return { problem: `${name} is not among the files that are compared.` };
  return { sha256: folder.sha256, files: Object.keys(folder.files).length };
}

function questionOf(
  { program, composed, caller }: ConsentRequest,
  identity: ProgramIdentity,
  folder: FolderHash | string,
): ConsentQuestion {
  const { argv, executable, env, cwd } = composed;
  const names = Object.keys(identity.sources);
  return {
    id: randomUUID(),
    caller,
    file: program.file,
    sha256: identity.sha256,
    command: renderCommand({ argv, executable, env }),
    executable,
    cwd,
    directory: program.directory,
    environment: Object.entries(env).map(([name, value]) => ({
      name,
      value: value ?? '(removed)',
      dangerous: canChangeCode(name),
    })),
    additions: describeAdditions(identity),
    sources: { count: names.length, names: names.slice(0, MAX_NAMED) },
    directoryContent: directoryContentOf(identity, folder),
    ...(identity.problem === undefined ? {} : { onceOnly: identity.problem }),
  };
}
