/** Parts of the paths, with `/`, that identify requests, folders and scripts. */

/** The containing folder; empty at the top. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** An id after an entry was renamed or moved: that of the entry itself, or of an item below it, changes. */
export const movedId = (id: string, { from, to }: { from: string; to: string }): string =>
  id === from || id.startsWith(`${from}/`) ? to + id.slice(from.length) : id;

/** What belongs to items, by their ids, after an entry was renamed or moved. */
export const withMovedKeys = <T>(values: Readonly<Record<string, T>>, moved: { from: string; to: string }) =>
  Object.fromEntries(Object.entries(values).map(([id, value]) => [movedId(id, moved), value]));

/** The path of a request's file, without `.yml`. */
export const withoutExtension = (id: string): string => id.replace(/\.ya?ml$/, '');
