/** Compares whether two machines would execute the same part equally: by one hash of the files that determine it. */
import { stat } from 'node:fs/promises';
import { codedError } from '../../contract/errors.ts';
import { hashText } from '../platform/files/hash-text.ts';
import { isInside } from '../platform/files/paths.ts';
import { listSources } from '../programs/languages/source-files.ts';
import { hashFile } from '../programs/trust/hash-file.ts';
import { hashOfAll, hashSources, type SourceHashes } from '../programs/trust/hash-sources.ts';

export interface RunDigest {
  /** SHA-256 of all hashes. */
  digest: string;
  /** The hash of each file by its path: `collection/…`, `programs/…`, `data`. */
  files: SourceHashes;
}

/**
 * The hashes of the files of a collection and of its programs.
 * @param collection its folder, or a collection in one file
 * @throws InvalidData when the files cannot be hashed: too many, too large, not readable
 */
export async function hashRunFiles(collection: string, programsDirectory: string): Promise<SourceHashes> {
  const files: Record<string, string> = {};
  const add = async (prefix: string, folder: string) => {
    const hashes = await hashSources(await listSources({ folders: [folder] }), folder);
    if (typeof hashes === 'string')
      throw codedError('InvalidData', `The files of the run cannot be compared: ${hashes}`);
    for (const [name, sha256] of Object.entries(hashes)) files[`${prefix}/${name}`] = sha256;
  };
  const isFolder = (await stat(collection)).isDirectory();
  if (isFolder) await add('collection', collection);
  else files['collection'] = (await hashFile(collection)).sha256;
  const isAdded = isFolder && (collection === programsDirectory || isInside(collection, programsDirectory));
  const hasPrograms = (await stat(programsDirectory).catch(() => undefined))?.isDirectory() ?? false;
  if (!isAdded && hasPrograms) await add('programs', programsDirectory);
  return files;
}

/** @param data the file with the data of the iterations */
export async function digestOf(runFiles: SourceHashes, data: string | undefined): Promise<RunDigest> {
  const files = data === undefined ? runFiles : { ...runFiles, data: (await hashFile(data)).sha256 };
  return { digest: hashOfAll(files), files };
}

/** The digest with the content of a data file, which is then the same as that of workers with the file itself. */
export function digestWithData(runFiles: SourceHashes, content: string): RunDigest {
  const files = { ...runFiles, data: hashText(content) };
  return { digest: hashOfAll(files), files };
}

/** Names the first different file, as the end of a sentence. */
export function describeDifference(localHashes: SourceHashes, runHashes: SourceHashes): string {
  const names = [...new Set([...Object.keys(localHashes), ...Object.keys(runHashes)])].sort();
  const name = names.find((name) => localHashes[name] !== runHashes[name]);
  if (name === undefined) return 'the same files in another order';
  if (localHashes[name] === undefined) return `${name} is missing here`;
  if (runHashes[name] === undefined) return `${name} is only here`;
  return `${name} has another content here`;
}
