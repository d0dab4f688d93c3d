/**
 * One variable scope, with the members of postman-collection's VariableScope. The original class copies every variable
 * before a script can read one; this one reads the requested ones, and records changes. If a script uses a member that
 * only the original class has, everything is moved to an instance of that class.
 */
import type { Fields } from '../../channel.ts';
import type { FillOptions } from '../../../contract/collection/expand-variables.ts';
import type { ScopeState as ScopeValues } from '../../../contract/scripts/script-context.ts';
import {
  apply,
  defineProperty,
  get,
  setPrototypeOf,
  toText,
  withoutPrototype,
  PlainMap,
  PlainSet,
  PlainProxy,
} from '../../primordials.ts';
import type { Sdk, SdkScope } from '../requests/sdk.ts';
import { replaceVariables } from './replace-variables.ts';
import { castTo, checkKeepable, checkName, isStructured, isType } from './variable-values.ts';

export interface VariableScopeOptions {
  label: string;
  /** Asks the host for a value that was not sent. */
  fetchValue: (name: string) => unknown;
  fetchAll: () => Fields;
  /** Reports the value of a secret variable to the host. */
  onSecret: ((name: string, value: unknown) => void) | undefined;
  /** The scopes in which names are looked up that this scope does not have, in order. */
  layers: (() => readonly VariableScope[]) | undefined;
  sdk: () => Sdk;
  /** Shows a warning to the person who reads the console. */
  warn: (text: string) => void;
}

/** A record, because each script would have to create a private name for each of several private fields. */
export interface ScopeState {
  options: VariableScopeOptions;
  /** The values that are known here: all of them if it is complete. */
  known: Map<string, unknown>;
  isComplete: boolean;
  isCleared: boolean;
  /** Names that the script has set, which are known, and that it has unset, which are not. */
  changed: Set<string>;
  /**
   * Names of objects that were returned to the script, which may have changed them without setting them. As in Postman,
   * only those of `pm.variables` itself are kept then. Undefined in other scopes.
   */
  returned: Set<string> | undefined;
  /**
   * The types that the script has set, and for a list or an object what it has set, which later scripts get, as in
   * Postman.
   */
  types: Map<string, { name: unknown; set: unknown }> | undefined;
  /** The package's own object, once the script has needed it; the values above are then unused. */
  full: SdkScope | undefined;
}

let readState: (scope: VariableScope) => ScopeState;
export const stateOf = (scope: VariableScope): ScopeState => readState(scope);
/** Shared by all scopes of a realm. */
let loadSdk: () => Sdk;

export class VariableScope {
  /** chai-postman and postman-collection recognise their objects by this name. */
  static readonly _postman_propertyName = 'VariableScope';
  static {
    // The bundle shortens names, and assertions print this one.
    defineProperty(this, 'name', withoutPrototype({ __proto__: null, value: 'PostmanVariableScope' }));
    readState = (scope) => scope.#state;
  }
  readonly name: string | undefined;
  readonly #state: ScopeState;

