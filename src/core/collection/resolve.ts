/** `{{name}}` by its value, in every text of a request; what has no value stays, and is named. */
import { scopeNames } from '../../contract/guest-operations.ts';
import type { ScopeStates } from '../../contract/script-context.ts';

/** As in scripts: a value may name variables itself, but not for ever. */
const MAX_ROUNDS = 20;

export interface Resolver {
  /** A copy with every text filled in. */
  fill<T>(value: T): T;
  /** Names without a value that were met; those of the service's error markers are none. */
  missing(): string[];
}

interface DynamicVariables {
  Property: { replaceSubstitutions(text: string, variables: unknown[]): string };
}

/** @param dynamic makes `{{$guid}}` and its kin; see `loadDynamic` */
export function createResolver(scopes: ScopeStates, dynamic?: DynamicVariables): Resolver {
  const missing = new Set<string>();
  const lookUp = (name: string): unknown => {
    for (const scope of scopeNames) {
      const { values } = scopes[scope];
      if (Object.hasOwn(values, name)) return values[name];
    }
    return undefined;
  };
  const fillText = (template: string): string => {
    if (!template.includes('{{')) return template;
    let text = template;
    for (let round = 0; round < MAX_ROUNDS && text.includes('{{'); round += 1) {
      const before = text;
      text = text.replace(/\{\{([^{}]*?)\}\}/g, (all, name: string) => {
        const value = lookUp(name) ?? lookUp(name.trim());
        if (value !== undefined && value !== null) return typeof value === 'string' ? value : JSON.stringify(value);
        if (name.startsWith('$') && dynamic) return dynamic.Property.replaceSubstitutions(all, [{}]);
        return all;
      });
      if (text === before) break;
    }
    for (const [, name = ''] of text.matchAll(/\{\{([^{}]*?)\}\}/g)) if (!/^SWE\d{3}$/.test(name)) missing.add(name);
    return text;
  };
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return fillText(value);
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item)]));
  };
  return { fill: <T>(value: T) => fill(value) as T, missing: () => [...missing] };
}

/** The library of dynamic variables, where a request uses one: it takes a while to load. */
export async function loadDynamic(request: unknown): Promise<DynamicVariables | undefined> {
  if (!JSON.stringify(request).includes('{{$')) return undefined;
  const { default: loaded } = await import('postman-collection');
  return loaded;
}
