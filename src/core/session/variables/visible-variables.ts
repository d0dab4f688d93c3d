/** The variables that a request can use, each with the scope of its value. */
import type { RequestDefaults } from '@opencollection/types/common/request-defaults';
import type { Variable } from '@opencollection/types/common/variables';
import type { LoadedCollection } from '../../collection/files/collection-files.ts';
import type { ScopeValues } from '../../collection/variables/current-values.ts';
import { environmentNamed } from '../../collection/variables/extended-environments.ts';
import { textOf, valueOf } from '../../collection/variables/variable-value.ts';
import type { ScopeStates } from '../../../contract/scripts/script-context.ts';

interface VisibleVariable {
  name: string;
  value: string;
  scope: string;
  secret: boolean;
}
const MAX_VALUE_LENGTH = 1000;

/**
 * @param options.id a request, a folder, or the collection (empty)
 * @param options.current values that scripts have set
 */
export function visibleVariables(
  loaded: LoadedCollection,
  options: { id: string; environment: string | null; scopes: ScopeStates; current: ScopeValues },
): VisibleVariable[] {
  const { id, environment, scopes, current } = options;
  const chosenEnvironment = environmentNamed(environment, loaded.environments);
  const secret = new Set(
    (chosenEnvironment?.variables ?? []).flatMap((variable) => ('secret' in variable ? [variable.name] : [])),
  );
  const names = new Set<string>();
  const visible: VisibleVariable[] = [];
  const add = (scope: string, values: Record<string, unknown>, isSecret: (name: string) => boolean = () => false) => {
    for (const [name, value] of Object.entries(values)) {
      if (names.has(name)) continue;
      names.add(name);
      const isHidden = isSecret(name);
      visible.push({ name, value: isHidden ? '' : textOf(value).slice(0, MAX_VALUE_LENGTH), scope, secret: isHidden });
    }
  };
  const label = environment ?? 'environment';
  const isSecret = (name: string) => secret.has(name);
  const values = scopes.environment.values;
  const isSet = ([name]: [string, unknown]) => Object.hasOwn(current.environment, name);
  add(`${label}, set by a script`, Object.fromEntries(Object.entries(values).filter(isSet)), isSecret);
  for (const { variable, from } of chosenEnvironment?.inherited ?? []) {
    const { name = '' } = variable;
    if (Object.hasOwn(values, name)) add(`${label}, from ${from}`, { [name]: values[name] }, isSecret);
  }
  add(label, values, isSecret);
  add('collection, set by a script', scopes.collection.values);
  for (const { scope, variables } of declaredLevels(loaded, id)) add(scope, valuesOf(variables));
  add('globals', scopes.globals.values);
  return visible;
}

/**
 * The auth that a request or folder inherits, and its source; null for none.
 * @param id empty: a request without a file, which inherits from the collection
 * @param options.ofContent what a request without a file inherits from the folder `id`, instead of the folder itself
 */
export function inheritedAuth(
  loaded: LoadedCollection,
  id: string,
  { ofContent = false } = {},
): { scope: string; type: string } | null {
  const isFolder = loaded.items.some((item) => item.kind === 'folder' && item.id === id);
  // A request inherits from its folder, and a folder from the level above it.
  const above = levelsOf(loaded, id).slice(isFolder && !ofContent ? 1 : 0);
  const definingLevel = above.find(({ auth }) => auth !== undefined && auth !== 'inherit');
  return definingLevel && typeof definingLevel.auth === 'object'
    ? { scope: definingLevel.scope, type: definingLevel.auth.type }
    : null;
}

/** The variables that the files declare for a request, the innermost first. */
function declaredLevels(loaded: LoadedCollection, id: string): { scope: string; variables?: Variable[] | undefined }[] {
  const request = loaded.requests.find((request) => request.id === id);
  const requestLevel = request ? [{ scope: 'request', variables: request.request.runtime?.variables }] : [];
  return [...requestLevel, ...levelsOf(loaded, id)];
}

/** The collection and the folders down to a request or folder, the innermost first. */
function levelsOf(loaded: LoadedCollection, id: string): (RequestDefaults & { scope: string })[] {
  const request = loaded.requests.find((request) => request.id === id);
  const folder = loaded.folders.find((folder) => folder.id === id);
  // A collection in one file has no folders of its own in the list, but requests with the levels above them.
  const inFolder =
    folder ?? loaded.requests.find((request) => id === '' || request.id.startsWith(`${id}/`)) ?? loaded.requests[0];
  const isFolder = loaded.items.some((item) => item.kind === 'folder' && item.id === id);
  const depth = request ? request.defaults.length : isFolder ? id.split('/').length + 1 : 1;
  const { path: names, defaults } = request ?? inFolder ?? { path: [], defaults: loaded.rootDefaults.defaults };
  const level = (defaults: RequestDefaults, index: number) => ({
    ...defaults,
    scope: index === 0 ? 'collection' : `folder ${names[index] ?? ''}`,
  });
  return defaults.slice(0, depth).map(level).reverse();
}

const valuesOf = (variables: Variable[] | undefined): Record<string, unknown> =>
  Object.fromEntries(
    (variables ?? []).filter(({ disabled }) => !disabled).map((variable) => [variable.name, valueOf(variable)]),
  );
