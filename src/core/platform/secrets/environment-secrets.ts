/**
 * Secrets of the command line, from environment variables: `api-key` of the environment Staging comes from
 * OUTRIGGER_SECRET_STAGING__API_KEY, or else from OUTRIGGER_SECRET_API_KEY; `api-key` of `pm.vault` from the latter.
 */
import type { OwnedSecrets, SecretOwner, SecretStore } from './secret-store.ts';

const PREFIX = 'OUTRIGGER_SECRET_';
/** @returns the environment variable that has the secret in every environment */
export const secretVariable = (name: string): string => PREFIX + variableName(name);
/**
 * Converts `api-key` to API_KEY. Two underscores separate an environment from a name, so that no name contains them: a
 * collection could name `staging__api-key` to get the secret of another environment.
 */
const variableName = (name: string): string => name.replace(/[^A-Za-z0-9]+/g, '_').toUpperCase();

/** Values that a run sets are for this run alone, because the environment variables belong to the caller. */
export function environmentSecrets(env: NodeJS.ProcessEnv): SecretStore {
  const owners = new Map<string, OwnedSecrets>();
  const values = Object.keys(env).flatMap((name) => (name.startsWith(PREFIX) ? [env[name] ?? ''] : []));
  const unsupported = () => Promise.resolve();
  return {
    of(owner) {
      const key = JSON.stringify(owner);
      const values = owners.get(key) ?? secretsOf(owner, env);
      owners.set(key, values);
      return values;
    },
    renameEnvironment: unsupported,
    removeEnvironment: unsupported,
    restoreEnvironment: unsupported,
    seal: (value) => Promise.resolve(value),
    unseal: (text) => Promise.resolve(text),
    valuesToMask: () => Promise.resolve(values),
    scriptsAllowed: () => Promise.resolve(true),
    forbidScripts: () => Promise.resolve(),
    allowScripts: () => Promise.resolve(),
  };
}

function secretsOf(owner: SecretOwner, env: NodeJS.ProcessEnv): OwnedSecrets {
  let changed = new Map<string, string | undefined>();
  const read = (name: string): string | undefined => {
    const shared = env[secretVariable(name)];
    if ('environment' in owner)
      return env[`${PREFIX}${variableName(owner.environment)}__${variableName(name)}`] ?? shared;
    return owner.purpose === 'vault' ? shared : undefined;
  };
  return {
    get: (name) => Promise.resolve(changed.has(name) ? changed.get(name) : read(name)),
    set: (name, value) => Promise.resolve(void changed.set(name, value)),
    unset: (name) => Promise.resolve(void changed.set(name, undefined)),
    clear: () => Promise.resolve(void (changed = new Map())),
  };
}
