/** Parts of the paths, with `/`, that identify requests, folders and scripts. */

/** The containing folder; empty at the top. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The path of a request's file, without `.yml`. */
export const withoutExtension = (id: string): string => id.replace(/\.ya?ml$/, '');
