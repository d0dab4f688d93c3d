/**
 * Limits of a collection. A folder from a stranger may be of any size; whatever exceeds a limit is reported and not
 * read.
 */
export interface CollectionLimits {
  /** YAML files that are read. */
  files: number;
  folders: number;
  /** Entries of all folders: files, folders and links. */
  entries: number;
  /** The depth of nested folders. */
  folderDepth: number;
  /** The largest size of one file, in bytes. */
  fileBytes: number;
  /** The largest size of all files together, in bytes. */
  totalBytes: number;
}

export const MIB = 1024 * 1024;

export const collectionLimits: CollectionLimits = {
  files: 20_000,
  folders: 5_000,
  entries: 200_000,
  folderDepth: 32,
  fileBytes: 10 * MIB,
  totalBytes: 256 * MIB,
};

/** The limit of nested maps and lists in one document. */
export const MAX_NESTING = 200;

/** The limit of tokens in one YAML file: about 60,000 lines with a name and a value. */
export const MAX_TOKENS = 500_000;
/** The limit of tokens in a file that holds a whole collection or the description of an API. */
export const MAX_TOKENS_OF_ALL = 5_000_000;

/** Formats a number of bytes as whole MiB, or as KiB below one MiB. */
export const sizeText = (bytes: number): string =>
  bytes >= MIB ? `${Math.round(bytes / MIB)} MiB` : `${Math.ceil(bytes / 1024)} KiB`;
