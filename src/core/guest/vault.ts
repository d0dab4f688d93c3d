/** pm.vault: secrets that scripts store for their workspace, once the person has allowed it. */
import { codedError } from '../../contract/errors.ts';
import type { SecretStore } from '../platform/secret-store.ts';
import type { GuestResources } from './guest-api.ts';

/** @param ask puts the question to the person, once for a workspace */
export function createVault(
  store: SecretStore,
  workspace: string,
  ask: (name: string) => Promise<boolean>,
): NonNullable<GuestResources['vault']> {
  let asked: Promise<void> | undefined;
  const secrets = store.of({ workspace, purpose: 'vault' });
  const allowed = (name: string): Promise<void> => {
    // Calls side by side share one question.
    asked ??= (async () => {
      if (await store.scriptsAllowed(workspace)) return;
      if (!(await ask(name))) {
        throw codedError('NotAllowed', 'The script may not use the secrets of this workspace.', 'Allow it when asked.');
      }
      await store.allowScripts(workspace);
    })().finally(() => (asked = undefined));
    return asked;
  };
  return {
    async get(name) {
      await allowed(name);
      return await secrets.get(name);
    },
    async set(name, value) {
      await allowed(name);
      await secrets.set(name, value);
    },
    async unset(name) {
      await allowed(name);
      await secrets.unset(name);
    },
  };
}

const SECRET_PREFIX = 'OUTRIGGER_SECRET_';
/** `api-key` as API_KEY. */
const variableName = (name: string): string => name.replace(/[^A-Za-z0-9]/g, '_').toUpperCase();

/**
 * The secret of an environment on the command line: `api-key` of Staging from OUTRIGGER_SECRET_STAGING__API_KEY, or else
 * from OUTRIGGER_SECRET_API_KEY.
 */
export function environmentSecret(env: NodeJS.ProcessEnv, environment: string, name: string): string | undefined {
  const shared = variableName(name);
  return env[`${SECRET_PREFIX}${variableName(environment)}__${shared}`] ?? env[SECRET_PREFIX + shared];
}

/** pm.vault on the command line: `api-key` from OUTRIGGER_SECRET_API_KEY. */
export function environmentVault(env: NodeJS.ProcessEnv): NonNullable<GuestResources['vault']> {
  const variable = (name: string) => SECRET_PREFIX + variableName(name);
  const changed = new Map<string, string | undefined>();
  return {
    get: (name) => Promise.resolve(changed.has(name) ? changed.get(name) : env[variable(name)]),
    // Only for this run: the environment of the command belongs to its caller.
    set: (name, value) => Promise.resolve(void changed.set(name, value)),
    unset: (name) => Promise.resolve(void changed.set(name, undefined)),
  };
}
