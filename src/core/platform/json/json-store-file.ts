/** The file of a JSON store: reads all valid parts, renames a damaged file, writes atomically. */
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type * as z from 'zod';
import { mergeChange } from './merge-json.ts';
import { parseLeniently, type LenientResult } from './parse-leniently.ts';
import { writeAtomically } from '../files/write-atomically.ts';

/** In bytes. A larger file is renamed unread, and an update that would exceed it is refused. */
export const MAX_STORE_BYTES = 64 * 1024 * 1024;
const MAX_NAMED = 10;
const MAX_PATH_LENGTH = 200;

export interface JsonStoreOptions<T> {
  file: string;
  /** Called when there is a file to read. */
  schema: () => z.ZodType<T>;
  /** The content while there is no file. */
  initial: T;
  /** Receives a sentence when a file was renamed, or a part of it is invalid. Each sentence comes once. */
  onNotice: (text: string) => void;
}

export interface JsonContent<T> {
  /** Identifies a state of the file; empty while there is no file. */
  stamp: string;
  /** The parsed JSON, including parts that the schema refuses or does not know. */
  document: unknown;
  value: T;
}

export interface JsonFile<T> {
  /** The content while there is no file. */
  absent: JsonContent<T>;
  /** @param previous is returned if the file is unchanged. @returns undefined when the file is damaged */
  read(previous: JsonContent<T>): Promise<JsonContent<T> | undefined>;
  /** Like `read`; renames a damaged file. Only under the lock. */
  readOrSetAside(previous: JsonContent<T>): Promise<JsonContent<T>>;
  /** Only under the lock. @returns the new content of the file */
  write(next: T, current: JsonContent<T>): Promise<JsonContent<T>>;
  /** Deletes temporary files of processes that were killed while they wrote. Only under the lock. */
  removeLeftovers(): Promise<void>;
}

export function createJsonFile<T>({ file, schema, initial, onNotice }: JsonStoreOptions<T>): JsonFile<T> {
  const absent: JsonContent<T> = { stamp: '', document: {}, value: initial };

  /** @returns the reason when the file is damaged */
  async function readOrReason(previous: JsonContent<T>): Promise<JsonContent<T> | string> {
    const stampOnDisk = await stampOf(file);
    if (!stampOnDisk) return absent;
    if (stampOnDisk.stamp === previous.stamp) return previous;
    if (!stampOnDisk.isFile) return 'is not a file';
    if (stampOnDisk.size > MAX_STORE_BYTES) return `is larger than ${MAX_STORE_BYTES} bytes`;
    const text = await readFile(file, 'utf8');
    try {
      const document: unknown = JSON.parse(text);
      const parsed = parseLeniently(schema(), document);
      if (!parsed) return 'was damaged';
      for (const sentence of describeRefused(file, parsed)) onNotice(sentence);
      return { stamp: stampOnDisk.stamp, document, value: parsed.value };
    } catch {
      return 'was damaged';
    }
  }

  return {
    absent,
    async read(previous) {
      const result = await readOrReason(previous);
      return typeof result === 'string' ? undefined : result;
    },
    async readOrSetAside(previous) {
      const result = await readOrReason(previous);
      if (typeof result !== 'string') return result;
      const damagedFile = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
      await rename(file, damagedFile);
      onNotice(`${file} ${result}. It was kept as ${path.basename(damagedFile)}, and the defaults are used.`);
      return absent;
    },
    async write(next, current) {
      const document = mergeChange(current.document, current.value, next);
      if (document === current.document) return current;
      const text = `${JSON.stringify(document, null, 2)}\n`;
      if (Buffer.byteLength(text) > MAX_STORE_BYTES)
        throw new Error(`It would be larger than ${MAX_STORE_BYTES} bytes`);
      await writeAtomically(file, text, { mode: 0o600 });
      return { stamp: (await stampOf(file))?.stamp ?? '', document, value: next };
    },
    removeLeftovers: () => removeLeftovers(file),
  };
}

async function stampOf(file: string): Promise<{ stamp: string; size: number; isFile: boolean } | undefined> {
  try {
    const stats = await stat(file, { bigint: true });
    const { mtimeNs, size, ino } = stats;
    return { stamp: `${mtimeNs} ${size} ${ino}`, size: Number(size), isFile: stats.isFile() };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Deletes temporary files of processes that were killed while writing: under the lock, nobody else is writing one. */
async function removeLeftovers(file: string): Promise<void> {
  const start = `${path.basename(file)}.`;
  for (const name of await readdir(path.dirname(file))) {
    if (name.startsWith(start) && /^\d+$/.test(name.slice(start.length))) {
      await rm(path.join(path.dirname(file), name), { force: true });
    }
  }
}

/**
 * Names the refused parts and the values that are used instead, never the refused values: the file may contain secrets.
 */
function* describeRefused(file: string, { value, refused }: LenientResult<unknown>): Generator<string> {
  for (const item of refused.slice(0, MAX_NAMED)) {
    const name = JSON.stringify(item.join('.').slice(0, MAX_PATH_LENGTH));
    const member = item.reduce<unknown>(
      (parent, key) => (parent as Record<PropertyKey, unknown> | undefined)?.[key],
      value,
    );
    const effect = member === undefined ? 'It is not used' : `${JSON.stringify(member).slice(0, 100)} is used`;
    yield `In ${file}, ${name} is not understood. ${effect}, and the file keeps it.`;
  }
  if (refused.length > MAX_NAMED) yield `In ${file}, ${refused.length - MAX_NAMED} more entries are not understood.`;
}
