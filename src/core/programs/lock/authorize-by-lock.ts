/** Runs exactly the programs that a lock file lists, without questions. */
import { listNames } from '../../../contract/list-names.ts';
import { codedError } from '../../../contract/errors.ts';
import type { Authorize, ConsentRequest } from '../trust/consent.ts';
import { identifyProgram } from '../trust/program-identity.ts';
import { describeLockDifferences, toLockEntry, type Lock, type LockEntry } from './lock-file.ts';

const MAX_NAMED = 10;

/** @param name of the lock file, for error messages */
export function authorizeByLock(lock: Lock, name: string): Authorize {
  /** @throws NotAllowed with the differences */
  async function requireLocked(request: ConsentRequest): Promise<void> {
    const identity = await identifyProgram(request);
    const entry = toLockEntry(identity);
    const advice = `Look at it, write ${name} again with outrigger programs lock, and approve it.`;
    const refused = (reason: string) => codedError('NotAllowed', `${entry.file} is not run: ${reason}.`, advice);
    if (identity.problem !== undefined) throw refused(identity.problem.replace(/\.$/, ''));
    const [nearestEntry] = lock.programs
      .filter(({ file }) => file === entry.file)
      .map((locked) => describeLockDifferences(locked, entry))
      .sort((a, b) => a.length - b.length);
    if (!nearestEntry) throw refused(`it is not in ${name}`);
    if (nearestEntry.length === 0) return;
    throw refused(`it differs from ${name} in ${listNames(nearestEntry, MAX_NAMED)}`);
  }
  return async (request) => {
    await requireLocked(request);
    return () => requireLocked(request);
  };
}

/** Passes every call on to `authorize`, and records the calls and those that were allowed. */
export function recordAllowed(authorize: Authorize): { authorize: Authorize; allowed: LockEntry[] } {
  const allowedEntries: LockEntry[] = [];
  return {
    allowed: allowedEntries,
    async authorize(request, signal) {
      const permission = await authorize(request, signal);
      if (permission !== false) allowedEntries.push(toLockEntry(await identifyProgram(request)));
      return permission;
    },
  };
}
