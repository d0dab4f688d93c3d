/** Arranges a collection as a tree for the exports: each folder once, in its place, with or without requests. */
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { LoadedCollection, LoadedFolder, LoadedRequest } from '../../collection/files/collection-files.ts';

export interface ExportFolder {
  name: string;
  /** Names from the topmost folder down to this one; empty for the collection. */
  names: string[];
  /** The Postman id; empty where there is none. */
  id: string;
  docs: string;
  defaults: RequestDefaults;
  children: (ExportFolder | LoadedRequest)[];
}

export function exportTree({ name, requests, folders, items, rootDefaults }: LoadedCollection): ExportFolder {
  const root = { ...levelOf(rootDefaults, 0), name, names: [], children: [] };
  const byKey = new Map<string, ExportFolder>();
  /** Finds the folder of these names, and creates it and its ancestors where they are missing. */
  const folderAt = (segments: string[], names: string[], entry: LoadedFolder | LoadedRequest): ExportFolder => {
    let parent: ExportFolder = root;
    names.forEach((folderName, index) => {
      const key = JSON.stringify(segments.slice(0, segments.length - names.length + index + 1));
      let folder = byKey.get(key);
      if (!folder) {
        folder = {
          ...levelOf(entry, index + 1),
          name: folderName,
          names: names.slice(0, index + 1),
          children: [],
        };
        byKey.set(key, folder);
        parent.children.push(folder);
      }
      parent = folder;
    });
    return parent;
  };
  const order = new Map(items.map(({ id }, index) => [id, index]));
  const placeOf = ({ id }: { id: string }) => order.get(id) ?? order.size;
  // Ordered by the path on disk, because two folders may have the same name.
  for (const entry of [...folders, ...requests].sort((a, b) => placeOf(a) - placeOf(b))) {
    const segments = entry.id.split('/');
    if ('request' in entry) folderAt(segments.slice(0, -1), entry.path.slice(1, -1), entry).children.push(entry);
    else folderAt(segments, entry.path.slice(1), entry);
  }
  return root;
}

type Levels = Pick<LoadedRequest, 'defaults' | 'docs' | 'levelIds'>;
const levelOf = ({ defaults, docs, levelIds }: Levels, depth: number) => ({
  id: levelIds?.[depth] ?? '',
  docs: docs?.[depth] ?? '',
  defaults: defaults[depth] ?? {},
});
