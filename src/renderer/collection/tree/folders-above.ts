import { folderOf } from '../item-path.ts';

/** The ids from the collection, whose id is empty, down to a folder, which is included. */
export function foldersDownTo(folder: string): string[] {
  if (folder === '') return [''];
  const names = folder.split('/');
  return ['', ...names.map((_, depth) => names.slice(0, depth + 1).join('/'))];
}

/** The ids from the collection, whose id is empty, down to the folder of a request. */
export const foldersAbove = (id: string): string[] => foldersDownTo(folderOf(id));

/** The requests with the folders that they inherit from. */
export const withFoldersAbove = (ids: readonly string[]): string[] => [
  ...new Set([...ids.flatMap(foldersAbove), ...ids]),
];
