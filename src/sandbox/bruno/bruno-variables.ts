/** The scopes of a script as the plain objects that Bruno's classes read and write. */
import { TOKEN_VARIABLES, type ScopeName } from '../../contract/scripts/guest-operations.ts';
import type { RequestFileInfo } from '../../contract/scripts/script-context.ts';
import type { Scopes } from '../pm/variables/scopes.ts';

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
  /** Members of token responses, by `$oauth2.id.member`. */
  tokens: Values;
}

export function createBrunoVariables(scopes: Scopes, file: RequestFileInfo | undefined): BrunoVariables {
  const collection = scopeObject(scopes, 'collection');
  const processEnvironment = Object.fromEntries(
    Object.entries(scopes.of('local').toObject())
      .filter(([name]) => name.startsWith(PROCESS_ENVIRONMENT))
      .map(([name, value]) => [name.slice(PROCESS_ENVIRONMENT.length), value]),
  );
  const title = scopes.of('environment').name;
  return {
    environment: scopeObject(scopes, 'environment', { title, hidden: PROCESS_ENVIRONMENT }),
    runtime: scopeObject(scopes, 'local', { hidden: TOKEN_VARIABLES }),
    collection,
    folder: file?.variables?.folder ?? collection,
    request: file?.variables?.request ?? collection,
    inner: scopeObject(scopes, 'request'),
    globals: scopeObject(scopes, 'globals'),
    processEnvironment,
    tokens: Object.fromEntries(
      Object.entries(scopes.ownValues('local')).filter(([name]) => name.startsWith(TOKEN_VARIABLES)),
    ),
  };
}

/**
 * @param options.title the value of Bruno's `__name__`
 * @param options.hidden names that begin with it are not listed
 */
function scopeObject(
  scopes: Scopes,
  scopeName: ScopeName,
  { title, hidden }: { title?: string | undefined; hidden?: string } = {},
): Values {
  const scope = scopes.of(scopeName);
  const variable = (key: PropertyKey) => Object.getOwnPropertyDescriptor(scopes.ownValues(scopeName), key);
  const isListed = (name: string) => hidden === undefined || !name.startsWith(hidden);
  return new Proxy<Values>(
    {},
    {
      get: (_target, key) => (key === '__name__' ? title : (variable(key)?.value as unknown)),
      has: (_target, key) => variable(key) !== undefined,
      ownKeys: () => Object.keys(scopes.ownValues(scopeName)).filter(isListed),
      getOwnPropertyDescriptor: (_target, key) => variable(key),
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
