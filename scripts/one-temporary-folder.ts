import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * From now on, this process and those that it starts put temporary files into one folder.
 * @returns the folder, and a function that removes it
 */
export function useOneTemporaryFolder(prefix: string): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }) };
}
