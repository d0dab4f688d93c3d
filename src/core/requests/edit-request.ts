/** A request file changed in place: what is not edited here, comments and order too, stays as it was. */
import type { Environment } from '@opencollection/types/config/environments';
import type { HttpRequest as OpenRequest } from '@opencollection/types/requests/http';
import { parseDocument, type Document } from 'yaml';
import type { EditedRequest, EnvironmentVariable } from '../../contract/collection.ts';
import { valueOf } from './variable-value.ts';

const PRE = 'before-request';
const POST = 'after-response';

export function toEdited({ http, runtime, docs }: OpenRequest): EditedRequest {
  const body = http?.body;
  const code = (type: string) =>
    (runtime?.scripts ?? [])
      .filter((one) => one.type === type)
      .map((one) => one.code)
      .join('\n');
  const text =
    body && !Array.isArray(body) && (body.type === 'json' || body.type === 'text' || body.type === 'xml')
      ? body
      : undefined;
  return {
    method: http?.method ?? 'GET',
    url: http?.url ?? '',
    headers: (http?.headers ?? []).map(({ name, value, disabled }) => ({
      name,
      value,
      ...(disabled ? { disabled } : {}),
    })),
    body: text
      ? { type: text.type as 'json', text: text.data }
      : { type: body === undefined ? 'none' : 'other', text: '' },
    preRequest: code(PRE),
    postResponse: [code(POST), code('tests')].filter(Boolean).join('\n'),
    docs: docs ?? '',
  };
}

/** The text of the file with the changes; nothing is touched that is the same. */
export function applyEdit(text: string, edited: EditedRequest): string {
  const document = parseDocument(text);
  const before = toEdited((document.toJS() ?? {}) as OpenRequest);
  if (edited.method !== before.method) document.setIn(['http', 'method'], edited.method);
  if (edited.url !== before.url) {
    document.setIn(['http', 'url'], edited.url);
    // The parameters listed beside it repeat those of the address; the address is what is sent.
    if (document.hasIn(['http', 'params'])) document.deleteIn(['http', 'params']);
  }
  if (!same(edited.headers, before.headers)) setOrDelete(document, ['http', 'headers'], edited.headers);
  if (!same(edited.body, before.body) && edited.body.type !== 'other') {
    const { type, text: data } = edited.body;
    if (type === 'none') document.deleteIn(['http', 'body']);
    else document.setIn(['http', 'body'], document.createNode({ type, data }));
  }
  if (edited.preRequest !== before.preRequest) setScript(document, PRE, edited.preRequest);
  if (edited.postResponse !== before.postResponse) {
    setScript(document, 'tests', '');
    setScript(document, POST, edited.postResponse);
  }
  if (edited.docs !== before.docs) setOrDelete(document, ['docs'], edited.docs);
  return document.toString({ lineWidth: 0 });
}

/** The text of an environment's file with these variables; a secret has a name there and no value. */
export function applyVariables(text: string, variables: readonly EnvironmentVariable[]): string {
  const document = parseDocument(text);
  const before = ((document.toJS() ?? {}) as Environment).variables ?? [];
  const wanted = new Map(variables.map((variable) => [variable.name, variable]));
  const kept = new Set<string>();
  for (let index = before.length - 1; index >= 0; index -= 1) {
    const variable = before[index];
    const name = variable?.name ?? '';
    if (!variable || variable.disabled) continue;
    const now = wanted.get(name);
    // What has become a secret may not leave its value behind.
    if (!now || now.secret !== 'secret' in variable) {
      document.deleteIn(['variables', index]);
      continue;
    }
    kept.add(name);
    if ('secret' in variable) continue;
    const old = valueOf(variable);
    if ((typeof old === 'string' ? old : JSON.stringify(old)) !== now.value) {
      document.setIn(['variables', index, 'value'], now.value);
    }
  }
  if (!document.hasIn(['variables'])) document.setIn(['variables'], document.createNode([]));
  for (const { name, value, secret } of variables) {
    if (!kept.has(name))
      document.addIn(['variables'], document.createNode(secret ? { secret: true, name } : { name, value }));
  }
  return document.toString({ lineWidth: 0 });
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function setOrDelete(document: Document, path: string[], value: unknown): void {
  const empty = Array.isArray(value) ? value.length === 0 : value === '';
  if (!empty) document.setIn(path, document.createNode(value));
  else if (document.hasIn(path)) document.deleteIn(path);
}

/** One script of this type in the place of all of them. */
function setScript(document: Document, type: string, code: string): void {
  const json = (document.toJS() ?? {}) as OpenRequest;
  const others = (json.runtime?.scripts ?? []).filter((one) => one.type !== type);
  const scripts = code === '' ? others : [...others, { type, code }];
  setOrDelete(document, ['runtime', 'scripts'], scripts);
}
