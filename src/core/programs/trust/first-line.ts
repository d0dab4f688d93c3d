/** The files that the first line of an executable script names: its interpreter, and what that gets as arguments. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { leadsInto } from './variable-sources.ts';

/** Bytes of the first line that Linux reads. */
const MAX_LINE = 256;
/** Interpreters that are scripts themselves, as deep as Linux follows them. */
const MAX_DEPTH = 5;

/**
 * @param executable absolute path
 * @param cwd relative names begin there
 * @param folders real paths whose files may come from a stranger; others do not count
 * @returns absolute paths of existing files
 */
export function filesOfFirstLine(executable: string, cwd: string, folders: readonly string[], depth = 0): string[] {
  const line = /^#!([^\n]*)/.exec(beginningOf(executable))?.[1];
  if (line === undefined || depth >= MAX_DEPTH) return [];
  return line.split(/\s+/).flatMap((word) => {
    const file = path.resolve(cwd, word);
    const isOurs = word !== '' && (!path.isAbsolute(word) || leadsInto(folders, file));
    if (!isOurs || !statSync(file, { throwIfNoEntry: false })?.isFile()) return [];
    return [file, ...filesOfFirstLine(file, cwd, folders, depth + 1)];
  });
}

/** Empty for a file that cannot be read. */
function beginningOf(file: string): string {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(MAX_LINE);
      return bytes.toString('latin1', 0, readSync(descriptor, bytes));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}
