/**
 * The programs that the user trusts, and the folders whose scripts may be debugged. Stored in the user's configuration
 * folder, never in the workspace: a stranger's workspace must not contain its own permission.
 */
import * as z from 'zod';
import type { TrustedProgram } from '../../../contract/scripts/programs.ts';
import { hashText } from '../../platform/files/hash-text.ts';
import { inNameOrder } from '../../platform/json/in-name-order.ts';
import { openJsonStore } from '../../platform/json/json-store.ts';
import { hashFile } from './hash-file.ts';
import { hashFolder, nameIn } from './hash-sources.ts';
import { describeVariant } from './program-identity.ts';

const trustEntry = z.discriminatedUnion('scope', [
  z.object({ scope: z.literal('content'), file: z.string(), sha256: z.string(), variant: z.string() }),
  z.object({ scope: z.literal('file'), file: z.string(), variant: z.string() }),
  z.object({ scope: z.literal('directory'), directory: z.string(), variant: z.string() }),
  z.object({
    scope: z.literal('directory-content'),
    directory: z.string(),
    /** The hash of all files in the directory. */
    sha256: z.string(),
    variant: z.string(),
  }),
  /** An approved list of programs, identified by the content of its file. */
  z.object({ scope: z.literal('lock'), file: z.string(), sha256: z.string(), variant: z.string() }),
]);
export type TrustEntry = z.output<typeof trustEntry>;

export interface TrustSubject {
  directory: string;
  file: string;
  sha256: string;
  /** The further conditions of the trust (`variantOf`). Empty: an ordinary call. */
  variant: string;
}

export interface TrustStore {
  covers(subject: TrustSubject): Promise<boolean>;
  /**
   * What was allowed with other contents only: this file, or all files of its directory.
   * @param directoryContent the hash of all files of the directory; undefined when it is not known
   */
  changeOf(
    subject: Pick<TrustSubject, 'directory' | 'file' | 'sha256'>,
    directoryContent: string | undefined,
  ): Promise<'file' | 'directory' | undefined>;
  /** Whether a lock file of this content was approved. */
  coversLock(sha256: string): Promise<boolean>;
  add(entry: TrustEntry): Promise<void>;
  list(): Promise<TrustedProgram[]>;
  /** Revokes a permission; an unknown id has no effect. */
  remove(id: string): Promise<void>;
  /** Whether the user has allowed debugging scripts of this folder. */
  allowsDebugging(folder: string): Promise<boolean>;
  setDebugging(folder: string, allowed: boolean): Promise<void>;
}

/** Entries have ids, so that concurrent additions of two windows are all stored, and each only once. */
const schema = z.object({
  programs: z.record(z.string(), trustEntry).default({}),
  /** The workspaces whose scripts may be debugged, by the folder's real path. */
  debugging: z.record(z.string(), z.literal(true)).default({}),
});

export async function openTrustStore(file: string, onNotice: (text: string) => void): Promise<TrustStore> {
  const store = await openJsonStore({ file, schema: () => schema, initial: { programs: {}, debugging: {} }, onNotice });
  /** Always reads the present file, because another window may have revoked a permission. */
  const entries = async () => Object.entries((await store.refresh()).programs);
  return {
    async covers(subject) {
      const { directory, file, sha256, variant } = subject;
      const matching = (await entries()).map(([, entry]) => entry).filter((entry) => entry.variant === variant);
      const isCovered = matching.some((entry) => {
        if (entry.scope === 'directory') return entry.directory === directory;
        if (entry.scope === 'directory-content' || entry.scope === 'lock') return false;
        return entry.file === file && (entry.scope === 'file' || entry.sha256 === sha256);
      });
      if (isCovered) return true;
      const contents = contentsOf(matching, directory);
      if (contents.length === 0) return false;
      const content = await hashFolder(directory);
      // The hash of the directory covers only what it was made of, which is not a program below `.git`.
      return (
        typeof content !== 'string' &&
        contents.includes(content.sha256) &&
        content.files[nameIn(directory, file)] === sha256
      );
    },
    async changeOf({ directory, file, sha256 }, directoryContent) {
      const all = (await entries()).map(([, entry]) => entry);
      const files = all.flatMap((entry) => (entry.scope === 'content' && entry.file === file ? [entry.sha256] : []));
      if (files.length > 0 && !files.includes(sha256)) return 'file';
      const directories = contentsOf(all, directory);
      const isChanged = directories.length > 0 && directoryContent && !directories.includes(directoryContent);
      return isChanged ? 'directory' : undefined;
    },
    coversLock: async (sha256) =>
      (await entries()).some(([, entry]) => entry.scope === 'lock' && entry.sha256 === sha256),
    add: (entry) =>
      store.update(({ programs, ...all }) => ({ ...all, programs: { ...programs, [idOf(entry)]: entry } })),
    async list() {
      const isChanged = createIsChanged();
      return Promise.all(
        (await entries()).map(async ([id, entry]) => ({
          id,
          scope: entry.scope,
          path: 'directory' in entry ? entry.directory : entry.file,
          variant: describeVariant(entry.variant),
          changed: await isChanged(entry),
        })),
      );
    },
    remove: (id) => store.update(({ programs: { [id]: _removed, ...programs }, ...all }) => ({ ...all, programs })),
    allowsDebugging: async (folder) => Object.hasOwn((await store.refresh()).debugging, folder),
    setDebugging: (folder, allowed) =>
      store.update(({ debugging: { [folder]: _former, ...others }, ...all }) => ({
        ...all,
        debugging: allowed ? { ...others, [folder]: true } : others,
      })),
  };
}

/** The contents with which all files of a directory are allowed. */
const contentsOf = (all: readonly TrustEntry[], directory: string): string[] =>
  all.flatMap((entry) => (entry.scope === 'directory-content' && entry.directory === directory ? [entry.sha256] : []));

/** Whether the files of a permission for one content have another one now; hashes each directory once. */
function createIsChanged(): (entry: TrustEntry) => Promise<boolean> {
  const folders = new Map<string, ReturnType<typeof hashFolder>>();
  const sha256Of = async (entry: TrustEntry & { sha256: string }): Promise<string | undefined> => {
    if (!('directory' in entry)) return (await hashFile(entry.file).catch(() => undefined))?.sha256;
    const hashed = folders.get(entry.directory) ?? hashFolder(entry.directory);
    folders.set(entry.directory, hashed);
    const content = await hashed;
    return typeof content === 'string' ? undefined : content.sha256;
  };
  return async (entry) =>
    (entry.scope === 'content' || entry.scope === 'directory-content') && (await sha256Of(entry)) !== entry.sha256;
}

/** A hash of the permission that does not depend on the order of its fields. */
function idOf(entry: TrustEntry): string {
  return hashText(JSON.stringify(inNameOrder(Object.entries(entry))));
}
