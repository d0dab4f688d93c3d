/** What a request inherits from the collection and the folders above it: headers, variables, auth, settings. */
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { Variable } from '@opencollection/types/common/variables';
import type { HttpRequest } from '../../contract/http.ts';
import type { RequestAuth } from '../http/auth/auth-types.ts';
import type { LoadedRequest } from './collection-files.ts';
import { detailsOf, toHttpRequest } from './open-collection.ts';
import { valueOf } from './variable-value.ts';

/** The request with the headers of the collection and the folders; a header of the request replaces one of that name. */
export function withDefaults({ request, defaults }: LoadedRequest): HttpRequest {
  const own = toHttpRequest(request);
  const names = new Set(own.headers.map(({ name }) => name.toLowerCase()));
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
  return { ...own, headers: [...more, ...own.headers] };
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

/** With `inherit`, the auth of the innermost folder that has one. A request that names no auth has none, as in Bruno. */
export function authOf({ request, defaults }: LoadedRequest): RequestAuth | undefined {
  const { auth } = detailsOf(request);
  if (auth !== 'inherit') return auth;
  const levels = defaults.map((level) => level.auth).reverse();
  return levels.find((level) => level !== undefined && level !== 'inherit');
}

/** The request's time limit and number of redirects, or else those of the innermost folder that has them. */
export function settingsOf({ request, defaults }: LoadedRequest): { timeoutMs?: number; maxRedirects?: number } {
  const levels = [request.settings, ...defaults.map(({ settings }) => settings?.http).reverse()];
  const first = <K extends 'timeout' | 'followRedirects' | 'maxRedirects'>(name: K) =>
    levels.map((level) => level?.[name]).find((value) => value !== undefined && value !== 'inherit');
  const timeout = first('timeout');
  const maxRedirects = first('followRedirects') === false ? 0 : first('maxRedirects');
  return {
    ...(typeof timeout === 'number' && timeout > 0 ? { timeoutMs: timeout } : {}),
    ...(typeof maxRedirects === 'number' ? { maxRedirects } : {}),
  };
}
