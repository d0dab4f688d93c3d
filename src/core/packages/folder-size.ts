import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * The size in bytes of all files below a folder, counted until it exceeds `max`. Links are not followed. Files and
 * folders that vanish meanwhile are ignored.
 */
export async function folderSize(folder: string, max: number): Promise<number> {
  let bytes = 0;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined && bytes <= max; next = folders.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      const file = path.join(next, entry.name);
      if (entry.isDirectory()) folders.push(file);
      if (!entry.isFile()) continue;
      bytes += await stat(file).then(
        ({ size }) => size,
        () => 0,
      );
      if (bytes > max) break;
    }
  }
  return bytes;
}
