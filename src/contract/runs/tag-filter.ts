/** The tags by which the requests of a run are selected. */
import * as z from 'zod';
import { visibleText } from '../visible-text.ts';

const tagList = z.array(z.string().max(1000)).max(1000);
export const tagFilter = z.strictObject({
  /** A request needs one of them; empty: none is needed. */
  tags: tagList,
  /** A request with one of them is left out, also where it has one of `tags`. */
  excludeTags: tagList,
});
export type TagFilter = z.output<typeof tagFilter>;
type ReadonlyFilter = { readonly [Name in keyof TagFilter]: readonly string[] };

export const filtersByTag = ({ tags, excludeTags }: ReadonlyFilter): boolean =>
  tags.length > 0 || excludeTags.length > 0;

/** @param present the tags of a request and of the folders above it */
export function passesTags(present: Iterable<string>, { tags, excludeTags }: ReadonlyFilter): boolean {
  const all = new Set(present);
  return (tags.length === 0 || tags.some((tag) => all.has(tag))) && !excludeTags.some((tag) => all.has(tag));
}

/** For example `tagged smoke or fast, not tagged slow`. */
export function tagFilterText({ tags, excludeTags }: ReadonlyFilter): string {
  const listOf = (names: readonly string[]) => names.map((name) => visibleText(name)).join(' or ');
  return [
    tags.length > 0 ? `tagged ${listOf(tags)}` : '',
    excludeTags.length > 0 ? `not tagged ${listOf(excludeTags)}` : '',
  ]
    .filter(Boolean)
    .join(', ');
}
