/**
 * Searches and replaces in a collection and the scripts of its workspace. Unsaved edits are searched instead of their
 * files.
 */
import { setImmediate as pause } from 'node:timers/promises';
import { toFailure } from '../../../contract/errors.ts';
import type { HostApi } from '../../../contract/host-contract.ts';
import { MAX_HITS, type SearchedItem, type SearchHit, type UnsavedItem } from '../../../contract/collection/search.ts';
import { lineOf, occurrencesIn, textsOf, toExpression, type TextField } from '../../collection/edit/find-text.ts';
import { replaceIn, replaceInFile, type EditableFiles } from './replace-in-item.ts';
import { createSearchableTexts, ITEMS_IN_A_ROW, type Searchable, type SearchableItem } from './searchable-texts.ts';
import type { Session } from '../session.ts';

type SearchApi = Pick<HostApi, 'collection.search' | 'collection.replace'>;

export function createWorkspaceSearch(session: Session, files: EditableFiles): SearchApi {
  const texts = createSearchableTexts(session, files);
  return {
    async 'collection.search'({ query, unsaved }, signal) {
      const all = await texts.current();
      if (!query) return { items: [], complete: true, searched: all.length };
      const unsavedTexts = new Map(unsaved.map((item) => [item.id, textsOf(item.edited)]));
      const expression = toExpression(query);
      const items: SearchedItem[] = [];
      let remaining = MAX_HITS;
      for (const [index, { item, path, texts: saved }] of [...all, ...withoutFile(unsaved)].entries()) {
        if (remaining <= 0) break;
        if (index % ITEMS_IN_A_ROW === ITEMS_IN_A_ROW - 1) {
          await pause();
          signal.throwIfAborted();
        }
        const hits = hitsIn(item, unsavedTexts.get(item.id) ?? saved, expression).slice(0, remaining);
        remaining -= hits.length;
        const { kind, id, name, method } = item;
        if (hits.length > 0) items.push({ kind, id, name, method, path, unsaved: unsavedTexts.has(id), hits });
      }
      return { items, complete: remaining > 0, searched: all.length };
    },
    async 'collection.replace'({ query, replacement, places: allPlaces, unsaved }, signal) {
      const drafts = new Map(unsaved.map((item) => [item.id, item]));
      const result: Awaited<ReturnType<SearchApi['collection.replace']>> = {
        replaced: 0,
        files: [],
        unsaved: [],
        problems: [],
      };
      for (const [id, places] of Map.groupBy(allPlaces, (place) => place.id)) {
        signal.throwIfAborted();
        const draft = drafts.get(id);
        try {
          if (draft) {
            const { edited, count } = replaceIn(draft.edited, { query, replacement, places });
            if (count > 0) result.unsaved.push({ item: { ...draft, edited } as typeof draft, count });
            result.replaced += count;
            continue;
          }
          const item = { id, files, scripts: session.files };
          const written = await replaceInFile(item, { query, replacement, places }, signal);
          if (written) {
            result.files.push({ before: written.before, version: written.version });
            result.replaced += written.count;
          }
        } catch (error) {
          result.problems.push(`${id}: ${toFailure(error).message}`);
        }
      }
      texts.forget();
      return result;
    },
  };
}

/** Requests that have no file yet. */
const withoutFile = (unsaved: readonly UnsavedItem[]): Searchable[] =>
  unsaved.flatMap((item) =>
    item.kind === 'request' && item.name !== undefined
      ? [{ item: { kind: 'request', id: item.id, name: item.name, method: item.edited.method }, path: [], texts: [] }]
      : [],
  );

function hitsIn(item: SearchableItem, texts: readonly TextField[], expression: RegExp): SearchHit[] {
  const all: TextField[] = [{ field: [], part: 'name', text: item.name }, ...texts];
  return all.flatMap(({ field, part, text }) =>
    occurrencesIn(text, expression).map((occurrenceInText, occurrence) => ({
      id: item.id,
      field,
      occurrence,
      part,
      replaceable: part !== 'name',
      ...lineOf(text, occurrenceInText),
    })),
  );
}
