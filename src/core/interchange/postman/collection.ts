/** Imports collections of Postman, formats 2.0 and 2.1. */
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import { codedError } from '../../../contract/errors.ts';
import { detailsOf } from '../../collection/format/open-collection.ts';
import { mayLackBody } from '../../http/body/encode-body.ts';
import {
  optional,
  isObject,
  tableRows,
  text,
  type ImportedCollection,
  type ImportedItem,
  type ImportedSecret,
  type Json,
  type ImportWarning,
} from '../imported/imported.ts';
import { bodyFilesOf } from '../imported/files.ts';
import { withoutInheritedAuth } from '../imported/inherited-auth.ts';
import { isNoAuth } from '../../http/postman/postman-auth.ts';
import { authOf } from './auth.ts';
import { descriptionOf, idOf, scriptsOf, settingsOf, variablesOf, type ImportContext } from './parts.ts';
import { requestOf } from './item.ts';
import { differencesInRequests } from '../differences/differences-in-requests.ts';
import { differencesInScripts, placesOf } from '../differences/differences-in-scripts.ts';
import { globalsInScripts } from '../differences/globals-in-scripts.ts';
import { packagesInScripts } from '../differences/packages-in-scripts.ts';
import { beginItem, endItem, ignoreFields, trackReads, unreadFields, untrackAll } from '../imported/unread-fields.ts';

/** Postman writes `info`; collections that people or other programs write may lack it. */
export const isPostmanCollection = (json: unknown): json is Json =>
  isObject(json) && isFolder(json) && (isObject(json['info']) || tableRows(json['item']).some(isItem));
const isItem = (item: Json): boolean => item['request'] !== undefined || isFolder(item);
/** Postman reads a single item that is not in a list, too. */
const isFolder = ({ item }: Json): boolean => Array.isArray(item) || isObject(item);

/**
 * @param options.warn false omits warnings about unread fields and known differences; default true
 * @throws InvalidData for a newer format than is known here
 */
export function fromPostmanCollection(
  source: Json,
  { warn = true }: { warn?: boolean | undefined } = {},
): ImportedCollection {
  const json = warn ? trackReads(source) : source;
  const info = isObject(json['info']) ? json['info'] : {};
  const schema = text(json['info'] && info['schema']);
  const [, major = 2] = (/v(\d+)\.\d+/.exec(schema) ?? []).map(Number);
  if (major > 2) {
    throw codedError(
      'InvalidData',
      `This collection is of version ${major} of Postman's format; versions 1, 2.0 and 2.1 can be imported.`,
      'Export it from Postman as version 2.1.',
    );
  }
  const warnings: ImportWarning[] = [];
  const secrets: ImportedSecret[] = [];
  const context = { warnings, secrets };
  const name = text(info['name']) || 'Collection';
  ignoreFields(json, '_', 'id');
  ignoreFields(info, 'schema', '_exporter_id', '_collection_link', '_uid');
  const defaults = untrackAll(defaultsOf(json, name, context));
  const items = tableRows(json['item']).map((item) => itemOf(item, '', context));
  const imported: ImportedCollection = {
    kind: 'Postman collection',
    name,
    ...optional('id', text(info['_postman_id'])),
    ...optional('docs', descriptionOf(info['description'])),
    ...optional('defaults', withSendingDefaults(defaults, items)),
    items,
    environments: [],
    secrets,
    warnings,
  };
  if (!warn) return imported;
  const places = [...placesOf({ name, defaults, items })];
  warnings.push(
    ...unreadFields(json, name),
    ...differencesInScripts(places),
    ...globalsInScripts(places),
    ...differencesInRequests(items),
    ...packagesInScripts(places),
  );
  return imported;
}

