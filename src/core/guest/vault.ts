/** pm.vault: the secrets of one workspace, for scripts that were given leave (pm-api, "vault"). */
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
  const allowed = (name: string): Promise<void> => {
    if (store.scriptsAllowed(workspace)) return Promise.resolve();
    // Calls side by side share one question.
    asked ??= (async () => {
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
      return await store.get(workspace, name);
    },
    async set(name, value) {
      await allowed(name);
      await store.set(workspace, name, value);
    },
    async unset(name) {
      await allowed(name);
      await store.unset(workspace, name);
    },
  };
}
