/** Changes the files of a collection in place: whatever is not edited keeps its text, with its comments and order. */
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { Auth } from '@opencollection/types/common/auth';
import type { Description } from '@opencollection/types/common/description';
import type { Scripts } from '@opencollection/types/common/scripts';
import type { Variable } from '@opencollection/types/common/variables';
import type { HttpRequestBody } from '@opencollection/types/requests/http';
import { isMap, isSeq, type Document, type YAMLMap } from 'yaml';
import type {
  EditedAuth,
  EditedBody,
  EditedField,
  EditedFolder,
  EditedParam,
  EditedRequest,
} from '../../../contract/collection/collection.ts';
import { rawTypes } from '../../../contract/collection/raw-types.ts';
import { completeParams } from '../../../contract/collection/request-params.ts';
import {
  emptySettings,
  givenSettings,
  requestSettings,
  type RequestSettings,
} from '../../../contract/collection/request-settings.ts';
import { settingFields } from '../../../contract/collection/setting-fields.ts';
import { checkFolder, checkRequest, type FileSettings } from '../format/file-shapes.ts';
import { detailsOf, type OpenRequest } from '../format/open-collection.ts';
import { toPlain } from '../format/parse-yaml.ts';
import { FOLDER_FILE } from '../files/names.ts';
import { assertionInFile, assertionRow } from './edit-assertions.ts';
import { merge, parseEditable, remove, same, setList } from './edit-yaml.ts';
import { valueOf } from '../variables/variable-value.ts';

const PRE = 'before-request';
const POST = 'after-response';

export function toEdited(request: OpenRequest): EditedRequest {
  const { runtime, docs, settings } = request;
  const details = detailsOf(request);
  const params = (details.params ?? []).map(({ type, ...field }) => ({ ...editedField(field), type }));
  return {
    method: details.method ?? (request.graphql ? 'POST' : 'GET'),
    url: details.url ?? '',
    params: completeParams(details.url ?? '', params),
    body: request.graphql ? graphqlBody(request) : bodyOf(chosenBody(request)),
    ...(runtime?.assertions
      ? { assertions: runtime.assertions.map((assertion) => ({ ...assertionRow(assertion), ...marksOf(assertion) })) }
      : {}),
    settings: editedSettings(settings),
    ...sharedOf(details.headers, details.auth, runtime?.variables, runtime?.scripts, docs),
  };
}

/** Settings that are inherited are null, and so is a timeout of 0. */
function editedSettings(settings: FileSettings = {}): RequestSettings {
  const edited = Object.fromEntries(
    settingFields.map(({ name }) => {
      const value = settings[name];
      const isOwn = value !== 'inherit' && !(name === 'timeout' && value === 0);
      return [name, isOwn && requestSettings.shape[name].safeParse(value).success ? value : null];
    }),
  );
  return { ...emptySettings, ...givenSettings(edited) };
}

/** The headers, auth, variables and scripts that a folder or the collection adds to the requests below it. */
export function toEditedFolder(json: { request?: RequestDefaults; docs?: string }): EditedFolder {
  const { headers, auth, variables, scripts } = json.request ?? {};
  return sharedOf(headers, auth, variables, scripts, json.docs);
}

function sharedOf(
  headers: FieldInFile[] | undefined,
  auth: Auth | undefined,
  variables: Variable[] | undefined,
  scripts: Scripts | undefined,
  docs: string | undefined,
): EditedFolder {
  const code = (type: string) =>
    (scripts ?? [])
      .filter((script) => script.type === type)
      .map((script) => script.code)
      .join('\n');
  return {
    headers: (headers ?? []).map(editedField),
    auth: toEditedAuth(auth),
    variables: (variables ?? []).map((variable) => {
      const value = valueOf(variable);
      return editedField({ ...variable, value: typeof value === 'string' ? value : JSON.stringify(value) });
    }),
    preRequest: code(PRE),
    postResponse: [code(POST), code('tests')].filter(Boolean).join('\n'),
    docs: typeof docs === 'string' ? docs : '',
  };
}
interface MarksInFile {
  disabled?: boolean | undefined;
  description?: Description | undefined;
}
type FieldInFile = Pick<EditedField, 'name' | 'value'> & MarksInFile;
const editedField = ({ name, value, ...marks }: FieldInFile): EditedField => ({ name, value, ...marksOf(marks) });
/** Members that a table row may have beside its name and value. */
export function marksOf({ disabled, description }: MarksInFile): Pick<EditedField, 'disabled' | 'description'> {
  const text = typeof description === 'object' ? description?.content : description;
  return { ...(text ? { description: text } : {}), ...(disabled ? { disabled } : {}) };
}
const toEditedAuth = (auth: Auth | undefined): EditedAuth => {
  if (auth === undefined) return { type: 'none' };
  return auth === 'inherit' ? { type: 'inherit' } : { ...auth };
};

