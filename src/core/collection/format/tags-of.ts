import type { LoadedRequest } from './open-collection.ts';

/** The tags of a request: those in its file, then those of its folders from the outermost, each once. */
export const tagsOf = ({ request, folderTags = [] }: Pick<LoadedRequest, 'request' | 'folderTags'>): string[] => [
  ...new Set([...(request.info?.tags ?? []), ...folderTags]),
];
