/** Converts requests and folders from the form of their files to the one that the interface edits. */
import type { Auth } from '@opencollection/types/common/auth';
import type { Description } from '@opencollection/types/common/description';
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { Scripts } from '@opencollection/types/common/scripts';
import type { Variable } from '@opencollection/types/common/variables';
import type { HttpRequestBody } from '@opencollection/types/requests/http';
import type {
  EditedAuth,
  EditedBody,
  EditedField,
  EditedFolder,
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
import type { FileSettings } from '../format/file-shapes.ts';
import { detailsOf, selectedBody, type OpenRequest } from '../format/open-collection.ts';
import { valueOf } from '../variables/variable-value.ts';
import { assertionRow } from './edit-assertions.ts';

/** The types of scripts in a file. */
export const PRE = 'before-request';
export const POST = 'after-response';

export function toEdited(request: OpenRequest): EditedRequest {
  const { runtime, docs, settings } = request;
  const details = detailsOf(request);
  const params = (details.params ?? []).map(({ type, ...field }) => ({ ...editedField(field), type }));
  return {
    method: details.method ?? (request.graphql ? 'POST' : 'GET'),
    url: details.url ?? '',
    params: completeParams(details.url ?? '', params),
    body: request.graphql ? graphqlBody(request) : bodyOf(selectedBody(request.http?.body)),
    ...(runtime?.assertions
      ? { assertions: runtime.assertions.map((assertion) => ({ ...assertionRow(assertion), ...marksOf(assertion) })) }
      : {}),
    settings: editedSettings(settings),
    ...sharedOf({
      headers: details.headers,
      auth: details.auth,
      variables: runtime?.variables,
      scripts: runtime?.scripts,
      docs,
      tags: request.info?.tags,
    }),
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
export function toEditedFolder(json: {
  request?: RequestDefaults;
  docs?: string;
  info?: { tags?: string[] };
}): EditedFolder {
  return sharedOf({ ...json.request, docs: json.docs, tags: json.info?.tags });
}

/** What requests, folders and the collection have in common. */
interface SharedInFile {
  headers?: FieldInFile[] | undefined;
  auth?: Auth | undefined;
  variables?: Variable[] | undefined;
  scripts?: Scripts | undefined;
  docs?: string | undefined;
  tags?: string[] | undefined;
}

function sharedOf({ headers, auth, variables, scripts, docs, tags = [] }: SharedInFile): EditedFolder {
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
    ...(tags.length > 0 ? { tags } : {}),
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

function graphqlBody({ graphql }: OpenRequest): EditedBody {
  const { query = '', variables = '' } = selectedBody(graphql?.body) ?? {};
  return { type: 'graphql', query, variables };
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
