/** Replaces occurrences of a text in one item of a workspace: a request, a folder or a script. */
import type { EditedFolder, EditedRequest } from '../../../contract/collection/collection.ts';
import { withUrl } from '../../../contract/collection/request-params.ts';
import type { EditedScript, SearchQuery, UnsavedItem } from '../../../contract/collection/search.ts';
import { replaceAt, textsOf, toExpression, withText } from '../../collection/edit/find-text.ts';
import type { CollectionApi } from '../collection/collection-api.ts';
import type { WorkspaceFiles } from '../files/workspace-files.ts';

export type EditableFiles = Pick<
  CollectionApi,
  'collection.read' | 'collection.save' | 'collection.readFolder' | 'collection.saveFolder'
>;
/** One replacement in one item. */
export interface Replacement {
  query: SearchQuery;
  replacement: string;
  places: readonly { field: (string | number)[]; occurrence: number }[];
}

export interface ReplacedFile {
  /** The item before the replacement, for undoing it. */
  before: UnsavedItem;
  version: string;
  count: number;
}

/** @returns undefined where nothing has changed. @throws FileNotFound, FileChangedOnDisk */
export async function replaceInFile(
  { id, files, scripts }: { id: string; files: EditableFiles; scripts: WorkspaceFiles },
  replacement: Replacement,
  signal: AbortSignal,
): Promise<ReplacedFile | undefined> {
  if (/\.ya?ml$/.test(id)) {
    const { request, version } = await files['collection.read']({ id }, signal);
    const { edited, count } = replaceIn(request, replacement);
    if (count === 0) return undefined;
    const savedRequest = await files['collection.save']({ id, request: edited, version }, signal);
    return { before: { kind: 'request', id, edited: request }, version: savedRequest.version, count };
  }
  if (id.startsWith('scripts/')) {
    const { content, version } = await scripts.readScript(id);
    const { edited, count } = replaceIn<EditedScript>({ content }, replacement);
    if (count === 0) return undefined;
    const savedScript = await scripts.writeScript(id, edited.content, version);
    return { before: { kind: 'script', id, edited: { content } }, version: savedScript.version, count };
  }
  const { folder, version } = await files['collection.readFolder']({ id }, signal);
  const { edited, count } = replaceIn(folder, replacement);
  if (count === 0) return undefined;
  const savedFolder = await files['collection.saveFolder']({ id, folder: edited, version }, signal);
  return { before: { kind: 'folder', id, edited: folder }, version: savedFolder.version, count };
}

/** Replaces text in an item in its edited form. @returns the number of changed occurrences */
export function replaceIn<T extends EditedRequest | EditedFolder | EditedScript>(
  edited: T,
  { query, replacement, places }: Replacement,
): { edited: T; count: number } {
  const expression = toExpression(query);
  let changed = edited;
  let total = 0;
  // Only texts that a search finds can be addressed.
  for (const { field, text } of textsOf(edited)) {
    const key = JSON.stringify(field);
    const placesInField = places.filter((place) => JSON.stringify(place.field) === key);
    if (placesInField.length === 0) continue;
    const occurrences = new Set(placesInField.map(({ occurrence }) => occurrence));
    const replacedText = replaceAt(text, expression, { occurrences, replacement });
    if (!replacedText) continue;
    total += replacedText.count;
    changed = withText(changed, field, replacedText.text);
  }
  // The table of parameters repeats the URL's query.
  if ('url' in changed && 'url' in edited && changed.url !== edited.url) {
    changed = { ...changed, ...withUrl(changed.url, changed.params) };
  }
  return { edited: changed, count: total };
}
