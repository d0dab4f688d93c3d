/** Replaces hits of a search, in files and in unsaved edits; all of it can be undone. */
import type { HostApi, HostClient } from '../../contract/host-contract.ts';
import type { SearchPlace } from '../../contract/collection/search.ts';
import { isSameJson } from '../ui/same-json.ts';
import type { SearchParts } from './search-state.ts';
import { editItems, unsavedItems } from './unsaved-items.ts';

type Query = Parameters<HostApi['collection.replace']>[0]['query'];
type ReplacedFile = Awaited<ReturnType<HostApi['collection.replace']>>['files'][number];

/** @returns the number of replacements, the problems, and a function that undoes them */
export async function replaceAt(
  { client, requests, scripts }: SearchParts,
  {
    query,
    replacement,
    places,
    onChanged,
  }: { query: Query; replacement: string; places: SearchPlace[]; onChanged: () => Promise<void> },
) {
  const stores = { requests, scripts };
  const unsavedBefore = await unsavedItems(stores);
  const result = await client.call('collection.replace', { query, replacement, places, unsaved: unsavedBefore });
  const showChanged = async (items: typeof unsavedBefore) => {
    await editItems(stores, items);
    await requests.getState().load();
    await onChanged();
  };
  const unsavedNow = await unsavedItems(stores);
  const textIn = (items: typeof unsavedBefore, id: string) => items.find((item) => item.id === id)?.edited;
  const isTyped = ({ id }: { id: string }) => !isSameJson(textIn(unsavedNow, id), textIn(unsavedBefore, id));
  const changedItems = result.unsaved.filter((item) => !isTyped(item));
  const problems = result.unsaved
    .filter(isTyped)
    .map(({ id }) => `${id} was edited meanwhile: nothing was replaced in its unsaved edits. Replace again.`);
  await showChanged(changedItems);
  const changed = new Set(changedItems.map(({ id }) => id));
  const undo = async () => {
    for (const file of result.files) await restoreFile(client, file);
    await showChanged(unsavedBefore.filter(({ id }) => changed.has(id)));
  };
  return { replaced: result.replaced, problems: [...result.problems, ...problems], undo };
}

async function restoreFile(client: HostClient, { before, version }: ReplacedFile): Promise<void> {
  const { id } = before;
  if (before.kind === 'request') await client.call('collection.save', { id, request: before.edited, version });
  else if (before.kind === 'folder') await client.call('collection.saveFolder', { id, folder: before.edited, version });
  else await client.call('workspace.writeScript', { path: id, content: before.edited.content, version });
}
