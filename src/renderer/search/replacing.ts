/** Replaces hits of a search, in files and in unsaved edits; all of it can be undone. */
import { codedError, toFailure } from '../../contract/errors.ts';
import type { HostApi, HostClient } from '../../contract/host-contract.ts';
import type { SearchPlace, UnsavedItem } from '../../contract/collection/search.ts';
import { isSameJson } from '../ui/same-json.ts';
import type { SearchParts } from './search-state.ts';
import { editItems, unsavedItems } from './unsaved-items.ts';

type Query = Parameters<HostApi['collection.replace']>[0]['query'];
type ReplacedFile = Awaited<ReturnType<HostApi['collection.replace']>>['files'][number];

/**
 * @returns the number of replacements, the problems, and a function that undoes them except where the text was changed
 * since, and rejects with what it left
 */
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
  const showChanged = async () => {
    await requests.getState().load();
    await onChanged();
  };
  const unsavedBefore = await unsavedItems(stores);
  const result = await client.call('collection.replace', { query, replacement, places, unsaved: unsavedBefore });
  const wasTyped = differing(unsavedBefore, await unsavedItems(stores));
  const leftOut = result.unsaved.filter(({ item }) => wasTyped(item));
  const changed = result.unsaved.map(({ item }) => item).filter((item) => !wasTyped(item));
  await editItems(stores, changed);
  const unsavedAfter = await unsavedItems(stores);
  await showChanged();
  const undo = async () => {
    const problems: string[] = [];
    for (const file of result.files) {
      await restoreFile(client, file).catch((error: unknown) => problems.push(toFailure(error).message));
    }
    const isTypedSince = differing(unsavedAfter, await unsavedItems(stores));
    const changedIds = new Set(changed.map(({ id }) => id));
    const items = unsavedBefore.filter(({ id }) => changedIds.has(id));
    await editItems(
      stores,
      items.filter((item) => !isTypedSince(item)),
    );
    for (const { id } of items.filter(isTypedSince))
      problems.push(`${id} was edited after the replacement, which is not undone there.`);
    await showChanged();
    if (problems.length > 0)
      throw codedError('FileChangedOnDisk', problems.join(' '), 'The rest is undone. Edit these by hand.');
  };
  return {
    replaced: result.replaced - leftOut.reduce((sum, { count }) => sum + count, 0),
    problems: [
      ...result.problems,
      ...leftOut.map(
        ({ item }) => `${item.id} was edited meanwhile: nothing was replaced in its unsaved edits. Replace again.`,
      ),
    ],
    undo,
  };
}

/** @returns whether the unsaved text of an item is another one in the second list */
function differing(before: readonly UnsavedItem[], now: readonly UnsavedItem[]): (item: { id: string }) => boolean {
  const textIn = (items: readonly UnsavedItem[], id: string) => items.find((item) => item.id === id)?.edited;
  return ({ id }) => !isSameJson(textIn(before, id), textIn(now, id));
}

async function restoreFile(client: HostClient, { before, version }: ReplacedFile): Promise<void> {
  const { id } = before;
  if (before.kind === 'request') await client.call('collection.save', { id, request: before.edited, version });
  else if (before.kind === 'folder') await client.call('collection.saveFolder', { id, folder: before.edited, version });
  else await client.call('workspace.writeScript', { path: id, content: before.edited.content, version });
}
