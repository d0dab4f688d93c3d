/** Exports a collection as one file, the form that OpenCollection calls bundled. */
import type { LoadedCollection } from '../../collection/files/collection-files.ts';
import { isRequest } from '../../collection/format/open-collection.ts';
import { exportTree, type ExportFolder } from './tree.ts';
import { optional } from '../imported/imported.ts';

export function bundle(loaded: LoadedCollection): object {
  const root = exportTree(loaded);
  return {
    opencollection: '1.0.0',
    info: { ...optional('id', root.id), name: loaded.name },
    ...addedBy(root),
    ...(loaded.environments.length > 0 ? { config: { environments: loaded.environments } } : {}),
    items: itemsOf(root),
    bundled: true,
  };
}

const addedBy = ({ defaults, docs }: ExportFolder) => ({
  ...(Object.keys(defaults).length > 0 ? { request: defaults } : {}),
  ...optional('docs', docs),
});

const itemsOf = ({ children }: ExportFolder): object[] =>
  children.flatMap((child): object[] => {
    if ('request' in child) return isRequest(child.request) ? [child.request] : [];
    const info = { ...optional('id', child.id), name: child.name, type: 'folder' };
    return [{ info, ...addedBy(child), items: itemsOf(child) }];
  });
