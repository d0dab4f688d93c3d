/** Overwrites a file of the collection that another program may have changed in between. */
import type { CollectionEdit } from '../../collection/edit/edit-tree.ts';
import { hashText } from '../../platform/files/hash-text.ts';
import { changedOnDisk } from '../../platform/files/write-errors.ts';

/**
 * Writes a file that may have changed since it was read.
 * @param change.text the new content of the file
 * @param change.version the version that was read; undefined to overwrite any version
 * @throws FileChangedOnDisk
 */
export async function writeOver(
  edit: CollectionEdit,
  change: { file: string; text: string; next: string; version: string | undefined },
): Promise<{ version: string }> {
  const { file, text, next, version } = change;
  requireVersion(change);
  const exists = await edit.exists(file);
  const former = version === undefined ? undefined : exists ? text : null;
  if (next !== text || !exists) await edit.write(file, next, former);
  return { version: hashText(next) };
}

/** @param file.text its present content @throws FileChangedOnDisk when that is not the version that was read */
export function requireVersion({
  file,
  text,
  version,
}: {
  file: string;
  text: string;
  version: string | undefined;
}): void {
  if (version !== undefined && hashText(text) !== version) throw changedOnDisk(file);
}
