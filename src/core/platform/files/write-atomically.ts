import { writeFile } from 'node:fs/promises';

/**
 * Writes a file completely or not at all. The package is loaded with its first use, and Node's crypto with it: a run
 * that writes no file starts without them.
 * @param options `mode`: permissions of a new file
 */
export async function writeAtomically(
  file: string,
  content: string | Buffer,
  options: { mode?: number } = {},
): Promise<void> {
  const { default: writeFileAtomic } = await import('write-file-atomic');
  // The package calls the system once. On a disk that becomes full, that writes a part and is not an error: the part would
  // replace the file. Node goes on until all is written, or fails; the package waits for it, other than its types say, and
  // then writes the same bytes over it.
  const tmpfileCreated: (temporary: string) => unknown = (temporary) => writeFile(temporary, content);
  await writeFileAtomic(file, content, { ...options, tmpfileCreated });
}
