/** `pm.vault` and `{{vault:name}}`: secrets that scripts store for their workspace, used once the person has allowed it. */
import { codedError } from '../../contract/errors.ts';
import { abortable } from '../platform/abortable.ts';
import type { SecretStore } from '../platform/secrets/secret-store.ts';
import type { Vault } from './resources.ts';

export interface VaultOptions {
  store: SecretStore;
  workspace: string;
  /** Receives each value that a script stores, before it is stored. */
  onSecret: (name: string, value: string) => void;
  /** Asks the person, once for a workspace. */
  ask: (name: string) => Promise<boolean>;
}

export function createVault({ store, workspace, onSecret, ask }: VaultOptions): Vault {
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
          'The run may not use the secrets of this workspace.',
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
    async getForRequest(name, signal) {
      const value = await secrets.get(name);
      // Nobody is asked about a secret that does not exist.
      if (value !== undefined) await allowed(name, signal);
      return value;
    },
    async set(name, value, signal) {
      await allowed(name, signal);
      onSecret(name, value);
      await secrets.set(name, value);
    },
    async unset(name, signal) {
      await allowed(name, signal);
      await secrets.unset(name);
    },
  };
}
