/** A collection with unsaved edits instead of the content of the files. */
import path from 'node:path';
import { stringify } from 'yaml';
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { UnsavedEdits } from '../../../contract/runs/runner-calls.ts';
import type { LoadedCollection, LoadedRequest } from '../../collection/files/collection-files.ts';
import { applyEdit, applyFolderEdit } from '../../collection/edit/edit-request.ts';
import type { CollectionEdit } from '../../collection/edit/edit-tree.ts';
import { checkFolder } from '../../collection/format/file-shapes.ts';
import { FOLDER_FILE, ROOT_FILE } from '../../collection/files/names.ts';
import { parseRequest } from '../../collection/format/open-collection.ts';
import { parseYaml } from '../../collection/format/parse-yaml.ts';

/** The file of a folder, which may not exist yet; with an empty id, that of the collection. */
export async function folderText(edit: CollectionEdit, id: string): Promise<{ text: string; file: string }> {
  const file = id === '' ? ROOT_FILE : `${id}/${FOLDER_FILE}`;
  if (await edit.exists(file)) return { file, text: await edit.read(file) };
  return { file, text: stringify({ info: { name: path.basename(id), type: 'folder' } }) };
}

/** Ignores edits of requests and folders that no longer exist. @throws CollectionDamaged */
export async function withUnsaved(
  loaded: LoadedCollection,
  unsaved: UnsavedEdits | undefined,
  edit: CollectionEdit,
): Promise<LoadedCollection> {
  if (!unsaved || (unsaved.requests.length === 0 && unsaved.folders.length === 0)) return loaded;
  const folders = new Map<string, RequestDefaults>();
  const exists = new Set(['', ...loaded.items.map(({ id }) => id)]);
  for (const { id, folder } of unsaved.folders) {
    if (!exists.has(id)) continue;
    const { text, file } = await folderText(edit, id);
    const json = checkFolder(parseYaml(applyFolderEdit(text, folder, file), file) ?? {}, file);
    folders.set(id, json.request ?? {});
  }
  const edits = new Map(unsaved.requests.map(({ id, request }) => [id, request]));
  const replaced = async (item: LoadedRequest): Promise<LoadedRequest> => {
    const defaults = withFolders(item.defaults, item.id, folders);
    const unsavedEdit = edits.get(item.id);
    if (!unsavedEdit) return { ...item, defaults };
    const text = applyEdit(await edit.read(item.id), unsavedEdit, item.id);
    return { ...item, defaults, request: parseRequest(text, item.id) };
  };
  const requests: LoadedRequest[] = [];
  for (const item of loaded.requests) requests.push(await replaced(item));
  const { rootDefaults } = loaded;
  const inFolders = loaded.folders.map((folder) => ({
    ...folder,
    defaults: withFolders(folder.defaults, folder.id, folders),
  }));
  const defaults = withFolders(rootDefaults.defaults, '', folders);
  return { ...loaded, requests, folders: inFolders, rootDefaults: { ...rootDefaults, defaults } };
}

/** @param defaults those of the collection, followed by one for each folder on the path of the request */
function withFolders(
  defaults: readonly RequestDefaults[],
  id: string,
  folders: ReadonlyMap<string, RequestDefaults>,
): RequestDefaults[] {
  const names = id.split('/');
  return defaults.map((level, depth) => folders.get(names.slice(0, depth).join('/')) ?? level);
}
