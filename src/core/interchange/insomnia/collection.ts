/** Collections of Insomnia 5 (YAML, `collection.insomnia.rest/5.0`), and exports of version 4 (JSON). */
import type { Environment } from '@opencollection/types/config/environments';
import { codedError } from '../../../contract/errors.ts';
import {
  optional,
  isObject,
  list,
  prose,
  text,
  type ImportedCollection,
  type Json,
  type ImportWarning,
} from '../imported/imported.ts';
import { isInsomnia4, toInsomnia5 } from './version-4.ts';
import { itemsOf } from './item.ts';
import { flatten, mergedData, reportTags } from './values.ts';
import { ignoreFields, trackReads, unreadFields, untrackAll } from '../imported/unread-fields.ts';

export const isInsomnia = (json: unknown): json is Json =>
  isInsomnia4(json) ||
  (isObject(json) && typeof json['type'] === 'string' && json['type'].startsWith('collection.insomnia.rest/'));

/** @throws InvalidData for a newer version of the format than is known here */
export function fromInsomnia(source: Json): ImportedCollection {
  const warnings: ImportWarning[] = [];
  const json = trackReads(isInsomnia4(source) ? toInsomnia5(source, warnings) : source);
  const [, version = 5] = (/\/(\d+)/.exec(text(json['type'])) ?? []).map(Number);
  if (version > 5) {
    throw codedError(
      'InvalidData',
      `This collection was exported by Insomnia ${version}; version 5 can be imported.`,
      'Export it in the older form.',
    );
  }
  ignoreFields(json, 'schema_version');
  ignoreFields(json['meta'], 'id', 'created', 'modified', 'isPrivate');
  // Insomnia writes a cookie jar for every collection.
  ignoreFields(json['cookieJar'], 'name', 'meta');
  ignoreFields(json['spec'], 'meta');
  const name = text(json['name']) || 'Insomnia';
  const imported = untrackAll({
    kind: 'Insomnia collection',
    name,
    ...optional('docs', isObject(json['meta']) ? prose(json['meta']['description']) : ''),
    items: itemsOf(json['collection'], '', warnings),
    environments: environmentsOf(json['environments'], warnings),
    secrets: [],
    warnings,
  });
  warnings.push(...unreadFields(json, name));
  return imported;
}

function environmentsOf(value: unknown, warnings: ImportWarning[]): Environment[] {
  const bases = isObject(value) ? [value] : list(value);
  return bases.flatMap((base) =>
    [base, ...list(base['subEnvironments'])].flatMap((item): Environment[] => {
      ignoreFields(item, 'meta', 'color', 'dataPropertyOrder', 'environmentType');
      // The table of Insomnia's editor; its enabled rows are repeated in `data`.
      const isSecondForm = list(item['kvPairData']).every(
        ({ enabled, type }) => enabled !== false && type !== 'secret',
      );
      if (isSecondForm) ignoreFields(item, 'kvPairData');
      const shared = isObject(base['data']) ? base['data'] : {};
      const data = item !== base && isObject(item['data']) ? mergedData(shared, item['data']) : shared;
      // Every collection of Insomnia has a base environment.
      if (item === base && Object.keys(data).length === 0) return [];
      const name = text(item['name']) || 'Base';
      reportTags(data, `Environment ${name}`, warnings);
      return [{ name, variables: flatten(data) }];
    }),
  );
}
