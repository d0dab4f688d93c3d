/** Search and replace in the whole collection and in the scripts of the workspace. */
import * as z from 'zod';
import { MAX_DRAFT_LENGTH } from './draft-limits.ts';
import { editedFolder, editedRequest } from './collection.ts';

export const MAX_HITS = 2_000;
/** A longer line is shortened around the match. */
export const MAX_LINE = 240;

/** The literal text to search for. Patterns are not supported, because a pattern could take forever. */
const searchQuery = z.strictObject({
  text: z.string().min(1).max(1000).meta({ title: 'Search' }),
  matchCase: z.boolean(),
  wholeWord: z.boolean(),
});
export type SearchQuery = z.output<typeof searchQuery>;

/** A script file of the workspace. In UTF-16 units, limited like a draft. */
const editedScript = z.strictObject({ content: z.string().max(MAX_DRAFT_LENGTH) });
export type EditedScript = z.output<typeof editedScript>;

/**
 * Unsaved text of a request, folder or script, which is searched instead of the file. A request without a file has a
 * name here.
 */
const unsavedItem = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('request'), id: z.string(), edited: editedRequest, name: z.string().optional() }),
  z.strictObject({ kind: z.literal('folder'), id: z.string(), edited: editedFolder }),
  z.strictObject({ kind: z.literal('script'), id: z.string(), edited: editedScript }),
]);
export type UnsavedItem = z.output<typeof unsavedItem>;
export const unsavedItems = z.array(unsavedItem).max(10_000);

const searchPart = z.enum([
  'name',
  'address',
  'params',
  'headers',
  'auth',
  'body',
  'variables',
  'before-request',
  'after-response',
  'docs',
  'script',
]);
export type SearchPart = z.output<typeof searchPart>;

/** The address of one occurrence in one text of an item. */
const searchPlace = z.strictObject({
  id: z.string(),
  /** The path of the text inside the edited item, as member names and indexes; empty for the name of the item. */
  field: z.array(z.union([z.string(), z.number()])).max(50),
  /** The zero-based index of the occurrence in that text. */
  occurrence: z.number().int().nonnegative(),
});
export type SearchPlace = z.output<typeof searchPlace>;

const searchHit = z.object({
  ...searchPlace.shape,
  part: searchPart,
  /** One-based line of the text. */
  line: z.number().int(),
  /** The line, cut to MAX_LINE around the match; `start` and `end` are positions in it. */
  text: z.string(),
  start: z.number().int(),
  end: z.number().int(),
  /** False for a name, which is changed by renaming. */
  replaceable: z.boolean(),
});
export type SearchHit = z.output<typeof searchHit>;

const searchedItem = z.object({
  kind: z.enum(['request', 'folder', 'script']),
  /** For a script, its path in the workspace. */
  id: z.string(),
  name: z.string(),
  /** The method of a request; empty for anything else. */
  method: z.string(),
  /** Names of the folders above. */
  path: z.array(z.string()),
  /** Whether the searched text is unsaved. */
  unsaved: z.boolean(),
  hits: z.array(searchHit),
});
export type SearchedItem = z.output<typeof searchedItem>;

export const searchCalls = {
  /** Returns at most MAX_HITS hits; `complete` is true if these are all. Without a query, it only prepares for one. */
  'collection.search': {
    params: z.strictObject({ query: searchQuery.nullable(), unsaved: unsavedItems }),
    result: z.object({ items: z.array(searchedItem), complete: z.boolean(), searched: z.number().int() }),
  },
  /**
   * Replaces these occurrences. Files are written as by a save; unsaved texts are returned changed, and not written. An
   * occurrence that no longer exists is skipped.
   */
  'collection.replace': {
    params: z.strictObject({
      query: searchQuery,
      replacement: z.string().max(100_000).meta({ title: 'Replacement' }),
      places: z.array(searchPlace).max(MAX_HITS),
      unsaved: unsavedItems,
    }),
    result: z.object({
      replaced: z.number().int(),
      /** For undoing: the former content of each file, and its present version. */
      files: z.array(z.object({ before: unsavedItem, version: z.string() })),
      /** The changed unsaved texts, each with the number of replacements in it, which `replaced` includes. */
      unsaved: z.array(z.object({ item: unsavedItem, count: z.number().int() })),
      /** A sentence for each file that could not be changed. */
      problems: z.array(z.string()),
    }),
  },
} as const;
