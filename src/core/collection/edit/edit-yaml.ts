/** Changes parts of a YAML document; comments, order and format of the rest are preserved. */
import { isMap, isScalar, isSeq, YAMLSeq, type Document } from 'yaml';
import { codedError } from '../../../contract/errors.ts';
import { parseYamlDocument } from '../format/parse-yaml.ts';

export interface ListEdit<T> {
  edited: readonly T[];
  before: readonly T[];
  /** Converts an entry to the form of the file. Default: a copy of it. */
  toJson?: (item: T) => Record<string, unknown>;
  /** Whether an empty list stays in the file. */
  keepEmpty?: boolean;
  /** The keys that are removed from an entry that no longer has a value for them. Default: the marks of a table row. */
  optional?: readonly string[];
}

/** Sets the entries of a list. Unchanged entries keep their place in the file, with comments and unknown keys. */
export function setList<T extends { name: string }>(
  document: Document,
  path: (string | number)[],
  {
    edited,
    before,
    toJson = (item) => ({ ...item }),
    keepEmpty = false,
    optional = ['disabled', 'description'],
  }: ListEdit<T>,
): void {
  if (same(edited, before)) return;
  if (edited.length === 0 && !keepEmpty) return remove(document, path);
  const old = document.getIn(path);
  const nodes = isSeq(old) ? old.items : [];
  const free = new Set(before.map((_, index) => index));
  const take = (fits: (item: T) => boolean) => {
    const index = before.findIndex((item, position) => free.has(position) && fits(item));
    free.delete(index);
    const [node, item] = [nodes[index], before[index]];
    return node === undefined || item === undefined ? undefined : { node, json: toJson(item) };
  };
  const exact = edited.map((item) => take((other) => same(item, other)));
  const list = isSeq(old) ? old : new YAMLSeq();
  list.items = edited.map((item, index) => {
    const unchanged = exact[index];
    if (unchanged) return unchanged.node;
    const json = toJson(item);
    const similar = take((other) => other.name === item.name);
    if (!similar || !isMap(similar.node)) return document.createNode(json);
    const { node } = similar;
    for (const [key, value] of Object.entries(json)) {
      if (same(similar.json[key], value)) continue;
      const member = node.get(key);
      // The file may hold a description as an object with `content` and `type` instead of a text.
      if (key === 'description' && isMap(member)) member.set('content', value);
      else node.set(key, document.createNode(value));
    }
    for (const key of optional) if (!(key in json)) node.delete(key);
    return node;
  });
  if (!isSeq(old)) document.setIn(path, list);
}

/** Sets the members of a map whose value differs; the others are not touched. */
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

/**
 * Parses a file whose members will be changed. A member with the value null cannot have members below it, so it is
 * removed first.
 * @throws CollectionDamaged where the file is not a map of members; and the errors of `parseYamlDocument`
 */
export function parseEditable(text: string, file: string): Document {
  const document = parseYamlDocument(text, file);
  // A file with nothing but `null` is read like an empty one, and takes members like one.
  if (isScalar(document.contents) && document.contents.value === null) document.contents = null;
  if (document.contents !== null && !isMap(document.contents)) {
    throw codedError('CollectionDamaged', `${file} has to consist of members such as "info:".`);
  }
  for (const key of ['info', 'http', 'graphql', 'runtime', 'settings', 'request', 'variables']) {
    if (isMap(document.contents) && document.has(key) && document.get(key) === undefined) document.delete(key);
  }
  return document;
}
