/**
 * Variable scopes, with the members of postman-collection's VariableScope (pm-api, "Scopes"). That class itself would
 * copy every variable before a script could read one; this one reads what it is asked for, and keeps what was changed.
 */
import {
  createExpansion,
  filledInText,
  memberByPath,
  type FillOptions,
} from '../../contract/collection/expand-variables.ts';
import { moreDynamicVariables } from '../../contract/collection/more-dynamic-variables.ts';
import { scopeNames, type ScopeName } from '../../contract/scripts/guest-operations.ts';
import type { GuestContext } from '../../contract/scripts/to-guest.ts';
import type { ChangedScopes } from '../../contract/scripts/script-context.ts';
import type { Channel } from '../channel.ts';
import { isArray, parseJson, PlainError, PlainNumber, toJson, toText } from '../primordials.ts';

/** What is taken from postman-collection, when it is needed. */
export interface Sdk {
  VariableScope: new (definition: unknown) => { values: unknown };
  Property: { replaceSubstitutions(text: string, variables: unknown[]): string };
}
type Fields = Record<string, unknown>;

const none = (): readonly VariableScope[] => [];

export class VariableScope {
  /** chai-postman and postman-collection recognise their objects by this name. */
  static readonly _postman_propertyName = 'VariableScope';
  readonly name: string | undefined;
  readonly #label: string;
  readonly #known: Map<string, unknown>;
  /** Asks the host for what was not sent; absent when everything was. */
  readonly #fetch: { get(name: string): unknown; all(): Fields } | undefined;
  #complete: boolean;
  /** Where a name is looked for that it does not have itself, in this order. */
  readonly #layers: () => readonly VariableScope[];
  readonly #sdk: () => Sdk;
  #cleared = false;
  readonly #set = new Set<string>();
  readonly #unset = new Set<string>();

  constructor(options: {
    label: string;
    name?: string | undefined;
    values?: Fields | undefined;
    fetch?: { get(name: string): unknown; all(): Fields } | undefined;
    layers?: (() => readonly VariableScope[]) | undefined;
    sdk: () => Sdk;
  }) {
    this.name = options.name;
    this.#label = options.label;
    this.#known = new Map(Object.entries(options.values ?? {}));
    this.#complete = options.values !== undefined;
    this.#fetch = options.fetch;
    this.#layers = options.layers ?? none;
    this.#sdk = options.sdk;
  }

