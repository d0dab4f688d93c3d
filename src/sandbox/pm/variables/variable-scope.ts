/**
 * One variable scope, with the members of postman-collection's VariableScope. The original class copies every variable
 * before a script can read one; this one reads the requested ones, and records changes. If a script uses a member that
 * only the original class has, everything is moved to an instance of that class.
 */
import type { Fields } from '../../channel.ts';
import {
  createExpansion,
  filledInText,
  memberByPath,
  type FillOptions,
} from '../../../contract/collection/expand-variables.ts';
import { moreDynamicVariables } from '../../../contract/collection/more-dynamic-variables.ts';
import type { ScopeName } from '../../../contract/scripts/guest-operations.ts';
import type { ChangedScopes } from '../../../contract/scripts/script-context.ts';
import { apply, defineProperty, get, hasOwn, PlainError, setPrototypeOf, toText } from '../../primordials.ts';
import type { Sdk, SdkScope } from '../requests/sdk.ts';
import { castTo, checkKeepable, checkName, isStructured, isType, keptValues } from './variable-values.ts';

const noScopes = (): readonly VariableScope[] => [];

export interface VariableScopeOptions {
  label: string;
  name?: string | undefined;
  values?: Fields | undefined;
  /** Asks the host for values that were not sent; absent when all were. */
  fetch?: { get(name: string): unknown; all(): Fields } | undefined;
  /** Reports the value of a secret variable to the host. */
  onSecret?: ((name: string, value: unknown) => void) | undefined;
  /** The scopes in which names are looked up that this scope does not have, in order. */
  layers?: (() => readonly VariableScope[]) | undefined;
  sdk: () => Sdk;
  /** Shows a warning to the person who reads the console. */
  warn: (text: string) => void;
}

export class VariableScope {
  /** chai-postman and postman-collection recognise their objects by this name. */
  static readonly _postman_propertyName = 'VariableScope';
  static {
    // The bundle shortens names, and assertions print this one.
    defineProperty(this, 'name', { value: 'PostmanVariableScope' });
  }
  /** Shared by all scopes of a realm. */
  static #sdk: () => Sdk;
  readonly name: string | undefined;
  readonly #label: string;
  readonly #known: Map<string, unknown>;
  readonly #fetch: VariableScopeOptions['fetch'];
  #complete: boolean;
  readonly #onSecret: VariableScopeOptions['onSecret'];
  readonly #layers: () => readonly VariableScope[];
  readonly #warn: (text: string) => void;
  #cleared = false;
  readonly #set = new Set<string>();
  readonly #unset = new Set<string>();
  /**
   * Names of objects that were returned to the script, which may have changed them without setting them. As in Postman, only those of
   * `pm.variables` itself are kept then. Undefined in other scopes.
   */
  readonly #returned: Set<string> | undefined;
  /** The types that the script has set, and for a list or an object what it has set, which later scripts get, as in Postman. */
  #types: Map<string, { name: unknown; set: unknown }> | undefined;
  /** The package's own object, once the script has needed it; the fields above are then unused. */
  #full: SdkScope | undefined;

  constructor({ label, name, values, fetch, onSecret, layers, sdk, warn }: VariableScopeOptions) {
    this.name = name;
    this.#label = label;
    this.#known = new Map(Object.entries(values ?? {}));
    this.#complete = values !== undefined;
    this.#fetch = fetch;
    this.#onSecret = onSecret;
    this.#layers = layers ?? noScopes;
    this.#returned = layers && new Set();
    VariableScope.#sdk = sdk;
    this.#warn = warn;
  }