/** Postman sends the body of a GET only with a setting; here it is sent unless a setting omits it. */
const hasOmittedBody = (item: ImportedItem): boolean => {
  if ('items' in item) return item.items.some(hasOmittedBody);
  const { http, graphql } = item.request;
  const { method = 'GET' } = detailsOf(item.request);
  return (http?.body !== undefined || graphql !== undefined) && (mayLackBody(method) || method.includes('{{'));
};
/** Code that gives a request another method or a body, such as `pm.request.method = 'GET'`. */
const changesMethodOrBody = /\.(?:method|body)\s*=(?!=)|\b(?:body|request)\s*\.\s*update\b/;
/** Postman sends a request without the files that do not exist; here it is not sent unless a setting says so. */
const sendsFiles = (item: ImportedItem): boolean =>
  'items' in item ? item.items.some(sendsFiles) : bodyFilesOf([item]).length > 0;

/** Postman sends a request without auth that fails, such as a token that cannot be fetched; here it is not sent. */
const simpleAuth = /^(basic|bearer|apikey)$/;
const mayFailAuth = ({ auth }: RequestDefaults): boolean => isObject(auth) && !simpleAuth.test(text(auth['type']));
const hasAuthThatMayFail = (item: ImportedItem): boolean =>
  'items' in item
    ? mayFailAuth(item.defaults ?? {}) || item.items.some(hasAuthThatMayFail)
    : mayFailAuth(item.request.http ?? {}) || mayFailAuth(item.request.graphql ?? {});

/** The defaults of the collection, with the settings in which Postman's way of sending its requests differs. */
function withSendingDefaults(
  defaults: RequestDefaults | undefined,
  items: readonly ImportedItem[],
): RequestDefaults | undefined {
  const places = [...placesOf({ name: '', defaults, items })];
  const mayOmitBody = items.some(hasOmittedBody) || places.some(({ code }) => changesMethodOrBody.test(code));
  const differing = {
    ...(mayOmitBody ? { omitBody: true } : {}),
    ...(items.some(sendsFiles) ? { omitMissingFiles: true } : {}),
    ...(mayFailAuth(defaults ?? {}) || items.some(hasAuthThatMayFail) ? { omitFailedAuth: true } : {}),
  };
  if (Object.keys(differing).length === 0) return defaults;
  return { ...defaults, settings: { ...defaults?.settings, http: { ...differing, ...defaults?.settings?.http } } };
}

function itemOf(item: Json, path: string, context: ImportContext): ImportedItem {
  const name = text(item['name']) || 'Unnamed';
  const where = path === '' ? name : `${path} / ${name}`;
  beginItem(item, where);
  ignoreFields(item, '_', '_type', 'id', '_postman_id', 'uid', '_postman_isSubFolder', '_postman_previewlanguage');
  if (!isFolder(item)) return endItem(item, { name, request: requestOf(item, name, where, context) });
  const items = tableRows(item['item']).map((item) => itemOf(item, where, context));
  const hasNoAuth = isNoAuth(item['auth']);
  const folder = endItem(item, {
    name,
    ...optional('id', idOf(item)),
    ...optional('defaults', defaultsOf(item, where, context)),
    ...optional('docs', descriptionOf(item['description'])),
  });
  return { ...folder, items: hasNoAuth ? withoutInheritedAuth(items) : items };
}

/** The defaults that a folder or the collection adds. */
function defaultsOf(item: Json, where: string, context: ImportContext): RequestDefaults | undefined {
  const scripts = scriptsOf(item, where, context.warnings);
  const variables = variablesOf(item['variable'], where, context);
  const auth = item['auth'] ? authOf(item['auth'], where, context.warnings) : undefined;
  const settings = settingsOf(item['protocolProfileBehavior'], where, context.warnings);
  const defaults = {
    ...(auth && auth !== 'none' && auth !== 'inherit' ? { auth } : {}),
    ...(variables.length > 0 ? { variables } : {}),
    ...(scripts.length > 0 ? { scripts } : {}),
    // OpenCollection's type has fewer settings; the file schemas accept all of Outrigger's.
    ...(settings ? { settings: { http: settings } as NonNullable<RequestDefaults['settings']> } : {}),
  };
  return Object.keys(defaults).length > 0 ? defaults : undefined;
}
