/**
 * File names for requests, folders and environments. A name must be valid on every system that a collection is cloned
 * to, must differ from its neighbours by more than case and Unicode normalisation, and must not be a name that the
 * collection format reserves.
 */
export const ROOT_FILE = 'opencollection.yml';
export const FOLDER_FILE = 'folder.yml';
export const ENVIRONMENTS = 'environments';

export type EntryKind = 'request' | 'folder' | 'environment';

/** Folders that contain no requests. */
export const ignoredFolders: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  '.outrigger',
  ENVIRONMENTS,
  'programs',
  'scripts',
]);
const reserved: Record<EntryKind, ReadonlySet<string>> = {
  request: new Set([ROOT_FILE, FOLDER_FILE].map((file) => file.replace('.yml', ''))),
  folder: ignoredFolders,
  environment: new Set(),
};
/** Windows reserves these names for devices, with any extension. */
const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
/** Most systems limit a file name to 255 bytes; this leaves room for a number, an extension and a temporary suffix. */
const MAX_NAME_BYTES = 180;
/** Characters of a name that are used; the rest is ignored. */
const MAX_READ_CHARACTERS = 1000;

export const isYamlFile = (file: string): boolean => /\.ya?ml$/.test(file);

/**
 * Two names with the same key are the same file on some file systems. The key ignores everything that any of them
 * ignores: case by all its rules (`ß` is `SS`, and both small sigmas are one), Unicode normalisation, invisible
 * characters, and points and spaces at the end, as on Windows.
 */
const nameKey = (name: string): string =>
  name
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFD')
    .toLowerCase()
    .toUpperCase()
    .normalize('NFC')
    .replace(/[. ]+$/, '');

const keysOf = (kind: EntryKind): ReadonlySet<string> => new Set([...reserved[kind]].map(nameKey));
const reservedKeys: Record<EntryKind, ReadonlySet<string>> = {
  request: keysOf('request'),
  folder: keysOf('folder'),
  environment: keysOf('environment'),
};

/** A valid file name, without extension, for an entry of this kind. */
export function fileName(name: string, kind: EntryKind = 'request'): string {
  return describeName(name, kind).base;
}

function describeName(name: string, kind: EntryKind): { base: string; reason?: string } {
  const trimEnds = (text: string) => text.replace(/^[.\s-]+|[.\s-]+$/g, '');
  const cleaned = trimEnds(
    name
      .slice(0, MAX_READ_CHARACTERS)
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N} ._-]+/gu, '-'),
  );
  let base = '';
  let bytes = 0;
  for (const character of cleaned) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_NAME_BYTES) break;
    base += character;
  }
  base = trimEnds(base);
  if (base === '') return { base: kind };
  if (device.test(base)) return { base: `${kind}-${base}`, reason: `Windows reserves the name "${base}"` };
  if (reservedKeys[kind].has(nameKey(base))) {
    return { base: `${kind}-${base}`, reason: `"${base}" has another meaning in a collection` };
  }
  return { base };
}

export interface FreeName {
  /** The file name with its extension. */
  file: string;
  /**
   * Why the file name differs from the name of the entry, as the end of a sentence; absent when only characters were
   * replaced.
   */
  reason?: string;
}
export interface FolderNames {
  /** Whether this name, or one that is the same on some file systems, is taken. */
  has(file: string): boolean;
  /** Returns a name that is free in the folder, and reserves it. */
  take(name: string, kind: EntryKind): FreeName;
}

/** The extension of an entry's file, with its point. */
const extensionOf = (kind: EntryKind): string => (kind === 'folder' ? '' : '.yml');

/** @param existing names of all files and folders in one folder */
export function createFolderNames(existing: Iterable<string>): FolderNames {
  const usedNames = new Map([...existing].map((name) => [nameKey(name), name]));
  /** The next number to try for each base name, so that a thousand equal names do not try a thousand numbers each. */
  const next = new Map<string, number>();
  return {
    has: (file) => usedNames.has(nameKey(file)),
    take(name, kind) {
      const { base, reason } = describeName(name, kind);
      const extension = extensionOf(kind);
      const first = nameKey(base + extension);
      const neighbour = usedNames.get(first);
      let file = base + extension;
      for (let count = next.get(first) ?? 2; usedNames.has(nameKey(file)); count += 1) {
        file = `${base} ${count}${extension}`;
        next.set(first, count + 1);
      }
      usedNames.set(nameKey(file), file);
      const cause = neighbour === undefined ? reason : `"${neighbour}" exists already`;
      return { file, ...(cause === undefined ? {} : { reason: cause }) };
    },
  };
}
