import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Bytes that a file, a folder or a link takes at least: an archive may have millions of empty ones. */
const ENTRY_BYTES = 1024;

/**
 * The size in bytes of everything below a folder, counted until it exceeds `max`. Links are not followed. Files and
 * folders that vanish meanwhile are ignored.
 */
export async function folderSize(folder: string, max: number): Promise<number> {
  let bytes = 0;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined && bytes <= max; next = folders.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      const file = path.join(next, entry.name);
      if (entry.isDirectory()) folders.push(file);
      const size = entry.isFile()
        ? await stat(file).then(
            (stats) => stats.size,
            () => 0,
          )
        : 0;
      bytes += Math.max(size, ENTRY_BYTES);
      if (bytes > max) break;
    }
  }
  return bytes;
}
