/** The scopes of a script as the plain objects that Bruno's classes read and write. */
import type { RequestFileInfo } from '../../contract/scripts/script-context.ts';
import type { Scopes } from '../pm/variables/scopes.ts';
import type { VariableScope } from '../pm/variables/variable-scope.ts';

type Values = Record<string, unknown>;

/** A value that Bruno's files call `process.env.NAME` is a variable of that name here. */
const PROCESS_ENVIRONMENT = 'process.env.';

export interface BrunoVariables {
  environment: Values;
  runtime: Values;
  /** In a collection of another program, it includes the variables of the folders and of the request. */
  collection: Values;
  folder: Values;
  request: Values;
  /** Variables of the folders and of the request that have precedence over the environment. */
  inner: Values;
  globals: Values;
  processEnvironment: Values;
}

export function createBrunoVariables(scopes: Scopes, file: RequestFileInfo | undefined): BrunoVariables {
  const collection = scopeObject(scopes.of('collection'));
  const processEnvironment = Object.fromEntries(
    Object.entries(scopes.of('local').toObject())
      .filter(([name]) => name.startsWith(PROCESS_ENVIRONMENT))
      .map(([name, value]) => [name.slice(PROCESS_ENVIRONMENT.length), value]),
  );
  const environment = scopes.of('environment');
  return {
    environment: scopeObject(environment, { title: environment.name, hidden: PROCESS_ENVIRONMENT }),
    runtime: scopeObject(scopes.of('local')),
    collection,
    folder: file?.variables?.folder ?? collection,
    request: file?.variables?.request ?? collection,
    inner: scopeObject(scopes.of('request')),
    globals: scopeObject(scopes.of('globals')),
    processEnvironment,
  };
}

/** The scope's own variables, without those of outer scopes that `get` of the local scope finds. */
function entriesOf(scope: VariableScope): [string, unknown][] {
  const values = scope.toJSON()['values'] as { key: string; value: unknown }[];
  return values.map(({ key, value }) => [key, value]);
}

/**
 * @param options.title the value of Bruno's `__name__`
 * @param options.hidden names that begin with it are not listed
 */
function scopeObject(
  scope: VariableScope,
  { title, hidden }: { title?: string | undefined; hidden?: string } = {},
): Values {
  const entry = (key: PropertyKey) => entriesOf(scope).find(([name]) => name === key);
  const isListed = (name: string) => hidden === undefined || !name.startsWith(hidden);
  return new Proxy<Values>(
    {},
    {
      get: (_target, key) => (key === '__name__' ? title : entry(key)?.[1]),
      has: (_target, key) => entry(key) !== undefined,
      ownKeys: () =>
        entriesOf(scope)
          .map(([name]) => name)
          .filter(isListed),
      getOwnPropertyDescriptor(_target, key) {
        const variable = entry(key);
        return variable && { value: variable[1], writable: true, enumerable: true, configurable: true };
      },
      set(_target, key, value) {
        // As in Bruno, the variable stays undefined for later scripts, and does not become null.
        if (value === undefined) scope.unset(key);
        else scope.set(key, value);
        return true;
      },
      deleteProperty(_target, key) {
        scope.unset(key);
        return true;
      },
    },
  );
}
