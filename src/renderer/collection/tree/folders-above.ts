/** The ids from the collection, whose id is empty, down to the folder of a request. */
export function foldersAbove(id: string): string[] {
  const names = id.split('/').slice(0, -1);
  return ['', ...names.map((_, depth) => names.slice(0, depth + 1).join('/'))];
}

/** The requests with the folders that they inherit from. */
export const withFoldersAbove = (ids: readonly string[]): string[] => [
  ...new Set([...ids.flatMap(foldersAbove), ...ids]),
];
