/** A small JSON file of the user's: schema-checked, written atomically, set aside under a name when damaged. */
import { mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type * as z from 'zod';
import writeFileAtomic from 'write-file-atomic';
import { codedError } from '../../contract/errors.ts';

export interface JsonFile<T> {
  get(): T;
  /** Replaces the content; settles when it is durable. @throws WriteFailed, the value in memory stays as it was */
  set(value: T): Promise<void>;
}

/**
 * @param onNotice receives a sentence when a damaged file was set aside
 */
export async function openJsonFile<T>(options: {
  file: string;
  schema: z.ZodType<T>;
  initial: T;
  onNotice: (text: string) => void;
}): Promise<JsonFile<T>> {
  const { file, schema } = options;
  let value: T = options.initial;
  await read();

  async function read(): Promise<void> {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) return;
    try {
      value = schema.parse(JSON.parse(text));
    } catch {
      const aside = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
      await rename(file, aside);
      options.onNotice(`${file} was damaged. It was kept as ${path.basename(aside)}, and the defaults are used.`);
    }
  }
  return {
    get: () => value,
    async set(next) {
      try {
        await mkdir(path.dirname(file), { recursive: true });
        // Trust and settings are nobody else's business.
        await writeFileAtomic(file, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 });
      } catch (error) {
        throw codedError('WriteFailed', `${file} could not be written: ${(error as Error).message}`);
      }
      value = next;
    },
  };
}
