/** Changes the files of a collection in place: whatever is not edited keeps its text, with its comments and order. */
import type { Scripts } from '@opencollection/types/common/scripts';
import { isMap, isSeq, type Document, type YAMLMap } from 'yaml';
import type { EditedBody, EditedFolder, EditedRequest } from '../../../contract/collection/collection.ts';
import { settingFields } from '../../../contract/collection/setting-fields.ts';
import { checkFolder, checkRequest } from '../format/file-shapes.ts';
import { toPlain } from '../format/parse-yaml.ts';
import { FOLDER_FILE } from '../files/names.ts';
import { assertionInFile } from './edit-assertions.ts';
import { merge, parseEditable, remove, same, setList } from './edit-yaml.ts';
import { POST, PRE, toEdited, toEditedFolder } from './to-edited.ts';

/**
 * Returns the text of the request's file with the changes; members without a change are not touched.
 * @param file the name that errors give the file. @throws CollectionDamaged when the text is not a request
 */
export function applyEdit(text: string, edited: EditedRequest, file = 'The request'): string {
  const document = parseEditable(text, file);
  const json = checkRequest(toPlain(document, file) ?? {}, file);
  const before = toEdited(json);
  const wasGraphql = json.graphql !== undefined;
  const isGraphql = edited.body.type === 'graphql';
  if (wasGraphql !== isGraphql) changeKind(document, isGraphql ? 'graphql' : 'http');
  const kind = isGraphql ? 'graphql' : 'http';

  if (edited.method !== before.method) document.setIn([kind, 'method'], edited.method);
  if (edited.url !== before.url) document.setIn([kind, 'url'], edited.url);
  setList(document, [kind, 'params'], { edited: edited.params, before: before.params });
  setBody(document, kind, edited.body, before.body);
  setList(document, ['runtime', 'assertions'], {
    edited: edited.assertions ?? [],
    before: before.assertions ?? [],
    toJson: assertionInFile,
    optional: ['disabled', 'description', 'value'],
  });
  setShared(document, edited, before, { headers: [kind, 'headers'], auth: [kind, 'auth'], runtime: ['runtime'] });
  for (const { name } of settingFields) {
    const value = edited.settings[name] ?? null;
    if (same(value, before.settings[name] ?? null)) continue;
    if (value === null) document.deleteIn(['settings', name]);
    else document.setIn(['settings', name], Array.isArray(value) ? document.createNode(value) : value);
  }
  return document.toString({ lineWidth: 0 });
}

/** Returns the text of `folder.yml` or `opencollection.yml` with the changes. @throws CollectionDamaged */
export function applyFolderEdit(text: string, edited: EditedFolder, file = FOLDER_FILE): string {
  const document = parseEditable(text, file);
  const before = toEditedFolder(checkFolder(toPlain(document, file) ?? {}, file));
  setShared(document, edited, before, {
    headers: ['request', 'headers'],
    auth: ['request', 'auth'],
    runtime: ['request'],
  });
  return document.toString({ lineWidth: 0 });
}

/** Changes the name in a file, and its position among its neighbours. @throws CollectionDamaged */
export function applyInfo(text: string, info: { id?: null; name?: string; seq?: number }, file = 'The file'): string {
  const document = parseEditable(text, file);
  if (document.has('info') && !isMap(document.get('info'))) document.delete('info');
  for (const [key, value] of Object.entries(info)) {
    if (value === null) document.deleteIn(['info', key]);
    else document.setIn(['info', key], value);
  }
  return document.toString({ lineWidth: 0 });
}

