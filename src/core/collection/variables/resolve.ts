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
  /** The names of the secrets of the vault that have no value, without their prefix. */
  missingSecrets(): string[];
}

export interface RequestFillOptions extends FillOptions {
  /** The value of `{{vault:name}}`, which Postman writes so; undefined: there is none. */
  secretOf?: ((name: string) => Promise<string | undefined> | undefined) | undefined;
}

const SECRET = /^vault:(.+)$/s;
/** Limit for one request; a value may name further secrets. */
const MAX_SECRETS = 100;

interface DynamicVariables {
  Property: { replaceSubstitutions(text: string, variables: unknown[]): string };
}

/** Markers that the messaging service puts into texts look like variables and are not. */
const SERVICE_MARKER = /^SWE\d{3}$/;

/**
 * @param dynamic generates `{{$guid}}` and similar values; see `fillIn`
 * @param secrets of the vault, by their names; as in Postman, a variable of the same name has priority
 */
export function createResolver(
  scopes: ScopeStates,
  dynamic?: DynamicVariables,
  options?: FillOptions,
  secrets?: ReadonlyMap<string, string>,
): Resolver {
  const missing = new Set<string>();
  /** The names of secrets by the names that stand in the texts. */
  const missingSecrets = new Map<string, string>();
  const circular = new Set<string>();
  let lacksDynamic = false;
  const lookUp = (name: string): unknown => {
    for (const scope of scopeNames) {
      const { values } = scopes[scope];
      if (Object.hasOwn(values, name)) return values[name];
    }
    return secrets?.get(SECRET.exec(name)?.[1] ?? '');
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
      return moreDynamicVariables(name, options) ?? dynamic?.Property.replaceSubstitutions(whole, [{}]);
    },
    fail: (message) =>
      codedError('InvalidRequest', message, 'Correct the variables in the environment or the collection.'),
    onUnresolved(name) {
      if (SERVICE_MARKER.test(name)) return;
      const secret = SECRET.exec(name.trim())?.[1];
      if (find(name) !== undefined) circular.add(name);
      else if (secret === undefined) missing.add(name);
      else missingSecrets.set(name, secret);
    },
  });
  return {
    fill: <T>(value: T) => fill(value) as T,
    lacksDynamic: () => lacksDynamic,
    missingSecrets: () => [...missingSecrets.values()],
    warnings: () => [
      ...sentence(missing, ['has no value: define it', 'have no value: define them'], 'in the environment.'),
      ...sentence(
        missingSecrets.keys(),
        ['is', 'are'],
        'not in the vault of this workspace: a script stores it with pm.vault.set.',
      ),
      ...sentence(circular, ['names itself', 'name each other'], 'in a circle and cannot be filled in.'),
    ],
  };
}

function sentence(names: Iterable<string>, [singular, plural]: [string, string], end: string): string[] {
  const list = Array.from(names, (name) => `{{${name}}}`);
  if (list.length === 0) return [];
  return [`${list.join(', ')} ${list.length === 1 ? singular : plural} ${end}`];
}

/**
 * Fills in the texts of a value. The library of dynamic variables is loaded, and secrets are read, only where one is
 * named, because that is slow, and a person may be asked.
 * @throws InvalidRequest as `fill` of the resolver; the errors of `secretOf`
 */
export async function fillIn<T>(
  value: T,
  scopes: ScopeStates,
  options?: RequestFillOptions,
): Promise<{ filled: T; warnings: string[] }> {
  const secrets = new Map<string, string>();
  const soughtNames = new Set<string>();
  let dynamic: DynamicVariables | undefined;
  for (;;) {
    const resolver = createResolver(scopes, dynamic, options, secrets);
    const filled = resolver.fill(value);
    const needsDynamic = dynamic === undefined && resolver.lacksDynamic();
    if (needsDynamic) dynamic = (await import('postman-collection')).default;
    const hasMoreSecrets = await readSecrets(resolver.missingSecrets(), { secrets, soughtNames, options });
    if (!needsDynamic && !hasMoreSecrets) return { filled, warnings: resolver.warnings() };
  }
}

interface SecretReading {
  secrets: Map<string, string>;
  /** The names that were looked up, so that each is once. */
  soughtNames: Set<string>;
  options: RequestFillOptions | undefined;
}

/** @returns whether there are values that there were not before */
async function readSecrets(names: readonly string[], { secrets, soughtNames, options }: SecretReading) {
  const before = secrets.size;
  for (const name of names) {
    if (soughtNames.has(name) || soughtNames.size >= MAX_SECRETS) continue;
    soughtNames.add(name);
    const value = await options?.secretOf?.(name);
    if (value !== undefined) secrets.set(name, value);
  }
  return secrets.size > before;
}
