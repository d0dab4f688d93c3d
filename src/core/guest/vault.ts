/** `pm.vault`: secrets that scripts store for their workspace, once the person has allowed it. */
import { codedError } from '../../contract/errors.ts';
import { abortable } from '../platform/abortable.ts';
import type { SecretStore } from '../platform/secrets/secret-store.ts';
import type { Vault } from './resources.ts';

/** @param ask asks the person, once for a workspace */
export function createVault(store: SecretStore, workspace: string, ask: (name: string) => Promise<boolean>): Vault {
  let pendingQuestion: Promise<void> | undefined;
  const secrets = store.of({ workspace, purpose: 'vault' });
  const allowed = async (name: string, signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted();
    // Concurrent calls share one question, which continues when a script ends before the answer.
    pendingQuestion ??= (async () => {
      if (await store.scriptsAllowed(workspace)) return;
      if (!(await ask(name))) {
        throw codedError(
          'NotAllowed',
          'The script may not use the secrets of this workspace.',
          'Allow it when you are asked.',
        );
      }
      await store.allowScripts(workspace);
    })().finally(() => (pendingQuestion = undefined));
    await abortable(pendingQuestion, signal);
  };
  return {
    async get(name, signal) {
      await allowed(name, signal);
      return await secrets.get(name);
    },
    async set(name, value, signal) {
      await allowed(name, signal);
      await secrets.set(name, value);
    },
    async unset(name, signal) {
      await allowed(name, signal);
      await secrets.unset(name);
    },
  };
}
