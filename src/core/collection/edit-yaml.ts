/** Changes inside of a YAML document that leave everything else of it as it was. */
import { isMap, isSeq, YAMLSeq, type Document } from 'yaml';
import { parseYamlDocument } from './parse-yaml.ts';

/** The entries of a list: those that are the same keep their place in the file, with comments and unknown keys. */
export function setList<T extends { name: string }>(
  document: Document,
  path: (string | number)[],
  edited: readonly T[],
  before: readonly T[],
  toJson: (one: T) => Record<string, unknown>,
  keepEmpty = false,
): void {
  if (same(edited, before)) return;
  if (edited.length === 0 && !keepEmpty) return remove(document, path);
  const old = document.getIn(path);
  const nodes = isSeq(old) ? old.items : [];
  const free = new Set(before.map((_, index) => index));
  const take = (index: number) => (index >= 0 && free.delete(index) ? nodes[index] : undefined);
  const find = (fits: (one: T) => boolean) => before.findIndex((one, index) => free.has(index) && fits(one));
  const exact = edited.map((one) => take(find((other) => same(one, other))));
  const list = isSeq(old) ? old : new YAMLSeq();
  list.items = edited.map((one, index) => {
    const kept = exact[index];
    if (kept !== undefined) return kept;
    const json = toJson(one);
    const similar = take(find((other) => other.name === one.name));
    if (!isMap(similar)) return document.createNode(json);
    for (const [key, value] of Object.entries(json)) {
      // A description may name its markup beside its text.
      const member = similar.get(key);
      if (key === 'description' && isMap(member)) {
        if (member.get('content') !== value) member.set('content', value);
      } else if (!same((similar.toJSON() as Record<string, unknown>)[key], value)) {
        similar.set(key, document.createNode(value));
      }
    }
    for (const key of ['disabled', 'description']) if (!(key in json)) similar.delete(key);
    return similar;
  });
  if (!isSeq(old)) document.setIn(path, list);
}

/** The members of a map, each only where it differs. */
export function merge(document: Document, path: string[], value: Record<string, unknown>): void {
  const old = document.getIn(path);
  if (!isMap(old)) return document.setIn(path, document.createNode(value));
  const json = old.toJSON() as Record<string, unknown>;
  for (const key of Object.keys(json)) if (!(key in value)) old.delete(key);
  for (const [key, item] of Object.entries(value)) if (!same(json[key], item)) old.set(key, document.createNode(item));
}

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function remove(document: Document, path: (string | number)[]): void {
  if (document.hasIn(path)) document.deleteIn(path);
}

/** A member without a value cannot be written below, so that it is removed first. */
export function parseEditable(text: string, file: string): Document {
  const document = parseYamlDocument(text, file);
  for (const key of ['info', 'http', 'graphql', 'runtime', 'settings', 'request', 'variables']) {
    if (isMap(document.contents) && document.has(key) && document.get(key) === undefined) document.delete(key);
  }
  return document;
}
