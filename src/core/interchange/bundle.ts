/** A collection in one file, in the form that OpenCollection calls bundled. */
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { LoadedCollection, LoadedRequest } from '../collection/collection-files.ts';
import { isRequest } from '../collection/open-collection.ts';
import { optional } from './imported.ts';

export function bundle(loaded: LoadedCollection): object {
  interface Node {
    info: { id?: string; name: string; type: string };
    request?: RequestDefaults;
    docs?: string;
    items: unknown[];
  }
  const top: unknown[] = [];
  const folders = new Map<string, Node>();
  const parentOf = ({ path, defaults, docs = [], levelIds = [] }: LoadedRequest): unknown[] => {
    const names = path.slice(1, -1);
    let items = top;
    names.forEach((name, depth) => {
      const key = JSON.stringify(names.slice(0, depth + 1));
      let node = folders.get(key);
      if (!node) {
        const own = defaults[depth + 1] ?? {};
        const request = Object.keys(own).length > 0 ? { request: own } : {};
        const text = docs[depth + 1] ?? '';
        const info = { ...optional('id', levelIds[depth + 1]), name, type: 'folder' };
        node = { info, ...request, ...(text === '' ? {} : { docs: text }), items: [] };
        folders.set(key, node);
        items.push(node);
      }
      items = node.items;
    });
    return items;
  };
  for (const request of loaded.requests) if (isRequest(request.request)) parentOf(request).push(request.request);
  const [first] = loaded.requests;
  const [outermost] = first?.defaults ?? [];
  const [docs = ''] = first?.docs ?? [];
  const [id] = first?.levelIds ?? [];
  return {
    opencollection: '1.0.0',
    info: { ...optional('id', id), name: loaded.name },
    ...(outermost && Object.keys(outermost).length > 0 ? { request: outermost } : {}),
    ...(docs === '' ? {} : { docs }),
    ...(loaded.environments.length > 0 ? { config: { environments: loaded.environments } } : {}),
    items: top,
    bundled: true,
  };
}
