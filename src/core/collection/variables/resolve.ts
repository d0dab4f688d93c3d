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
   * A copy with every text filled in. @throws InvalidRequest when the text grows beyond the limit, which all calls
   * share
   */
  fill<T>(value: T): T;
  /** A sentence for each kind of name that could not be filled in. */
  warnings(): string[];
}

interface DynamicVariables {
  Property: { replaceSubstitutions(text: string, variables: unknown[]): string };
}

/** Markers that the messaging service puts into texts look like variables and are not. */
const SERVICE_MARKER = /^SWE\d{3}$/;

/** @param dynamic generates `{{$guid}}` and similar values; see `loadDynamic` */
export function createResolver(scopes: ScopeStates, dynamic?: DynamicVariables, options?: FillOptions): Resolver {
  const missing = new Set<string>();
  const circular = new Set<string>();
  const lookUp = (name: string): unknown => {
    for (const scope of scopeNames) {
      const { values } = scopes[scope];
      if (Object.hasOwn(values, name)) return values[name];
    }
    return undefined;
  };
  const find = (name: string): unknown => {
    for (const value of [lookUp(name), lookUp(name.trim())]) if (value !== undefined) return value;
    return memberByPath(name, lookUp);
  };
  const fill = createExpansion({
    valueOf(name, whole) {
      const value = find(name);
      if (value !== undefined) return filledInText(value, options);
      if (!name.startsWith('$')) return undefined;
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

const namesDynamic = (text: unknown): boolean => typeof text === 'string' && text.includes('{{$');
const namesDynamicWithin = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(namesDynamicWithin) : namesDynamic(value);

/**
 * The library of dynamic variables, loaded only where a text or the value of a variable names one, because loading it is
 * slow.
 */
export async function loadDynamic(texts: unknown, scopes: ScopeStates): Promise<DynamicVariables | undefined> {
  const isInValues = () => scopeNames.some((scope) => Object.values(scopes[scope].values).some(namesDynamic));
  if (!namesDynamicWithin(texts) && !isInValues()) return undefined;
  const { default: loaded } = await import('postman-collection');
  return loaded;
}
