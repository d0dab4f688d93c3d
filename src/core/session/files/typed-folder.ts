/** The folder of a new or existing workspace, as a person types it. */
import { mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { withCodes } from '../../collection/files/collection-writer.ts';

const HOME = /^~(?=$|[\\/])/;

/**
 * @param create creates a folder at an absolute path; elsewhere the person could not know where it would be
 * @throws WriteFailed
 */
export async function typedFolder(typed: string, create: boolean): Promise<string> {
  const folder = typed.trim().replace(HOME, () => os.homedir());
  if (create && path.isAbsolute(folder)) await withCodes(folder, () => mkdir(folder, { recursive: true }));
  return folder;
}
