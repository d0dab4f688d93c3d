/**
 * The parsed files of an open collection, so that each load parses only the files that have changed on disk.
 *
 * Every load compares the file system's times and size of each file, so a change by any program is seen and nobody has
 * to announce it. The values are frozen, because several loads share them.
 */
import type { BigIntStats } from 'node:fs';
import { MIB } from './limits.ts';

export interface ParsedFile {
  /** Size of the file's text. */
  bytes: number;
  /** The value that its reader returned; undefined for a file that is not part of a collection. */
  value: unknown;
  /** The error of a damaged file instead of its value: to find out that a large one is damaged takes seconds. */
  error?: Error;
}

/** The files that one load of the collection asks for. */
export interface FilesOfLoad {
  /** Undefined when the file is unknown or has changed. @param id its path relative to the collection's folder */
  get(id: string, stats: BigIntStats): ParsedFile | undefined;
  /** @param stats read before the file, so that a change during the reading is noticed by the next load */
  add(id: string, stats: BigIntStats, file: ParsedFile): void;
  /** Forgets the files that this load has not asked for, because they no longer exist. */
  end(): void;
}

export interface ParsedFiles {
  beginLoad(): FilesOfLoad;
}

/** Bytes of text; the parsed values take several times as much memory. */
const MAX_BYTES = 64 * MIB;
const SECOND = 1_000_000_000n;
/**
 * A file that changes twice within one step of the file system's clock has the same times after both changes, so a file
 * that was changed less than one step ago is not stored. A step is a few milliseconds, or up to two seconds (FAT) where
 * times are whole seconds.
 */
const clockStepOf = (changedAt: bigint): bigint => (changedAt % SECOND === 0n ? 2n * SECOND : SECOND / 10n);

/** @param options.maxBytes limit for the text of all files together; files beyond it are parsed at each load */
export function createParsedFiles({ maxBytes = MAX_BYTES, now = Date.now } = {}): ParsedFiles {
  const files = new Map<string, ParsedFile & { stats: BigIntStats }>();
  let bytes = 0;
  const remove = (id: string) => {
    bytes -= files.get(id)?.bytes ?? 0;
    files.delete(id);
  };
  return {
    beginLoad() {
      const requestedIds = new Set<string>();
      return {
        get(id, stats) {
          requestedIds.add(id);
          const file = files.get(id);
          return file && isSame(file.stats, stats) ? file : undefined;
        },
        add(id, stats, file) {
          const { bytes: size, value } = file;
          remove(id);
          const changedAt = stats.mtimeNs > stats.ctimeNs ? stats.mtimeNs : stats.ctimeNs;
          const isSettled = BigInt(now()) * 1_000_000n - changedAt > clockStepOf(changedAt);
          if (!isSettled || bytes + size > maxBytes) return;
          bytes += size;
          freeze(value);
          files.set(id, { ...file, stats });
        },
        end() {
          for (const id of files.keys()) if (!requestedIds.has(id)) remove(id);
        },
      };
    },
  };
}

/** `ctime` is compared because a program that restores `mtime` cannot set it. */
const isSame = (a: BigIntStats, b: BigIntStats): boolean =>
  a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs && a.size === b.size && a.ino === b.ino;

function freeze(value: unknown): void {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) freeze(member);
  }
}
