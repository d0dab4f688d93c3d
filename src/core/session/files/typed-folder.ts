/** The folder of a new or existing workspace, as a person types it. */
import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { codedError } from '../../../contract/errors.ts';
import { withCodes } from '../../collection/files/collection-writer.ts';

const HOME = /^~(?=$|[\\/])/;

/**
 * @param create creates the folder
 * @returns its absolute path
 * @throws InvalidParams for a relative path, since the person could not know which folder it begins in; FileNotFound for
 *   a folder that does not exist and can be created; NotAFolder for one that cannot; WriteFailed
 */
export async function typedFolder(typed: string, create: boolean): Promise<string> {
  const folder = typed.trim().replace(HOME, () => os.homedir());
  if (!path.isAbsolute(folder)) {
    const example = path.join(os.homedir(), 'shop');
    const remedy = `Type the whole path, such as ${example}, or begin it with ~ for your home folder.`;
    throw codedError('InvalidParams', `“${typed.trim()}” is not an absolute path.`, remedy);
  }
  if (create) await withCodes(folder, () => mkdir(folder, { recursive: true }));
  else if (!(await isThere(folder))) await refuseMissing(folder);
  return folder;
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    (error: unknown) => !['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''),
  );

async function refuseMissing(folder: string): Promise<never> {
  const message = `The folder ${folder} does not exist.`;
  const reason = await whyNotCreated(folder);
  if (reason === undefined) throw codedError('FileNotFound', message);
  throw codedError('NotAFolder', `${message} It cannot be created: ${reason}`);
}

/** @returns undefined where it can be created */
async function whyNotCreated(folder: string): Promise<string | undefined> {
  let parent = path.dirname(folder);
  while (!(await isThere(parent)) && path.dirname(parent) !== parent) parent = path.dirname(parent);
  const entry = await stat(parent).catch(() => undefined);
  if (entry && !entry.isDirectory()) return `${parent} is a file.`;
  return access(parent, constants.W_OK | constants.X_OK).then(
    () => undefined,
    () => `this user may not write in ${parent}.`,
  );
}
