/**
 * A JSON file of the user's that several running applications read and change. An update reads the file again under a
 * lock, changes what it reads, and writes it atomically: nobody erases what somebody else has just added.
 */
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import pLimit, { type LimitFunction } from 'p-limit';
import type * as z from 'zod';
import writeFileAtomic from 'write-file-atomic';
import { codedError } from '../../contract/errors.ts';
import { withFileLock } from './file-lock.ts';
import { mergeChange } from './merge-json.ts';
import { parseLeniently, type LenientResult } from './parse-leniently.ts';

/** In bytes. A larger file is set aside unread, and an update that would grow beyond it is refused. */
export const MAX_STORE_BYTES = 64 * 1024 * 1024;
const MAX_NAMED = 10;
const MAX_PATH_LENGTH = 200;

export interface JsonStore<T> {
  /** The content as of the last open, refresh or update of this store. */
  get(): T;
  /** Reads the file again if it was changed since, by whomever. Costs one `stat` if it was not. */
  refresh(): Promise<T>;
  /**
   * Changes the content; settles when the file is on disk. Updates run one after the other, in the order of their calls.
   * @param change receives what the file holds now; may run while other processes wait, so it is short and pure
   * @throws WriteFailed; file and memory then stay as they were
   */
  update(change: (current: T) => T): Promise<void>;
}

export interface JsonStoreOptions<T> {
  file: string;
  schema: z.ZodType<T>;
  /** The content while there is no file. */
  initial: T;
  /** Receives a sentence when a file was set aside, or a part of it is not understood. Each sentence comes once. */
  onNotice: (text: string) => void;
}

interface Content<T> {
  /** Tells one state of the file from another; empty while there is no file. */
  stamp: string;
  /** The JSON as it is in the file, with what the schema refuses or does not know. */
  document: unknown;
  value: T;
}

/** One queue for each file of this process. */
const queues = new Map<string, LimitFunction>();

export async function openJsonStore<T>(options: JsonStoreOptions<T>): Promise<JsonStore<T>> {
  const file = path.resolve(options.file);
  const absent: Content<T> = { stamp: '', document: {}, value: options.initial };
  const noticed = new Set<string>();
  const notice = (text: string) => {
    if (noticed.has(text)) return;
    noticed.add(text);
    options.onNotice(text);
  };
  const inTurn = queues.get(file) ?? pLimit(1);
  queues.set(file, inTurn);
  const lock = <R>(work: () => Promise<R>): Promise<R> => withFileLock(`${file}.lock`, work);
  let content = absent;
  let leftoversRemoved = false;

  /** @returns the reason when the file is damaged */
  async function read(): Promise<Content<T> | string> {
    const onDisk = await stampOf(file);
    if (!onDisk) return absent;
    if (onDisk.stamp === content.stamp) return content;
    if (onDisk.size > MAX_STORE_BYTES) return `is larger than ${MAX_STORE_BYTES} bytes`;
    const text = await readFile(file, 'utf8');
    try {
      const document: unknown = JSON.parse(text);
      const parsed = parseLeniently(options.schema, document);
      if (!parsed) return 'was damaged';
      for (const sentence of describeRefused(file, parsed)) notice(sentence);
      return { stamp: onDisk.stamp, document, value: parsed.value };
    } catch {
      return 'was damaged';
    }
  }
  /** Under the lock: sets a damaged file aside. */
  async function readOrSetAside(): Promise<Content<T>> {
    const result = await read();
    if (typeof result !== 'string') return result;
    const aside = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
    await rename(file, aside);
    notice(`${file} ${result}. It was kept as ${path.basename(aside)}, and the defaults are used.`);
    return absent;
  }
  async function refresh(): Promise<T> {
    try {
      const result = await read();
      content = typeof result === 'string' ? await lock(readOrSetAside) : result;
    } catch (error) {
      notice(`${file} cannot be read: ${(error as Error).message}. What was read before, or the default, is used.`);
    }
    return content.value;
  }
  async function write(next: T, current: Content<T>): Promise<void> {
    const document = mergeChange(current.document, current.value, next);
    if (document === current.document) return;
    const text = `${JSON.stringify(document, null, 2)}\n`;
    if (Buffer.byteLength(text) > MAX_STORE_BYTES) throw new Error(`It would be larger than ${MAX_STORE_BYTES} bytes`);
    await writeFileAtomic(file, text, { mode: 0o600 });
    content = { stamp: (await stampOf(file))?.stamp ?? '', document, value: next };
  }
  async function update(change: (current: T) => T): Promise<void> {
    let refusal: { error: unknown } | undefined;
    try {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await lock(async () => {
        if (!leftoversRemoved) await removeLeftovers(file);
        leftoversRemoved = true;
        content = await readOrSetAside();
        let next: T;
        try {
          next = change(content.value);
        } catch (error) {
          refusal = { error };
          return;
        }
        await write(next, content);
      });
    } catch (error) {
      throw codedError('WriteFailed', `${file} could not be written: ${(error as Error).message}`);
    }
    // What the change itself throws is the caller's.
    if (refusal) throw refusal.error;
  }

  await inTurn(refresh);
  return { get: () => content.value, refresh: () => inTurn(refresh), update: (change) => inTurn(() => update(change)) };
}

async function stampOf(file: string): Promise<{ stamp: string; size: number } | undefined> {
  try {
    const { mtimeNs, size, ino } = await stat(file, { bigint: true });
    return { stamp: `${mtimeNs} ${size} ${ino}`, size: Number(size) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Temporary files of processes that were killed while they wrote: under the lock, nobody else is writing one. */
async function removeLeftovers(file: string): Promise<void> {
  const start = `${path.basename(file)}.`;
  for (const name of await readdir(path.dirname(file))) {
    if (name.startsWith(start) && /^\d+$/.test(name.slice(start.length))) {
      await rm(path.join(path.dirname(file), name), { force: true });
    }
  }
}

/** Names the parts and what is used for them, never their values: the file may hold secrets. */
function* describeRefused(file: string, { value, refused }: LenientResult<unknown>): Generator<string> {
  for (const one of refused.slice(0, MAX_NAMED)) {
    const name = JSON.stringify(one.join('.').slice(0, MAX_PATH_LENGTH));
    const used = one.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value);
    const effect = used === undefined ? 'It is not used' : `${JSON.stringify(used).slice(0, 100)} is used`;
    yield `In ${file}, ${name} is not understood. ${effect}, and the file keeps it.`;
  }
  if (refused.length > MAX_NAMED) yield `In ${file}, ${refused.length - MAX_NAMED} more entries are not understood.`;
}
