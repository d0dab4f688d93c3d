/**
 * A JSON file of the user that several running applications read and change. An update reads the file again under a
 * lock, changes the content, and writes it atomically, so that no process overwrites the changes of another.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import pLimit, { type LimitFunction } from 'p-limit';
import { withFileLock } from '../files/file-lock.ts';
import { createJsonFile, type JsonContent, type JsonStoreOptions } from './json-store-file.ts';
import { writeFailure } from '../files/write-errors.ts';

export { MAX_STORE_BYTES, type JsonStoreOptions } from './json-store-file.ts';

export interface JsonStore<T> {
  /** The content since the last open, refresh or update of this store. */
  get(): T;
  /** Reads the file again if any process has changed it. Costs one `stat` otherwise. */
  refresh(): Promise<T>;
  /**
   * Changes the content; settles when the file is on disk. Updates run one after the other, in the order of their
   * calls.
   * @param change receives the present content of the file; other processes may wait for it, so it has to be short and
   * pure
   * @throws WriteFailed; file and memory are then unchanged
   */
  update(change: (current: T) => T): Promise<void>;
}

/** One queue for each file in this process. */
const queues = new Map<string, LimitFunction>();

export async function openJsonStore<T>(options: JsonStoreOptions<T>): Promise<JsonStore<T>> {
  const file = path.resolve(options.file);
  const notice = onceEach(options.onNotice);
  const jsonFile = createJsonFile({ ...options, file, onNotice: notice });
  const inTurn = queues.get(file) ?? pLimit(1);
  queues.set(file, inTurn);
  const lock = <R>(work: () => Promise<R>): Promise<R> => withFileLock(`${file}.lock`, work);
  let content: JsonContent<T> = jsonFile.absent;
  let leftoversRemoved = false;

  async function refresh(): Promise<T> {
    try {
      content = (await jsonFile.read(content)) ?? (await lock(() => jsonFile.readOrSetAside(content)));
    } catch (error) {
      notice(`${file} cannot be read: ${(error as Error).message}. The previous content, or the default, is used.`);
    }
    return content.value;
  }
  async function update(change: (current: T) => T): Promise<void> {
    let refusal: { error: unknown } | undefined;
    try {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await lock(async () => {
        if (!leftoversRemoved) await jsonFile.removeLeftovers();
        leftoversRemoved = true;
        content = await jsonFile.readOrSetAside(content);
        let next: T;
        try {
          next = change(content.value);
        } catch (error) {
          refusal = { error };
          return;
        }
        content = await jsonFile.write(next, content);
      });
    } catch (error) {
      throw writeFailure(file, error);
    }
    // An error of `change` itself is thrown to the caller.
    if (refusal) throw refusal.error;
  }

  await inTurn(refresh);
  return { get: () => content.value, refresh: () => inTurn(refresh), update: (change) => inTurn(() => update(change)) };
}

/** Passes each different text on once. */
function onceEach(onNotice: (text: string) => void): (text: string) => void {
  const noticed = new Set<string>();
  return (text) => {
    if (noticed.has(text)) return;
    noticed.add(text);
    onNotice(text);
  };
}
