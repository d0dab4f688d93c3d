/** What a request inherits from the collection and the folders above it: headers, variables, auth, settings. */
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

/** The request with the headers of the collection and the folders; a header of the request replaces one of that name. */
export function withDefaults({ request, defaults }: LoadedRequest): HttpRequest {
  const httpRequest = toHttpRequest(request);
  const names = new Set(httpRequest.headers.map(({ name }) => name.toLowerCase()));
  const inherited = new Map(
    defaults
      .flatMap(({ headers }) => headers ?? [])
      .filter(({ name }) => !names.has(name.toLowerCase()))
      .map((header) => [header.name.toLowerCase(), header]),
  );
  const more = [...inherited.values()].map(({ name, value, disabled }) => ({
    name,
    value,
    ...(disabled ? { disabled } : {}),
  }));
  return { ...httpRequest, headers: [...more, ...httpRequest.headers] };
}

/** Variables by name; the request's replace those of its folders, which replace those of the collection. */
export function variablesOf({
  request,
  defaults,
}: Pick<LoadedRequest, 'request' | 'defaults'>): Record<string, unknown> {
  const levels: (Variable[] | undefined)[] = [
    ...defaults.map(({ variables }: RequestDefaults) => variables),
    request.runtime?.variables,
  ];
  return Object.fromEntries(
    levels.flatMap((variables) =>
      (variables ?? []).filter(({ disabled }) => !disabled).map((variable) => [variable.name, valueOf(variable)]),
    ),
  );
}

export type OwnAuth = RequestAuth | 'none' | 'inherit';

/** What the request itself says about auth. One that names none has none, as in Bruno. */
export const ownAuthOf = ({ request }: Pick<LoadedRequest, 'request'>): OwnAuth => detailsOf(request).auth ?? 'none';

/** With `inherit`, the auth of the innermost folder that has one. */
export function authOf(item: LoadedRequest, auth = ownAuthOf(item)): RequestAuth | undefined {
  if (auth !== 'inherit') return auth === 'none' ? undefined : auth;
  const { defaults } = item;
  const levels = defaults.map((level) => level.auth).reverse();
  return levels.find((level) => level !== undefined && level !== 'inherit');
}

/** Each setting of the request, or else that of the innermost folder that has it. */
export function settingsOf({ request, defaults }: Pick<LoadedRequest, 'request' | 'defaults'>): RequestSettings {
  const levels = [request.settings, ...defaults.map(({ settings }) => settings?.http as FileSettings).reverse()];
  const settings: Partial<Record<SettingName, unknown>> = {};
  for (const { name } of settingFields) {
    const value = levels.map((level) => level?.[name]).find((one) => one != null && one !== 'inherit');
    if (value !== undefined) settings[name] = value;
  }
  return settings as RequestSettings;
}
