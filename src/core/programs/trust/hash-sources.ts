/** One hash for many files that depends only on their relative paths and content, on every system. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import pLimit from 'p-limit';
import { inNameOrder } from '../../platform/json/in-name-order.ts';
import { listSources, type SourceFiles } from '../languages/source-files.ts';
import { hashFile } from './hash-file.ts';

/** The SHA-256 of each file by its path relative to `base`, with `/`, ordered by path. */
export type SourceHashes = Readonly<Record<string, string>>;

const MAX_BYTES = 256 * 1024 * 1024;
const PARALLEL_READS = 16;

/** The name of a file in the hashes. */
export const nameIn = (base: string, file: string): string => path.relative(base, file).split(path.sep).join('/');

/** @returns a sentence where the files cannot be hashed */
export async function hashSources(sources: SourceFiles, base: string): Promise<SourceHashes | string> {
  if (sources.problem !== undefined) return sources.problem;
  const inTurn = pLimit(PARALLEL_READS);
  let bytes = 0;
  const hashOne = async (file: string): Promise<[string, string]> => {
    if (bytes > MAX_BYTES) throw new Error(`The files have more than ${MAX_BYTES / 1024 / 1024} MB together.`);
    const { sha256, size } = await hashFile(file);
    bytes += size;
    return [nameIn(base, file), sha256];
  };
  try {
    const files = await Promise.all([...sources.files].map((file) => inTurn(() => hashOne(file))));
    const links = [...sources.links].map(([file, target]): [string, string] => [
      nameIn(base, file),
      `link to ${target}`,
    ]);
    return Object.fromEntries(inNameOrder([...files, ...links]));
  } catch (error) {
    return (error as Error).message;
  }
}

export const hashOfAll = (hashes: SourceHashes): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(hashes)))
    .digest('hex');

/** All files of a folder, with one hash. */
export interface FolderHash {
  sha256: string;
  files: SourceHashes;
}

/** A sentence where they cannot be hashed. Links out of the folder are not followed. */
export async function hashFolder(folder: string): Promise<FolderHash | string> {
  const files = await hashSources(await listSources({ folders: [folder] }), folder);
  return typeof files === 'string' ? files : { sha256: hashOfAll(files), files };
}