  /** @param sent the variables, whose values may be missing */
  constructor({ name, values }: Partial<ScopeValues>, options: VariableScopeOptions) {
    this.name = name;
    loadSdk = options.sdk;
    this.#state = withoutPrototype<ScopeState>({
      __proto__: null,
      options,
      known: new PlainMap(Object.entries(values ?? {})),
      isComplete: values !== undefined,
      isCleared: false,
      changed: new PlainSet(),
      returned: options.layers && new PlainSet(),
      types: undefined,
      full: undefined,
    });
  }

  has(name: unknown): boolean {
    const key = nameText(name);
    return hasOwnValue(this.#state, key) || layersOf(this.#state).some((layer) => layer.has(key));
  }
  get(name: unknown): unknown {
    const key = nameText(name);
    const value = ownValue(this.#state, key);
    // As in Postman, a function is called for its value.
    if (typeof value === 'function') return (value as () => unknown)();
    if (typeof value === 'object' && value !== null) this.#state.returned?.add(key);
    if (value !== undefined || hasOwnValue(this.#state, key)) return value;
    return layersOf(this.#state)
      .find((layer) => layer.has(key))
      ?.get(key);
  }
  /**
   * @param type converts the value like Postman: `number`, `boolean`, `string`, `array` or `object`; also `{ type }`.
   * Without one, the type that the script has set for the variable before is used
   */
  set(name: unknown, newValue: unknown, type?: unknown): void {
    const key = nameText(name);
    const state = this.#state;
    const { label, onSecret } = state.options;
    checkName(label, key);
    const { type: valueType }: { type?: unknown } = typeof type === 'object' ? (type ?? {}) : { type };
    const typeName = isType(valueType) ? valueType : state.types?.get(key)?.name;
    const value = castTo(typeName, newValue);
    checkKeepable(`${label}.set("${key}")`, value);
    onSecret?.(key, value);
    if (state.full) return state.full.set(key, newValue, type);
    if (typeName !== undefined)
      (state.types ??= new PlainMap()).set(key, { name: typeName, set: isStructured(typeName) ? newValue : undefined });
    keepValue(state, key, value);
  }
  unset(name: unknown): void {
    const key = nameText(name);
    if (this.#state.full) return this.#state.full.unset(key);
    this.#state.types?.delete(key);
    removeValue(this.#state, key);
  }
  clear(): void {
    const state = this.#state;
    if (state.full) return state.full.clear();
    state.known.clear();
    state.types = undefined;
    state.changed.clear();
    state.isComplete = true;
    state.isCleared = true;
  }
  /**
   * Replaces `{{name}}` in a text, or in every text of an object or array; unknown names are kept. Called without its
   * scope, it replaces Postman's dynamic variables only.
   * @throws when the text grows beyond a limit (contract/collection/expand-variables.ts)
   */
  replaceIn(template: unknown, options?: FillOptions): unknown {
    const scope = isScope(this) ? this : undefined;
    const label = scope ? stateOf(scope).options.label : 'pm.variables';
    return replaceVariables(template, { scope, sdk: loadSdk, label, options });
  }
  toObject(): Fields {
    const merged: Fields = {};
    for (const layer of [...layersOf(this.#state)].reverse()) Object.assign(merged, layer.toObject());
    return Object.assign(merged, ownValuesOf(this));
  }
  /** @param target receives the variables; other members are removed */
  syncVariablesTo(target?: Fields): Fields {
    return target === undefined ? this.toObject() : fullScope(this).syncVariablesTo(target);
  }
  toJSON(): Fields {
    const json = fullScope(this).toJSON();
    // Postman does not record the changes of data.
    if (this.#state.options.label === 'pm.iterationData') delete json['mutations'];
    return json;
  }
}

/** @throws a TypeError for a symbol, as in Postman */
function nameText(name: unknown): string {
  if (typeof name === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
  return toText(name);
}

const layersOf = ({ options }: ScopeState): readonly VariableScope[] => options.layers?.() ?? [];

function ownValue(state: ScopeState, name: string): unknown {
  const { full, known } = state;
  if (full) return full.values.has(name) ? full.values.get(name) : undefined;
  if (known.has(name)) return known.get(name);
  if (state.isComplete || state.changed.has(name)) return undefined;
  const value = state.options.fetchValue(name);
  if (value !== undefined) known.set(name, value);
  return value;
}
function hasOwnValue(state: ScopeState, name: string): boolean {
  return (state.full ? state.full.values.has(name) : state.known.has(name)) || ownValue(state, name) !== undefined;
}
function allValues(state: ScopeState): Map<string, unknown> {
  const { known } = state;
  if (!state.isComplete) {
    for (const [name, value] of Object.entries(state.options.fetchAll())) {
      if (!known.has(name) && !state.changed.has(name)) known.set(name, value);
    }
    state.isComplete = true;
  }
  return known;
}
export function keepValue({ known, changed }: ScopeState, name: string, value: unknown): void {
  // One that was unset before comes last again.
  if (!known.has(name)) changed.delete(name);
  known.set(name, value);
  changed.add(name);
}
export function removeValue({ known, changed }: ScopeState, name: string): void {
  known.delete(name);
  changed.add(name);
}

/** The package's own object, with the changes so far as its mutations. */
function fullScope(scope: VariableScope): SdkScope {
  const state = stateOf(scope);
  if (state.full) return state.full;
  const layers = layersOf(state).map((layer) => fullScope(layer).values);
  const full = new (loadSdk().VariableScope)(definitionOf(scope), layers.length > 0 ? layers : undefined);
  full.enableTracking({ autoCompact: true });
  for (const key of state.changed) {
    if (state.known.has(key)) full.mutations.track('set', key, state.known.get(key), {});
    else full.mutations.track('unset', key);
  }
  return (state.full = full);
}
function definitionOf(scope: VariableScope): Fields {
  const state = stateOf(scope);
  const values = [...allValues(state)].map(([key, value]) => {
    const type = state.types?.get(key)?.name ?? 'any';
    return { type, value: isStructured(type) ? JSON.stringify(value) : value, key };
  });
  return { ...(scope.name === undefined ? {} : { name: scope.name }), values };
}
/** The variables of the scope itself, without those of its layers. */
export function ownValuesOf(scope: VariableScope): Fields {
  const state = stateOf(scope);
  if (state.full) return state.full.values.toObject();
  const known = allValues(state);
  const values: Fields = Object.fromEntries(known);
  // As in Postman, a function is called for its value.
  for (const [name, value] of known)
    if (typeof value === 'function') values[name] = apply(value as () => unknown, undefined, []);
  return values;
}

/** A member of the package's class that this class does not have. */
function memberOf(scope: VariableScope, name: string): unknown {
  if (!(name in loadSdk().VariableScope.prototype) && !isMemberOfInstances(name)) return undefined;
  const full = fullScope(scope);
  const member: unknown = get(full, name);
  return typeof member === 'function'
    ? (...values: unknown[]): unknown => apply(member as () => unknown, full, values)
    : member;
}
/** Whether the package adds it to each instance of its class. */
const isMemberOfInstances = (name: string): boolean =>
  /^(?:id|values|mutations|_layers|_postman_enableTracking)$/.test(name);
const isScope = (value: unknown): value is VariableScope => value instanceof VariableScope;

setPrototypeOf(
  VariableScope.prototype,
  new PlainProxy(Object.prototype, {
    get: (plain, name, scope: unknown): unknown =>
      typeof name === 'string' && !(name in plain) && isScope(scope) ? memberOf(scope, name) : get(plain, name, scope),
  }),
);
