/** Adds to a request what it inherits from the collection and its folders: headers, variables, auth, settings. */
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { Variable } from '@opencollection/types/common/variables';
import type { HttpRequest } from '../../../contract/http/http.ts';
import type { RequestSettings, SettingName } from '../../../contract/collection/request-settings.ts';
import { settingFields } from '../../../contract/collection/setting-fields.ts';
import type { RequestAuth } from '../../http/auth/auth-types.ts';
import type { LoadedRequest } from '../files/collection-files.ts';
import { detailsOf, toHttpRequest } from '../format/open-collection.ts';
import type { FileSettings } from '../format/file-shapes.ts';
import { valueOf } from './variable-value.ts';

/** The request with the headers that it inherits before its own ones. */
export function withDefaults({ request, defaults, bruno }: LoadedRequest): HttpRequest {
  const httpRequest = toHttpRequest(request);
  const enabled = inheritedHeadersOf(httpRequest.headers, defaults).map(({ name, value }) => ({ name, value }));
  const { headers: written } = httpRequest;
  const disabled = bruno ? disabledHeadersOf([...defaults.flatMap(({ headers = [] }) => headers), ...written]) : [];
  if (enabled.length + disabled.length === 0) return httpRequest;
  return { ...httpRequest, headers: [...disabled, ...enabled, ...(bruno ? written.filter(isEnabled) : written)] };
}

/** The disabled headers of all levels, which scripts of Bruno see: the innermost of each name. */
const disabledHeadersOf = (headers: readonly { name: string; value: string; disabled?: boolean | undefined }[]) => [
  ...new Map(
    headers
      .filter((header) => !isEnabled(header))
      .map(({ name, value }) => [name, { name, value, disabled: true }] as const),
  ).values(),
];

type Header = NonNullable<RequestDefaults['headers']>[number];

/**
 * The headers that a request with the headers `ownHeaders` inherits: of each name the innermost and last one, unless the
 * request has a header with this name. As in Bruno, a disabled header replaces none, and none is inherited.
 * @param defaults the levels from the collection inwards
 */
export function inheritedHeadersOf(
  ownHeaders: readonly { name: string; disabled?: boolean | undefined }[],
  defaults: readonly RequestDefaults[],
): Header[] {
  const names = new Set(ownHeaders.filter(isEnabled).map(nameKey));
  const inherited = new Map<string, Header>();
  for (const header of defaults.flatMap(({ headers }) => headers ?? [])) {
    if (isEnabled(header) && !names.has(nameKey(header))) inherited.set(nameKey(header), header);
  }
  return [...inherited.values()];
}

const isEnabled = ({ disabled }: { disabled?: boolean | undefined }) => !disabled;
const nameKey = ({ name }: { name: string }) => name.toLowerCase();

type VariableSource = Pick<LoadedRequest, 'request' | 'defaults' | 'bruno'>;

/** Variables by name; those of the request replace those of its folders, which replace those of the collection. */
export const variablesOf = (item: VariableSource): Record<string, unknown> => {
  const { collection, folder, request } = variableLevelsOf(item);
  return { ...collection, ...folder, ...request };
};

export interface VariableLevels {
  collection: Record<string, unknown>;
  /** The variables of all folders; inner folders replace those of outer ones. */
  folder: Record<string, unknown>;
  request: Record<string, unknown>;
}

/** The variables by the level at which the files define them. */
export function variableLevelsOf({ request, defaults, bruno }: VariableSource): VariableLevels {
  const [collection, ...folders] = defaults.map(({ variables }: RequestDefaults) => variables);
  const read = (...lists: (Variable[] | undefined)[]) => valuesOf(lists, { isBruno: bruno !== undefined });
  return { collection: read(collection), folder: read(...folders), request: read(request.runtime?.variables) };
}

function valuesOf(lists: (Variable[] | undefined)[], options: { isBruno: boolean }): Record<string, unknown> {
  if (lists.every((variables) => !variables)) return {};
  return Object.fromEntries(
    lists.flatMap((variables) =>
      (variables ?? [])
        .filter(({ disabled }) => !disabled)
        .map((variable) => [variable.name, valueOf(variable, options)]),
    ),
  );
}

export type OwnAuth = RequestAuth | 'none' | 'inherit';

/** The request's own auth. Without one, the request has no auth and inherits none, as in Bruno. */
export const ownAuthOf = ({ request }: Pick<LoadedRequest, 'request'>): OwnAuth => detailsOf(request).auth ?? 'none';

/** Resolves `inherit` to the auth of the innermost folder that has one. */
export function authOf(item: LoadedRequest, auth = ownAuthOf(item)): RequestAuth | undefined {
  if (auth !== 'inherit') return auth === 'none' ? undefined : auth;
  const innermost = item.defaults.findLast((level) => level.auth !== undefined && level.auth !== 'inherit')?.auth;
  return innermost === 'inherit' ? undefined : innermost;
}

/** Each setting of the request, or else of the innermost folder that has it. */
export function settingsOf({ request, defaults }: Pick<LoadedRequest, 'request' | 'defaults'>): RequestSettings {
  const levels = [...defaults.map(({ settings }) => settings?.http as FileSettings), request.settings];
  const settings: Partial<Record<SettingName, unknown>> = {};
  // From the collection inwards: the value of an inner level replaces that of the outer one.
  for (const level of levels) {
    if (!level) continue;
    for (const { name } of settingFields) {
      const value = level[name];
      if (value != null && value !== 'inherit') settings[name] = value;
    }
  }
  return settings as RequestSettings;
}
