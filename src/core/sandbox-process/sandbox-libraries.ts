/** The source of scripts' libraries by chunk: built beside the sandbox process's entry file, read when first needed. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const SANDBOX_LIBRARIES = 'sandbox-libraries.json';

const read = new Map<string, Record<string, string>>();

/** @returns the source of a chunk, or an empty text */
export function libraryChunk(entry: string, name: string): string {
  const file = path.join(path.dirname(entry), SANDBOX_LIBRARIES);
  let chunks = read.get(file);
  if (!chunks) read.set(file, (chunks = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>));
  return Object.hasOwn(chunks, name) ? (chunks[name] ?? '') : '';
}