function setShared(
  document: Document,
  edited: EditedFolder,
  before: EditedFolder,
  paths: { headers: string[]; auth: string[]; runtime: string[] },
): void {
  setList(document, paths.headers, { edited: edited.headers, before: before.headers });
  if (!same(edited.auth, before.auth)) {
    if (edited.auth.type === 'none') remove(document, paths.auth);
    else if (edited.auth.type === 'inherit') document.setIn(paths.auth, 'inherit');
    else merge(document, paths.auth, edited.auth);
  }
  setList(document, [...paths.runtime, 'variables'], { edited: edited.variables, before: before.variables });
  const scripts = [...paths.runtime, 'scripts'];
  if (edited.preRequest !== before.preRequest) setScript(document, scripts, PRE, edited.preRequest);
  if (edited.postResponse !== before.postResponse) {
    setScript(document, scripts, 'tests', '');
    setScript(document, scripts, POST, edited.postResponse);
  }
  const { tags = [] } = edited;
  if (!same(tags, before.tags ?? [])) {
    if (tags.length === 0) document.deleteIn(['info', 'tags']);
    else document.setIn(['info', 'tags'], document.createNode(tags));
  }
  if (edited.docs !== before.docs) {
    if (edited.docs === '') remove(document, ['docs']);
    else document.setIn(['docs'], edited.docs);
  }
}

/** Changes a request to the other kind (HTTP or GraphQL); members that both kinds have are kept. */
function changeKind(document: Document, kind: 'http' | 'graphql'): void {
  const other = kind === 'http' ? 'graphql' : 'http';
  const details = document.getIn([other]) as YAMLMap | undefined;
  document.deleteIn([other]);
  document.setIn([kind], details ?? document.createNode({}));
  document.deleteIn([kind, 'body']);
  if (document.hasIn(['info', 'type'])) document.setIn(['info', 'type'], kind);
}

function setBody(document: Document, kind: 'http' | 'graphql', edited: EditedBody, before: EditedBody): void {
  if (same(edited, before)) return;
  let path = [kind, 'body'] as (string | number)[];
  const list = document.getIn(path);
  // The file lists several bodies: the selected one is edited.
  if (isSeq(list)) {
    const variants = list.toJSON() as { selected?: boolean }[];
    const chosenIndex = variants.findIndex(({ selected }) => selected);
    path = [...path, Math.max(0, chosenIndex), 'body'];
  }
  const is = (document.getIn([...path, 'type']) as string | undefined) === edited.type;
  switch (edited.type) {
    case 'none':
      return remove(document, path);
    case 'graphql':
      if (before.type !== 'graphql') document.setIn(path, document.createNode({}));
      document.setIn([...path, 'query'], edited.query);
      if (edited.variables !== '') document.setIn([...path, 'variables'], edited.variables);
      else document.deleteIn([...path, 'variables']);
      return;
    case 'form-urlencoded': {
      if (!is) document.setIn(path, document.createNode({ type: edited.type, data: [] }));
      const fieldsBefore = before.type === edited.type ? before.fields : [];
      return setList(document, [...path, 'data'], { edited: edited.fields, before: fieldsBefore, keepEmpty: true });
    }
    case 'multipart-form': {
      if (!is) document.setIn(path, document.createNode({ type: edited.type, data: [] }));
      const partsBefore = before.type === edited.type ? before.parts : [];
      const toJson = ({ name, type, value, ...rest }: (typeof edited.parts)[number]) => ({
        name,
        type,
        value: type === 'file' ? value.split('\n').filter(Boolean) : value,
        ...rest,
      });
      return setList(document, [...path, 'data'], {
        edited: edited.parts,
        before: partsBefore,
        toJson,
        keepEmpty: true,
      });
    }
    case 'file': {
      // Without a content type in the document, none is written: the type then follows from the file's name. An empty
      // content type stays empty.
      const isByName = is && edited.contentType === '' && !document.hasIn([...path, 'data', 0, 'contentType']);
      const type = isByName ? {} : { contentType: edited.contentType };
      const file = { filePath: edited.path, ...type, selected: true };
      return document.setIn(path, document.createNode({ type: 'file', data: [file] }));
    }
    default:
      if (!is) document.setIn(path, document.createNode({ type: edited.type, data: edited.text }));
      else document.setIn([...path, 'data'], edited.text);
  }
}

/** Replaces all scripts of this type by one. */
function setScript(document: Document, path: string[], type: string, code: string): void {
  const list = document.getIn(path);
  const before = isSeq(list) ? (list.toJSON() as Scripts) : [];
  const otherScripts = before.filter((item) => item.type !== type);
  const scripts = code === '' ? otherScripts : [...otherScripts, { type, code }];
  if (same(before, scripts)) return;
  if (scripts.length === 0) remove(document, path);
  else document.setIn(path, document.createNode(scripts));
}
