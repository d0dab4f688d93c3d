/**
 * Which programs the user trusts. Kept in the user's configuration folder, never in the workspace: a workspace
 * that came from somebody else must not bring its own permission (external-programs-decisions, "Consent").
 */
import * as z from 'zod';
import type { TrustedProgram } from '../../../contract/host-contract.ts';
import { openJsonFile } from '../../platform/json-file.ts';

const trustEntry = z.discriminatedUnion('scope', [
  z.object({ scope: z.literal('content'), file: z.string(), sha256: z.string(), variant: z.string() }),
  z.object({ scope: z.literal('file'), file: z.string(), variant: z.string() }),
  z.object({ scope: z.literal('directory'), directory: z.string(), variant: z.string() }),
]);
export type TrustEntry = z.output<typeof trustEntry>;

export interface TrustSubject {
  directory: string;
  file: string;
  sha256: string;
  /** What else of the call the trust depends on: another `command`, dangerous variables. Empty: neither. */
  variant: string;
}

export interface TrustStore {
  covers(subject: TrustSubject): boolean;
  add(entry: TrustEntry): Promise<void>;
  list(): TrustedProgram[];
  /** Takes one back; a name that is not known (any more) does nothing. */
  remove(id: string): Promise<void>;
}

const idOf = (entry: TrustEntry) => JSON.stringify(entry);

export async function openTrustStore(file: string, onNotice: (text: string) => void): Promise<TrustStore> {
  const store = await openJsonFile({ file, schema: z.array(trustEntry), initial: [], onNotice });
  return {
    covers: (subject) =>
      store.get().some((entry) => {
        if (entry.variant !== subject.variant) return false;
        if (entry.scope === 'directory') return entry.directory === subject.directory;
        return entry.file === subject.file && (entry.scope === 'file' || entry.sha256 === subject.sha256);
      }),
    add: (entry) => store.set([...store.get().filter((one) => idOf(one) !== idOf(entry)), entry]),
    list: () =>
      store.get().map((entry) => ({
        id: idOf(entry),
        scope: entry.scope,
        path: entry.scope === 'directory' ? entry.directory : entry.file,
        variant: entry.variant,
      })),
    remove: (id) => store.set(store.get().filter((entry) => idOf(entry) !== id)),
  };
}