function chosenBody({ http }: OpenRequest): HttpRequestBody | undefined {
  const body = http?.body;
  return Array.isArray(body) ? (body.find(({ selected }) => selected) ?? body[0])?.body : body;
}
function graphqlBody({ graphql }: OpenRequest): EditedBody {
  const body = graphql?.body;
  const selectedBody = Array.isArray(body) ? (body.find(({ selected }) => selected) ?? body[0])?.body : body;
  return { type: 'graphql', query: selectedBody?.query ?? '', variables: selectedBody?.variables ?? '' };
}
function bodyOf(body: HttpRequestBody | undefined): EditedBody {
  switch (body?.type) {
    case 'form-urlencoded':
      return { type: 'form-urlencoded', fields: (body.data ?? []).map(editedField) };
    case 'multipart-form':
      return {
        type: 'multipart-form',
        parts: (body.data ?? []).map(({ name, type, value, contentType, ...marks }) => ({
          name,
          type,
          value: [value].flat().join('\n'),
          ...(contentType ? { contentType } : {}),
          ...marksOf(marks),
        })),
      };
    case 'file': {
      const file = body.data.find(({ selected }) => selected) ?? body.data[0];
      return { type: 'file', path: file?.filePath ?? '', contentType: file?.contentType ?? '' };
    }
    default:
      if (body === undefined) return { type: 'none' };
      return (rawTypes as readonly string[]).includes(body.type)
        ? { type: body.type, text: body.data ?? '' }
        : { type: 'none' };
  }
}

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
  setList(document, [kind, 'params'], edited.params, before.params, (param: EditedParam) => ({ ...param }));
  setBody(document, kind, edited.body, before.body);
  setList(document, ['runtime', 'assertions'], edited.assertions ?? [], before.assertions ?? [], assertionInFile, {
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
  setList(document, paths.headers, edited.headers, before.headers, (field: EditedField) => ({ ...field }));
  if (!same(edited.auth, before.auth)) {
    if (edited.auth.type === 'none') remove(document, paths.auth);
    else if (edited.auth.type === 'inherit') document.setIn(paths.auth, 'inherit');
    else merge(document, paths.auth, edited.auth);
  }
  setList(document, [...paths.runtime, 'variables'], edited.variables, before.variables, (field: EditedField) => ({
    ...field,
  }));
  const scripts = [...paths.runtime, 'scripts'];
  if (edited.preRequest !== before.preRequest) setScript(document, scripts, PRE, edited.preRequest);
  if (edited.postResponse !== before.postResponse) {
    setScript(document, scripts, 'tests', '');
    setScript(document, scripts, POST, edited.postResponse);
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
      const old = before.type === edited.type ? before.fields : [];
      return setList(document, [...path, 'data'], edited.fields, old, (field: EditedField) => ({ ...field }), {
        keepEmpty: true,
      });
    }
    case 'multipart-form': {
      if (!is) document.setIn(path, document.createNode({ type: edited.type, data: [] }));
      const old = before.type === edited.type ? before.parts : [];
      const toNode = ({ name, type, value, ...rest }: (typeof edited.parts)[number]) => ({
        name,
        type,
        value: type === 'file' ? value.split('\n').filter(Boolean) : value,
        ...rest,
      });
      return setList(document, [...path, 'data'], edited.parts, old, toNode, { keepEmpty: true });
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
