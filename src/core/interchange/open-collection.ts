/** Imports a collection in one file: an export of this application, or of another one that writes OpenCollection. */
import { codedError, toFailure } from '../../contract/errors.ts';
import { environmentsIn } from '../collection/files/collection-files.ts';
import { problemsOfExtends } from '../collection/variables/extended-environments.ts';
import { checkCollection, checkFolder, checkRequest } from '../collection/format/file-shapes.ts';
import { docsText, isRequest, leftOut, otherProtocolOf } from '../collection/format/open-collection.ts';
import {
  isObject,
  optional,
  type ImportedCollection,
  type ImportedItem,
  type ImportWarning,
  type Json,
} from './imported/imported.ts';

export const isOpenCollection = (json: unknown): json is Json => isObject(json) && json['opencollection'] !== undefined;

const readMembers = ['opencollection', 'info', 'request', 'docs', 'extensions', 'config', 'items', 'bundled'];

/** @throws InvalidData for the file of a collection whose requests are in files of their own */
export function fromOpenCollection(json: Json, file: string): ImportedCollection {
  const { info, request, docs, items, extensions, ...collection } = checkCollection(json, file);
  if (items === undefined) {
    throw codedError(
      'InvalidData',
      `${file} needs no import: the requests of its collection are files beside it.`,
      'Open their folder as a workspace.',
    );
  }
  const name = info?.name ?? file;
  const unread = [
    ...Object.keys(json).filter((member) => !readMembers.includes(member)),
    ...Object.keys(collection.config ?? {}).flatMap((member) => (member === 'environments' ? [] : `config.${member}`)),
  ];
  const problems: string[] = [];
  const environments = environmentsIn(collection, file, problems);
  problems.push(...problemsOfExtends(environments));
  const warnings: ImportWarning[] = [
    ...unread.map((member) => ({ where: name, what: `the field "${member}"` })),
    ...problems.map((what) => ({ where: name, what })),
  ];
  return {
    kind: 'OpenCollection',
    name,
    ...optional('id', info?.id),
    ...optional('docs', docsText(docs)),
    ...optional('defaults', request),
    ...optional('extensions', extensions),
    items: itemsFrom(items, name, warnings),
    environments,
    secrets: [],
    warnings,
  };
}

/** @param where the names of the folders above */
function itemsFrom(items: readonly unknown[], where: string, warnings: ImportWarning[]): ImportedItem[] {
  return items.flatMap((item, index): ImportedItem[] => {
    const place = `${where} / item ${index + 1}`;
    try {
      if (isObject(item) && isRequest(item)) {
        const request = checkRequest(item, place);
        return [{ name: request.info?.name ?? place, request }];
      }
      const protocol = isObject(item) ? otherProtocolOf(item) : undefined;
      if (protocol !== undefined) throw new Error(leftOut(place, protocol));
      const { info, request, docs, items: children = [] } = checkFolder(item, place);
      const name = info?.name ?? place;
      return [
        {
          name,
          ...optional('id', info?.id),
          ...optional('tags', info?.tags),
          ...optional('defaults', request),
          ...optional('docs', docsText(docs)),
          items: itemsFrom(children, `${where} / ${name}`, warnings),
        },
      ];
    } catch (error) {
      warnings.push({ where, what: toFailure(error).message });
      return [];
    }
  });
}
