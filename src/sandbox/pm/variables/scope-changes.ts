/** What a script has changed in a variable scope. */
import type { ScopeName } from '../../../contract/scripts/guest-operations.ts';
import type { ChangedScopes } from '../../../contract/scripts/script-context.ts';
import { hasOwn, PlainMap, PlainSet } from '../../primordials.ts';
import type { SdkScope } from '../requests/sdk.ts';
import { keepValue, removeValue, stateOf, type ScopeState, type VariableScope } from './variable-scope.ts';
import { keptValues } from './variable-values.ts';

/** Moves the values of the package's object back to the record of the scope. */
function leaveFull(state: ScopeState, full: SdkScope): void {
  const { values, unset } = changesInFull(state, full);
  state.full = undefined;
  for (const [key, value] of values) keepValue(state, key, value);
  for (const key of unset) removeValue(state, key);
}

/** The changes, for a request that uses the same variables; afterwards values are read from the host again. */
export function handOver(scope: VariableScope): ChangedScopes[ScopeName] {
  const changes = changesOf(scope);
  const state = stateOf(scope);
  state.full = undefined;
  state.isCleared = false;
  state.changed.clear();
  forgetValues(scope);
  return changes;
}
/** Values that this script has not set may have been changed. */
export function forgetValues(scope: VariableScope): void {
  const state = stateOf(scope);
  if (state.full) leaveFull(state, state.full);
  if (state.isCleared) return;
  for (const key of [...state.known.keys()]) if (!state.changed.has(key)) state.known.delete(key);
  state.isComplete = false;
}

/** The changes as JSON; undefined without changes. */
export function changesOf(scope: VariableScope): ChangedScopes[ScopeName] {
  const state = stateOf(scope);
  const { values, unset } = state.full ? changesInFull(state, state.full) : recordedChanges(state);
  if (!state.isCleared && values.size === 0 && unset.length === 0) return undefined;
  const warn = (name: string, reason: string) =>
    state.options.warn(`${state.options.label}: "${name}" is not kept: ${reason}`);
  // As in Postman, undefined in `pm.variables` stays empty, and that of other scopes becomes null.
  const set = keptValues(values, warn, state.returned ? '""' : 'null');
  return state.isCleared ? { cleared: true, unset, set } : { unset, set };
}
interface Changes {
  values: Map<string, unknown>;
  unset: string[];
}
function recordedChanges({ known, changed, returned, types }: ScopeState): Changes {
  const values = new PlainMap<string, unknown>();
  for (const names of returned ? [changed, returned] : [changed])
    for (const name of names) if (known.has(name)) values.set(name, types?.get(name)?.set ?? known.get(name));
  return { values, unset: [...changed].filter((name) => !known.has(name)) };
}
function changesInFull({ known, changed, returned }: ScopeState, full: SdkScope): Changes {
  const now = full.values.toObject();
  const isChanged = ([key, value]: [string, unknown]): boolean =>
    hasOwn(full.mutations.compacted, key) || !known.has(key) || known.get(key) !== value || returned?.has(key) === true;
  const unset = [...new PlainSet([...known.keys(), ...changed])].filter((key) => !hasOwn(now, key));
  return { values: new PlainMap(Object.entries(now).filter(isChanged)), unset };
}
