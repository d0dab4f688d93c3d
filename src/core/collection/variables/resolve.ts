/** Replaces `{{name}}` by its value in every text of a request. A name without a value stays, and is reported. */
import { codedError } from '../../../contract/errors.ts';
import {
  createExpansion,
  filledInText,
  memberByPath,
  type FillOptions,
} from '../../../contract/collection/expand-variables.ts';
import { moreDynamicVariables } from '../../../contract/collection/more-dynamic-variables.ts';
import { scopeNames } from '../../../contract/scripts/guest-operations.ts';
import type { ScopeStates } from '../../../contract/scripts/script-context.ts';

export interface Resolver {
  /**
   * The value with every text filled in: a copy of what changes, and the rest itself.
   * @throws InvalidRequest when the text grows beyond the limit, which all calls share
   */
  fill<T>(value: T): T;
  /** A sentence for each kind of name that could not be filled in. */
  warnings(): string[];
  /** Whether a text named a dynamic variable, for which the resolver has no library. */
  lacksDynamic(): boolean;
}

interface DynamicVariables {
  Property: { replaceSubstitutions(text: string, variables: unknown[]): string };
}

/** Markers that the messaging service puts into texts look like variables and are not. */
const SERVICE_MARKER = /^SWE\d{3}$/;

/** @param dynamic generates `{{$guid}}` and similar values; see `fillIn` */
export function createResolver(scopes: ScopeStates, dynamic?: DynamicVariables, options?: FillOptions): Resolver {
  const missing = new Set<string>();
  const circular = new Set<string>();
  let lacksDynamic = false;
  const lookUp = (name: string): unknown => {
    for (const scope of scopeNames) {
      const { values } = scopes[scope];
      if (Object.hasOwn(values, name)) return values[name];
    }
    return undefined;
  };
  const find = (name: string): unknown => {
    const trimmed = options?.likeBruno ? name : name.trim();
    for (const value of [lookUp(name), lookUp(trimmed)]) if (value !== undefined) return value;
    return memberByPath(trimmed, lookUp);
  };
  const fill = createExpansion({
    likeBruno: options?.likeBruno,
    fillsNames: false,
    keepsUnchanged: true,
    valueOf(name, whole) {
      const value = find(name);
      if (value !== undefined) return filledInText(value, options);
      if (!name.startsWith('$')) return undefined;
      lacksDynamic ||= dynamic === undefined;
      return moreDynamicVariables(name) ?? dynamic?.Property.replaceSubstitutions(whole, [{}]);
    },
    fail: (message) =>
      codedError('InvalidRequest', message, 'Correct the variables in the environment or the collection.'),
    onUnresolved(name) {
      const isCircular = find(name) !== undefined;
      if (!SERVICE_MARKER.test(name)) (isCircular ? circular : missing).add(name);
    },
  });
  return {
    fill: <T>(value: T) => fill(value) as T,
    lacksDynamic: () => lacksDynamic,
    warnings: () => [
      ...sentence(missing, ['has no value: define it', 'have no value: define them'], 'in the environment.'),
      ...sentence(circular, ['names itself', 'name each other'], 'in a circle and cannot be filled in.'),
    ],
  };
}

function sentence(names: ReadonlySet<string>, [singular, plural]: [string, string], end: string): string[] {
  if (names.size === 0) return [];
  const list = [...names].map((name) => `{{${name}}}`).join(', ');
  return [`${list} ${names.size === 1 ? singular : plural} ${end}`];
}

/**
 * Fills in the texts of a value. The library of dynamic variables is loaded only where one is named, because loading it
 * is slow.
 * @throws InvalidRequest as `fill` of the resolver
 */
export async function fillIn<T>(
  value: T,
  scopes: ScopeStates,
  options?: FillOptions,
): Promise<{ filled: T; warnings: string[] }> {
  let resolver = createResolver(scopes, undefined, options);
  let filled = resolver.fill(value);
  if (resolver.lacksDynamic()) {
    const { default: dynamic } = await import('postman-collection');
    resolver = createResolver(scopes, dynamic, options);
    filled = resolver.fill(value);
  }
  return { filled, warnings: resolver.warnings() };
}