  #own(name: string): unknown {
    if (this.#known.has(name)) return this.#known.get(name);
    if (this.#complete || this.#unset.has(name) || !this.#fetch) return undefined;
    const value = this.#fetch.get(name);
    if (value !== undefined) this.#known.set(name, value);
    return value;
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
    return this.#known.has(key) || this.#own(key) !== undefined || this.#layers().some((layer) => layer.has(key));
  }
  get(name: unknown): unknown {
    const key = toText(name);
    const value = this.#own(key);
    if (value !== undefined || this.#known.has(key)) return value;
    return this.#layers()
      .find((layer) => layer.has(key))
      ?.get(key);
  }
  /** @param type converts the value as Postman does: `number`, `boolean`, `string`, `array` or `object`; also `{ type }` */
  set(name: unknown, newValue: unknown, type?: unknown): void {
    const key = toText(name);
    const { type: typeName }: { type?: unknown } = typeof type === 'object' ? (type ?? {}) : { type };
    const value = castTo(typeName, newValue);
    checkKeepable(`${this.#label}.set("${key}")`, value);
    this.#known.set(key, value);
    this.#set.add(key);
    this.#unset.delete(key);
  }
  unset(name: unknown): void {
    const key = toText(name);
    this.#known.delete(key);
    this.#set.delete(key);
    this.#unset.add(key);
  }
  clear(): void {
    this.#known.clear();
    this.#set.clear();
    this.#unset.clear();
    this.#complete = true;
    this.#cleared = true;
  }
  /**
   * `{{name}}` by its value in a text, or in every text of an object or array; what is not known stays.
   * @throws when that makes too much text (contract/collection/expand-variables.ts)
   */
  replaceIn(template: unknown, options?: FillOptions): unknown {
    const expand = createExpansion({
      valueOf: (name, whole) => {
        const value = this.has(name) ? this.get(name) : this.get(name.trim());
        if (value !== undefined) return filledInText(value, options);
        const member = memberByPath(name, (one) => this.get(one));
        if (member !== undefined) return filledInText(member, options);
        // A variable that was set to undefined is empty, as in Postman.
        if (this.has(name)) return '';
        if (!name.startsWith('$')) return undefined;
        return moreDynamicVariables(name) ?? this.#sdk().Property.replaceSubstitutions(whole, [{}]);
      },
      fail: (message) => new PlainError(`${this.#label}.replaceIn: ${message}`),
    });
    return expand(template);
  }
  toObject(): Fields {
    const merged: Fields = {};
    for (const layer of [...this.#layers()].reverse()) Object.assign(merged, layer.toObject());
    return Object.assign(merged, Object.fromEntries(this.#all()));
  }
  /** The variables as postman-collection's list; a copy, which later changes do not reach. */
  get values(): unknown {
    return new (this.#sdk().VariableScope)({ values: this.toJSON()['values'] }).values;
  }
  syncVariablesTo(): Fields {
    return this.toObject();
  }
  toJSON(): Fields {
    const values = [...this.#all()].map(([key, value]) => ({ type: 'any', value, key }));
    return { ...(this.name === undefined ? {} : { name: this.name }), values };
  }

  /** What was changed, for a request that works on the same variables; from then on values are asked for anew. */
  static handOver(scope: VariableScope): ChangedScopes[ScopeName] {
    const changes = VariableScope.changesOf(scope);
    scope.#cleared = false;
    scope.#set.clear();
    scope.#unset.clear();
    VariableScope.forget(scope);
    return changes;
  }
  /** Values that this script has not set may be others now. */
  static forget(scope: VariableScope): void {
    if (scope.#cleared || !scope.#fetch) return;
    for (const key of [...scope.#known.keys()]) if (!scope.#set.has(key)) scope.#known.delete(key);
    scope.#complete = false;
  }

  /** What was changed, as JSON can carry it; undefined when nothing was. */
  static changesOf(scope: VariableScope): ChangedScopes[ScopeName] {
    if (!scope.#cleared && scope.#set.size === 0 && scope.#unset.size === 0) return undefined;
    const set: Fields = {};
    for (const key of scope.#set) {
      try {
        // As in Postman, undefined is null for the scripts that follow.
        const text = toJson(scope.#known.get(key)) as string | undefined;
        const value = parseJson(text ?? 'null') as unknown;
        // defineProperty: a variable may be called __proto__
        Object.defineProperty(set, key, { value, enumerable: true, configurable: true, writable: true });
      } catch {
        // It has become cyclic after it was set.
      }
    }
    return { ...(scope.#cleared ? { cleared: true } : {}), unset: [...scope.#unset], set };
  }
}

/** A value as the type of a variable makes it; an unknown type keeps it. */
function castTo(type: unknown, value: unknown): unknown {
  const name = typeof type === 'string' ? type.toLowerCase() : undefined;
  switch (name) {
    case 'string':
      return toText(value);
    case 'number':
      return PlainNumber(value);
    case 'boolean':
      return Boolean(value);
    case 'array':
    case 'object': {
      const parsed = typeof value === 'string' ? parsedOrUndefined(value) : value;
      const fits = typeof parsed === 'object' && parsed !== null && isArray(parsed) === (name === 'array');
      return fits ? parsed : undefined;
    }
    default:
      return value;
  }
}
function parsedOrUndefined(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** @throws what is wrong with it, when a value would be lost at the end of the script */
function checkKeepable(where: string, value: unknown): void {
  if (typeof value !== 'object' && typeof value !== 'bigint') return;
  try {
    toJson(value);
  } catch (error) {
    const why =
      typeof value === 'bigint' ? 'a BigInt is not JSON; use String(value)' : toText((error as Error).message);
    throw new PlainError(`${where}: the value cannot be kept, because ${why.split('\n')[0]}`);
  }
}

export interface Scopes {
  /** Creates the scope with the first call: most scripts use one or two. */
  of(name: ScopeName): VariableScope;
  changes(): ChangedScopes;
  /** Runs something that works on the same variables. @param work gets what the script has changed so far */
  shareWhile<T>(work: (changes: ChangedScopes) => Promise<T>): Promise<T>;
}

const labels: Record<ScopeName, string> = {
  local: 'pm.variables',
  data: 'pm.iterationData',
  request: 'pm.variables',
  environment: 'pm.environment',
  collection: 'pm.collectionVariables',
  globals: 'pm.globals',
};

export function createScopes(states: GuestContext['scopes'], channel: Channel, sdk: () => Sdk): Scopes {
  const created = new Map<ScopeName, VariableScope>();
  const fetchFor = (scope: ScopeName) => ({
    get(name: string): unknown {
      const reply = channel.callSync('scopes.get', { scope, name });
      return reply.ok && reply.value !== '' ? parseJson(reply.value) : undefined;
    },
    all(): Fields {
      const reply = channel.callSync('scopes.all', { scope });
      return reply.ok ? (parseJson(reply.value) as Fields) : {};
    },
  });
  const outer = () => scopeNames.slice(1).map(of);
  function of(name: ScopeName): VariableScope {
    let scope = created.get(name);
    if (!scope) {
      scope = new VariableScope({
        label: labels[name],
        name: states[name].name,
        values: states[name].values,
        fetch: fetchFor(name),
        layers: name === 'local' ? outer : undefined,
        sdk,
      });
      created.set(name, scope);
    }
    return scope;
  }
  const changesBy = (changesOf: (scope: VariableScope) => ChangedScopes[ScopeName]): ChangedScopes => {
    const changed: ChangedScopes = {};
    for (const [name, scope] of created) {
      const changes = changesOf(scope);
      if (changes) changed[name] = changes;
    }
    return changed;
  };
  return {
    of,
    changes: () => changesBy(VariableScope.changesOf),
    async shareWhile(work) {
      for (const name of scopeNames) of(name);
      try {
        return await work(changesBy(VariableScope.handOver));
      } finally {
        for (const scope of created.values()) VariableScope.forget(scope);
      }
    },
  };
}