  #ownValue(name: string): unknown {
    if (this.#full) return this.#full.values.has(name) ? this.#full.values.get(name) : undefined;
    if (this.#known.has(name)) return this.#known.get(name);
    if (this.#complete || this.#unset.has(name) || !this.#fetch) return undefined;
    const value = this.#fetch.get(name);
    if (value !== undefined) this.#known.set(name, value);
    return value;
  }
  #hasOwn(name: string): boolean {
    return (this.#full ? this.#full.values.has(name) : this.#known.has(name)) || this.#ownValue(name) !== undefined;
  }
  #all(): Map<string, unknown> {
    if (!this.#complete && this.#fetch) {
      for (const [name, value] of Object.entries(this.#fetch.all())) {
        if (!this.#known.has(name) && !this.#unset.has(name)) this.#known.set(name, value);
      }
      this.#complete = true;
    }
    return this.#known;
  }

  has(name: unknown): boolean {
    const key = toText(name);
    return this.#hasOwn(key) || this.#layers().some((layer) => layer.has(key));
  }
  get(name: unknown): unknown {
    const key = toText(name);
    const value = this.#ownValue(key);
    // As in Postman, a function is called for its value.
    if (typeof value === 'function') return (value as () => unknown)();
    if (typeof value === 'object' && value !== null) this.#returned?.add(key);
    if (value !== undefined || this.#hasOwn(key)) return value;
    return this.#layers()
      .find((layer) => layer.has(key))
      ?.get(key);
  }
  /**
   * @param type converts the value like Postman: `number`, `boolean`, `string`, `array` or `object`; also `{ type }`.
   * Without one, the type that the script has set for the variable before is used
   */
  set(name: unknown, newValue: unknown, type?: unknown): void {
    const key = toText(name);
    checkName(this.#label, key);
    const { type: valueType }: { type?: unknown } = typeof type === 'object' ? (type ?? {}) : { type };
    const typeName = isType(valueType) ? valueType : this.#types?.get(key)?.name;
    const value = castTo(typeName, newValue);
    checkKeepable(`${this.#label}.set("${key}")`, value);
    this.#onSecret?.(key, value);
    if (this.#full) return this.#full.set(key, newValue, type);
    if (typeName !== undefined)
      (this.#types ??= new Map()).set(key, { name: typeName, set: isStructured(typeName) ? newValue : undefined });
    this.#known.set(key, value);
    this.#set.add(key);
    this.#unset.delete(key);
  }
  unset(name: unknown): void {
    const key = toText(name);
    if (this.#full) return this.#full.unset(key);
    this.#known.delete(key);
    this.#types?.delete(key);
    this.#set.delete(key);
    this.#unset.add(key);
  }
  clear(): void {
    if (this.#full) return this.#full.clear();
    this.#known.clear();
    this.#types = undefined;
    this.#set.clear();
    this.#unset.clear();
    this.#complete = true;
    this.#cleared = true;
  }
  /**
   * Replaces `{{name}}` in a text, or in every text of an object or array; unknown names are kept. Called without its
   * scope, it replaces Postman's dynamic variables only.
   * @throws when the text grows beyond a limit (contract/collection/expand-variables.ts)
   */
  replaceIn(template: unknown, options?: FillOptions): unknown {
    const scope = isScope(this)
      ? this
      : new VariableScope({ label: 'pm.variables', values: {}, sdk: VariableScope.#sdk, warn: () => undefined });
    const expand = createExpansion({
      valueOf: (name, whole) => {
        const trimmed = options?.likeBruno ? name : name.trim();
        const value = scope.has(name) ? scope.get(name) : scope.get(trimmed);
        if (value !== undefined) return filledInText(value, options);
        const member = memberByPath(trimmed, (item) => scope.get(item));
        if (member !== undefined) return filledInText(member, options);
        // A variable that was set to undefined is empty, as in Postman.
        if (scope.has(name)) return '';
        if (!name.startsWith('$')) return undefined;
        return moreDynamicVariables(name) ?? VariableScope.#sdk().Property.replaceSubstitutions(whole, [{}]);
      },
      fail: (message) => new PlainError(`${scope.#label}.replaceIn: ${message}`),
      likeBruno: options?.likeBruno,
    });
    return expand(template);
  }
  toObject(): Fields {
    const merged: Fields = {};
    for (const layer of [...this.#layers()].reverse()) Object.assign(merged, layer.toObject());
    return Object.assign(merged, VariableScope.ownValues(this));
  }
  /** @param target receives the variables; other members are removed */
  syncVariablesTo(target?: Fields): Fields {
    return target === undefined ? this.toObject() : this.#fullScope().syncVariablesTo(target);
  }
  toJSON(): Fields {
    const json = this.#fullScope().toJSON();
    // Postman does not record the changes of data.
    if (this.#label === 'pm.iterationData') delete json['mutations'];
    return json;
  }
  #definition(): Fields {
    const values = [...this.#all()].map(([key, value]) => {
      const type = this.#types?.get(key)?.name ?? 'any';
      return { type, value: isStructured(type) ? JSON.stringify(value) : value, key };
    });
    return { ...(this.name === undefined ? {} : { name: this.name }), values };
  }

  /** The package's own object, with the changes so far as its mutations. */
  #fullScope(): SdkScope {
    if (this.#full) return this.#full;
    const layers = this.#layers().map((layer) => layer.#fullScope().values);
    const scope = new (VariableScope.#sdk().VariableScope)(this.#definition(), layers.length > 0 ? layers : undefined);
    scope.enableTracking({ autoCompact: true });
    for (const key of this.#set) scope.mutations.track('set', key, this.#known.get(key), {});
    for (const key of this.#unset) scope.mutations.track('unset', key);
    return (this.#full = scope);
  }
  /** The variables of the scope itself, without those of its layers. */
  static ownValues(scope: VariableScope): Fields {
    return scope.#full ? scope.#full.values.toObject() : Object.fromEntries(scope.#all());
  }
  /** A member of the package's class that this class does not have. */
  static memberOf(scope: VariableScope, name: string): unknown {
    if (!(name in VariableScope.#sdk().VariableScope.prototype) && !madeMembers.test(name)) return undefined;
    const full = scope.#fullScope();
    const member: unknown = get(full, name);
    return typeof member === 'function'
      ? (...values: unknown[]): unknown => apply(member as () => unknown, full, values)
      : member;
  }

  /** Moves the values of the package's object back to the fields of this class. */
  #leaveFull(full: SdkScope): void {
    const { values, unset } = this.#changesInFull(full);
    this.#full = undefined;
    for (const [key, value] of values) {
      this.#known.set(key, value);
      this.#set.add(key);
      this.#unset.delete(key);
    }
    for (const key of unset) {
      this.#known.delete(key);
      this.#set.delete(key);
      this.#unset.add(key);
    }
  }
  /** The changes, for a request that uses the same variables; afterwards values are read from the host again. */
  static handOver(scope: VariableScope): ChangedScopes[ScopeName] {
    const changes = VariableScope.changesOf(scope);
    scope.#full = undefined;
    scope.#cleared = false;
    scope.#set.clear();
    scope.#unset.clear();
    VariableScope.forget(scope);
    return changes;
  }
  /** Values that this script has not set may have been changed. */
  static forget(scope: VariableScope): void {
    if (scope.#full) scope.#leaveFull(scope.#full);
    if (scope.#cleared || !scope.#fetch) return;
    for (const key of [...scope.#known.keys()]) if (!scope.#set.has(key)) scope.#known.delete(key);
    scope.#complete = false;
  }

  /** The changes as JSON; undefined without changes. */
  static changesOf(scope: VariableScope): ChangedScopes[ScopeName] {
    const { values, unset } = scope.#full ? scope.#changesInFull(scope.#full) : scope.#changes();
    if (!scope.#cleared && values.size === 0 && unset.length === 0) return undefined;
    const warn = (name: string, reason: string) => scope.#warn(`${scope.#label}: "${name}" is not kept: ${reason}`);
    // As in Postman, undefined in `pm.variables` stays empty, and that of other scopes becomes null.
    const set = keptValues(values, warn, scope.#returned ? '""' : 'null');
    return { ...(scope.#cleared ? { cleared: true } : {}), unset, set };
  }
  #changes(): { values: Map<string, unknown>; unset: string[] } {
    const changed = [...this.#set, ...(this.#returned ?? [])].filter((key) => this.#known.has(key));
    return {
      values: new Map(changed.map((key) => [key, this.#types?.get(key)?.set ?? this.#known.get(key)])),
      unset: [...this.#unset],
    };
  }
  #changesInFull(full: SdkScope): { values: Map<string, unknown>; unset: string[] } {
    const now = full.values.toObject();
    const isChanged = ([key, value]: [string, unknown]): boolean =>
      hasOwn(full.mutations.compacted, key) ||
      !this.#known.has(key) ||
      this.#known.get(key) !== value ||
      this.#returned?.has(key) === true;
    const values = Object.entries(now).filter(isChanged);
    const unset = [...this.#known.keys(), ...this.#unset].filter((key) => !hasOwn(now, key));
    return { values: new Map(values), unset };
  }
}

/** Members that the package adds to each instance of its class. */
const madeMembers = /^(?:id|values|mutations|_layers|_postman_enableTracking)$/;
const isScope = (value: unknown): value is VariableScope => value instanceof VariableScope;

setPrototypeOf(
  VariableScope.prototype,
  new Proxy(Object.prototype, {
    get: (plain, name, scope: unknown): unknown =>
      typeof name === 'string' && !(name in plain) && isScope(scope)
        ? VariableScope.memberOf(scope, name)
        : get(plain, name, scope),
  }),
);
