/** An import that is run without being written to disk. */
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { LoadedCollection, LoadedRequest } from '../../collection/files/collection-files.ts';
import { PROCESS_ENVIRONMENT } from '../../collection/files/dot-env.ts';
import { brunoCollectionOf, type BrunoCollection } from '../../collection/format/bruno-collection.ts';
import type { ImportedCollection, ImportedItem } from './imported.ts';

/** What the requests of a folder have in common. */
interface Place {
  /** The names of the collection and the folders. */
  names: string[];
  /** The same without the collection, as files and folders are named: scripts of Bruno name a request by its file. */
  files: string[];
  defaults: RequestDefaults[];
  levelIds: string[];
  tags: string[];
  /** Why the file of a folder above could not be read. */
  damaged: string | undefined;
}

/** @param root the folder for the files and programs of its requests */
export function toLoaded(imported: ImportedCollection, root: string): LoadedCollection {
  const requests: LoadedRequest[] = [];
  const bruno = brunoOf(imported);
  const visit = (items: readonly ImportedItem[], { names, files, defaults, levelIds, tags, damaged }: Place) => {
    for (const item of items) {
      const below = [...names, item.name];
      const place = [...files, item.file ?? item.name];
      if ('request' in item) {
        const { name: title, request } = item;
        const loaded = { id: place.join('/'), name: title, path: below, request, defaults, levelIds };
        requests.push({
          ...loaded,
          ...(tags.length > 0 ? { folderTags: tags } : {}),
          ...(bruno ? { bruno } : {}),
          ...(damaged === undefined ? {} : { damaged: `${damaged}.` }),
        });
      } else {
        visit(item.items, {
          names: below,
          files: place,
          defaults: [...defaults, item.defaults ?? {}],
          levelIds: [...levelIds, item.id ?? ''],
          tags: [...tags, ...(item.tags ?? [])],
          damaged: damaged ?? item.damaged,
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
  visit(imported.items, {
    names: [name],
    files: [],
    defaults: rootDefaults.defaults,
    levelIds: [imported.id ?? ''],
    tags: [],
    damaged: imported.damaged,
  });
  for (const { file, reason } of imported.leftOut ?? []) {
    const names = file.split('/');
    const damaged = `${file} is left out: ${reason}.`;
    requests.push({ id: file, name: names.at(-1) ?? file, path: [name, ...names], request: {}, defaults: [], damaged });
  }
  const problems = warnings.map(({ where, what }) => `not carried over: ${where}: ${what}`);
  const secretValues = secrets.map(({ value }) => value);
  return { root, name, requests, folders: [], rootDefaults, items: [], environments, problems, secretValues };
}

/** The values of the file `.env` are secrets of each environment in an import; here they need no environment. */
function brunoOf({ extensions, secrets }: ImportedCollection): BrunoCollection | undefined {
  const bruno = brunoCollectionOf({ extensions });
  const values = secrets.filter(({ name }) => name.startsWith(PROCESS_ENVIRONMENT));
  return bruno && { ...bruno, processEnvironment: Object.fromEntries(values.map(({ name, value }) => [name, value])) };
}
