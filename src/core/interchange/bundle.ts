/** A collection in one file, in the form that OpenCollection calls bundled. */
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { LoadedCollection } from '../collection/collection-files.ts';

export function bundle(loaded: LoadedCollection): object {
  interface Node {
    info: { name: string; type: string };
    request?: RequestDefaults;
    items: unknown[];
  }
  const top: unknown[] = [];
  const folders = new Map<string, Node>();
  const parentOf = (names: readonly string[], defaults: readonly RequestDefaults[]): unknown[] => {
    let items = top;
    names.forEach((name, depth) => {
      const key = JSON.stringify(names.slice(0, depth + 1));
      let node = folders.get(key);
      if (!node) {
        const own = defaults[depth + 1] ?? {};
        const request = Object.keys(own).length > 0 ? { request: own } : {};
        node = { info: { name, type: 'folder' }, ...request, items: [] };
        folders.set(key, node);
        items.push(node);
      }
      items = node.items;
    });
    return items;
  };
  for (const { path: names, request, defaults } of loaded.requests) {
    parentOf(names.slice(1, -1), defaults).push(request);
  }
  const [outermost] = loaded.requests[0]?.defaults ?? [];
  return {
    opencollection: '1.0.0',
    info: { name: loaded.name },
    ...(outermost && Object.keys(outermost).length > 0 ? { request: outermost } : {}),
    ...(loaded.environments.length > 0 ? { config: { environments: loaded.environments } } : {}),
    items: top,
    bundled: true,
  };
}
