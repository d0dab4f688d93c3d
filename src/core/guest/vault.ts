/** pm.vault: the secrets of one workspace, for scripts that were given leave (pm-api, "vault"). */
import { codedError } from '../../contract/errors.ts';
import type { SecretStore } from '../platform/secret-store.ts';
import { abortable } from '../platform/abortable.ts';
import type { Vault } from './resources.ts';

/** @param ask puts the question to the person, once for a workspace */
export function createVault(store: SecretStore, workspace: string, ask: (name: string) => Promise<boolean>): Vault {
  let asked: Promise<void> | undefined;
  const allowed = async (name: string, signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted();
    if (store.scriptsAllowed(workspace)) return;
    // Calls side by side share one question; it outlasts a script that ends before the answer.
    asked ??= (async () => {
      if (!(await ask(name))) {
        throw codedError('NotAllowed', 'The script may not use the secrets of this workspace.', 'Allow it when asked.');
      }
      await store.allowScripts(workspace);
    })().finally(() => (asked = undefined));
    await abortable(asked, signal);
  };
  return {
    async get(name, signal) {
      await allowed(name, signal);
      return await store.get(workspace, name);
    },
    async set(name, value, signal) {
      await allowed(name, signal);
      await store.set(workspace, name, value);
    },
    async unset(name, signal) {
      await allowed(name, signal);
      await store.unset(workspace, name);
    },
  };
}

/** On the command line secrets come from the environment: `api-key` from OUTRIGGER_SECRET_API_KEY. */
export function environmentVault(env: NodeJS.ProcessEnv): Vault {
  const variable = (name: string) => `OUTRIGGER_SECRET_${name.replace(/[^A-Za-z0-9]/g, '_').toUpperCase()}`;
  const changed = new Map<string, string | undefined>();
  return {
    get: (name) => Promise.resolve(changed.has(name) ? changed.get(name) : env[variable(name)]),
    // For this run only: the environment of the command belongs to its caller.
    set: (name, value) => Promise.resolve(void changed.set(name, value)),
    unset: (name) => Promise.resolve(void changed.set(name, undefined)),
  };
}
