/** The collection's variables during one request: those that the files define are added, and removed again. */
import { changedValues } from '../../platform/json/value-changes.ts';
import { variableLevelsOf } from '../../collection/variables/inherit.ts';
import type { LoadedRequest } from '../../collection/files/collection-files.ts';
import type { RequestJob } from './request-job.ts';
import type { ScopeStates } from '../../../contract/scripts/script-context.ts';

export interface CollectionScope {
  /** Adds the variables that the files define for this request. Values that scripts have set before are kept. */
  begin(): void;
  /** Removes them; changes of scripts since `begin` are kept. */
  end(): void;
}

export function createCollectionScope(
  { item, definition }: Pick<RequestJob, 'item' | 'definition'>,
  { collection, request }: ScopeStates,
): CollectionScope {
  const before = collection.values;
  const ofRequestBefore = request.values;
  let defined: Record<string, unknown> = {};
  let valuesAtBegin = before;
  return {
    begin() {
      const { removed = [] } = collection;
      const levels = removed.length === 0 ? definition.variables() : variableLevelsOf(withoutRemoved(item, removed));
      const inner = { ...levels.folder, ...levels.request };
      // In a Bruno collection, variables of the request and its folders have precedence over the environment.
      if (item.bruno) request.values = { ...item.bruno.processEnvironment, ...inner };
      defined = item.bruno ? levels.collection : { ...levels.collection, ...inner };
      valuesAtBegin = { ...defined, ...before };
      collection.values = valuesAtBegin;
    },
    end() {
      request.values = ofRequestBefore;
      // Scripts replace the values that they change.
      if (collection.values === valuesAtBegin) {
        collection.values = before;
        return;
      }
      const changedNames = new Set(Object.keys(changedValues(defined, collection.values)));
      // A damaged file may contain anything but a list here; that was reported when the variables were read.
      const declaredVariables = item.defaults[0]?.variables;
      const names = Array.isArray(declaredVariables) ? declaredVariables.map(({ name }) => name) : [];
      const removedNames = names.filter(
        (name) => Object.hasOwn(defined, name) && !Object.hasOwn(collection.values, name),
      );
      if (removedNames.length > 0) collection.removed = [...(collection.removed ?? []), ...removedNames];
      collection.values = Object.fromEntries(
        Object.entries(collection.values).filter(([name]) => Object.hasOwn(before, name) || changedNames.has(name)),
      );
    },
  };
}

/** The item without those collection variables that a script of the run has removed. */
function withoutRemoved(item: LoadedRequest, removed: readonly string[]): LoadedRequest {
  const [collection, ...folders] = item.defaults;
  if (!collection?.variables) return item;
  const variables = collection.variables.filter(({ name }) => !removed.includes(name));
  return { ...item, defaults: [{ ...collection, variables }, ...folders] };
}
