/**
 * The sample workspace. It is the first workspace of a new user, who saves requests in it, so it is a copy in the user's
 * data folder: the shipped folder may be read-only, and in a clone of the project it is under version control.
 */
import { cp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { dataFolder } from '../../platform/files/user-folders.ts';

/** Copies the shipped sample if there is no copy yet; files that the user has deleted from the copy stay deleted. */
export async function copySample(shipped: string): Promise<string> {
  const folder = path.join(dataFolder(), 'hello');
  const existing = await readdir(folder).catch(() => []);
  if (existing.length === 0) await cp(shipped, folder, { recursive: true });
  return folder;
}
