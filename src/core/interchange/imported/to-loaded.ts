/** An import that is run without being written to disk. */
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { LoadedCollection, LoadedRequest } from '../../collection/files/collection-files.ts';
import type { Imported, ImportedItem } from './imported.ts';

/** @param root the folder for the files and programs of its requests */
export function toLoaded(imported: Imported, root: string): LoadedCollection {
  const requests: LoadedRequest[] = [];
  const visit = (
    items: readonly ImportedItem[],
    { names, defaults, levelIds }: { names: string[]; defaults: RequestDefaults[]; levelIds: string[] },
  ) => {
    for (const item of items) {
      const below = [...names, item.name];
      if ('request' in item) {
        const { name: title, request } = item;
        requests.push({ id: below.slice(1).join('/'), name: title, path: below, request, defaults, levelIds });
      } else {
        visit(item.items, {
          names: below,
          defaults: [...defaults, item.defaults ?? {}],
          levelIds: [...levelIds, item.id ?? ''],
        });
      }
    }
  };
  const { name, environments, secrets, warnings } = imported;
  const secretVariables = secrets.flatMap((secret) =>
    secret.environment === null ? [{ name: secret.name, value: secret.value }] : [],
  );
  const variables = [...secretVariables, ...(imported.defaults?.variables ?? [])];
  const rootDefaults = { defaults: [{ ...imported.defaults, ...(variables.length > 0 ? { variables } : {}) }] };
  visit(imported.items, { names: [name], defaults: rootDefaults.defaults, levelIds: [imported.id ?? ''] });
  const problems = warnings.map(({ where, what }) => `${where}: ${what} could not be carried over`);
  const secretValues = secrets.map(({ value }) => value);
  return { root, name, requests, folders: [], rootDefaults, items: [], environments, problems, secretValues };
}
