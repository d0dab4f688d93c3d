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
