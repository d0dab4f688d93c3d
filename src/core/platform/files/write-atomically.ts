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
  await writeFileAtomic(file, content, options);
}
